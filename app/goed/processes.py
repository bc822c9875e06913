"""Helpers for processes that work for another one: Ctrl-C, silence, ending in time."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

GRACE = 3.0  # seconds that a process has to end when it is asked to


@contextmanager
def ignoring_interrupts() -> Iterator[None]:
    """Let processes started in here ignore Ctrl-C from their first moment on: the parent handles it.

    Only the main thread may set a signal's handler. Other threads block the signal instead; a process that they start
    inherits the block, until it lifts it.
    """
    if threading.current_thread() is not threading.main_thread():
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def discard_output() -> None:
    """Discard what this process prints, which would garble goed's own output; GOED_DEBUG keeps it."""
    if not os.environ.get("GOED_DEBUG"):
        nothing = os.open(os.devnull, os.O_RDWR)
        for descriptor in range(3):
            os.dup2(nothing, descriptor)


def end_with_parent(parent: int) -> None:
    """End this process soon after its parent ends, since a parent that is killed cannot stop its children."""
    threading.Thread(target=_look_after, args=(parent,), daemon=True).start()


def _look_after(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(0.5)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(GRACE)
    os._exit(1)


def process_started_at(pid: int) -> str | None:
    """When a process was started, to tell it from a later one with the same pid; None if there is none.

    Counted in ticks since the machine started, which do not change when somebody sets its clock.
    """
    import psutil  # imported only when needed: it takes 20 ms

    with suppress(psutil.Error):
        process = psutil.Process(pid)
        if process.status() not in (psutil.STATUS_ZOMBIE, psutil.STATUS_DEAD):  # ended, but not yet waited for
            return str(round((process.create_time() - psutil.boot_time()) * os.sysconf("SC_CLK_TCK")))
    return None
