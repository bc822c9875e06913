"""Tables that take seconds, filled by a process of its own while this one draws the figures."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path

from app.processes import be_silent, end_with_parent, ignoring_interrupts
from app.report.rows import Told
from app.report.tables import TABLES, ReportTable, told
from app.stats.selection import Selection
from app.store.study import Study
from app.store.tallies import part_tallies

MANY = 100  # parts of runs from which on another process is worth its start

Answer = Callable[[ReportTable], Told | str]  # the rows of a table, or why there are none


@contextmanager
def filling(study: Study, selection: Selection, tables: Sequence[ReportTable]) -> Iterator[Answer]:
    """Fill these tables meanwhile, in their order; in a small study each is filled when it is asked for."""
    if len(part_tallies(study)) < MANY:
        yield lambda table: told(table, study, selection)
        return
    # A fresh interpreter: forking a process that has threads and an open study is not safe.
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    asked = (study.path.absolute(), [table.name for table in tables], selection)
    process = context.Process(target=_fill, args=(theirs, os.getpid(), *asked), daemon=True)
    with ignoring_interrupts():
        process.start()
    theirs.close()
    try:
        yield lambda table: _received(ours, table) or told(table, study, selection)
    finally:
        process.terminate()
        ours.close()


def _received(helper: Connection, table: ReportTable) -> Told | str | None:
    """The helper's next answer, which is about this table; none where it was killed, or failed."""
    try:
        name, answer = helper.recv()
    except (EOFError, OSError):
        return None
    assert name == table.name
    return answer  # type: ignore[no-any-return]


def _fill(answers: Connection, parent: int, path: Path, names: Sequence[str], selection: Selection) -> None:
    be_silent()
    end_with_parent(parent)
    by_name = {table.name: table for table in TABLES}
    with Study.open(path) as study:
        for name in names:
            answers.send((name, told(by_name[name], study, selection)))
