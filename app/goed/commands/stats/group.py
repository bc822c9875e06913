"""`goed stats NAME`: which statistics there are, and where each lives."""

from __future__ import annotations

import click

from goed.commands.lazy import LazyGroup

# name → module and one line of help; a test holds the lines and the commands' own together
STATISTICS = {
    "accuracy": ("goed.commands.stats.accuracy", "Exact-match accuracy: mean, sd, min and max over seeds."),
    "measures": ("goed.commands.stats.measures", "Measures of a domain beside its accuracy, over seeds."),
    "seeds": ("goed.commands.stats.seeds", "Score range and random seed variability."),
    "sampling": ("goed.commands.stats.sampling", "Uniform - weighted, runs of the same seed paired."),
    "regression": ("goed.commands.stats.regression", "What accuracy depends on: a linear model, as R's lm fits it."),
    "errors": ("goed.commands.stats.errors", "Each kind of error: its rate, its share, how much is checked."),
    "trajectory": ("goed.commands.stats.trajectory", "Kinds of error along the sizes of training sets."),
    "paper": ("goed.commands.stats.paper", "Errors by what the wrong form shows, as Kodner et al. (2023) count."),
    "rates": ("goed.commands.stats.rates", "Over-regularization and its like, as studies of children count."),
    "shape": ("goed.commands.stats.shape", "Does learning go up, down and up again, or to and fro?"),
    "expectations": ("goed.commands.stats.expectations", "What children do, and whether the models do it, too."),
    "agreement": ("goed.commands.stats.agreement", "The classifier and annotators held against each other."),
    "sessions": ("goed.commands.stats.sessions", "Who labelled when, how much, and how fast."),
}


class Statistics(LazyGroup):
    """Statistics whose name may stand before its options or between them."""

    def parse_args(self, context: click.Context, arguments: list[str]) -> list[str]:
        place = next((place for place, word in enumerate(arguments) if word in self.of), 0)
        return super().parse_args(context, [*arguments[place : place + 1], *arguments[:place], *arguments[place + 1 :]])


@click.group(cls=Statistics, of=STATISTICS, title="Statistics", subcommand_metavar="NAME [OPTIONS]")
def command() -> None:
    """Accuracies, errors, and how much they vary.

    `goed stats NAME --help` tells what a statistic is and what it takes. Results go to stdout; rates are fractions
    from 0 to 1 in csv, tsv and json, and per cent in tables.
    """
