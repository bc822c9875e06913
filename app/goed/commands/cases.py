"""`goed cases`: prints a queue of the terminal UI as a table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from goed.commands.options import Command, annotator_option, opened, plural, study_option, talk
from goed.commands.output import format_option, print_rows
from goed.commands.queue_options import queue_options

if TYPE_CHECKING:
    from goed.annotation.desk import Desk
    from goed.annotation.queue_filter import Filter
    from goed.study.study import Study

FIRST = 50  # outputs that a table has without --limit
REASONS = ("evidence", "considered")
# Columns that tables leave out if all their cells are empty.
SAID = ("mine", "mine_class", "mine_flags", "mine_verdict", "note", "flagged", "others", "settled")


@click.command(cls=Command)
@queue_options
@annotator_option
@click.option("--limit", type=click.IntRange(1), metavar="N", help=f"Only N.  [default: {FIRST} in a table, else all]")
@click.option("--evidence", "has_reasons", is_flag=True, help="Also why the classifier says so, and what else it saw.")
@click.option("--others", "shows_others", is_flag=True, help="Also what other annotators say.")
@click.option("--audits", "lists_audits", is_flag=True, help="List the audits that were drawn, instead.")
@format_option
@study_option
def command(
    chosen: Filter | None,
    annotator: str,
    limit: int | None,
    has_reasons: bool,
    shows_others: bool,
    lists_audits: bool,
    form: str,
    study: Path,
) -> None:
    """List outputs to be checked, as the terminal UI would show them.

    Each has a number, by which `goed label` knows it. gold_class to confidence are the classifier's, mine to flagged
    the annotator's own. In a blind queue (--audit, --double) they are empty until the annotator has judged the output.
    """
    with opened(study) as opened_study:
        if lists_audits:
            print_audits(opened_study, annotator, form)
            return
        desk = desk_at(opened_study, annotator, chosen)
        desk.shows_others = shows_others
        most = FIRST if limit is None and form == "table" else limit
        n_all = len(desk.queue.output_ids)
        _print_queue(desk, n_all if most is None else most, has_reasons, form)
    if most is not None and most < n_all:
        talk(f"{plural(n_all - most, 'more output')}: --limit {n_all} shows all")
    elif not n_all:
        talk("no output is like that")


def desk_at(study: Study, annotator: str, chosen: Filter | None) -> Desk:
    """A desk with the queue that the options ask for; the filter that the terminal UI remembers does not change."""
    from goed.annotation.desk import Desk
    from goed.annotation.queue_filter import Filter
    from goed.annotation.typed_names import with_stored_names

    desk = Desk(study, annotator)
    desk.open(with_stored_names(study, chosen) if chosen else Filter(), is_remembered=False)
    return desk


def _print_queue(desk: Desk, most: int, has_reasons: bool, form: str) -> None:
    from goed.annotation.queue_rows import COLUMNS, IN_CORPUS, listed_outputs
    from goed.domains.registry import domain_of
    from goed.labels.names import NamesForPeople
    from goed.study.items import INFLECTION
    from goed.study.selection import domains_there

    rows = list(listed_outputs(desk, desk.queue.output_ids[:most], NamesForPeople() if form == "table" else None))
    domains = domains_there(desk.study)
    one_domain = len(domains) == 1  # its own nouns stand in the header
    left_out = {"domain", *(() if has_reasons else REASONS)}
    left_out.update(["mine_verdict"] if domains == [INFLECTION] else [])
    left_out.update([] if any(domain_of(domain).text for domain in domains) else IN_CORPUS)
    columns = [column for column in COLUMNS if column not in left_out]
    if len(domains) > 1:
        columns.insert(1, "domain")
    if form == "table":
        columns = [column for column in columns if column not in SAID or any(row[column] for row in rows)]
    nouns = {"lemma": domain_of(domains[0]).word, "features": domain_of(domains[0]).features} if one_domain else {}
    header = [nouns.get(name, name) for name in columns]
    print_rows(header, [[row[column] for column in columns] for row in rows], form)


def print_audits(study: Study, annotator: str, form: str, only: int | None = None) -> None:
    """Print all audits, or only one, and how far the annotator has come with each."""
    from goed.annotation.audit import COLUMNS, audits

    print_rows(COLUMNS, [row for row in audits(study, annotator) if only in (None, row[0])], form)
