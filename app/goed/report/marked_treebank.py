"""A treebank in CoNLL-U that tells in MISC what a run answered, and what is wrong with it.

    # corpus = danish
    # sent_id = danish-1001
    # text = Den lever .
    1  Den    den   PRON  PERS  _  2  subj  _  PredHead=0|Error=root-false
    2  lever  leve  VERB  V     _  0  ROOT  _  PredHead=1|Error=reversed|Verdict=wrong

HEAD and DEPREL are gold. Errors and flags are the labels that count: people's, else the classifier's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path

import numpy as np

from goed.corpora.conll_writer import conll_lines, misc_cell
from goed.corpora.layouts import CONLL_U, NO_VALUE
from goed.domains.text_predictions import learning_from_text
from goed.errors import GoedError
from goed.labels.peoples_labels import ensure_labels_visible, label_counts
from goed.models.conll_text import gold_columns, sentences_of, text_columns
from goed.report.corpus_parts import CorpusPart, corpus_of_part, corpus_parts, in_conll, run_stems
from goed.report.corpus_prediction_files import answers_in_order
from goed.report.file_set import one_file, write_all
from goed.report.sentence_comments import SentenceComments
from goed.study.predictions import packed_outputs
from goed.study.selection import Selection
from goed.study.study import Study
from goed.study.tallies import LabelKind, Numbers, output_columns
from goed.study.text_splits import item_ids_of_part
from goed_classifiers.values import CORRECT

ENDING = ".conllu"
MISSING = "missing"  # the error of a word for which nothing was answered


def is_treebank_file(path: Path) -> bool:
    """Whether a file's name says that it is to hold CoNLL-U."""
    return path.suffix.lower() == ENDING


def export_treebank(study: Study, selection: Selection, path: Path, replace: bool) -> list[Path]:
    """Write the test sentences with a run's answers to a file; those of several runs to a folder, each to its own."""
    parts = corpus_parts(study, selection.on_test())
    content = partial(_bytes, study, _kinds_of_outputs(study), {})
    if not is_treebank_file(path):
        files = zip(parts, run_stems(parts), strict=True)
        return write_all(path, {path / f"{stem}{ENDING}": partial(content, part) for part, stem in files}, replace)
    if len(parts) > 1:
        advice = "choose one of them (--model, --size, --sampling …), or name a folder and say --as conllu"
        raise GoedError(f"{path}: {len(parts):,} runs answered these sentences; {advice}")
    with one_file(path, replace) as draft:
        draft.write_bytes(content(parts[0]))
    return [path]


def _kinds_of_outputs(study: Study) -> Callable[[int], LabelKind]:
    """A function from an output's number to the label of it that counts."""
    ensure_labels_visible(study)
    with study.one_moment():  # runs and labels may come in meanwhile
        counts, columns = label_counts(study), output_columns(study)
    kinds = counts.of_outputs(columns)
    return lambda output_id: counts.kinds[int(kinds[output_id])]


def _bytes(
    study: Study, kind_of: Callable[[int], LabelKind], known: dict[int, SentenceComments], part: CorpusPart
) -> bytes:
    """The part in CoNLL-U; what is `known` of corpora is kept for the next part."""
    corpus = corpus_of_part(study, part)
    if corpus.id not in known:
        known[corpus.id] = SentenceComments(study, corpus)
    text = part.text(study)
    misc = np.full(len(text), NO_VALUE, object)
    misc[learning_from_text(part.split.domain).asked(text).tokens] = list(_told_of_items(study, kind_of, part))
    columns = {**text_columns(CONLL_U, text), **gold_columns(text), "misc": misc.tolist()}
    comments = known[corpus.id].of(part.utterances(study))
    return "".join(conll_lines(CONLL_U, sentences_of(text, columns, comments))).encode()


def _told_of_items(study: Study, kind_of: Callable[[int], LabelKind], part: CorpusPart) -> Iterator[str]:
    name = in_conll(part.split.domain).name
    outputs = packed_outputs(study, part.tally.run_part_id)
    item_ids: Numbers = item_ids_of_part(study, part.split.id, part.tally.part, part.tally.size)
    for item_id, answer in zip(item_ids.tolist(), answers_in_order(study, part), strict=True):
        if answer is None:
            yield misc_cell({"Error": MISSING})
        else:
            yield misc_cell({name: answer, **_told_of_label(kind_of(outputs[item_id]))})


def _told_of_label(label: LabelKind) -> Mapping[str, str]:
    error = "" if label.error == CORRECT else label.error
    return {"Error": error, "Verdict": label.verdict, "Flags": ",".join(label.flags)}
