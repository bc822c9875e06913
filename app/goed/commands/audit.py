"""`goed audit`: draws a random sample of outputs to be judged blind."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from goed.commands.cases import desk_at, print_audits
from goed.commands.options import Command, annotator_option, opened, study_option, talk
from goed.commands.output import format_option
from goed.commands.queue_options import scope_options

if TYPE_CHECKING:
    from goed.annotation.queue_filter import Filter


@click.command(cls=Command)
@click.option("--size", type=click.IntRange(1), default=300, show_default=True, metavar="N", help="How many outputs.")
@click.option(
    "--seed", type=click.IntRange(0), default=1, show_default=True, metavar="N", help="Another, another sample."
)
@scope_options
@annotator_option
@format_option
@study_option
def command(size: int, seed: int, chosen: Filter | None, annotator: str, form: str, study: Path) -> None:
    """Draw a random sample of outputs to be judged blind.

    Outputs are drawn in proportion to how often they occur, whoever has checked them; each keeps the probability with
    which it was drawn, so that rates estimated from it hold for all. The same outputs, size and seed give the same
    sample. What is printed says its number: `goed annotate --audit 1` opens it.
    """
    from goed.annotation.queue_filter import Filter
    from goed.annotation.typed_names import with_stored_names

    with opened(study) as opened_study:
        desk = desk_at(opened_study, annotator, None)
        scope = with_stored_names(opened_study, chosen or Filter())
        sample_id = desk.draw_audit(scope, size, seed).sample_id
        print_audits(opened_study, annotator, form, sample_id)
    talk(f"`goed annotate --audit {sample_id}` opens it, `goed cases --audit {sample_id}` lists it")
