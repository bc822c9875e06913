"""Which output a row of a table is about: its words, and in a corpus the place where it stands."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import NamedTuple

from goed.domains.registry import domains
from goed.errors import InputError, quoted
from goed.forms import normal_form
from goed.study.corpora import stored_corpora
from goed.study.items import INFLECTION
from goed.study.output_words import LabelledOutput
from goed.study.study import Study
from goed.tables.files import Table, check_columns, read_table

ANSWERS = ("gold", "predicted")
MATCHED_BY = ("lemma", "features", *ANSWERS)
PLACE = ("corpus", "utterance", "position")  # both numbers from 1
NO_PLACE, NOWHERE = (0, 0), (-1, 0)  # corpus and token: of words in no corpus, and of places that are not there
MAX_DIGITS = 9

Cells = Mapping[str, str]


class OutputKey(NamedTuple):
    """What identifies an output."""

    language: str
    word: str
    features: str
    gold: str
    predicted: str
    domain: str  # '' if the table has no such column
    corpus_id: int  # 0: it is in none
    token: int  # its place in the corpus


def key_of_output(language: str, output: LabelledOutput) -> OutputKey:
    """The key of an output of the study."""
    return OutputKey(language, *output.words, output.domain, output.corpus_id, output.token)


def read_table_of_outputs(path: Path) -> Table:
    """A table whose rows are about outputs: words, what is asked about them, gold answers, and what was predicted."""
    nouns = [noun for domain in domains().values() for noun in (domain.word, domain.features)]
    table = read_table(path, (), known=(*MATCHED_BY, *PLACE, *nouns))
    check_columns(path, table.columns, _needed(table.columns))
    return table


def _needed(columns: Collection[str]) -> tuple[str, ...]:
    """The columns that tell which output it is: word, relation and where the word stands, or lemma and features."""
    for domain in domains().values():
        if {domain.word, domain.features} <= {*columns}:
            return (domain.word, domain.features, *ANSWERS, *(PLACE if domain.text else ()))
    return MATCHED_BY


class KeyReader:
    """Reads which output each row of a table is about."""

    def __init__(self, study: Study, table: Table, language: str | None) -> None:
        self._path, self._language = table.path, language
        self._words = _needed(table.columns)[: len(MATCHED_BY)]
        self._study = study
        self._has_places = {*PLACE} <= {*table.columns}
        self._corpora = {corpus.name: corpus.id for corpus in stored_corpora(study)}

    def key(self, line: int, cells: Cells) -> OutputKey:
        """The output that a row is about; its language is the row's, or else the one given for the whole table."""
        domain = (cells["domain"].strip() or INFLECTION) if "domain" in cells else ""
        word, features, gold, predicted = (
            normal_form(self._path, line, cells[column], column) for column in self._words
        )
        said = cells.get("language", "").strip()
        if self._language and said and said != self._language:
            raise InputError(self._path, f"is about {quoted(said)}, and --language says {self._language}", line)
        language = said or self._language or ""
        return OutputKey(language, word, features, gold, predicted, domain, *self._place(line, cells))

    def _place(self, line: int, cells: Cells) -> tuple[int, int]:
        """The corpus and the token; NOWHERE if there is no such corpus, or no such place in it."""
        name = cells["corpus"].strip() if self._has_places else ""
        if not name:
            return NO_PLACE
        utterance, position = (self._number(line, cells, column) for column in PLACE[1:])
        if name not in self._corpora:
            return NOWHERE
        from goed.study.places import text_of  # numpy: only where there are corpora

        text = text_of(self._study, self._corpora[name])
        if utterance > len(text.lengths) or position > text.lengths[utterance - 1]:
            return NOWHERE
        return self._corpora[name], int(text.starts[utterance - 1]) + position - 1

    def _number(self, line: int, cells: Cells, column: str) -> int:
        cell = cells[column].strip()
        if not (cell.isascii() and cell.isdigit() and len(cell) <= MAX_DIGITS and int(cell)):
            raise InputError(self._path, f"the {column} {quoted(cell, 20)} is no number from 1 up", line)
        return int(cell)
