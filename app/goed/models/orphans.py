"""Commands whose process was killed: they would work on for nobody, with files that nobody reads.

A command knows by its environment whose it is, and so do the processes that it has started. Where the system does not
show that (it is not Linux), such commands end by themselves, or with their time limit.
"""

from __future__ import annotations

import os
import signal
import tempfile
from contextlib import suppress
from pathlib import Path

from goed.drafts import remove_dead_drafts
from goed.processes import birth

MARK = "GOED_COMMAND_OF"  # process that a command works for, and when that was started


def own_mark() -> dict[str, str]:
    """What a command of this process is given into its environment."""
    return {MARK: _mark(os.getpid())}


def end_orphans() -> int:
    """Kill commands of processes that are no more, and remove their files; how many commands there were."""
    n_ended = 0
    for folder in Path("/proc").glob("[0-9]*"):
        master = _master_of(folder)
        if master and _mark(int(master.partition(":")[0])) != master:
            with suppress(OSError):  # it has ended by itself
                os.kill(int(folder.name), signal.SIGKILL)
                n_ended += 1
    remove_dead_drafts(Path(tempfile.gettempdir()))
    return n_ended


def _mark(pid: int) -> str:
    return f"{pid}:{birth(pid)}"


def _master_of(folder: Path) -> str:
    """The mark that a process has; empty where it has none."""
    try:
        variables = (folder / "environ").read_bytes().split(b"\0")
    except OSError:  # somebody else's, or over
        return ""
    begin = f"{MARK}=".encode()
    return next((each[len(begin) :].decode() for each in variables if each.startswith(begin)), "")
