"""Labelling a table outside any study: columns are added, the rest stays as it is."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from goed.forms import MAX_ACCENTS, check_form
from goed.labels.labeller import SafeLabeller
from goed.study.items import INFLECTION, Known
from goed.tables.files import check_columns, read_raw
from goed.tables.text_file import file_bytes
from goed_classifiers.forms import normal
from goed_classifiers.values import Label

NEEDED = ("lemma", "features", "gold", "predicted")
ADDED = ("gold_class", "pred_class", "error", "flags", "rule", "confidence", "classifier")
CHUNK = 10_000  # rows
NOT_IN_A_ROW = frozenset({"variant", "gold-error"})  # flags from word lists or people, not derived from the row

Row = list[str]


class LabelledTable:
    """Labels the rows of a csv or tsv; columns with the names of added ones are overwritten."""

    def __init__(self, path: Path, content: bytes | None, language: str | None) -> None:
        self._path = path
        self._table = read_raw(path, file_bytes(path) if content is None else content, NEEDED)
        check_columns(path, self._table.columns, NEEDED if language else ("language", *NEEDED))
        self._language = language
        self._labeller = SafeLabeller()
        added = [name for name in ADDED if name not in self._table.columns]
        self._header = [*self._table.header, *added]
        self._place_of = {name: place for place, name in enumerate([*self._table.columns, *added])}

    @property
    def warnings(self) -> list[str]:
        """What is wrong with classifiers of other packages."""
        return self._labeller.warnings

    def chunks(self) -> Iterator[bytes]:
        """The labelled table, in the format of the original, a piece at a time."""
        yield _as_bytes([self._header], self._table.delimiter)
        while chunk := list(islice(self._table.rows, CHUNK)):
            for number, cells in chunk:
                for name in NEEDED:
                    if len(cell := cells[self._place_of[name]]) > MAX_ACCENTS:
                        check_form(self._path, number, cell, name)
            rows = [[*cells, *[""] * (len(self._header) - len(cells))] for _, cells in chunk]
            self._label(rows)
            yield _as_bytes(rows, self._table.delimiter)

    def _label(self, rows: Sequence[Row]) -> None:
        by_language: dict[str, list[Row]] = {}
        for row in rows:
            by_language.setdefault(self._language or row[self._place_of["language"]].strip(), []).append(row)
        for language, of_language in by_language.items():
            outputs = []
            for row in of_language:
                words = (normal(self._table.decoded(name, row[self._place_of[name]])) for name in NEEDED)
                word, features, gold, predicted = words
                outputs.append((Known(INFLECTION, language, word, features, gold), predicted))
            for row, (item, _), label in zip(of_language, outputs, self._labeller.label(outputs), strict=True):
                label = label._replace(flags=self._flags(row, label))
                classes = (label.gold_class, label.pred_class, label.error, ",".join(label.flags))
                added = (*classes, label.rule, str(label.confidence), self._labeller.classifier(item))
                for name, value in zip(ADDED, added, strict=True):
                    row[self._place_of[name]] = value

    def _flags(self, row: Row, label: Label) -> tuple[str, ...]:
        """The classifier's flags, and those already in the row that cannot be derived from the row alone."""
        place = self._place_of["flags"]
        said = row[place].split(",") if place < len(self._table.columns) else []
        return tuple(sorted({*label.flags, *(NOT_IN_A_ROW & {flag.strip() for flag in said})}))


def _as_bytes(rows: Sequence[Row], delimiter: str) -> bytes:
    if delimiter == "\t":
        return "".join("\t".join(row) + "\n" for row in rows).encode()
    buffer = io.StringIO()
    csv.writer(buffer, delimiter=delimiter, lineterminator="\n").writerows(rows)
    return buffer.getvalue().encode()
