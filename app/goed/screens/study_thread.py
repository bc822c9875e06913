"""A study in its own thread, so that waiting for the disk never freezes the UI."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Generic, TypeVar

from goed.annotation.desk import Desk
from goed.annotation.similar import Indexes
from goed.study.study import Study, explaining

Opened = TypeVar("Opened")
Result = TypeVar("Result")


class StudyThread(Generic[Opened]):
    """One thread with one connection to the study, which does calls one after the other, in order.

    Each call gets what `make` makes of the study: a `Desk`, for instance, or the study itself.
    """

    def __init__(self, path: Path, make: Callable[[Study], Opened]) -> None:
        self._path, self._make = path, make
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="study")
        self._opened: tuple[Study, Opened] | None = None

    async def call(self, work: Callable[[Opened], Result]) -> Result:
        """Do something in the thread, and wait for the result while the UI goes on."""
        return await asyncio.wrap_future(self._executor.submit(self._do, work))

    def close(self) -> None:
        """Close the study, after the calls that are under way; does not wait for them."""
        self._executor.submit(self._close)
        self._executor.shutdown(wait=False)

    def _do(self, work: Callable[[Opened], Result]) -> Result:
        with explaining(self._path):
            return work(self._open())

    def _open(self) -> Opened:
        if self._opened is None:
            study = Study.open(self._path)
            try:
                self._opened = (study, self._make(study))
            except BaseException:
                study.close()
                raise
        return self._opened[1]

    def _close(self) -> None:
        if self._opened is not None:
            self._opened[0].close()


class DeskThread(StudyThread[Desk]):
    """An annotator's desk in its own thread. It is opened at once, while Textual is still being imported."""

    def __init__(self, path: Path, annotator: str) -> None:
        super().__init__(path, partial(_desk, annotator=annotator))
        self._executor.submit(self._open)

    def wait_for(self, work: Callable[[Desk], Result]) -> Result:
        """Do something at the desk and block until it is done; for use before the UI runs."""
        return self._executor.submit(self._do, work).result()

    def make_indexes(self) -> Indexes:
        """Build the indexes in the calling thread, with a connection of its own."""
        with Study.open(self._path) as study:
            return self._open().make_indexes(study)

    def close(self) -> None:
        """End the sitting and close the study, after the calls that are under way; waits until it is closed."""
        self._executor.submit(self._close).result()
        self._executor.shutdown()

    def _close(self) -> None:
        if self._opened is not None:
            study, desk = self._opened
            with study:
                if not study.read_only:
                    desk.writer.end_sitting()


def _desk(study: Study, annotator: str) -> Desk:
    desk = Desk(study, annotator)
    # All of this is kept; each search through it for garbage would cost some 50 ms.
    gc.freeze()
    return desk
