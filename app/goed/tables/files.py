"""Reading and writing tables: csv, tsv, jsonl and parquet; and DataFrames as text.

The ending of a file's name says its format; a header tells csv from tsv. DataFrames are written column by column, so
that a million rows take seconds and little memory.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from goed.errors import GoedError, InputError, is_unicode, quoted
from goed.tables.cells import FREE_TEXT, escaped, neutralised, restored, unescaped
from goed.tables.parquet import open_parquet, parquet_bytes, pyarrow_for
from goed.tables.text_file import file_bytes, lines_of, normalised_utf8

if TYPE_CHECKING:
    import pandas as pd

MAX_COLUMNS = 1_000
LONGEST_CELL = 16 * 2**20  # characters
ENDINGS = (".csv", ".tsv", ".jsonl", ".parquet")
ROWS_AT_ONCE = 50_000  # of a DataFrame that is written
DELIMITERS = ("\t", ",", ";")  # a spreadsheet in German or French writes csv with semicolons

Row = Sequence[Any]
TableRows = Iterator[tuple[int, dict[str, str]]]  # line number, column → cell


@dataclass(frozen=True)
class Table:
    """A table: its columns, and its rows with their line numbers, read lazily."""

    path: Path
    sha256: str  # of the file's bytes
    columns: list[str]
    rows: TableRows


@dataclass(frozen=True)
class RawTable:
    """A csv or tsv with its cells as they stand in the file; `columns` are the header's names in lower case."""

    header: list[str]
    columns: list[str]
    delimiter: str
    rows: Iterator[tuple[int, list[str]]]

    def decoded(self, column: str, cell: str) -> str:
        """What a cell stands for: escapes are undone, and so are neutralised formulas in free text."""
        if self.delimiter == "\t":
            return unescaped(unquoted(cell))
        return unescaped(restored(cell) if column in FREE_TEXT else cell)

    def decoded_rows(self) -> TableRows:
        """The rows, with every cell as it was before it was escaped."""
        for number, cells in self.rows:
            yield number, {name: self.decoded(name, cell) for name, cell in zip(self.columns, cells, strict=True)}


def check_ending(path: Path) -> None:
    """Raise GoedError if a file's ending is not that of a kind of table."""
    if path.suffix.lower() not in ENDINGS:
        raise GoedError(f"{path}: the ending says the format; take {', '.join(ENDINGS)}")
    if path.suffix.lower() == ".parquet":
        pyarrow_for(path)


def table_bytes(path: Path, columns: Sequence[str], rows: Iterable[Row]) -> bytes:
    """A table as the bytes of a file of this name."""
    texts = {".csv": csv_text, ".tsv": tsv_text, ".jsonl": _jsonl_text}
    text_of_rows = texts.get(path.suffix.lower())
    return text_of_rows(columns, rows).encode() if text_of_rows else parquet_bytes(columns, rows)


def read_table(path: Path, needed: Sequence[str], known: Sequence[str] = ()) -> Table:
    """Read a table whose header names at least the needed columns; `known` ones help to find its delimiter."""
    content = file_bytes(path)
    if path.suffix.lower() == ".parquet":
        columns, rows = _read_parquet(path, content)
    elif path.suffix.lower() in (".jsonl", ".ndjson"):
        columns, rows = _read_jsonl(path, content)
    else:
        raw = read_raw(path, content, [*needed, *known])
        columns, rows = raw.columns, raw.decoded_rows()
    check_columns(path, columns, needed)
    return Table(path, hashlib.sha256(content).hexdigest(), columns, rows)


def check_columns(path: Path, columns: Sequence[str], needed: Sequence[str]) -> None:
    """Raise InputError if columns are missing, or if there are more than a table of forms can have."""
    if len(columns) > MAX_COLUMNS:
        raise InputError(path, f"has {len(columns):,} columns; a table has at most {MAX_COLUMNS:,}", 1)
    if missing := [column for column in needed if column not in columns]:
        there = ", ".join(quoted(column, 20) for column in columns[:15])
        raise InputError(path, f"there is no column {' nor '.join(missing)}; its columns are {there}", 1)


