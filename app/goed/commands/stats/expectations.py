"""`goed stats expectations`: as a table for programs, or for people each finding with a line for every model."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from goed.commands.options import Command, opened, selection_options, study_option
from goed.commands.output import format_option, reader_may_leave
from goed.commands.stats.statistic import draws_options, print_statistic
from goed.errors import visible
from goed.study.selection import Selection

if TYPE_CHECKING:
    import pandas as pd

WIDTH = 80
INDENT = "  "
COLUMNS = ["finding", "reference", "child", "sampling", "model", "verdict", "why"]


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
        print_page(table)
    else:
        print_statistic(table, form)


def print_page(table: pd.DataFrame) -> None:
    """Print the findings in their order, and how the verdicts are spread."""
    from goed.labels.names import title_of

    lines = []
    for language, of_language in table.groupby("language", sort=False):
        lines += [visible(title_of(str(language))), ""]
        for _, of_finding in of_language.groupby("id", sort=False):
            rows = [dict(zip(COLUMNS, row, strict=True)) for row in of_finding[COLUMNS].itertuples(index=False)]
            lines += [*_finding(rows[0]), *_models(rows), ""]
    counts = table["verdict"].value_counts()
    lines.append(", ".join(f"{word}: {counts.get(word, 0)}" for word in ("met", "not met", "can't say")))
    with reader_may_leave():
        click.echo("\n".join(lines))


def _finding(row: dict[str, Any]) -> list[str]:
    """The finding, its reference, and the children's figure."""
    figure = f": {row['child']}" if row["child"] else ""
    return [*_wrapped(row["finding"]), *(INDENT + line for line in _wrapped(f"{row['reference']}{figure}"))]


def _models(rows: list[dict[str, Any]]) -> list[str]:
    """A line for each model: sampling, model, verdict and why; what is too long goes on below."""
    from rich.cells import cell_len

    heads = [[visible(str(row[column])) for column in ("sampling", "model", "verdict")] for row in rows]
    widths = [max(cell_len(head[place]) for head in heads) for place in range(3)]
    lines = []
    for head, row in zip(heads, rows, strict=True):
        cells = (cell + " " * (width - cell_len(cell)) for cell, width in zip(head, widths, strict=True))
        start = INDENT + "  ".join(cells) + "  "
        why = visible(row["why"])
        if cell_len(start) + cell_len(why) <= WIDTH:
            lines.append(start + why)
        else:
            lines += [start.rstrip(), *(2 * INDENT + line for line in _wrapped(why))]
    return lines


def _wrapped(text: str) -> list[str]:
    """Lines that fit on the page; those after the first are set in."""
    from textwrap import wrap

    return wrap(visible(text), WIDTH - 2 * len(INDENT), subsequent_indent=INDENT, break_long_words=False)
