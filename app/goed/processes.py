"""What processes that work for another one have in common."""

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
    """Ctrl-C is the parent's to handle: a process started in here ignores it from its first moment on.

    Only the main thread can set what a signal does. Others put it off: for a process that they start, until it says
    otherwise.
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


def be_silent() -> None:
    """What a model or a classifier prints would run into what goed shows on the screen."""
    if not os.environ.get("GOED_DEBUG"):
        nothing = os.open(os.devnull, os.O_RDWR)
        for descriptor in range(3):
            os.dup2(nothing, descriptor)


def end_with_parent(parent: int) -> None:
    """End this process soon after its parent: one that was killed cannot stop those that work for it."""
    threading.Thread(target=_look_after, args=(parent,), daemon=True).start()


def _look_after(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(0.5)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(GRACE)
    os._exit(1)


def birth(pid: int) -> str | None:
    """When a process was started, so that a later one of the same number is told from it; None if there is none.

    It is counted in ticks since the machine started: that stays the same when somebody sets the machine's clock.
    """
    import psutil  # only where processes are asked after: it takes 20 ms

    with suppress(psutil.Error):
        process = psutil.Process(pid)
        if process.status() not in (psutil.STATUS_ZOMBIE, psutil.STATUS_DEAD):  # over, but nobody has asked after it
            return str(round((process.create_time() - psutil.boot_time()) * os.sysconf("SC_CLK_TCK")))
    return None
