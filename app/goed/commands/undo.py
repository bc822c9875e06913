"""`goed undo`: undoes an annotator's last act, or redoes it."""

from __future__ import annotations

from pathlib import Path

import click

from goed.commands.options import Command, annotator_option, announce_backup, opened, plural, study_option, talk

MOST_NAMED = 5  # outputs of the act that are listed


@click.command(cls=Command)
@click.option("--redo", "is_redo", is_flag=True, help="Say again what was taken back last.")
@annotator_option
@study_option
def command(is_redo: bool, annotator: str, study: Path) -> None:
    """Take back an annotator's last act, whole, and say what it was.

    It may have been done in the terminal UI, by `goed label` or by `goed import labels`. Nothing is deleted: taking
    back is an act, too, and --redo says the same again.
    """
    from goed.annotation.desk import Desk
    from goed.annotation.typed_names import known_annotator

    with opened(study) as opened_study:
        known_annotator(opened_study, annotator)
        desk = Desk(opened_study, annotator)
        taken = desk.redo() if is_redo else desk.undo()
        if taken is None:
            talk("there is nothing to say again" if is_redo else "there is nothing to take back")
            return
        there = desk.rows(taken.output_ids[:MOST_NAMED])
        announce_backup(opened_study)
    number = plural(len(taken.output_ids), "output")
    talk(f"{'said again' if is_redo else 'taken back'}: {taken.kind} on {number}, of {taken.made_at[:19]} UTC")
    talk(*(f"  {row.output_id}  {row.word} → {row.predicted}" for row in there))
    if len(taken.output_ids) > len(there):
        talk("  …")
