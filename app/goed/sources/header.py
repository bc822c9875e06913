"""Which column of a table of forms is which: by its header, an option, or its content.

SIGMORPHON's files come in both orders, the older ones without a header. A line that names columns is taken for a
header or refused, but never taken for an item.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from goed.errors import InputError, quoted
from goed.tables.files import DELIMITERS
from goed.tables.text_file import TextFile, read_lines

# V;PST, N;HUM;MASC;PL, V;SBJV;PRS;NOM(2,SG): tags have no lower-case letters.
TAGS = re.compile(r"[^a-zß-ÿ]*[A-Z][^a-zß-ÿ]*")


class ColumnOrder(NamedTuple):
    """The places of form and features; the lemma is always first, a frequency always fourth."""

    form: int
    features: int


LEMMA_FORM_FEATURES = ColumnOrder(1, 2)
LEMMA_FEATURES_FORM = ColumnOrder(2, 1)
ORDERS = {("lemma", "form", "features"): LEMMA_FORM_FEATURES, ("lemma", "features", "form"): LEMMA_FEATURES_FORM}

LONGEST = 1_000  # bytes of a header
MAX_LINES_LOOKED_AT = 50  # lines below a possible header
MAX_NAMED = 3  # headers that a note lists one by one
FEATURES = ("features", "feats", "tags", "msd")
NAMES = {  # name of a column, in lower case and without separators → what it holds
    "lemma": "lemma",
    **dict.fromkeys(("form", "gold", "inflected", "goldform", "inflectedform", "wordform"), "form"),
    **dict.fromkeys(("predicted", "prediction", "predictedform"), "predicted form"),
    **dict.fromkeys(FEATURES, "features"),
    **dict.fromkeys(("frequency", "freq", "count"), "frequency"),
}
Order = tuple[str, ...]  # what each column holds


class TableKind(NamedTuple):
    """A kind of table, in words, and the orders of columns in which goed reads it."""

    words: str
    orders: Mapping[Order, ColumnOrder | None]


EITHER_WAY = "(or the last two the other way round)"
ITEMS = TableKind(
    f"lemma, form, features {EITHER_WAY} and perhaps frequency",
    {order + more: columns for order, columns in ORDERS.items() for more in ((), ("frequency",))},
)
PREDICTIONS = TableKind(
    f"lemma, predicted form, features {EITHER_WAY}",
    ORDERS | {tuple("predicted form" if name == "form" else name for name in order): ORDERS[order] for order in ORDERS},
)
QUESTIONS = TableKind("lemma, features", {("lemma", "features"): None})
BETWEEN_LETTERS = re.compile(r"[\s._-]")  # separators in the name of a column: gold_form, Gold form


@dataclass
class FormReader:
    """Reads the tables of forms of one import, in the user's order of columns if given; notes the headers it meets."""

    columns: ColumnOrder | None = None
    headers: dict[Path, int] = field(default_factory=dict)  # file → line

    def read(self, path: Path, kind: TableKind) -> tuple[TextFile, ColumnOrder | None]:
        """A file without its header, and the order of its columns if the user or the header says it."""
        file = read_lines(path)
        header = header_of(file)
        if header is None:
            return file, self.columns
        order = kind.orders.get(header.order)
        if header.order not in kind.orders or (order and self.columns not in (None, order)):
            problem = f"the header says {quoted(', '.join(header.cells), 120)}, and goed reads {kind.words}"
            advice = "put the columns so and call them so, or take the line away"
            raise InputError(path, f"{problem}: {advice}", header.line)
        header.take_out_of(file)
        self.headers[path] = header.line
        return file, order

    @property
    def notes(self) -> list[str]:
        """A note for the user on the headers left out; none if there were none."""
        first = [f"{path}, line {line}" for path, line in list(self.headers.items())[:MAX_NAMED]]
        more = ["…"] if len(self.headers) > MAX_NAMED else []
        number = "a header" if len(self.headers) == 1 else f"{len(self.headers):,} headers"
        return [f"{number} left out: {'; '.join(first + more)}"] if first else []


