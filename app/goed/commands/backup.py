"""`goed backup`: copies the study, even while others are working on it."""

from __future__ import annotations

from pathlib import Path

import click

from goed.commands.options import Command, opened, study_option, talk


@click.command(cls=Command)
@click.argument("target", type=click.Path(path_type=Path), metavar="FILE")
@click.option("--replace", is_flag=True, help="FILE may be an older copy, which is written over.")
@study_option
def command(target: Path, replace: bool, study: Path) -> None:
    """Copy the study to FILE, while it may be in use.

    The copy is a study of its own, as the study was at one moment. It is there whole or not at all.
    """
    from goed.study.backups import backup

    with opened(study) as opened_study:
        backup(opened_study, target, replace)
    talk(f"{study} copied to {target} ({target.stat().st_size:,} bytes)")
