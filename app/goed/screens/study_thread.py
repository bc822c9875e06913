"""A study in a thread of its own, with a connection of its own, so that what takes long never stops the UI."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from goed.study.study import Study
from goed.study.study_file import explaining

Result = TypeVar("Result")


class StudyThread:
    """One thread: what is asked of the study is done one after the other."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="study")
        self._study: Study | None = None

    async def call(self, work: Callable[[Study], Result]) -> Result:
        """Do something with the study, and wait for it while the UI goes on."""
        return await asyncio.wrap_future(self._executor.submit(self._do, work))

    def close(self) -> None:
        """Close the study, after all that was begun."""
        self._executor.submit(self._close)
        self._executor.shutdown(wait=False)

    def _do(self, work: Callable[[Study], Result]) -> Result:
        if self._study is None:
            self._study = Study.open(self._path)
        with explaining(self._path):
            return work(self._study)

    def _close(self) -> None:
        if self._study is not None:
            self._study.close()
