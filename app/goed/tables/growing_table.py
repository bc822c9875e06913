"""A table that is written to a file some thousand rows at a time: it may have millions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from goed.tables.files import check_ending, json_text, plain_values, text_of_frame

if TYPE_CHECKING:
    import pandas as pd

PARQUET = ".parquet"


def write_growing_table(draft: Path, frames: Iterable[pd.DataFrame]) -> int:
    """Write frames with the same columns one below the other; the ending of the path says the format.

    Returns the number of rows. Of no frames at all, an empty file becomes.
    """
    check_ending(draft)
    if draft.suffix.lower() == PARQUET:
        return _write_parquet(draft, frames)
    n_rows = 0
    with draft.open("w", encoding="utf-8", newline="") as file:
        for frame in frames:
            file.writelines(_text(frame, draft.suffix.lower(), is_first=n_rows == 0))
            n_rows += len(frame)
    return n_rows


def _text(frame: pd.DataFrame, ending: str, is_first: bool) -> Iterator[str]:
    if ending == ".jsonl":
        names = [str(name) for name in frame.columns]
        columns = [plain_values(column) for _, column in frame.items()]
        for row in zip(*columns, strict=True):
            yield json_text(dict(zip(names, row, strict=True))) + "\n"
        return
    header, *rows = text_of_frame(frame, ending[1:])
    yield from (header, *rows) if is_first else rows


def _write_parquet(draft: Path, frames: Iterable[pd.DataFrame]) -> int:
    import pyarrow.parquet

    writer, n_rows = None, 0
    try:
        for frame in frames:
            schema = pyarrow.schema([(str(name), _kind(pyarrow, column)) for name, column in frame.items()])
            writer = writer or pyarrow.parquet.ParquetWriter(draft, schema)
            writer.write_table(pyarrow.Table.from_pandas(frame, schema, preserve_index=False))
            n_rows += len(frame)
    finally:
        if writer is not None:
            writer.close()
    return n_rows


def _kind(pyarrow: Any, column: pd.Series[Any]) -> Any:
    kinds = {"i": pyarrow.int64(), "f": pyarrow.float64(), "b": pyarrow.bool_()}
    return kinds.get(column.dtype.kind, pyarrow.string())
