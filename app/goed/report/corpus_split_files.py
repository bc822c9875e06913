"""The splits of corpora as CoNLL files in PASCAL's nine columns: for systems that are trained elsewhere.

    FOLDER/danish_uniform_0/train_300.conll    the training set of 300 tokens, in the order in which it is learned from
    FOLDER/danish_uniform_0/test.conll         with its trees, and so is dev.conll
    FOLDER/danish_uniform_0/test.blind.conll   without them

Where learners see the text of all sections, what they learn from is without trees as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from goed.errors import GoedError
from goed.models.conll_text import gold_columns
from goed.report.corpus_prediction_files import pascal_bytes
from goed.report.file_set import write_all
from goed.sources.corpus_file_names import ENDING, split_stem
from goed.study import splits as store_splits
from goed.study.places import text_of
from goed.study.selection import Selection
from goed.study.splits import Split
from goed.study.study import Study
from goed.study.text_splits import PARTS, UtterancePlaces, training_utterances, utterances_of_part

BLIND = ".blind"
SeenFile = tuple[UtterancePlaces, bool]  # utterances, and whether their trees are told


def export_splits(study: Study, selection: Selection, folder: Path, replace: bool) -> list[Path]:
    """Write the training sets, dev and test of each selected split of a corpus, all files or none."""
    chosen = [split for split in store_splits.splits(study) if split.corpus_id and selection.has(split)]
    if not chosen:
        raise GoedError("the study has no such splits of corpora; `goed status` shows what it holds")
    contents = {
        folder / split_stem(split) / f"{name}{ENDING}": partial(_content, study, split, *seen)
        for split in chosen
        for name, seen in _files(study, split, selection)
    }
    return write_all(folder, contents, replace)


def _files(study: Study, split: Split, selection: Selection) -> Iterator[tuple[str, SeenFile]]:
    """The name of each file of a split, and what stands in it."""
    tells_trees = split.learn_from == "training"
    for size in store_splits.sizes(study, split.id):
        if selection.sizes is None or size in selection.sizes:
            yield f"train_{size}", (training_utterances(study, split.id, size), tells_trees)
    for part in PARTS:
        utterances = utterances_of_part(study, split.id, part)
        if len(utterances) and (selection.parts is None or part in selection.parts):
            yield part, (utterances, True)
            yield f"{part}{BLIND}", (utterances, False)


def _content(study: Study, split: Split, utterances: UtterancePlaces, tells_trees: bool) -> bytes:
    text = text_of(study, split.corpus_id).utterances(utterances)
    return pascal_bytes(text, gold_columns(text) if tells_trees else {})
