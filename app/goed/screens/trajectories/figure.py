"""Numbers as a figure and a table, and a sentence about the cell at the cursor."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

from goed.screens.plots.bars import ErrorSegment, StackedBars
from goed.screens.plots.curves import Curves, Point, Series
from goed.screens.plots.figure import MOST, Figure, Frame, TableRow, framed, segment_entry
from goed.screens.trajectories.numbers import FigureNumbers, Record

WIDEST_COLUMN = 24  # cells, for bars; curves take all the space that there is
TITLE = "% right: mean ± sd over seeds"


@dataclass(frozen=True)
class Cursor:
    """The row and the size that are chosen; it stays valid when other numbers are shown."""

    row: Hashable = None
    size: int = 0

    def within(self, numbers: FigureNumbers) -> tuple[int, int]:
        """The places of row and size in some numbers; the first row or the largest size if they lack the cursor's."""
        row = numbers.rows.index(self.row) if self.row in numbers.rows else 0
        column = numbers.sizes.index(self.size) if self.size in numbers.sizes else len(numbers.sizes) - 1
        return row, column

    def moved(self, numbers: FigureNumbers, rows: int, columns: int) -> Cursor:
        """The cursor moved so many rows down and columns to the right, as far as possible."""
        row, column = self.within(numbers)
        row = max(0, min(row + rows, len(numbers.rows) - 1))
        column = max(0, min(column + columns, len(numbers.sizes) - 1))
        return Cursor(numbers.rows[row], numbers.sizes[column])


@dataclass(frozen=True)
class DrawingOptions:
    """How the numbers are drawn."""

    shows_shares: bool = False  # of each kind among all errors, instead of its rate among the items asked
    has_other_axis: bool = False  # curves: only the range of the numbers; rates of errors: up to 100 %
    has_colour: bool = True


@dataclass(frozen=True)
class FigureAndTable:
    """What the screen shows for some numbers, with the cursor at a row and a size."""

    figure: Figure
    rows: tuple[TableRow, ...]
    title: str  # of the table
    call: str  # the `goed` command that prints the same
    cursor: tuple[int, int]
    sentence: str

    def frame(self, width: int) -> Frame:
        """The frame that figure and table share."""
        names = [*(entry.name for entry in self.figure.entries()), *(row.entry.name for row in self.rows)]
        most = WIDEST_COLUMN if isinstance(self.figure, StackedBars) else width
        return framed(width, names, len(self.figure.sizes), self.cursor[1], most)


def figure_and_table(numbers: FigureNumbers, cursor: tuple[int, int], options: DrawingOptions) -> FigureAndTable:
    """The figure and the table of some numbers."""
    if numbers.shares is None:
        return _curves_and_table(numbers, cursor, options)
    return _bars_and_table(numbers, cursor, options)


def _curves_and_table(numbers: FigureNumbers, cursor: tuple[int, int], options: DrawingOptions) -> FigureAndTable:
    series, cells = [], []
    for one in numbers.rows:
        there = [(size, numbers.cells.get((one, size))) for size in numbers.sizes]
        points = [Point(size, at["mean"], tuple(numbers.seeds.get((one, size), ()))) for size, at in there if at]
        series.append(Series(numbers.names[one], tuple(points)))
        cells.append([record for _, record in there])
    figure = Curves(
        series=tuple(series),
        sizes=numbers.sizes,
        chosen=cursor,
        zooms_axis=options.has_other_axis,
        has_colour=options.has_colour,
    )
    rows = tuple(
        TableRow(entry, tuple(_per_cent(record, "mean") for record in row), tuple(map(_with_deviation, row)))
        for entry, row in zip(figure.entries(), cells, strict=True)
    )
    return FigureAndTable(figure, rows, TITLE, numbers.table.call, cursor, _curve_sentence(numbers, cursor))