def csv_text(columns: Sequence[str], rows: Iterable[Row]) -> str:
    """A table as csv, in which no spreadsheet takes a cell of free text for a formula."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow([csv_cell(column, cell) for column, cell in zip(columns, row, strict=True)])
    return buffer.getvalue()


def tsv_text(columns: Sequence[str], rows: Iterable[Row]) -> str:
    """A table as tsv; tabs and line ends inside cells are escaped."""
    lines = ("\t".join(tsv_cell(cell) for cell in row) + "\n" for row in rows)
    return "\t".join(columns) + "\n" + "".join(lines)


def _jsonl_text(columns: Sequence[str], rows: Iterable[Row]) -> str:
    return "".join(json_text(dict(zip(columns, row, strict=True))) + "\n" for row in rows)


def tsv_cell(cell: Any) -> str:
    """A value as it is written in a tsv."""
    shown = "" if cell is None else escaped(str(cell))
    return '"' + shown.replace('"', '""') + '"' if shown.startswith('"') else shown


def csv_cell(column: str, cell: Any) -> Any:
    """A value as it is handed to csv.writer."""
    if not isinstance(cell, str):
        return cell
    return neutralised(escaped(cell)) if column in FREE_TEXT else escaped(cell)


def unquoted(cell: str) -> str:
    """A cell of a tsv without the quotation marks that spreadsheets put around some: "case,stem" is case,stem."""
    inner = cell[1:-1]
    is_quoted = len(cell) > 1 and cell[0] == cell[-1] == '"' and '"' not in inner.replace('""', "")
    return inner.replace('""', '"') if is_quoted else cell


def json_text(value: object, **settings: Any) -> str:
    """JSON in which letters stay readable; what a terminal might obey is written as JSON's own escape."""
    text = json.dumps(value, ensure_ascii=False, **settings)
    if text.replace("\n", "").isprintable():
        return text
    return "".join(c if c.isprintable() or c == "\n" else json.dumps(c)[1:-1] for c in text)


def read_raw(path: Path, content: bytes, needed: Sequence[str]) -> RawTable:
    """Read csv or tsv; the delimiter is the one that gives the header the most needed columns."""
    _refuse_other_files(path, content)
    text = normalised_utf8(path, content)
    line = next(lines_of(text), "").removesuffix("\n")
    headers = {sign: _header(path, line, sign) for sign in DELIMITERS}
    delimiter = max(DELIMITERS, key=lambda sign: len({name.casefold() for name in headers[sign]} & set(needed)))
    columns = [name.casefold() for name in headers[delimiter]]
    check_columns(path, columns, ())
    if twice := [name for name in columns if columns.count(name) > 1]:
        raise InputError(path, f"there are two columns {quoted(twice[0])}", 1)
    places = [columns.index(name) for name in needed if name in columns]
    rows = _rows(path, text, delimiter, len(columns), least=max(places, default=0))
    return RawTable(headers[delimiter], columns, delimiter, rows)


def _refuse_other_files(path: Path, content: bytes) -> None:
    """Raise InputError if a file is a spreadsheet, parquet or JSON."""
    if content.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0")):
        raise InputError(path, "is a spreadsheet; save it as csv in UTF-8 and try again")
    if content.startswith(b"PAR1"):
        raise InputError(path, "is in parquet; a file of the ending .parquet, or csv or tsv, is expected here")
    if content.lstrip().startswith(b"{"):
        raise InputError(path, "is in JSON; a file of the ending .jsonl, or csv or tsv, is expected here")


def _rows(path: Path, text: bytes, delimiter: str, n_columns: int, least: int) -> Iterator[tuple[int, list[str]]]:
    """The lines after the header that are not blank; in tsv, empty cells that an editor stripped are added again."""
    for number, cells in _cells(path, text, delimiter):
        if number > 1 and cells:
            if delimiter == "\t" and least <= len(cells) < n_columns:
                cells += [""] * (n_columns - len(cells))
            if len(cells) != n_columns:
                raise InputError(path, f"{len(cells)} columns where the header has {n_columns}", number)
            yield number, cells


def _header(path: Path, line: str, delimiter: str) -> list[str]:
    """The names of the columns, if this is the delimiter."""
    if delimiter == "\t":
        return [unquoted(cell).strip() for cell in line.split("\t")]
    csv.field_size_limit(LONGEST_CELL)
    try:
        return [cell.strip() for cell in next(csv.reader([line], delimiter=delimiter), [])]
    except csv.Error as error:
        raise _no_csv(path, error, 1, 1) from None


