"""`goed check`: checks whether the study's file is sound, and repairs it."""

from __future__ import annotations

from pathlib import Path

import click

from goed.commands.options import Command, label_again, opened, plural, study_option, talk
from goed.commands.output import format_option, print_rows


@click.command(cls=Command)
@click.option("--repair", "wants_repair", is_flag=True, help="Rebuild what can be derived, clear what was interrupted.")
@format_option
@study_option
def command(wants_repair: bool, form: str, study: Path) -> int:
    """Verify the study's file.

    Looks at SQLite's integrity, dangling rows, counts that must agree, and labels that another classifier made. Exits
    with 1 where something is wrong. --repair makes indexes, counts and the classifiers' labels anew, and never touches
    what a person typed.
    """
    from goed.labels.relabel import left_to_generic, stale_labels
    from goed.runs.checkpoints import left_over, remove_left_over
    from goed.study.check import check, repair

    with opened(study) as opened_study:
        if wants_repair:
            talk(*(f"repaired: {sentence}" for sentence in repair(opened_study)))
            if n_labels := label_again(opened_study).n_changed:
                talk(f"repaired: {plural(n_labels, 'label')} made anew")
            if n_removed := remove_left_over(opened_study):
                talk(f"repaired: {plural(n_removed, 'left-over checkpoint')} removed")
        findings, of_generic = check(opened_study), left_to_generic(opened_study)
        if not findings.problems:
            findings.notes += stale_labels(opened_study)
            if left := left_over(opened_study):
                there = f"{plural(len(left), 'left-over checkpoint')} in {left[0].parent.name}"
                findings.notes.append(f"{there}; --repair removes them")
    rows = [("problem", text) for text in findings.problems] + [("note", text) for text in findings.notes]
    if form != "table" or rows:
        print_rows(["kind", "finding"], rows, form)
    talk(*of_generic, f"{study}: {'not sound' if findings.problems else 'sound'}")
    return 1 if findings.problems else 0
