"""Tables as files: csv, tsv, jsonl and parquet, told by their ending, written and read alike."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.errors import GoedError, InputError, quoted
from app.tables.cells import FREE_TEXT, escaped, neutralised, restored, unescaped

LARGEST_FILE = 1024 * 2**20  # bytes
LONGEST_CELL = 1_000_000  # characters
DELIMITERS = ("\t", ",", ";")  # a spreadsheet in German or French writes csv with semicolons

Row = Sequence[Any]


@dataclass(frozen=True)
class Table:
    """A table: its columns, and its rows with their line numbers, read as they are asked for."""

    path: Path
    columns: list[str]
    rows: Iterator[tuple[int, dict[str, str]]]


@dataclass(frozen=True)
class RawTable:
    """A csv or tsv with its cells as they stand in the file."""

    columns: list[str]
    delimiter: str
    rows: Iterator[tuple[int, list[str]]]

    def meaning(self, column: str, cell: str) -> str:
        """What a cell stands for: in free text, neutralised formulas and escapes are undone."""
        if column not in FREE_TEXT:
            return cell
        return unescaped(cell if self.delimiter == "\t" else restored(cell))


def check_ending(path: Path) -> None:
    """Refuse a file name whose ending stands for no kind of table."""
    if path.suffix.lower() not in WRITERS:
        raise GoedError(f"{path}: the ending says the format; take {', '.join(WRITERS)}")
    if path.suffix.lower() == ".parquet":
        _pyarrow(path)


def table_bytes(path: Path, columns: Sequence[str], rows: Iterable[Row]) -> bytes:
    """A table as the bytes of a file of this name."""
    return WRITERS[path.suffix.lower()](columns, rows)


def read_table(path: Path, needed: Sequence[str]) -> Table:
    """Read a table whose header names at least these columns."""
    if not path.is_file():
        raise InputError(path, "is no file that can be read as a table" if path.exists() else "there is no such file")
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise InputError(path, f"is larger than {LARGEST_FILE // 2**20} MB; part it into smaller files")
        if path.suffix.lower() == ".parquet":
            table = _read_parquet(path)
        elif path.suffix.lower() in (".jsonl", ".ndjson"):
            table = _read_jsonl(path, path.read_bytes())
        else:
            table = read_delimited(path, path.read_bytes(), needed)
    except OSError as error:
        raise InputError(path, f"cannot be read ({error.strerror or error})") from None
    check_columns(path, table.columns, needed)
    return table


def check_columns(path: Path, columns: Sequence[str], needed: Sequence[str]) -> None:
    """Say which columns are missing."""
    missing = [column for column in needed if column not in columns]
    if missing:
        there = ", ".join(quoted(column, 20) for column in columns[:15])
        raise InputError(path, f"there is no column {' nor '.join(missing)}; its columns are {there}", 1)


def csv_text(columns: Sequence[str], rows: Iterable[Row]) -> str:
    """A table as csv, in which no cell of free text is a formula to a spreadsheet."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(columns)
    are_free = [column in FREE_TEXT for column in columns]
    for row in rows:
        writer.writerow([_csv_cell(cell, is_free) for cell, is_free in zip(row, are_free, strict=True)])
    return buffer.getvalue()


def tsv_text(columns: Sequence[str], rows: Iterable[Row]) -> str:
    """A table as tsv; tabs and line ends inside cells are escaped."""
    lines = ("\t".join("" if cell is None else escaped(str(cell)) for cell in row) + "\n" for row in rows)
    return "\t".join(columns) + "\n" + "".join(lines)


def json_text(value: object, **settings: Any) -> str:
    """JSON in which letters stay readable; what a terminal might obey is written as JSON's own escape."""
    text = json.dumps(value, ensure_ascii=False, **settings)
    if text.replace("\n", "").isprintable():
        return text
    return "".join(c if c.isprintable() or c == "\n" else json.dumps(c)[1:-1] for c in text)


def read_delimited(path: Path, content: bytes, needed: Sequence[str]) -> Table:
    """Read csv or tsv, with free text as it was before it was escaped."""
    raw = read_raw(path, content, needed)
    rows = (
        (number, {name: raw.meaning(name, cell) for name, cell in zip(raw.columns, cells, strict=True)})
        for number, cells in raw.rows
    )
    return Table(path, raw.columns, rows)


def read_raw(path: Path, content: bytes, needed: Sequence[str]) -> RawTable:
    """Read csv or tsv; which of the two it is, the header tells: the delimiter that gives the needed columns."""
    text = decoded(path, content)
    header = text.split("\n", 1)[0].rstrip("\r")
    delimiter = max(DELIMITERS, key=lambda sign: sum(name in _names(header, sign) for name in needed))
    columns = _names(header, delimiter)
    twice = [name for name in columns if columns.count(name) > 1]
    if twice:
        raise InputError(path, f"there are two columns {quoted(twice[0])}", 1)
    return RawTable(columns, delimiter, _rows(path, text, delimiter, len(columns)))


