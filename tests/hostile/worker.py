"""The child process that goed is called in: it answers each request on stdin with a line on stdout, both JSON.

What happens to it is a finding: it may crash, hang, or take too much memory, and the tests go on with another one.
"""

from __future__ import annotations

import faulthandler
import gc
import io
import json
import os
import re
import resource
import sys
import time
import traceback
from contextlib import suppress
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parents[1]
MOST_ADDRESSES = 6 * 2**30  # bytes: far above what is allowed, so that the machine stays usable
LAST_CALL = "last-call.txt"


def main(folder: str) -> None:
    """Answer requests until stdin ends."""
    sys.path[:0] = [str(REPOSITORY), str(HERE.parent)]
    resource.setrlimit(resource.RLIMIT_AS, (MOST_ADDRESSES, MOST_ADDRESSES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    faulthandler.enable()
    os.chdir(folder)
    requests, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what native code prints does not get among the answers
    for line in requests:
        answers.write(json.dumps(answer(json.loads(line))).encode() + b"\n")
        answers.flush()


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """Call goed in the folder of the request; what came of it."""
    from goed.commands.group import run_safely

    os.chdir(request["folder"])
    os.environ.pop("GOED_DEBUG", None)
    os.environ["GOED_ANNOTATOR"] = "ada"
    out, err, stdin = (
        io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="backslashreplace", write_through=True)
        for _ in range(3)
    )
    stdin.buffer.write(bytes.fromhex(request["stdin"]))
    stdin.seek(0)
    sys.stdout, sys.stderr, sys.stdin = out, err, stdin
    _forget_the_peak()
    beginning = time.process_time()
    try:
        _open_the_ui_without_a_terminal()
        code: object = run_safely(request["arguments"])
    except BaseException:
        traceback.print_exc(file=err)
        code = "a traceback"
    finally:
        if request["arguments"][:1] == ["annotate"]:
            gc.collect()  # its threads hold what they have read a little longer; here the process goes on
        sys.stdout, sys.stderr, sys.stdin = sys.__stdout__, sys.__stderr__, sys.__stdin__
    return {
        "code": code,
        "out": out.buffer.getvalue().decode(errors="replace")[:100_000],  # type: ignore[attr-defined]
        "err": err.buffer.getvalue().decode(errors="replace")[:100_000],  # type: ignore[attr-defined]
        "memory": _peak(),
        "seconds": time.process_time() - beginning,
    }


def _forget_the_peak() -> None:
    """The next peak is that of the next call, where the system can do that."""
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5", "utf-8")


def _peak() -> int:
    """The most memory that this process has taken, in bytes."""
    with suppress(OSError):
        found = re.search(r"VmHWM:\s*(\d+) kB", Path("/proc/self/status").read_text("utf-8"))
        if found:
            return int(found[1]) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def _open_the_ui_without_a_terminal() -> None:
    """Let `goed annotate` read what the terminal UI reads until its first case stands there, and end."""
    from goed.annotation.desk import Desk
    from goed.annotation.queue_filter import Filter
    from goed.commands import annotate
    from goed.errors import GoedError
    from goed.labels.names import NamesForPeople
    from goed.screens import start

    def first_case(desk: Desk, chosen: Filter | None) -> None:
        try:
            queue = desk.open(chosen or desk.remembered_filter())
        except GoedError:
            queue = desk.open(Filter())
        desk.writer.begin_sitting()
        desk.rows(queue.output_ids[:50])
        for output_id in queue.output_ids[:3]:
            desk.case(output_id)
        desk.blind_queues()
        desk.facets_of(NamesForPeople())(Filter())

    def run(path: Path, annotator: str, chosen: Filter | None = None, configuration: Path | None = None) -> int:
        desk = start.DeskThread(path, annotator)
        try:
            desk.wait_for(lambda desk: first_case(desk, chosen))
            desk.make_indexes()
        finally:
            desk.close()
        return 0

    annotate.can_open = lambda: True
    start.run = run  # type: ignore[assignment]


if __name__ == "__main__":
    main(sys.argv[1])
