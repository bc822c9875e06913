"""Labelling a table that need not be in any study: columns are added, what is there stays as it is."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.errors import InputError
from app.forms import normal
from app.labels.labeller import LanguageLabeller
from app.tables.files import RawTable, check_columns, read_raw
from classifiers.values import Case, Label

NEEDED = ("lemma", "features", "gold", "predicted")
ADDED = ("gold_class", "pred_class", "error", "flags", "rule", "confidence")


@dataclass(frozen=True)
class LabelledTable:
    """A table with labels, as bytes in the form in which it came."""

    content: bytes
    warnings: list[str]


def labelled_table(path: Path, content: bytes | None, language: str | None) -> LabelledTable:
    """Label the rows of a csv or tsv (its bytes, where it is no file); columns of the same names are replaced."""
    if content is None:
        content = _read(path)
    table = read_raw(path, content, NEEDED)
    check_columns(path, table.columns, NEEDED if language else ("language", *NEEDED))
    labeller = LanguageLabeller()
    columns = [*table.columns, *(name for name in ADDED if name not in table.columns)]
    rows = _labelled_rows(table, columns, language, labeller)
    return LabelledTable(_as_bytes(columns, rows, table.delimiter), labeller.warnings)


def _read(path: Path) -> bytes:
    if not path.is_file():
        raise InputError(path, "is no file that can be read as a table" if path.exists() else "there is no such file")
    return path.read_bytes()


def _labelled_rows(
    table: RawTable, columns: Sequence[str], language: str | None, labeller: LanguageLabeller
) -> list[list[str]]:
    place_of = {name: place for place, name in enumerate(columns)}
    by_language: dict[str, list[int]] = {}
    for index, (_, cells) in enumerate(table.rows):
        by_language.setdefault(language or cells[place_of["language"]].strip(), []).append(index)
    labelled: dict[int, Label] = {}
    for its_language, indices in by_language.items():
        cases = [_case(table, place_of, table.rows[index][1]) for index in indices]
        labelled.update(zip(indices, labeller.label(its_language, cases), strict=True))
    rows = []
    for index, (_, cells) in enumerate(table.rows):
        row = [*cells, *[""] * (len(columns) - len(cells))]
        for name, value in _words(labelled[index]):
            row[place_of[name]] = value
        rows.append(row)
    return rows


def _case(table: RawTable, place_of: dict[str, int], cells: Sequence[str]) -> Case:
    lemma, features, gold, predicted = (normal(table.meaning(name, cells[place_of[name]])) for name in NEEDED)
    return Case(lemma, features, gold, predicted)


def _words(label: Label) -> Iterator[tuple[str, str]]:
    values = (
        label.gold_class,
        label.pred_class,
        label.error,
        ",".join(label.flags),
        label.rule,
        str(label.confidence),
    )
    return zip(ADDED, values, strict=True)


def _as_bytes(columns: Sequence[str], rows: Sequence[Sequence[str]], delimiter: str) -> bytes:
    if delimiter == "\t":
        return "".join("\t".join(row) + "\n" for row in (columns, *rows)).encode()
    buffer = io.StringIO()
    csv.writer(buffer, delimiter=delimiter, lineterminator="\n").writerows([columns, *rows])
    return buffer.getvalue().encode()
