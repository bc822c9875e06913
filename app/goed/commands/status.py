"""`goed status`: prints what the study holds, and what is left to run."""

from __future__ import annotations

from collections.abc import Mapping
from operator import attrgetter
from pathlib import Path

import click

from goed.commands.options import Command, opened, study_option
from goed.commands.output import format_option, ignore_broken_pipe, print_rows
from goed.errors import visible
from goed.number_ranges import in_ranges

LONGEST_LINE = 500  # characters of a log's line that are shown


@click.command(cls=Command)
@click.option("--runs", "state", type=click.Choice(["all", "planned", "running", "done", "failed"]), help="List runs.")
@format_option
@study_option
def command(state: str | None, form: str, study: Path) -> None:
    """Tell what the study holds, and what is left to run.

    --runs lists the runs one by one, with how far one is that is at work, and the reason where one failed; `failed`
    also the last lines of their logs, which csv, tsv and json have in the column log.
    """
    from goed.labels.relabel import left_to_generic
    from goed.runs.grid import log_ends, run_states
    from goed.study import overview
    from goed.study.items import INFLECTION
    from goed.study.runs import RunState
    from goed.study.selection import domains_there

    with opened(study) as opened_study:
        has_domains = len(domains_there(opened_study)) > 1
        if state:
            runs = [run for run in run_states(opened_study) if state in ("all", run.state)]
            ends = log_ends(opened_study, runs)
            is_there = {"domain": has_domains, "corpus": any(run.corpus for run in runs)}
            columns = [name for name in RunState._fields if is_there.get(name, True)]
            rows_of_runs = list(map(attrgetter(*columns), runs))
            if form == "table":
                print_rows(columns, rows_of_runs, form)
                _print_ends(ends if state == "failed" else {})
            else:
                rows_with_logs = [(*row, ends.get(run.number)) for row, run in zip(rows_of_runs, runs, strict=True)]
                print_rows([*columns, "log"], rows_with_logs, form)
            return
        end = None if has_domains else -1  # the last column is the domain
        generic = [("items", *row, INFLECTION) for row in left_to_generic(opened_study)]
        rows = [row[:end] for row in (*overview.rows(opened_study), *generic)]
        print_rows(["what", "language", "name", "number", "note", "domain"][:end], rows, form)


def _print_ends(ends: Mapping[int, str]) -> None:
    """Print how logs end, each distinct end once: many runs often fail in the same way."""
    alike: dict[str, list[int]] = {}
    for number, end in ends.items():
        alike.setdefault(end, []).append(number)
    with ignore_broken_pipe():
        for end, numbers in alike.items():
            click.echo(f"\nThe log of {'run' if len(numbers) == 1 else 'runs'} {' '.join(in_ranges(numbers))} ends:")
            for line in end.split("\n"):
                click.echo(f"  {visible(line.expandtabs(4))[:LONGEST_LINE]}".rstrip())
