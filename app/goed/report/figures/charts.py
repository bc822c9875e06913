"""The charts of the report: learning curves and breakdowns of errors.

Each has a panel for every sampling strategy. They follow Kodner et al. (2023): curves as in figures 1 to 3, with thin
lines for seeds and thick ones for their means; breakdowns as stacked bars, by size as in figures 4, 6 and 8, or by
model as in 5, 7 and 9.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from goed.report.figures.canvas import legend_name, legible, panels
from goed.report.figures.looks import FAINT, OTHERS, AreaLook, ErrorLooks, LineLook

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_TICKS = 6  # of learning curves
LEAST_FACTOR = 1.8  # between ticks where sizes grow by factors
BAR_WIDTH = 0.36  # inches, with the gap to the next
MOST_KINDS = 12  # in a figure; all others are stacked as one
FEWEST_BARS = 4  # a panel has room for at least so many
LONGEST_NAME = 18  # letters, below a bar
MOST_LETTERS = 52  # that fit side by side below a panel


@dataclass(frozen=True)
class CurveAxes:
    """What learning curves are drawn along: the words beside the axes, and whether sizes grow by factors."""

    sizes: str = "training items"
    accuracy: str = "accuracy"
    is_logarithmic: bool = False


def learning_curves(
    means: pd.DataFrame, seeds: pd.DataFrame, looks: Mapping[str, LineLook], along: CurveAxes = CurveAxes()
) -> Figure:
    """A panel for each sampling strategy of one language; `means` and `seeds` are rows of accuracy."""
    from matplotlib.lines import Line2D

    samplings = sorted(means["sampling"].unique())
    figure, grid = panels(samplings, along.sizes, f"{along.accuracy}, %")
    for axes, sampling in zip(grid, samplings, strict=True):
        for model, look in looks.items():
            of = (means["sampling"] == sampling) & (means["model"] == model)
            of_seeds = (seeds["sampling"] == sampling) & (seeds["model"] == model)
            _draw_model(axes, means[of], seeds[of_seeds], look)
    _set_size_axes(grid[0], sorted(means["size"].unique()), along.is_logarithmic)
    handles = [Line2D([], [], linewidth=1.8, **look.line) for look in looks.values()]
    names = [legend_name(model) for model in looks]
    figure.legend(handles, names, loc="outside right upper", handlelength=3.2)
    return figure


def _draw_model(axes: Axes, means: pd.DataFrame, seeds: pd.DataFrame, look: LineLook) -> None:
    """Seeds first, so that the mean lies on top; a single seed is its own mean."""
    if len(seeds) > len(means):
        for _, one in seeds.groupby(["seed", "training_seed"]):
            axes.plot(one["size"], 100 * one["mean"], color=look.colour, linewidth=0.6, alpha=0.55)
    accuracies = 100 * means["mean"]
    axes.plot(means["size"], accuracies, linewidth=2.0, markeredgecolor="white", markeredgewidth=0.5, **look.line)


def _set_size_axes(axes: Axes, sizes: Sequence[int], is_logarithmic: bool) -> None:
    """Ticks at sizes that were trained on, at most a handful; accuracy from 0 to 100."""
    if is_logarithmic and len(sizes) > 1:
        axes.set_xscale("log")
        axes.minorticks_off()
        sizes = _far_apart(sizes)
    step = -(-len(sizes) // MOST_TICKS)
    shown = list(sizes[::-1][::step])[::-1]  # the largest is always among them
    axes.set_xticks(shown, [f"{size:,}" for size in shown])
    axes.set_ylim(0, 100)
    if len(sizes) == 1:
        axes.set_xlim(sizes[0] - max(1, 0.5 * sizes[0]), sizes[0] + max(1, 0.5 * sizes[0]))


def _far_apart(sizes: Sequence[int]) -> list[int]:
    """The largest size, and those below it that have room on a logarithmic axis."""
    kept = [sizes[-1]]
    for size in reversed(sizes):
        if size * LEAST_FACTOR <= kept[0]:
            kept.insert(0, size)
    return kept


@dataclass(frozen=True)
class Breakdown:
    """The rates to stack, and the bars to stack them in."""

    table: pd.DataFrame  # rates of one language
    column: str  # that names the error: error, or shows
    along: str  # the column that the bars stand for: size, model, or a breakdown
    label: str  # below the panels: what that is
    bars: Sequence[Any]  # its values, in the order of the bars
    runs: pd.DataFrame  # rows of accuracy: they tell a bar without runs from one without errors
    name: Callable[[str], str]  # the name of an error for people


def breakdown_figure(breakdown: Breakdown, looks: ErrorLooks) -> Figure:
    """A panel for each sampling strategy; the bars are means over seeds, in per cent of the items."""
    table, runs, bars = _folded(breakdown), breakdown.runs, breakdown.bars
    samplings = sorted(runs["sampling"].unique())
    kinds = sorted(table[breakdown.column].unique(), key=looks.order)
    figure, grid = panels(samplings, breakdown.label, "% of items", BAR_WIDTH * len(bars))
    for axes, sampling in zip(grid, samplings, strict=True):
        rates = table[table["sampling"] == sampling].pivot_table(
            index=breakdown.along, columns=breakdown.column, values="mean", aggfunc="sum"
        )
        rates = rates.reindex(index=list(bars), columns=kinds).fillna(0.0)
        _pile_up(axes, rates, [looks.of(kind) for kind in kinds])
        _mark_missing(axes, bars, set(runs[runs["sampling"] == sampling][breakdown.along]))
    _set_bar_axes(grid, bars)
    _legend(figure, [(breakdown.name(kind), looks.of(kind)) for kind in kinds])
    return figure


def _mark_missing(axes: Axes, bars: Sequence[Any], there: set[Any]) -> None:
    """Write "no run" where there is none: its empty bar would look like a run without errors."""
    for place, bar in enumerate(bars):
        if bar not in there:
            how: dict[str, Any] = {"rotation": 90, "ha": "center", "fontsize": 6.5, "color": FAINT}
            axes.annotate("no run", (place, 0), (0, 3), textcoords="offset points", **how)


def _folded(breakdown: Breakdown) -> pd.DataFrame:
    """The rates of the commonest kinds, with all others renamed to one."""
    table, column = breakdown.table, breakdown.column
    totals = table.groupby(column)["mean"].sum().sort_values(ascending=False, kind="stable")
    if len(totals) <= MOST_KINDS:
        return table
    rare = table[column].isin(totals.index[MOST_KINDS - 1 :])
    return table.assign(**{column: table[column].mask(rare, OTHERS)})


def _pile_up(axes: Axes, rates: pd.DataFrame, looks: Sequence[AreaLook]) -> None:
    places = range(len(rates))
    bottom = [0.0] * len(rates)
    for kind, look in zip(rates.columns, looks, strict=True):
        heights = (100 * rates[kind]).tolist()
        axes.bar(places, heights, 0.78, bottom, **look.patch)
        bottom = [low + height for low, height in zip(bottom, heights, strict=True)]


def _set_bar_axes(grid: Sequence[Axes], bars: Sequence[Any]) -> None:
    """Names below the bars, slanted if they do not fit side by side."""
    names = [f"{bar:,}" if isinstance(bar, int) else legible(str(bar), LONGEST_NAME) for bar in bars]
    is_crowded = max(map(len, names)) * max(len(bars), FEWEST_BARS) > MOST_LETTERS
    angle: dict[str, Any] = {"rotation": 40, "ha": "right", "rotation_mode": "anchor"} if is_crowded else {}
    room = max(0, FEWEST_BARS - len(bars)) / 2  # so that a single bar does not fill the panel
    for axes in grid:
        axes.set_xticks(range(len(bars)), names, **angle)
    grid[0].set_xlim(-0.6 - room, len(bars) - 0.4 + room)
    grid[0].set_ylim(bottom=0)


def _legend(figure: Figure, entries: Sequence[tuple[str, AreaLook]]) -> None:
    """A legend beside the panels, in the order of the stack, from the top."""
    from matplotlib.patches import Patch

    handles = [Patch(**look.patch) for _, look in reversed(entries)]
    names = [legend_name(name) for name, _ in reversed(entries)]
    figure.legend(handles, names, loc="outside right upper", handlelength=1.6, handleheight=1.2)
