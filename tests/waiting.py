"""Waiting for what must come. Nothing that a test asserts is a matter of time; `conftest.an_end` ends what hangs."""

from __future__ import annotations

import time
from collections.abc import Callable


def wait_for(condition: Callable[[], object]) -> None:
    """Wait until something is so, however long that takes."""
    while not condition():
        time.sleep(0.01)