def _no_csv(path: Path, error: csv.Error, first: int, last: int) -> InputError:
    """The error for a row that begins in the line `first`, and cannot be read from the line `last` on."""
    if "end of data" in str(error):
        return InputError(path, "is no csv: a quotation mark that opens here is never closed", first)
    if "field limit" in str(error):
        return InputError(path, f"is no csv: a cell of more than {LONGEST_CELL:,} characters", first)
    return InputError(path, "is no csv: something stands behind a closing quotation mark", last)


def _cells(path: Path, text: bytes, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Line number and cells of each line; quotes mean something in csv only."""
    if delimiter == "\t":
        for number, line in enumerate(lines_of(text), start=1):
            yield number, line.removesuffix("\n").split("\t") if line.strip() else []
        return
    csv.field_size_limit(LONGEST_CELL)
    reader = csv.reader(lines_of(text), delimiter=delimiter, strict=True)
    number = 1
    try:
        for cells in reader:
            yield number, cells if any(cell.strip() for cell in cells) else []
            number = reader.line_num + 1
    except csv.Error as error:
        raise _no_csv(path, error, number, reader.line_num) from None


def _read_jsonl(path: Path, content: bytes) -> tuple[list[str], TableRows]:
    text = normalised_utf8(path, content)
    found: dict[str, None] = {}
    for number, row in _json_objects(path, text):
        found.update(dict.fromkeys(row))
        if len(found) > MAX_COLUMNS:
            raise InputError(path, f"there are more than {MAX_COLUMNS:,} columns up to here", number)
    columns = list(found)
    rows = ((number, {name: _text(row.get(name)) for name in columns}) for number, row in _json_objects(path, text))
    return columns, rows


def _json_objects(path: Path, text: bytes) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in enumerate(lines_of(text), start=1):
        if len(line) > LONGEST_CELL:
            raise InputError(path, f"a line of {len(line):,} characters; this is no table of forms", number)
        if line.strip():
            try:
                row = json.loads(line)
            except (ValueError, RecursionError):
                raise InputError(path, "is no line of JSON", number) from None
            if not isinstance(row, dict) or any(isinstance(value, dict | list) for value in row.values()):
                raise InputError(path, "is no JSON object of plain values", number)
            if "\\ud" in line.lower() and not is_unicode(json.dumps(row, ensure_ascii=False)):
                raise InputError(path, "holds half a character (\\ud800 and the like)", number)
            yield number, {str(name).strip().casefold(): value for name, value in row.items()}


def _read_parquet(path: Path, content: bytes) -> tuple[list[str], TableRows]:
    names, rows = open_parquet(path, content)
    return [name.strip().casefold() for name in names], (
        (number, {name.strip().casefold(): _text(value) for name, value in row.items()}) for number, row in rows
    )


def _text(value: Any) -> str:
    return "" if value is None else str(value)


def as_python(value: Any) -> Any:
    """A number of numpy's or pandas' as Python's own; NaN and infinity as None."""
    if hasattr(value, "item"):
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def plain_values(column: pd.Series[Any]) -> list[Any]:
    """The values of a column as Python's own; missing and infinite ones as None."""
    values = column.tolist()
    if column.dtype.kind == "f":
        return [value if value - value == 0 else None for value in values]  # not finite: inf - inf is not 0
    if column.isna().any():
        return [None if missing else value for value, missing in zip(values, column.isna(), strict=True)]
    return values


def text_of_frame(table: pd.DataFrame, form: str) -> Iterator[str]:
    """A table as csv or tsv, header first, in pieces."""
    names = [str(name) for name in table.columns]
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    yield ",".join(names) + "\n" if form == "csv" else "\t".join(names) + "\n"
    for start in range(0, len(table), ROWS_AT_ONCE):
        cells = _columns_as_written(table.iloc[start : start + ROWS_AT_ONCE], names, form)
        if form == "csv":
            writer.writerows(zip(*cells, strict=True))
            yield buffer.getvalue()
            buffer.seek(0)
            buffer.truncate()
        else:
            yield "".join("\t".join(row) + "\n" for row in zip(*cells, strict=True))


def _columns_as_written(table: pd.DataFrame, names: list[str], form: str) -> list[list[Any]]:
    """The columns as they are written; each distinct value is escaped only once."""
    columns = []
    for name, (_, column) in zip(names, table.items(), strict=True):
        values = plain_values(column)
        written: Callable[[Any], Any] = partial(csv_cell, name) if form == "csv" else tsv_cell
        if form == "tsv" or any(isinstance(value, str) for value in values):
            of_value = {value: written(value) for value in set(values)}
            values = [of_value[value] for value in values]
        columns.append(values)
    return columns
