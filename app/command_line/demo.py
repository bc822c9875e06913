"""`goed demo`: a whole small study in seconds."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from app.command_line.options import Command, opened, plural, talk
from app.command_line.output import print_rows

if TYPE_CHECKING:
    from app.store.study import Study

LANGUAGE = "qgo"
SEEDS = 3
SIZES = range(100, 501, 100)


@click.command(cls=Command)
@click.option("--no-ui", is_flag=True, help="Only print the findings.")
@click.option("--study", "named", metavar="FILE", help="The study's file (default: ./demo.goed).")
@click.pass_context
def command(context: click.Context, no_ui: bool, named: str | None) -> None:
    """See what goed does, on a small made-up language.

    Draws uniform and weighted splits over three seeds, runs NONNEUR on nested training sets of 100 to 500 nouns, and
    prints what it found. A second call goes on where the first one stopped, and shows the same.
    """
    from app.command_line.run import run_planned
    from app.models.registry import models
    from app.runs.plan import Choice, plan_runs

    path = Path(named or context.find_root().obj or os.environ.get("GOED_STUDY") or "demo.goed")
    known = models()
    with opened(path, create=True) as study:
        _prepare(study)
        choice = Choice(models=["nonneur"], languages=[LANGUAGE])
        plan_runs(study, [known["nonneur"]], choice, repeats=1)
        run_planned(study, known, choice)
        _print_findings(study, path)


def _prepare(study: Study) -> None:
    from app.sources.embedded import add_embedded_items
    from app.splits.draw import STRATEGIES
    from app.splits.make import make_splits
    from app.store import items as store_items

    if LANGUAGE not in store_items.languages(study):
        added = add_embedded_items(study, LANGUAGE)
        talk(f"{LANGUAGE}: {plural(added.items, 'noun')} of Goedish, a made-up language")
    make_splits(study, LANGUAGE, STRATEGIES, range(SEEDS), list(SIZES), n_dev=200, n_test=None)


def _print_findings(study: Study, path: Path) -> None:
    from app.stats.accuracy import accuracy
    from app.stats.selection import Selection
    from app.store.outputs import commonest_wrong

    table = accuracy(study, Selection(languages=[LANGUAGE], models=["nonneur"], parts=["test"]))
    rows = [
        (size, *(values for row in of_size.itertuples() for values in (row.mean, row.sd)))
        for size, of_size in table.groupby("size")
    ]
    columns = [f"{sampling} {what}" for sampling in table["sampling"].unique() for what in ("mean", "sd")]
    click.echo("\nGoedish plurals: accuracy of NONNEUR on test by training size, over three seeds\n")
    print_rows(["size", *columns], rows, "table", columns)
    click.echo(f"\nThe commonest wrong forms with {max(SIZES)} nouns to learn from\n")
    wrong = commonest_wrong(study, LANGUAGE, "nonneur", max(SIZES), "test", 6)
    print_rows(["lemma", "gold", "predicted", "runs"], [(*row[:2], f"*{row[2]}", row[3]) for row in wrong], "table")
    click.echo("\nWhat to type next\n")
    suggestions = {
        f"goed stats seeds --study {path}": "how much seeds differ",
        f"goed stats accuracy --by frequency --study {path}": "frequent and rare nouns apart",
        f"goed status --study {path}": "what the study holds",
        "goed": "how to bring your own data",
    }
    width = max(map(len, suggestions))
    for suggestion, what in suggestions.items():
        click.echo(f"  {suggestion:{width}}  {what}")
