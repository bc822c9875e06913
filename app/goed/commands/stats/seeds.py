"""`goed stats seeds`."""

from __future__ import annotations

import click

from goed.commands.options import Command, Several
from goed.commands.output import format_option
from goed.commands.stats.source import Source, source_options
from goed.commands.stats.statistic import by_option


@click.command(cls=Command)
@click.option("--average", cls=Several, metavar="COLUMN ...", help="Average over cells by these columns.")
@by_option("Part the items, too, as accuracy does.")
@source_options
@format_option
def command(average: tuple[str, ...], by: tuple[str, ...], source: Source, form: str) -> None:
    """Score range and random seed variability.

    The score range of a cell (language, sampling, model, size, part) is its highest accuracy - its lowest over seeds,
    its variability the standard deviation (n-1). `--average language` averages both over all cells of a language, each
    cell counting the same, as the paper does.
    """
    from goed.statistics.accuracy import breakdowns_of_seeds, seeds_of
    from goed.statistics.run_accuracies import CELL

    if unknown := [column for column in average if column not in CELL]:
        raise click.UsageError(f"--average takes {', '.join(CELL)}, not '{unknown[0]}'")
    observed = source.observations(breakdowns_of_seeds(by))
    source.print(seeds_of(observed, by, average), form)