def _curve_sentence(numbers: FigureNumbers, cursor: tuple[int, int]) -> str:
    row, size = numbers.rows[cursor[0]], numbers.sizes[cursor[1]]
    record, name = numbers.cells.get((row, size)), numbers.names[row]
    if record is None:
        return f"{size}: no runs of {name}"
    missing = f", {record['n_missing']:,} predictions missing" if record["n_missing"] else ""
    right = f"{_per_cent(record, 'mean')} % right{_spread(record)}"
    return f"{size}: {right}, {_runs(record)} of {record['n_items']:,} items{missing} · {name}"


def _bars_and_table(numbers: FigureNumbers, cursor: tuple[int, int], options: DrawingOptions) -> FigureAndTable:
    is_share = options.shows_shares
    cells, column = (numbers.share_cells, "share") if is_share else (numbers.cells, "mean")
    heights = {
        kind: tuple((cells.get((kind, size)) or {}).get(column) or 0.0 for size in numbers.sizes)
        for kind in numbers.rows
    }
    rows = tuple(
        TableRow(segment_entry(numbers.names[kind], place, options.has_colour), tuple(map(_number, heights[kind])))
        for place, kind in enumerate(numbers.rows)
    )
    title = "% of errors" if is_share else "% of items"
    figure = StackedBars(
        segments=_segments(numbers, heights),
        sizes=numbers.sizes,
        title=title,
        chosen=(min(cursor[0], MOST), cursor[1]),
        reaches_100=is_share or options.has_other_axis,
        has_colour=options.has_colour,
    )
    call = numbers.table_of(is_share).call
    return FigureAndTable(figure, rows, title, call, cursor, _error_sentence(numbers, cursor))


def _segments(numbers: FigureNumbers, heights: Mapping[Hashable, Sequence[float]]) -> tuple[ErrorSegment, ...]:
    """The most frequent kinds of error, and all others as one segment."""
    segments = [ErrorSegment(numbers.names[kind], tuple(heights[kind])) for kind in numbers.rows[:MOST]]
    others = [heights[kind] for kind in numbers.rows[MOST:]]
    if others:
        name = numbers.names[numbers.rows[MOST]] if len(others) == 1 else f"{len(others)} other kinds"
        segments.append(ErrorSegment(name, tuple(map(sum, zip(*others, strict=True)))))
    return tuple(segments)


def _error_sentence(numbers: FigureNumbers, cursor: tuple[int, int]) -> str:
    kind, size = numbers.rows[cursor[0]], numbers.sizes[cursor[1]]
    rate, share, name = numbers.cells.get((kind, size)), numbers.share_cells.get((kind, size)), numbers.names[kind]
    if rate is None or not rate["n"]:
        return f"{size}: none · {name}"
    rates = f"{_per_cent(rate, 'mean')} % of items{_spread(rate)}, {_per_cent(share, 'share')} % of errors"
    checked = f"{100 * (rate['checked'] or 0):.0f} % checked"
    return f"{size}: {rates}, n {rate['n']:,}, {checked} · {name} · {_runs(rate)}"


def _runs(record: Record) -> str:
    return f"{record['n_seeds']} run{'' if record['n_seeds'] == 1 else 's'}"


def _spread(record: Record) -> str:
    """The values of the lowest and highest seed, ` (81.0–84.5)`; empty if there is only one seed."""
    return "" if record["sd"] is None else f" ({_per_cent(record, 'min')}–{_per_cent(record, 'max')})"


def _with_deviation(record: Record | None) -> str:
    deviation = "" if record is None or record["sd"] is None else f"±{_per_cent(record, 'sd')}"
    return _per_cent(record, "mean") + deviation


def _per_cent(record: Record | None, column: str) -> str:
    return "" if record is None or record[column] is None else _number(record[column])


def _number(share: float) -> str:
    """A fraction in per cent, in at most four characters: 5.0, 87.3 or 100."""
    return "100" if round(100 * share, 1) >= 100 else f"{100 * share:.1f}"
