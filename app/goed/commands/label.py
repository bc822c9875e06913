"""`goed label`: labels, notes and decisions on outputs, which are given by number."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from goed.commands.cases import desk_at
from goed.commands.options import (
    LARGEST,
    Command,
    annotator_option,
    announce_backup,
    opened,
    plural,
    study_option,
    talk,
)
from goed.commands.queue_options import blind_options
from goed.errors import GoedError, WrongUsageError, is_unicode, quoted

if TYPE_CHECKING:
    from goed.annotation.desk import Desk
    from goed.annotation.queue_filter import Filter

LONGEST_NOTE = 10_000  # characters, as in the terminal UI


@click.command(cls=Command)
@click.argument("output_ids", nargs=-1, required=True, type=click.IntRange(1, LARGEST), metavar="ID...")
@click.option("--accept", "accepts", is_flag=True, help="The label that is there is right.")
@click.option("--class", "pred_class", metavar="C", help="The form shows this class.")
@click.option("--gold-class", metavar="C", help="The gold form is of this class.")
@click.option("--flags", metavar="F,F", help="The form has these flags and no others; '' for none.")
@click.option("--verdict", metavar="V", help="Apart from the kind of error, as the domain has it; '' for none.")
@click.option("--note", metavar="TEXT", help="A note, in the place of the one before; '' takes it away.")
@click.option("--flag/--unflag", "is_marked", default=None, help="To come back to, or no longer.")
@click.option("--settle", metavar="C", help="Decide what annotators differ on: the form shows this class.")
@click.option("--settle-for", metavar="NAME", help="Decide what annotators differ on: NAME is right.")
@blind_options
@annotator_option
@study_option
def command(
    output_ids: tuple[int, ...],
    settle: str | None,
    settle_for: str | None,
    chosen: Filter | None,
    annotator: str,
    study: Path,
    **said: Any,
) -> None:
    """Label outputs by their numbers, which `goed cases` tells.

    All of it is one act, which `goed undo` takes back as one. Classes are written as tables show them (-e) or as they
    are stored (e). The error follows from classes and flags. With --audit or --double the output is judged blind.
    """
    from goed.annotation.queue_filter import DISPUTES, Filter
    from goed.annotation.typed_names import settle as settle_outputs

    _refuse_what_does_not_fit(said, settle, settle_for, chosen)
    with opened(study) as opened_study:
        if settle is not None or settle_for is not None:
            desk = desk_at(opened_study, annotator, Filter(queue=DISPUTES, forms="all", state="all"))
            _check_members(desk, output_ids)
            settle_outputs(desk, output_ids, settle, settle_for, said["verdict"])
            talk(f"{plural(len(set(output_ids)), 'disagreement')} settled by {annotator}")
        else:
            desk = desk_at(opened_study, annotator, chosen)
            _check_members(desk, output_ids if chosen is not None else ())
            _say(desk, output_ids, said)
        announce_backup(opened_study)


def _refuse_what_does_not_fit(
    said: dict[str, Any], settle: str | None, settle_for: str | None, chosen: Filter | None
) -> None:
    given = {name for name, value in said.items() if value is not None} - (set() if said["accepts"] else {"accepts"})
    if settle is not None or settle_for is not None:
        if given - {"verdict"} or chosen or None not in (settle, settle_for):
            raise WrongUsageError("--settle and --settle-for stand alone, or with --verdict")
    elif not given:
        there = "--accept, --class, --gold-class, --flags, --verdict, --note, --flag, --settle"
        raise WrongUsageError(f"say what of them: {there}")
    if said["accepts"] and {"pred_class", "gold_class", "flags"} & given:
        raise WrongUsageError("--accept takes the label as it is; leave it out to give another one")
    if said["note"] is not None and len(said["note"]) > LONGEST_NOTE:
        raise GoedError(f"the note is longer than {LONGEST_NOTE:,} characters")
    if said["note"] is not None and not is_unicode(said["note"]):
        raise WrongUsageError(f"the note {quoted(said['note'])} is not UTF-8")


def _check_members(desk: Desk, output_ids: Iterable[int]) -> None:
    """Refuse outputs that are not in the blind queue, or to settle some that nobody differs on."""
    strange = next((number for number in desk.words(output_ids) if number not in desk.queue.members), None)
    if strange is not None:
        is_blind = desk.queue.filter.is_blind
        raise GoedError(f"output {strange} is not in this queue" if is_blind else f"nobody differs on output {strange}")


def _say(desk: Desk, output_ids: Sequence[int], said: Mapping[str, Any]) -> None:
    from goed.annotation.typed_names import TypedJudgement, say

    flags, note = said["flags"], said["note"]
    words = {
        "flags": None if flags is None else tuple(flag.strip() for flag in flags.split(",") if flag.strip()),
        "note": None if note is None else note.strip(),
    }
    typed = TypedJudgement(**{**said, **words})
    n_new, n_all = say(desk, output_ids, typed), len(set(output_ids))
    what = "labelled" if typed.is_label else "noted" if typed.note is not None else "flagged or unflagged"
    old = f"; {n_all - n_new:,} said so already" if n_new < n_all else ""
    talk(f"{plural(n_new, 'output')} {what} by {desk.writer.annotator}{old}")
