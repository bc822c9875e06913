"""`goed stats regression`: what accuracy depends on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from goed.commands.options import Command, multi_value_option, one_of, plural, selection_options, study_option, talk
from goed.commands.output import format_option
from goed.commands.stats.group import print_table, runs_of, table_option
from goed.statistics.linear_models.design import CLUSTERS, RESPONSES
from goed.statistics.regression import FACTS, regression
from goed.study.selection import Selection

if TYPE_CHECKING:
    import pandas as pd

OF_TERMS = ("estimate", "std_error", "t", "p", "low", "high")


@click.command(cls=Command)
@one_of("--response", RESPONSES, "accuracy", "What to explain.")
@click.option("--effects", "wants_effects", is_flag=True, help="Average marginal effects in place of coefficients.")
@multi_value_option("--reference", "references", "FACTOR=LEVEL ...", "What the levels are compared with.")
@click.option("--log-size", "has_log_size", is_flag=True, help="The logarithm of the size.")
@click.option("--cluster", "requested_clusters", type=click.Choice(CLUSTERS), help="What errors are clustered by.")
@click.option("--logistic", "is_logistic", is_flag=True, help="A logistic model of single predictions: right or wrong.")
@multi_value_option("--by", "by", "COLUMN ...", "With --logistic: properties of items, as accuracy has them.")
@selection_options
@table_option
@study_option
@format_option
def command(
    selection: Selection, table: Path | None, study: Path, form: str, references: tuple[str, ...], **asked: Any
) -> None:
    """What accuracy depends on: a linear model, as R's lm fits it.

    Percentage points ~ language * model * size * sampling, with all interactions, by least squares. Size is the number
    of training items (in corpora, of tokens), or a factor where a table has words for it; of several corpora of one
    language, the corpus takes the language's place. `range` and `variability` are those of
    `goed stats seeds`, one row a cell. Runs on given splits are left out, and of several parts test is
    taken, unless told.

    A coefficient compares a level with the reference level, which is the first in alphabetical order, while all other
    factors are at theirs. Terms are called as R calls them, and those that the data cannot tell are dropped as R does.

    --effects averages over all observations: a level's mean difference from the reference, and size's mean slope.
    --cluster split lets the runs of one split (language, sampling, seed) depend on each other; item-and-split also the
    answers to one item, in whatever runs, as R's sandwich::vcovCL(type="HC1") does. --logistic gives log odds; with
    --effects, percentage points. It is clustered by split, and with --by by item and split, unless told. t has one
    degree of freedom less than there are splits (or items, if they are fewer); with --logistic --cluster none it is
    normal.
    """
    if len(set(selection.parts or ())) > 1:
        raise click.UsageError("a regression takes one part: --part test, dev or core")
    pairs = [text.partition("=") for text in references]
    if any(not sign or not level for _, sign, level in pairs):
        raise click.UsageError("--reference takes FACTOR=LEVEL, such as language=eng")
    asked["references"] = {name: level for name, _, level in pairs}
    with runs_of(study, table, selection) as runs:
        result = regression(runs, selection, **asked)
    for note in result.notes:
        talk(note)
    clusters = f"errors clustered by {result.clustered_by}" if result.clustered_by else ""
    if form == "table":
        _print_for_people(result.table, clusters)
        return
    if clusters:
        talk(clusters)
    print_table(result.table, form)


def _print_for_people(table: pd.DataFrame, clusters: str) -> None:
    """Print the terms with four digits, and the facts about the whole model below them."""
    facts = table.iloc[0]
    shown = table.drop(columns=FACTS)
    for name in OF_TERMS:
        cells = ["" if number != number else f"{number:.4g}" for number in shown[name]]
        width = max(map(len, [name, *cells]))
        shown[name] = [cell.rjust(width) for cell in cells]
        shown = shown.rename(columns={name: name.rjust(width)})
    print_table(shown, "table", rates=())
    line = f"{plural(int(facts['n']), 'observation')}, {facts['df_residual']:,} residual degrees of freedom"
    if facts["r_squared"] is not None:
        line += f", R² {facts['r_squared']:.4f}"
    if facts["df_residual"] and facts["adjusted_r_squared"] is not None:
        line += f", adjusted {facts['adjusted_r_squared']:.4f}"
    click.echo(f"{line}; {clusters}" if clusters else line)