def _rows(path: Path, text: str, delimiter: str, n_columns: int) -> Iterator[tuple[int, list[str]]]:
    """The lines after the header that are not blank."""
    for number, cells in _cells(path, text, delimiter):
        if number > 1 and cells:
            if len(cells) != n_columns:
                raise InputError(path, f"{len(cells)} columns where the header has {n_columns}", number)
            yield number, cells


def decoded(path: Path, content: bytes) -> str:
    """The text of a file; says in which line it is not UTF-8."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise InputError(path, "is in UTF-16; save it as UTF-8 and try again", 1)
    try:
        return content.removeprefix(b"\xef\xbb\xbf").decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        byte = content[error.start]
        raise InputError(path, f"byte 0x{byte:02x} is not UTF-8; save the file as UTF-8 and try again", line) from None


def _names(header: str, delimiter: str) -> list[str]:
    cells = header.split("\t") if delimiter == "\t" else next(csv.reader([header], delimiter=delimiter), [])
    return [cell.strip() for cell in cells]


def _cells(path: Path, text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Line number and cells of each line; quotes mean something in csv only."""
    if delimiter == "\t":
        for number, line in enumerate(text.split("\n"), start=1):
            line = line.removesuffix("\r")
            yield number, line.split("\t") if line.strip() else []
        return
    csv.field_size_limit(LONGEST_CELL)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    number = 1
    try:
        for cells in reader:
            yield number, cells if any(cell.strip() for cell in cells) else []
            number = reader.line_num + 1
    except csv.Error as error:
        raise InputError(path, f"is no csv: {error}", reader.line_num) from None


def _csv_cell(cell: Any, is_free: bool) -> Any:
    if not isinstance(cell, str):
        return cell
    return neutralised(escaped(cell)) if is_free else escaped(cell)


def _csv(columns: Sequence[str], rows: Iterable[Row]) -> bytes:
    return csv_text(columns, rows).encode()


def _tsv(columns: Sequence[str], rows: Iterable[Row]) -> bytes:
    return tsv_text(columns, rows).encode()


def _jsonl(columns: Sequence[str], rows: Iterable[Row]) -> bytes:
    return "".join(json_text(dict(zip(columns, row, strict=True))) + "\n" for row in rows).encode()


def _read_jsonl(path: Path, content: bytes) -> Table:
    text = decoded(path, content)
    columns = list(dict.fromkeys(name for _, row in _json_objects(path, text) for name in row))
    rows = ((number, {name: _text(row.get(name)) for name in columns}) for number, row in _json_objects(path, text))
    return Table(path, columns, rows)


def _json_objects(path: Path, text: str) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            try:
                row = json.loads(line)
            except (ValueError, RecursionError):
                raise InputError(path, "is no line of JSON", number) from None
            if not isinstance(row, dict) or any(isinstance(value, dict | list) for value in row.values()):
                raise InputError(path, "is no JSON object of plain values", number)
            yield number, row


def _parquet(columns: Sequence[str], rows: Iterable[Row]) -> bytes:
    import pyarrow
    import pyarrow.parquet

    by_column = list(zip(*rows, strict=True)) or [()] * len(columns)
    sink = pyarrow.BufferOutputStream()
    table = pyarrow.table({name: list(values) for name, values in zip(columns, by_column, strict=True)})
    pyarrow.parquet.write_table(table, sink)
    return sink.getvalue().to_pybytes()  # type: ignore[no-any-return]


def _read_parquet(path: Path) -> Table:
    pyarrow = _pyarrow(path)
    try:
        table = pyarrow.parquet.read_table(path)
    except (pyarrow.ArrowException, ValueError) as error:
        raise InputError(path, f"is no parquet file: {quoted(str(error))}") from None
    rows = (
        (number, {name: _text(value) for name, value in row.items()})
        for number, row in enumerate(table.to_pylist(), start=1)
    )
    return Table(path, table.column_names, rows)


def _pyarrow(path: Path) -> Any:
    try:
        import pyarrow.parquet
    except ImportError:
        raise GoedError(f"{path}: parquet needs the package pyarrow: pip install pyarrow") from None
    return pyarrow


def _text(value: Any) -> str:
    return "" if value is None else str(value)


WRITERS: dict[str, Callable[[Sequence[str], Iterable[Row]], bytes]] = {
    ".csv": _csv,
    ".tsv": _tsv,
    ".jsonl": _jsonl,
    ".parquet": _parquet,
}
