"""`goed stats NAME`: a command for each statistic, which lives in a module of its name."""

from __future__ import annotations

import click

from goed.commands.group import LazyGroup
from goed.statistics.catalogue import STATISTICS

COMMANDS = {name: (f"goed.commands.stats.{name}", statistic.line) for name, statistic in STATISTICS.items()}


class Statistics(LazyGroup):
    """Statistics whose name may stand before its options or between them."""

    def parse_args(self, context: click.Context, arguments: list[str]) -> list[str]:
        place = next((place for place, word in enumerate(arguments) if word in self.of), 0)
        return super().parse_args(context, [*arguments[place : place + 1], *arguments[:place], *arguments[place + 1 :]])


@click.group(cls=Statistics, of=COMMANDS, title="Statistics", subcommand_metavar="NAME [OPTIONS]")
def command() -> None:
    """Accuracies, errors, and how much they vary.

    `goed stats NAME --help` tells what a statistic is and what it takes. Results go to stdout; rates are fractions
    from 0 to 1 in csv, tsv and json, and per cent in tables.
    """
