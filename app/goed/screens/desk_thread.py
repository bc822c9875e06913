"""The desk in a thread of its own, so that neither a slow disk nor another goed that writes ever stops the UI."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from goed.annotation.candidates import Indexes
from goed.annotation.desk import Desk
from goed.study.study import Study
from goed.study.study_file import explaining

Result = TypeVar("Result")


class DeskThread:
    """One thread, one connection to the study: calls are done one after the other, in the order in which they came."""

    def __init__(self, path: Path, annotator: str) -> None:
        self._path = path
        self._annotator = annotator
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="desk")
        self._opening = self._executor.submit(self._open)

    def _open(self) -> Desk:
        study = Study.open(self._path)
        try:
            desk = Desk(study, self._annotator)
        except BaseException:
            study.close()
            raise
        # All this stays. To look through it for garbage again and again would take some twentieths of a second each.
        gc.freeze()
        return desk

    async def call(self, work: Callable[[Desk], Result]) -> Result:
        """Do something at the desk, and wait for it while the UI goes on."""
        return await asyncio.wrap_future(self._executor.submit(self._do, work))

    def wait_for(self, work: Callable[[Desk], Result]) -> Result:
        """Do something at the desk before there is a UI."""
        return self._executor.submit(self._do, work).result()

    def _do(self, work: Callable[[Desk], Result]) -> Result:
        with explaining(self._path):
            return work(self._opening.result())

    def make_indexes(self) -> Indexes:
        """Read through everything, with a connection of the calling thread's own."""
        with Study.open(self._path) as study:
            return self._opening.result().make_indexes(study)

    def close(self) -> None:
        """End the sitting and close the study, after all that was begun."""
        self._executor.submit(self._close).result()
        self._executor.shutdown()

    def _close(self) -> None:
        if self._opening.exception() is not None:
            return  # it was told by whoever wanted something of the desk
        desk = self._opening.result()
        with desk.study:
            if not desk.study.read_only:
                desk.pen.get_up()