@dataclass(frozen=True)
class Header:
    """A line that names columns."""

    line: int
    delimiter: str
    cells: list[str]

    @property
    def order(self) -> Order:
        """What each column holds; '' for a column whose name goed does not know."""
        return tuple(NAMES.get(BETWEEN_LETTERS.sub("", cell).casefold(), "") for cell in self.cells)

    def take_out_of(self, file: TextFile) -> None:
        """Blank the header wherever it occurs in the file; in csv, turn the other lines into tab-separated ones."""
        header = file.lines[self.line - 1]
        is_csv = self.delimiter != "\t" or b'"' in header
        for place, line in enumerate(file.lines):
            if line == header:
                file.lines[place] = b""
            elif is_csv and line.strip():
                file.lines[place] = "\t".join(_cells(file, line, place + 1, self.delimiter)).encode()


def header_of(file: TextFile) -> Header | None:
    """The first line that is not blank, if it is a header.

    It is one if two of its cells are names of columns, which no item has. It is also one if it has three cells and no
    tags such as V;PST, while one cell is called features, or all lines below it have tags: infinitive, preterite, tags.
    """
    number, line = next(((n, line) for n, line in enumerate(file.lines, start=1) if line.strip()), (0, b""))
    text = line.decode(errors="replace") if len(line) <= LONGEST else ""
    together = BETWEEN_LETTERS.sub("", text).casefold()
    if sum(name in together for name in NAMES) > 1:  # a quick test, which most items fail
        for delimiter in DELIMITERS:
            header = Header(number, delimiter, [cell.strip('"# ') for cell in text.split(delimiter)])
            if len({name for name in header.order if name not in ("", "frequency")}) > 1:
                return header
    cells = [cell.strip('"# ') for cell in text.split("\t")]
    header = Header(number, "\t", cells)
    has_tags = any(TAGS.fullmatch(cell) and name != "features" for cell, name in zip(cells, header.order, strict=True))
    is_header = len(cells) > 2 and not has_tags and ("features" in header.order or _all_have_tags(file, number))
    return header if is_header else None


def _all_have_tags(file: TextFile, header: int) -> bool:
    """Whether in all of the next lines the second cell looks like tags, or in all of them the third."""
    lines = [line for line in file.lines[header : header + MAX_LINES_LOOKED_AT] if line.strip()]
    rows = [line.decode(errors="replace").split("\t") for line in lines]
    return bool(rows) and any(
        all(len(row) > place and TAGS.fullmatch(row[place].strip()) for row in rows) for place in (1, 2)
    )


def _cells(file: TextFile, line: bytes, number: int, delimiter: str) -> list[str]:
    """The cells of a line of csv."""
    try:
        return next(csv.reader([file.decode(line, number)], delimiter=delimiter, strict=True))
    except csv.Error:
        raise InputError(file.path, "is no line of csv: its quotation marks do not part its cells", number) from None


def column_order(path: Path, rows: Sequence[tuple[int, list[str]]]) -> ColumnOrder:
    """Guess which of the second and third columns holds the features.

    It is the one with more values that look like tags; if they have equally many, the one with fewer distinct values;
    if these are equal too, the third.
    """
    pairs = [(fields[1].strip(), fields[2].strip()) for _, fields in rows if len(fields) >= 3]
    if not pairs:
        number = rows[0][0] if rows else None
        raise InputError(path, "no line has three columns (lemma, form, features) parted by tabs", number)
    second_is_tags = sum(bool(TAGS.fullmatch(second)) for second, _ in pairs)
    third_is_tags = sum(bool(TAGS.fullmatch(third)) for _, third in pairs)
    if second_is_tags != third_is_tags:
        return LEMMA_FEATURES_FORM if second_is_tags > third_is_tags else LEMMA_FORM_FEATURES
    n_second = len({second for second, _ in pairs})
    n_third = len({third for _, third in pairs})
    return LEMMA_FEATURES_FORM if n_second < n_third else LEMMA_FORM_FEATURES


def named_order(text: str | None) -> ColumnOrder | None:
    """The order that a user gives, such as `lemma,features,form`; None if it is to be found out from the file."""
    return {",".join(names): order for names, order in ORDERS.items()}[text] if text else None
