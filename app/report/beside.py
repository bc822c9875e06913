"""Tables that take seconds, filled by a process of its own while this one draws the figures."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
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
    """Fill these tables meanwhile; the answers are there when they are asked for. In a small study all is done then."""
    if len(part_tallies(study)) < MANY:
        yield lambda table: told(table, study, selection)
        return
    # A fresh interpreter: forking a process that has threads and an open study is not safe.
    context = multiprocessing.get_context("spawn")
    helper = ProcessPoolExecutor(1, context, initializer=_begin, initargs=(os.getpid(),))
    try:
        with ignoring_interrupts():
            begun = {table.name: helper.submit(_fill, study.path.absolute(), table.name, selection) for table in tables}
        yield lambda table: _answer(begun[table.name], table, study, selection)
    finally:
        helper.shutdown(wait=False, cancel_futures=True)


def _answer(begun: Future[Told | str], table: ReportTable, study: Study, selection: Selection) -> Told | str:
    try:
        return begun.result()
    except BrokenProcessPool:  # it was killed, or there was no memory for two
        return told(table, study, selection)


def _begin(parent: int) -> None:
    be_silent()
    end_with_parent(parent)


def _fill(path: Path, name: str, selection: Selection) -> Told | str:
    (table,) = (table for table in TABLES if table.name == name)
    with Study.open(path) as study:
        return told(table, study, selection)
