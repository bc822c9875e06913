"""`goed stats accuracy`."""

from __future__ import annotations

import click

from goed.commands.options import Command
from goed.commands.output import format_option
from goed.commands.stats.source import Source, source_options
from goed.commands.stats.statistic import by_option


@click.command(cls=Command)
@by_option("Part the items, too: see below.")
@source_options
@format_option
def command(by: tuple[str, ...], source: Source, form: str) -> None:
    """Exact-match accuracy: mean, sd, min and max over seeds.

    A row for each language, sampling, model, size and part. sd is over seeds (n-1); n_items is how many items a run
    was asked, n_missing how many predictions are not there over all seeds: they count as wrong.

    --by parts the items by frequency (bands of powers of ten), gold_class, features, gender, humanness, lemma, or by
    what the training set has shown: seen (both, lemma, features or neither), seen_lemma, seen_features. `--by seed`
    gives every run a row of its own.
    """
    from goed.statistics.accuracy import accuracy_of, breakdowns_of_accuracy

    observed = source.observations(breakdowns_of_accuracy(by), mixes_domains=True)
    source.print(accuracy_of(observed, by), form)
