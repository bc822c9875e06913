"""Commands whose process was killed: they would work on for nobody, with files that nobody reads.

A command knows by its environment whose it is, and so do the processes that it has started.
"""

from __future__ import annotations

import os
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
    import psutil

    n_ended = 0
    for process in psutil.process_iter():
        with suppress(psutil.Error):  # somebody else's, or over
            master = process.environ().get(MARK)
            if master and _mark(int(master.partition(":")[0])) != master:
                process.kill()
                n_ended += 1
    remove_dead_drafts(Path(tempfile.gettempdir()))
    return n_ended


def _mark(pid: int) -> str:
    return f"{pid}:{birth(pid)}"
