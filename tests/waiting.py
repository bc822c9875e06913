"""Waiting for what must come. Nothing that a test asserts is a matter of time; `conftest.an_end` ends what hangs."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator


def pauses(shortest: float, longest: float = 0.05) -> Iterator[float]:
    """Seconds between two looks: what comes soon is seen soon, and waiting long leaves the processor to others."""
    pause = shortest
    while True:
        yield pause
        pause = min(1.2 * pause, longest)


def wait_for(condition: Callable[[], object]) -> None:
    """Wait until something is so, however long that takes."""
    pause = pauses(0.01)
    while not condition():
        time.sleep(next(pause))


async def nothing() -> None:
    """What is done in between where nothing is to be done."""


async def wait_beside(condition: Callable[[], object], in_between: Callable[[], Awaitable[None]] = nothing) -> None:
    """The same, while other things go on in the event loop."""
    pause = pauses(0.002)
    while not condition():
        await asyncio.sleep(next(pause))
        await in_between()
