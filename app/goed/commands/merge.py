"""`goed merge`: merges copies of a study that were worked on apart."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from goed.commands.options import Command, announce_backup, opened, plural, study_option, talk

if TYPE_CHECKING:
    from goed.annotation.merge import Merged


@click.command(cls=Command)
@click.argument("others", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="OTHER...")
@study_option
def command(others: tuple[Path, ...], study: Path) -> None:
    """Bring in what people said in other copies of the study.

    Labels, notes, verdicts, audits and sittings come in, each once, however often the same copies are merged and
    whichever is merged into which; what was taken back stays taken back. Where one person said different things of an
    output in two copies, or it was settled differently, that is a disagreement to be settled. Runs and predictions do
    not come in, and the other files are not changed. Each copy comes in whole or not at all.
    """
    from goed.annotation.merge import merge

    with opened(study) as opened_study:
        for other in others:
            merged = merge(opened_study, other)
            _tell(other, merged)
            announce_backup(opened_study)
    if merged.n_unsettled:
        advice = "`goed annotate --disputes` opens them, `goed cases --disputes` lists them"
        talk(f"{plural(merged.n_unsettled, 'output')} that people label differently: {advice}")


def _tell(other: Path, merged: Merged) -> None:
    brought = merged.brought
    if not brought.acts:
        talk(f"{other}: nothing new; {plural(merged.n_there_already, 'act')} there already")
        return
    people = ", ".join(f"{name} {number:,}" for name, number in sorted(brought.acts.items()))
    came_in = f"{plural(brought.acts.total(), 'act')} on {plural(brought.n_outputs, 'output')} came in ({people})"
    talk(f"{other}: {came_in}; {merged.n_there_already:,} there already")
    if brought.n_new_outputs:
        talk(f"  {plural(brought.n_new_outputs, 'output')} that this copy did not have came with them")
