"""Learning curves, as figures 1 to 3 of Kodner et al. (2023): thin lines for seeds, thick ones for their means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from goed.report.figures.canvas import legend_name, panels
from goed.report.figures.looks import LineLook

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_TICKS = 6


def learning_curves(means: pd.DataFrame, seeds: pd.DataFrame, looks: Mapping[str, LineLook]) -> Figure:
    """A panel for each sampling strategy of one language; `means` and `seeds` are rows of accuracy."""
    from matplotlib.lines import Line2D

    samplings = sorted(means["sampling"].unique())
    figure, grid = panels(samplings, "training items", "accuracy, %")
    for axes, sampling in zip(grid, samplings, strict=True):
        for model, look in looks.items():
            of = (means["sampling"] == sampling) & (means["model"] == model)
            of_seeds = (seeds["sampling"] == sampling) & (seeds["model"] == model)
            _draw_model(axes, means[of], seeds[of_seeds], look)
    _set_axes(grid[0], sorted(means["size"].unique()))
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


def _set_axes(axes: Axes, sizes: Sequence[int]) -> None:
    """Ticks at sizes that were trained on, at most a handful; accuracy from 0 to 100."""
    step = -(-len(sizes) // MOST_TICKS)
    shown = list(sizes[::-1][::step])[::-1]  # the largest is always among them
    axes.set_xticks(shown, [f"{size:,}" for size in shown])
    axes.set_ylim(0, 100)
    if len(sizes) == 1:
        axes.set_xlim(sizes[0] - max(1, 0.5 * sizes[0]), sizes[0] + max(1, 0.5 * sizes[0]))
