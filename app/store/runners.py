"""Which goed processes are at work on a study, so that what a dead one left behind is cleared away.

A runner is alive while its process exists on its machine and it has given a sign of life within two minutes.
"""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager

from app.store.outputs import remove_unused_outputs
from app.store.predictions import remove_predictions
from app.store.study import Study, now

SILENCE = 120.0  # seconds without a sign of life after which a runner counts as dead
BEAT = 10.0  # seconds between two signs


@contextmanager
def runner(study: Study) -> Iterator[int]:
    """Sign this process in; clear what dead ones left; sign out, leaving nothing half done."""
    with study.transaction() as db:
        cursor = db.execute(
            "INSERT INTO runner (host, pid, started_at, seen_at) VALUES (?, ?, ?, ?)",
            (socket.gethostname(), os.getpid(), now(), time.time()),
        )
        runner_id = int(cursor.lastrowid or 0)
    try:
        clear_leavings(study, runner_id)
        yield runner_id
    finally:
        _clear(study, [runner_id], None)


def give_sign_of_life(study: Study, runner_id: int) -> None:
    """Say that this runner still works."""
    with study.transaction() as db:
        db.execute("UPDATE runner SET seen_at = ? WHERE id = ?", (time.time(), runner_id))


def dead_runners(study: Study) -> list[int]:
    """Runners that can no longer be at work."""
    rows = study.connection.execute("SELECT id, host, pid, seen_at FROM runner").fetchall()
    return [runner_id for runner_id, host, pid, seen_at in rows if not _is_alive(host, pid, seen_at)]


def clear_leavings(study: Study, own_runner: int | None = None) -> None:
    """Give back the runs of dead runners, and remove the rows of their unfinished imports."""
    _clear(study, dead_runners(study), own_runner)


def _is_alive(host: str, pid: int, seen_at: float) -> bool:
    if time.time() - seen_at > SILENCE:
        return False
    if host != socket.gethostname():
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True  # somebody else's process
    return True


def _clear(study: Study, runner_ids: list[int], own_runner: int | None) -> None:
    something_was_staged = False
    for runner_id in runner_ids:
        staged = study.connection.execute("SELECT run_part_id FROM staged_part WHERE runner_id = ?", (runner_id,))
        for (run_part_id,) in staged.fetchall():
            remove_predictions(study, run_part_id)
            something_was_staged = True
        with study.transaction() as db:
            db.execute("DELETE FROM staged_part WHERE runner_id = ?", (runner_id,))
            db.execute(
                "UPDATE run SET state = 'planned', runner_id = NULL WHERE runner_id = ? AND state = 'running'",
                (runner_id,),
            )
            db.execute("DELETE FROM runner WHERE id = ?", (runner_id,))
    if something_was_staged:
        remove_unused_outputs(study, own_runner)
