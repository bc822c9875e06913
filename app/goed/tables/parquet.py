"""Parquet, read a piece at a time: a file of some kilobytes can unpack to gigabytes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from goed.errors import GoedError, InputError

ROWS_AT_ONCE = 500
LONGEST_CELL = 100_000  # bytes; a longer one is no form, label or note
MAX_ROWS = 2_000_000
MAX_UNPACKED = 128 * 2**20  # bytes that are unpacked together
DAMAGED = "is no parquet file that can be read; it may be damaged: save it anew, or as csv"


def parquet_bytes(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> bytes:
    """A table as parquet."""
    import pyarrow
    import pyarrow.parquet

    by_column = list(zip(*rows, strict=True)) or [()] * len(columns)
    sink = pyarrow.BufferOutputStream()
    table = pyarrow.table({name: list(values) for name, values in zip(columns, by_column, strict=True)})
    pyarrow.parquet.write_table(table, sink)
    return sink.getvalue().to_pybytes()  # type: ignore[no-any-return]


def open_parquet(path: Path, content: bytes) -> tuple[list[str], Iterator[tuple[int, dict[str, Any]]]]:
    """The names of the columns as they stand, and the rows, counted from 1."""
    pyarrow = pyarrow_for(path)
    try:
        schema = pyarrow.parquet.read_schema(pyarrow.BufferReader(content))
        words = [field.name for field in schema if _is_text(pyarrow, field.type)]
        # Repeated words are kept in memory once, however many rows there are.
        file = pyarrow.parquet.ParquetFile(pyarrow.BufferReader(content), read_dictionary=words)
        names = list(file.schema_arrow.names)
    except (pyarrow.ArrowException, ValueError, OSError):
        raise InputError(path, DAMAGED) from None
    if file.metadata.num_rows > MAX_ROWS:
        raise InputError(path, f"has {file.metadata.num_rows:,} rows; part it into files of at most {MAX_ROWS:,}")
    groups = [file.metadata.row_group(number) for number in range(file.metadata.num_row_groups)]
    if any(group.total_byte_size > MAX_UNPACKED for group in groups):
        largest = MAX_UNPACKED // 2**20
        raise InputError(path, f"is larger than {largest} MB when it is unpacked; part it into smaller files")
    if nested := next((field.name for field in schema if pyarrow.types.is_nested(field.type)), None):
        raise InputError(path, f"the column {nested[:60]!r} holds lists or tables; plain values are expected")
    return names, _rows(path, pyarrow, file)


def pyarrow_for(path: Path) -> Any:
    """The package pyarrow; raises a GoedError that says how to get it if it is missing."""
    try:
        import pyarrow.compute
        import pyarrow.parquet
    except ImportError:
        raise GoedError(f"{path}: parquet needs the package pyarrow: pip install pyarrow") from None
    return pyarrow


def _rows(path: Path, pyarrow: Any, file: Any) -> Iterator[tuple[int, dict[str, Any]]]:
    number = 1
    try:
        for batch in file.iter_batches(batch_size=ROWS_AT_ONCE):
            _refuse_long_cells(path, pyarrow, batch, number)
            yield from enumerate(batch.to_pylist(), number)
            number += batch.num_rows
    except (pyarrow.ArrowException, ValueError, OSError):
        raise InputError(path, DAMAGED) from None


def _refuse_long_cells(path: Path, pyarrow: Any, batch: Any, number: int) -> None:
    for column in batch.columns:
        values = column.dictionary if pyarrow.types.is_dictionary(column.type) else column
        if _is_text(pyarrow, values.type):
            longest = pyarrow.compute.max(pyarrow.compute.binary_length(values)).as_py() or 0
            if longest > LONGEST_CELL:
                where = f"the rows from {number:,} on hold" if number > 1 else "holds"
                raise InputError(path, f"{where} a cell of {longest:,} bytes; this is no table of forms and labels")


def _is_text(pyarrow: Any, kind: Any) -> bool:
    types = pyarrow.types
    return any(test(kind) for test in (types.is_string, types.is_large_string, types.is_binary, types.is_large_binary))
