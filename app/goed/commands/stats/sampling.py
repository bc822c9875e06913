"""`goed stats sampling`."""

from __future__ import annotations

import click

from goed.commands.options import Command, talk
from goed.commands.output import format_option
from goed.commands.stats.source import Source, source_options
from goed.commands.stats.statistic import by_option

SEED = 2023  # as in goed.statistics.sampling, which loads numpy; a test holds the two together


@click.command(cls=Command)
@by_option("One row for each combination of these: language, size, model.")
@click.option("--seed", type=click.IntRange(min=0), default=SEED, show_default=True, help="Of the random draws.")
@source_options
@format_option
def command(by: tuple[str, ...], seed: int, source: Source, form: str) -> None:
    """Uniform - weighted, runs of the same seed paired.

    Overall, then by language, by size and by model; a run without its partner is left out.

    low and high are the ends of an interval of 95 % for the difference, by a bootstrap: the splits of each language
    (its seeds) are drawn anew 10,000 times, with all their runs. As there are few seeds, the percentiles of the draws
    are then set further apart, as Student's t asks for their number. The interval is about other splits of the same
    languages, for the same models and sizes. With one seed there is none.
    """
    from goed.statistics.sampling import sampling_of

    observed = source.observations()
    table = sampling_of(observed, by, seed)
    if table.empty and len(observed):
        there = ", ".join(sorted(observed["sampling"].unique()))
        talk(f"no run under uniform has a partner under weighted; the samplings here are {there}")
    source.print(table, form)
