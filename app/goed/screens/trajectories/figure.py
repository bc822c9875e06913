"""The numbers as a figure, the rows of the table beneath it, and a sentence on what the cursor is at."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from goed.screens.plots.bars import Bars, Segments
from goed.screens.plots.curves import Curves, Point, Series
from goed.screens.plots.frame import Frame, framed
from goed.screens.plots.legend import Entry
from goed.screens.plots.looks import MOST, look
from goed.screens.plots.number_table import Row
from goed.screens.trajectories.numbers import CurveNumbers, ErrorNumbers, Measure, Numbers, Record, SeriesName

WIDEST_COLUMN = 24  # of bars; curves take all the room there is
TITLE = "% right: mean ± sd over seeds"
TITLES = {Measure.RATE: "% of items", Measure.SHARE: "% of errors"}


@dataclass(frozen=True)
class Cursor:
    """A row and a size by their names."""

    row: Hashable = None
    size: int = 0

    def within(self, numbers: Numbers) -> tuple[int, int]:
        """Row and column among some numbers: the first row and the largest size where it has none there."""
        rows = keys_of(numbers)
        row = rows.index(self.row) if self.row in rows else 0
        column = numbers.sizes.index(self.size) if self.size in numbers.sizes else len(numbers.sizes) - 1
        return row, column

    def moved(self, numbers: Numbers, rows: int, columns: int) -> Cursor:
        """The cursor so many rows down and columns to the right, or as far as there are any."""
        row, column = self.within(numbers)
        keys, sizes = keys_of(numbers), numbers.sizes
        return Cursor(
            keys[max(0, min(row + rows, len(keys) - 1))], sizes[max(0, min(column + columns, len(sizes) - 1))]
        )


@dataclass(frozen=True)
class Manner:
    """How the numbers are drawn."""

    measure: Measure = Measure.RATE
    has_other_axis: bool = False  # curves: as short as the numbers allow; rates of errors: up to 100 %
    has_colour: bool = True


@dataclass(frozen=True)
class Drawn:
    """What the screen shows of some numbers, with the cursor at a row and a size."""

    figure: Curves | Bars
    rows: tuple[Row, ...]
    title: str  # of the table
    call: str  # of goed that prints the same
    sizes: tuple[int, ...]
    cursor: tuple[int, int]
    sentence: str

    def frame(self, width: int) -> Frame:
        """Where figure and table stand, the same for both."""
        parts = self.figure.series if isinstance(self.figure, Curves) else self.figure.segments
        names = [*(part.name for part in parts), *(row.entry.name for row in self.rows)]
        most = WIDEST_COLUMN if isinstance(self.figure, Bars) else width
        return framed(width, names, len(self.sizes), self.cursor[1], most)


def keys_of(numbers: Numbers) -> Sequence[Hashable]:
    """What the rows of the table are of: series or kinds of error."""
    return numbers.series if isinstance(numbers, CurveNumbers) else numbers.kinds


def drawn(numbers: Numbers, cursor: tuple[int, int], manner: Manner) -> Drawn:
    """The figure and the table of some numbers."""
    if isinstance(numbers, CurveNumbers):
        return _drawn_curves(numbers, cursor, manner)
    return _drawn_errors(numbers, cursor, manner)


def _drawn_curves(numbers: CurveNumbers, cursor: tuple[int, int], manner: Manner) -> Drawn:
    names = _series_names(numbers.series)
    series = tuple(
        Series(
            names[one],
            tuple(
                Point(size, numbers.cells[one, size]["mean"], numbers.seeds.get((one, size), ()))
                for size in numbers.sizes
                if (one, size) in numbers.cells
            ),
        )
        for one in numbers.series
    )
    rows = []
    for place, one in enumerate(numbers.series):
        at = look(place, manner.has_colour)
        records = [numbers.cells.get((one, size)) for size in numbers.sizes]
        rows.append(
            Row(
                Entry(names[one], at.marker, at.line()),
                tuple(_per_cent(record, "mean") for record in records),
                tuple(_with_deviation(record) for record in records),
            )
        )
    figure = Curves(series, numbers.sizes, cursor, manner.has_other_axis, manner.has_colour)
    sentence = _curve_sentence(numbers, names, cursor)
    return Drawn(figure, tuple(rows), TITLE, numbers.table.call, numbers.sizes, cursor, sentence)


def _series_names(series: Sequence[SeriesName]) -> dict[SeriesName, str]:
    """Model and strategy, or the one of them in which the series differ."""
    one_sampling = len({one.sampling for one in series}) <= 1
    one_model = len({one.model for one in series}) <= 1
    if one_sampling:
        return {one: one.model for one in series}
    return {one: one.sampling if one_model else f"{one.model} {one.sampling}" for one in series}


def _curve_sentence(numbers: CurveNumbers, names: dict[SeriesName, str], cursor: tuple[int, int]) -> str:
    one, size = numbers.series[cursor[0]], numbers.sizes[cursor[1]]
    record = numbers.cells.get((one, size))
    if record is None:
        return f"{size}: no runs of {names[one]}"
    missing = f", {record['n_missing']:,} predictions missing" if record["n_missing"] else ""
    return (
        f"{size}: {_per_cent(record, 'mean')} % right{_spread(record)}, "
        f"{_runs(record)} of {record['n_items']:,} items{missing} · {names[one]}"
    )


def _drawn_errors(numbers: ErrorNumbers, cursor: tuple[int, int], manner: Manner) -> Drawn:
    column = "mean" if manner.measure == Measure.RATE else "share"
    cells = numbers.rate_cells if manner.measure == Measure.RATE else numbers.share_cells
    heights = {
        kind: tuple((cells.get((kind, size)) or {}).get(column) or 0.0 for size in numbers.sizes)
        for kind in numbers.kinds
    }
    rows = []
    for place, kind in enumerate(numbers.kinds):
        at = look(place, manner.has_colour)
        entry = Entry(numbers.names[kind], f" {at.letter} ", at.fill())
        rows.append(Row(entry, tuple(_number(height) for height in heights[kind])))
    figure = Bars(
        _segments(numbers, heights),
        numbers.sizes,
        TITLES[manner.measure],
        (min(cursor[0], MOST), cursor[1]),
        is_whole=manner.measure == Measure.SHARE or manner.has_other_axis,
        has_colour=manner.has_colour,
    )
    call = numbers.table(manner.measure).call
    sentence = _error_sentence(numbers, cursor)
    return Drawn(figure, tuple(rows), TITLES[manner.measure], call, numbers.sizes, cursor, sentence)


def _segments(numbers: ErrorNumbers, heights: dict[str, tuple[float, ...]]) -> tuple[Segments, ...]:
    """The commonest kinds, and all others as one."""
    segments = [Segments(numbers.names[kind], heights[kind]) for kind in numbers.kinds[:MOST]]
    others = [heights[kind] for kind in numbers.kinds[MOST:]]
    if others:
        name = numbers.names[numbers.kinds[MOST]] if len(others) == 1 else f"{len(others)} other kinds"
        segments.append(Segments(name, tuple(map(sum, zip(*others, strict=True)))))
    return tuple(segments)


def _error_sentence(numbers: ErrorNumbers, cursor: tuple[int, int]) -> str:
    if not numbers.kinds:
        return "no errors"
    kind, size = numbers.kinds[cursor[0]], numbers.sizes[cursor[1]]
    rate, share = numbers.rate_cells.get((kind, size)), numbers.share_cells.get((kind, size))
    if rate is None or not rate["n"]:
        return f"{size}: none · {numbers.names[kind]}"
    return (
        f"{size}: {_per_cent(rate, 'mean')} % of items{_spread(rate)}, {_per_cent(share, 'share')} % of errors, "
        f"n {rate['n']:,}, {100 * (rate['checked'] or 0):.0f} % checked · {numbers.names[kind]} · {_runs(rate)}"
    )


def _runs(record: Record) -> str:
    return f"{record['n_seeds']} run{'' if record['n_seeds'] == 1 else 's'}"


def _spread(record: Record) -> str:
    """Lowest and highest seed, where there is more than one."""
    if record["sd"] is None:
        return ""
    return f" ({_per_cent(record, 'min')}–{_per_cent(record, 'max')})"


def _with_deviation(record: Record | None) -> str:
    deviation = "" if record is None or record["sd"] is None else f"±{_per_cent(record, 'sd')}"
    return _per_cent(record, "mean") + deviation


def _per_cent(record: Record | None, column: str) -> str:
    return "" if record is None or record[column] is None else _number(record[column])


def _number(share: float) -> str:
    """A fraction in per cent, at most four signs long."""
    return "100" if round(100 * share, 1) >= 100 else f"{100 * share:.1f}"
