"""`goed stats rates`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from goed.commands.options import Command, opened, selection_options, study_option
from goed.commands.output import format_option
from goed.commands.stats.draws import draws_options
from goed.commands.stats.printing import print_statistic

if TYPE_CHECKING:
    import pandas as pd

    from goed.statistics.selection import Selection


@click.command(cls=Command)
@draws_options
@selection_options
@format_option
@study_option
def command(n_draws: int, seed: int, selection: Selection, form: str, study: Path) -> None:
    """Over-regularization and its like, as studies of children count.

    A rate is errors / (errors + right forms of the same kind of word). English: over-regularization (bringed / bringed
    or brought) and over-irregularization (truck / truck or tricked). German: how often words of other classes get this
    ending (any→-(e)s). Arabic: one kind of plural for another, Snd for both sound ones. Parts test and core (words the
    learner knows), unless --part says otherwise.

    value is the rate, numerator and denominator what it is made of, over seeds; n_items counts different items, and
    n_left_out the outputs of the same words flagged `variant` or `gold-error`, which are left out. Size `all` takes all
    sizes together.

    low and high: a 95 % interval from a bootstrap over items and splits at once, since the same items stand in many
    runs (`resampled` says so; with one split there are only items to draw). It is rather too wide than too narrow, and
    never a point: where an error never happens, each different item counts once.
    """
    from goed.statistics.rates import rates

    with opened(study, selection) as opened_study:
        table = rates(opened_study, selection, n_draws, seed)
    if form == "table":
        table = _for_people(table)
    print_statistic(table, form, ("value", "low", "high"))


def _for_people(table: pd.DataFrame) -> pd.DataFrame:
    """Names as people are shown them: any→-(e)s."""
    from goed.labels.names import NamesForPeople

    names = NamesForPeople()
    shown = [names.of(language, rate) for language, rate in zip(table["language"], table["rate"], strict=True)]
    return table.assign(rate=shown)
