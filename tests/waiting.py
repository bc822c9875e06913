"""Waiting for what must come. Nothing that a test asserts is a matter of time; `conftest.an_end` ends what hangs."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable


def wait_for(condition: Callable[[], object]) -> None:
    """Wait until something is so, however long that takes."""
    while not condition():
        time.sleep(0.01)


async def nothing() -> None:
    """What is done in between where nothing is to be done."""


async def wait_beside(condition: Callable[[], object], in_between: Callable[[], Awaitable[None]] = nothing) -> None:
    """The same, while other things go on in the event loop."""
    while not condition():
        await asyncio.sleep(0.002)
        await in_between()
