"""`goed stats NAME`: which statistics there are, and where each lives."""

from __future__ import annotations

import click

from app.command_line.lazy import LazyGroup

# name → module and one line of help; a test holds the lines and the commands' own together
STATISTICS = {
    "accuracy": ("app.command_line.stats.accuracy", "Exact-match accuracy: mean, sd, min and max over seeds."),
    "seeds": ("app.command_line.stats.seeds", "Score range and random seed variability."),
    "sampling": ("app.command_line.stats.sampling", "Uniform - weighted, runs of the same seed paired."),
    "regression": ("app.command_line.stats.regression", "What accuracy depends on: a linear model, as R's lm fits it."),
    "errors": ("app.command_line.stats.errors", "Each kind of error: its rate, its share, how much is checked."),
    "trajectory": ("app.command_line.stats.trajectory", "Kinds of error along the sizes of training sets."),
    "paper": ("app.command_line.stats.paper", "Errors by what the wrong form shows, as Kodner et al. (2023) count."),
    "rates": ("app.command_line.stats.rates", "Over-regularization and its like, as studies of children count."),
    "shape": ("app.command_line.stats.shape", "Does learning go up, down and up again, or to and fro?"),
    "expectations": ("app.command_line.stats.expectations", "What children do, and whether the models do it, too."),
    "agreement": ("app.command_line.stats.agreement", "The classifier and annotators held against each other."),
    "sessions": ("app.command_line.stats.sessions", "Who labelled when, how much, and how fast."),
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
