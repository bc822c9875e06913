"""Breakdowns of errors as piled-up bars: by size (figures 4, 6 and 8 of the paper), or by model (5, 7 and 9)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.report.figures.looks import FAINT, INK, OTHERS, PLAIN_LOOKS, ErrorLooks, Look
from app.report.figures.names import legend_name, legible

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PANEL = (3.1, 3.0)  # inches
MOST_KINDS = 12  # in a figure; all others are piled up as one
MOST_COLUMNS = 3
FEWEST_BARS = 4  # that a panel has room for
MOST_LETTERS = 48  # under the bars of a panel; where there are more, they stand at an angle


@dataclass(frozen=True)
class Breakdown:
    """What is piled up: rows of rates of one language, with a column that names the error."""

    table: pd.DataFrame
    column: str  # error, or shows
    along: str  # the column that the bars are of: size, or model
    bars: Sequence[Any]  # in the order in which they stand
    name: Callable[[str], str]  # of an error, as people are shown it


def breakdown_figure(breakdown: Breakdown, looks: ErrorLooks, label: str) -> Figure:
    """A panel for each sampling strategy; the bars are means over seeds, in per cent of the items."""
    from matplotlib.figure import Figure

    table = _folded(breakdown)
    samplings = sorted(table["sampling"].unique())
    kinds = sorted(table[breakdown.column].unique(), key=looks.order)
    n_columns = min(len(samplings), MOST_COLUMNS)
    n_rows = -(-len(samplings) // n_columns)
    width = max(PANEL[0], 0.34 * len(breakdown.bars)) * n_columns + 1.5
    figure = Figure(figsize=(width, PANEL[1] * n_rows), layout="constrained")
    grid = figure.subplots(n_rows, n_columns, sharex=True, sharey=True, squeeze=False).ravel()
    for axes, sampling in zip(grid, samplings, strict=False):
        rates = table[table["sampling"] == sampling].pivot_table(
            index=breakdown.along, columns=breakdown.column, values="mean", aggfunc="sum"
        )
        rates = rates.reindex(index=list(breakdown.bars), columns=kinds).fillna(0.0)
        _pile_up(axes, rates, [looks.of(kind) for kind in kinds])
        axes.set_title(legible(sampling), loc="left", fontweight="bold", color=INK)
    for axes in grid[len(samplings) :]:
        axes.set_visible(False)
    _set_axes(grid[0], breakdown.bars)
    figure.supxlabel(label, fontsize=8.5)
    figure.supylabel("% of items", fontsize=8.5)
    _legend(figure, [(breakdown.name(kind), looks.of(kind)) for kind in kinds])
    return figure


def _folded(breakdown: Breakdown) -> pd.DataFrame:
    """The commonest kinds as they are, the rest as one."""
    column = breakdown.column
    totals = breakdown.table.groupby(column)["mean"].sum().sort_values(ascending=False, kind="stable")
    if len(totals) <= MOST_KINDS:
        return breakdown.table
    rare = breakdown.table[column].isin(totals.index[MOST_KINDS - 1 :])
    return breakdown.table.assign(**{column: breakdown.table[column].mask(rare, OTHERS)})


def _pile_up(axes: Axes, rates: pd.DataFrame, looks: Sequence[Look]) -> None:
    places = range(len(rates))
    bottom = [0.0] * len(rates)
    for kind, look in zip(rates.columns, looks, strict=True):
        heights = (100 * rates[kind]).tolist()
        axes.bar(places, heights, 0.78, bottom, **_fill(look))
        bottom = [low + height for low, height in zip(bottom, heights, strict=True)]
    axes.grid(axis="y", color=FAINT, alpha=0.25, linewidth=0.5)
    axes.set_axisbelow(True)


def _fill(look: Look) -> dict[str, Any]:
    """Thin white lines part what is piled up; hatches are dark on light colours and light on dark ones."""
    is_plain = look in PLAIN_LOOKS.values()
    edge = INK if look.colour == "#ffffff" else "white"
    hatch_colour = INK if is_plain or _is_light(look.colour) else "white"
    return {
        "facecolor": look.colour,
        "edgecolor": edge,
        "linewidth": 0.5,
        "hatch": look.hatch or None,
        "hatchcolor": hatch_colour,
    }


def _is_light(colour: str) -> bool:
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 110


def _set_axes(axes: Axes, bars: Sequence[Any]) -> None:
    names = [f"{bar:,}" if isinstance(bar, int) else legible(str(bar)) for bar in bars]
    axes.set_xticks(range(len(bars)), names)
    if sum(map(len, names)) > MOST_LETTERS:
        for one in axes.figure.axes:
            one.tick_params(axis="x", labelrotation=90 if len(bars) > 12 else 40)
    axes.set_ylim(bottom=0)
    room = max(0, FEWEST_BARS - len(bars)) / 2  # so that a bar alone is no wall
    axes.set_xlim(-0.6 - room, len(bars) - 0.4 + room)


def _legend(figure: Figure, entries: Sequence[tuple[str, Look]]) -> None:
    """Beside the panels, in the order of the pile, the uppermost first."""
    from matplotlib.patches import Patch

    handles = [Patch(**_fill(look)) for _, look in reversed(entries)]
    names = [legend_name(name) for name, _ in reversed(entries)]
    figure.legend(handles, names, loc="outside right upper", handlelength=1.6, handleheight=1.2, labelspacing=0.55)
