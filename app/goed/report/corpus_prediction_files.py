"""Answers to corpora exported as CoNLL files in PASCAL's nine columns, with the gold trees beside them.

    FOLDER/danish.test.conll                the gold trees of the part
    FOLDER/left/danish_68536.test.conll     what the run answered: its heads, no relations

`goed score dependencies` takes both, and says what `goed stats measures` says; `goed import predictions` takes the
second one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from goed.corpora.conll_writer import conll_lines
from goed.corpora.layouts import PASCAL
from goed.models.conll_text import Columns, gold_columns, sentences_of, text_columns
from goed.models.text import Text
from goed.report.corpus_parts import CorpusPart, corpus_parts, in_conll, run_stems
from goed.report.file_set import Contents, write_all
from goed.sources.corpus_file_names import ENDING
from goed.study.predictions import answers_of_part
from goed.study.selection import Selection
from goed.study.study import Study
from goed.study.text_splits import item_ids_of_part


def export_corpus_predictions(study: Study, selection: Selection, folder: Path, replace: bool) -> list[Path]:
    """Write one file for each part of each run, and one with the gold answers to each part, all of them or none."""
    parts = corpus_parts(study, selection)
    contents = dict(_gold_files(study, folder, parts))
    for part, stem in zip(parts, run_stems(parts), strict=True):
        contents[folder / f"{stem}{ENDING}"] = partial(_predicted, study, part)
    return write_all(folder, contents, replace)


def answers_in_order(study: Study, part: CorpusPart) -> list[str | None]:
    """What was answered for each item of a part, in the order of its text; None where nothing was."""
    tally = part.tally
    answers = answers_of_part(study, tally.run_part_id)
    item_ids = item_ids_of_part(study, part.split.id, tally.part, tally.size).tolist()
    found = (answers.get(item_id) for item_id in item_ids)
    return [None if answer is None else answer.decode() for answer in found]


def pascal_bytes(text: Text, columns: Columns) -> bytes:
    """A text in PASCAL's nine columns, with some of these columns given."""
    filled = {**text_columns(PASCAL, text), **columns}
    return "".join(conll_lines(PASCAL, sentences_of(text, filled))).encode()


def _gold_files(study: Study, folder: Path, parts: Sequence[CorpusPart]) -> Contents:
    return {folder / f"{part.gold_stem}{ENDING}": partial(_gold, study, part) for part in parts}


def _gold(study: Study, part: CorpusPart) -> bytes:
    text = part.text(study)
    return pascal_bytes(text, gold_columns(text))


def _predicted(study: Study, part: CorpusPart) -> bytes:
    text = part.text(study)
    return pascal_bytes(text, in_conll(part.split.domain).columns(text, answers_in_order(study, part)))
