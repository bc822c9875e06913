"""`goed stats expectations`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from goed.commands.options import Command, opened, selection_options, study_option
from goed.commands.output import format_option
from goed.commands.stats.statistic import draws_options, print_statistic

if TYPE_CHECKING:
    from goed.statistics.selection import Selection


@click.command(cls=Command)
@click.option(
    *("--expectations", "own"),
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="A table of further findings; see below.",
)
@draws_options
@selection_options
@format_option
@study_option
def command(own: Path | None, n_draws: int, seed: int, selection: Selection, form: str, study: Path) -> None:
    """What children do, and whether the models do it, too.

    For each finding about children: the reference, the children's figure where there is one, and for every model its
    own figure with a 95 % interval (see `goed stats rates`) and a verdict. It is `met` or `not met` where the whole
    interval lies on one side of what is expected, else `can't say`; so it is, too, with fewer than 30 different words.
    --format csv has a column `note`, which says what words like "few" and "early" stand for.

    The list is data/expectations.tsv, beside the embedded items. FILE has more of it: a table with the columns id,
    language, finding, reference, figure, part, measure, arguments, comparison, note. Measures and their arguments:

    \b
      proportion  P         < 0.1, > 0.25
      ratio       P; P      > 10: the first divided by the second
      difference  P; P      > 0: the first minus the second
      spell       P         > 0.02: its peak above both ends of the sizes
      shape       CLASS     = u-shaped: what `goed stats shape` says

    P is the name of a rate, or outcomes among outcomes: `Br→Br / wrong:Br`. An outcome is an error; any→(e)s, a word of
    another class put into this one; correct:irr, wrong:irr, asked:irr for the words of a class, * for all. `early P`
    and `late P` take the smallest and the largest third of the sizes.
    """
    from goed.statistics.expectations import expectations

    with opened(study, selection) as opened_study:
        table = expectations(opened_study, selection, own, n_draws, seed)
    if form == "table" and not table.empty:
        from goed.commands.stats.expectations_page import print_page

        print_page(table)
    else:
        print_statistic(table, form)
