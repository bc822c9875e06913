"""Figures drawn with letters: they fit, and say the same with and without colours."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.text import Text

from goed.screens.plots.bars import ErrorSegment, StackedBars
from goed.screens.plots.curves import Curves, Point, Series
from goed.screens.plots.figure import Entry, TableRow, draw_table, framed, look

SIZES = (100, 200, 300, 400)
shares = st.floats(0, 1)


def test_a_bar_is_as_high_as_its_share() -> None:
    segments = (ErrorSegment("often", (0.75, 0.5)), ErrorSegment("rarely", (0.25, 0.5)))
    bars = StackedBars(segments=segments, sizes=(100, 200), title="%", reaches_100=True)
    lines = bars.draw(framed(60, ["often", "rarely"], 2, 0, 20), 22)
    first, second = ([line.plain[column] for line in lines[:20]] for column in (30, 50))
    assert first.count("█") + first.count("a") + first.count("b") == 20
    assert next(line.plain for line in lines if "┤" in line.plain).split()[:3] == ["%", "100", "┤"]
    colourless = replace(bars, has_colour=False).draw(framed(60, [], 2, 0, 20), 22)
    column = [line.plain[28] for line in colourless[:20]]
    assert (column.count("a"), column.count("b")) == (15, 5)
    assert len(second) == 20


def test_the_cursor_points_at_its_segment() -> None:
    segments = (ErrorSegment("often", (0.5, 0.5)), ErrorSegment("rarely", (0.5, 0.0)))
    bars = StackedBars(segments=segments, sizes=(100, 200), title="%", chosen=(1, 0), reaches_100=True)
    lines = [line.plain for line in bars.draw(framed(60, ["often", "rarely"], 2, 0, 20), 12)]
    [row] = [row for row, line in enumerate(lines) if "◀" in line]
    assert row >= 5  # the lower half
    assert any(line.startswith("▶  b  rarely") for line in lines)


def test_each_curve_has_a_shape_of_its_own() -> None:
    series = tuple(Series(f"model {n}", tuple(Point(size, n / 8, (n / 8,)) for size in SIZES)) for n in range(7))
    lines = Curves(series=series, sizes=SIZES).draw(framed(100, ["model 1"], 4, 0, 100), 30)
    text = "\n".join(line.plain for line in lines)
    for place in range(7):
        assert text.count(look(place).marker) == 1 + len(SIZES)  # legend and points


@given(
    st.integers(20, 200),
    st.integers(3, 60),
    st.lists(st.tuples(st.text(max_size=30), st.lists(shares, min_size=4, max_size=4)), min_size=1, max_size=12),
    st.booleans(),
)
def test_figures_and_tables_fit(width: int, height: int, rows: list[tuple[str, list[float]]], has_colour: bool) -> None:
    chosen = (len(rows) - 1, 2)
    frame = framed(width, [name for name, _ in rows], len(SIZES), chosen[1], width)
    series = tuple(
        Series(name, tuple(Point(size, value, (value,)) for size, value in zip(SIZES, values, strict=True)))
        for name, values in rows
    )
    segments = tuple(ErrorSegment(name, tuple(value / len(rows) for value in values)) for name, values in rows)
    table = [
        TableRow(Entry(name, " a ", look(0).fill()), tuple(f"{100 * v:.1f}" for v in values)) for name, values in rows
    ]
    curves = Curves(series=series, sizes=SIZES, chosen=chosen, zooms_axis=True, has_colour=has_colour)
    bars = StackedBars(segments=segments, sizes=SIZES, title="%", chosen=chosen, has_colour=has_colour)
    assert_fits(curves.draw(frame, height), width, height)
    assert_fits(bars.draw(frame, height), width, height)
    assert_fits(draw_table(table, "title", "note", frame, min(height, len(rows) + 1), chosen), width, None)


def assert_fits(lines: list[Text], width: int, height: int | None) -> None:
    """Every line has exactly the width."""
    assert [cell_len(line.plain) for line in lines] == [width] * len(lines)
    assert height is None or len(lines) == height


@pytest.mark.parametrize(("width", "height"), [(60, 12), (80, 24), (180, 45)])
def test_no_numbers_give_an_empty_figure(width: int, height: int) -> None:
    frame = framed(width, [], 1, 0, width)
    assert_fits(Curves(series=(), sizes=(100,)).draw(frame, height), width, height)
    assert_fits(StackedBars(segments=(), sizes=(100,), title="%").draw(frame, height), width, height)
