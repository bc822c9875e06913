"""`goed demo`: a whole study in seconds."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from goed.commands.options import Command, annotator_name, opened, plural, talk
from goed.errors import GoedError
from goed.statistics.selection import Selection

if TYPE_CHECKING:
    from goed.study.study import Study

SEEDS = range(3)
EVERY_SECOND = 2  # of the sizes; `goed run` does the others, too
MODEL = "nonneur"


@click.command(cls=Command)
@click.option("--no-ui", is_flag=True, help="Only print the findings, and do not offer the terminal UI.")
@click.option("--study", "named", metavar="FILE", help="The study's file (default: ./demo.goed).")
@click.pass_context
def command(context: click.Context, no_ui: bool, named: str | None) -> int:
    """See what goed does, on three languages.

    Takes the embedded items, draws uniform and weighted splits over three seeds, runs NONNEUR on every second size,
    prints what it found, and opens the terminal UI on it. A second call goes on where the first one stopped, and shows
    the same.
    """
    from goed.commands.findings import print_findings
    from goed.commands.run import run_planned
    from goed.domains.registry import all_models
    from goed.runs.plan import Choice, plan_runs
    from goed.sources.embedded import embedded_languages
    from goed.splits.draw import STRATEGIES
    from goed.study.items import INFLECTION

    path = Path(named or context.find_root().obj or os.environ.get("GOED_STUDY") or "demo.goed")
    known = all_models()
    with opened(path, create=True) as study:
        languages = embedded_languages()
        _refuse_other_items(study, path, languages)
        sizes = {size for language in languages for size in _prepare(study, language)[1::EVERY_SECOND]}
        choice = Choice([MODEL], languages, STRATEGIES, sizes, SEEDS)
        plan_runs(study, [known[INFLECTION, MODEL]], choice, repeats=1)
        run_planned(study, known, choice)
        print_findings(study, path, Selection(languages, STRATEGIES, [MODEL], sizes, ["test"]))
    return 0 if no_ui else _open_ui(path)


def _open_ui(path: Path) -> int:
    """Go on to the terminal UI once the findings are read; not where there is no terminal, or nobody to label."""
    from goed.commands.annotate import can_open

    try:
        annotator = annotator_name(None)
    except GoedError:
        return 0
    if not can_open() or not _wants_ui():
        return 0
    from goed.screens.start import run

    return run(path, annotator)


def _wants_ui() -> bool:
    """Wait for a key, so that the findings are not hidden at once."""
    try:
        click.secho("\nAny key opens the terminal UI, q leaves it at that: ", nl=False, err=True, bold=True)
        return click.getchar() not in ("q", "Q", "\x1b")
    except (KeyboardInterrupt, EOFError):
        return False
    finally:
        click.echo(err=True)


def _refuse_other_items(study: Study, path: Path, languages: Sequence[str]) -> None:
    from goed.sources.embedded import is_embedded

    for language in languages:
        if not is_embedded(study, language):
            raise GoedError(f"{path} holds other items of {language}; give the demo its own study: --study demo.goed")


def _prepare(study: Study, language: str) -> list[int]:
    """Items and splits of a language, and the sizes of its training sets."""
    from goed.sources.embedded import add_embedded_items
    from goed.splits.draw import STRATEGIES
    from goed.splits.make import make_splits
    from goed.study import items as store_items

    if language not in store_items.languages(study):
        added = add_embedded_items(study, language)
        talk(f"{language}: {plural(added.items, 'item')}")
    try:
        made = make_splits(study, language, STRATEGIES, SEEDS, sizes=None, n_dev=None, n_test=None)
    except GoedError as error:
        raise GoedError(f"{error}; or give the demo its own study: --study demo.goed") from None
    return made[0].sizes
