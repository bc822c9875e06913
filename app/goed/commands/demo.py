"""`goed demo`: makes a whole study in seconds, and prints its findings on one screen."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import click

from goed.commands.demos.demo import Demo
from goed.commands.options import Command, annotator_name, opened, study_path
from goed.errors import GoedError
from goed.study.selection import Selection

if TYPE_CHECKING:
    from goed.study.study import Study

DEMOS = {domain: f"goed.commands.demos.{domain}" for domain in ("inflection", "dependencies")}


@click.command(cls=Command)
@click.argument("domain", type=click.Choice(list(DEMOS)), default="inflection", metavar="[DOMAIN]")
@click.option("--no-ui", is_flag=True, help="Only print the findings, and do not offer the terminal UI.")
@click.option("--study", "named", metavar="FILE", help="The study's file (default: ./demo.goed, ./dependencies.goed).")
@click.pass_context
def command(context: click.Context, domain: str, no_ui: bool, named: str | None) -> int:
    """See what goed does, on three languages.

    Takes the embedded items, draws uniform and weighted splits over three seeds, runs NONNEUR on every second size,
    prints what it found, and opens the terminal UI on it. A second call goes on where the first one stopped, and shows
    the same.

    `goed demo dependencies`: unsupervised parsers on nested parts of the embedded Danish treebank, beside the printed
    results of the PASCAL challenge.
    """
    demo: Demo = import_module(DEMOS[domain]).DEMO
    path = study_path(context, named, demo.file)
    with opened(path, create=True) as study:
        wanted = demo.prepare(study, path)
        _run(study, demo, wanted)
        demo.print_findings(study, path, replace(wanted, models=demo.models, parts=["test"], seeds=None))
    return 0 if no_ui else _open_ui(path)


def _run(study: Study, demo: Demo, wanted: Selection) -> None:
    """Plan and do the runs of the demo's models."""
    from goed.commands.run import run_planned
    from goed.domains.registry import all_models, with_unlisted
    from goed.models.registry import models_named
    from goed.runs.plan import plan_runs

    domains = [wanted.domain] if wanted.domain else []
    known = with_unlisted(all_models(), [(domain, name) for domain in domains for name in demo.models])
    plan_runs(study, models_named(demo.models, known, domains), wanted, repeats=1)
    run_planned(study, known, replace(wanted, models=demo.models))


def _open_ui(path: Path) -> int:
    """Open the terminal UI when a key is pressed; not without a terminal or a name for the annotator."""
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
    """Wait for a key, so that the UI does not hide the findings at once."""
    try:
        click.secho("\nAny key opens the terminal UI, q leaves it at that: ", nl=False, err=True, bold=True)
        return click.getchar() not in ("q", "Q", "\x1b")
    except (KeyboardInterrupt, EOFError):
        return False
    finally:
        click.echo(err=True)
