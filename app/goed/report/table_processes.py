"""Slow tables of the report, filled by other processes while this one draws figures."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path

from goed.processes import discard_output, end_with_parent, ignoring_interrupts
from goed.report.tables import TABLES, ReportTable, rows_or_reason
from goed.statistics.catalogue import NotedTable
from goed.study.selection import Selection
from goed.study.study import Study
from goed.study.tallies import part_tallies

PARTS_FOR_ONE_WORKER = 100  # with so many parts of runs, another process is worth starting
PARTS_FOR_WORKER_PER_CORE = 3_000  # and with so many, one process for each core

RowsOf = Callable[[ReportTable], NotedTable | str]  # the rows of a table, or why there are none


@contextmanager
def filled_in_background(study: Study, selection: Selection, tables: Sequence[ReportTable]) -> Iterator[RowsOf]:
    """Fill these tables in the background, in their order; in a small study, each is filled when it is asked for."""
    n_parts = len(part_tallies(study))
    if n_parts < PARTS_FOR_ONE_WORKER:
        yield lambda table: rows_or_reason(table, study, selection)
        return
    n_workers = min(len(tables), os.cpu_count() or 1) if n_parts >= PARTS_FOR_WORKER_PER_CORE else 1
    workers = [TableWorker(study, selection, tables[number::n_workers]) for number in range(n_workers)]
    worker_of = {table.name: workers[place % n_workers] for place, table in enumerate(tables)}
    try:
        yield lambda table: worker_of[table.name].answer(table) or rows_or_reason(table, study, selection)
    finally:
        for worker in workers:
            worker.end()


class TableWorker:
    """A process that fills tables one after another."""

    def __init__(self, study: Study, selection: Selection, tables: Sequence[ReportTable]) -> None:
        # A fresh interpreter: forking a process that has threads and an open study is not safe.
        context = multiprocessing.get_context("spawn")
        self._answers, theirs = context.Pipe(duplex=False)
        asked = (study.path.absolute(), [table.name for table in tables], selection)
        self._process = context.Process(target=_fill, args=(theirs, os.getpid(), *asked), daemon=True)
        with ignoring_interrupts():
            self._process.start()
        theirs.close()

    def answer(self, table: ReportTable) -> NotedTable | str | None:
        """The next answer, which must be about this table; None if the process was killed or failed."""
        try:
            name, answer = self._answers.recv()
        except (EOFError, OSError):
            return None
        assert name == table.name
        return answer  # type: ignore[no-any-return]

    def end(self) -> None:
        """End the process, whatever it is doing; the study is then closed last here, which tidies up beside it."""
        self._process.terminate()
        self._process.join()
        self._answers.close()


def _fill(answers: Connection, parent: int, path: Path, names: Sequence[str], selection: Selection) -> None:
    discard_output()
    end_with_parent(parent)
    by_name = {table.name: table for table in TABLES}
    with Study.open(path) as study:
        for name in names:
            answers.send((name, rows_or_reason(by_name[name], study, selection)))
