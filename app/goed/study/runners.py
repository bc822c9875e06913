"""Runners: the goed processes at work on a study, and clearing up after dead ones.

A runner on this machine is alive while its process exists; one on another machine, while it gives signs of life.
"""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import astuple
from typing import Any

from goed.models.interface import Progress
from goed.processes import process_started_at
from goed.study.acts import remove_annotations
from goed.study.corpora import WRITER, remove_corpus
from goed.study.outputs import remove_unused_outputs
from goed.study.predictions import remove_predictions
from goed.study.study import Study, insert, now

SILENCE = 120.0  # seconds without a sign of life after which a runner on another machine counts as dead
BEAT = 10.0  # seconds between two signs of life
TELL_EVERY = 2.0  # seconds between two reports on the progress of runs


class Runner:
    """This process, signed in on a study."""

    def __init__(self, study: Study) -> None:
        self._study = study
        self._last_beat = time.monotonic()
        with study.transaction() as db:
            process: dict[str, Any] = {
                "host": socket.gethostname(),
                "pid": os.getpid(),
                "born": process_started_at(os.getpid()),
            }
            self.id = insert(db, "runner", **process, started_at=now(), seen_at=time.time())

    def beat(self) -> None:
        """Give a sign of life, unless the last one is recent."""
        if time.monotonic() - self._last_beat > BEAT:
            self._write({}, None)

    def tell(self, progress: Mapping[int, Progress], all_left: float | None) -> bool:
        """Store the progress of runs, by id, for others to see; False if that was done just now."""
        if time.monotonic() - self._last_beat <= TELL_EVERY:
            return False
        self._write(progress, all_left)
        return True

    def _write(self, progress: Mapping[int, Progress], all_left: float | None) -> None:
        self._last_beat = time.monotonic()
        with self._study.transaction() as db:
            db.execute("UPDATE runner SET seen_at = ? WHERE id = ?", (time.time(), self.id))
            db.executemany(
                "REPLACE INTO run_progress "
                "(run_id, runner_id, unit, n_done, n_most, accuracy, best, seconds_left, all_left) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [(run_id, self.id, *astuple(told), all_left) for run_id, told in progress.items()],
            )


@contextmanager
def signed_in(study: Study) -> Iterator[Runner]:
    """Sign this process in; clear what dead ones left; sign out, leaving nothing half done."""
    runner = Runner(study)
    try:
        clear_leftovers(study, runner.id)
        yield runner
    finally:
        _clear(study, [runner.id], None)


def dead_runners(study: Study) -> list[int]:
    """Runners that can no longer be at work."""
    rows = study.connection.execute("SELECT id, host, pid, born, seen_at FROM runner").fetchall()
    return [runner_id for runner_id, *process in rows if not _is_alive(*process)]


def clear_leftovers(study: Study, own_runner: int | None = None) -> None:
    """Give back the runs of dead runners, and remove the rows of their unfinished imports."""
    _clear(study, dead_runners(study), own_runner)


def _is_alive(host: str, pid: int, born: str | None, seen_at: float) -> bool:
    if host == socket.gethostname():
        began = process_started_at(pid)
        return _is_hidden(pid) if began is None else began == born
    return time.time() - seen_at < SILENCE


def _is_hidden(pid: int) -> bool:
    """Whether there is such a process after all, but another user's, hidden from us."""
    try:
        os.kill(pid, 0)
    except PermissionError:
        return True
    except ProcessLookupError:
        return False
    return False  # our own, and ended


def _clear(study: Study, runner_ids: list[int], own_runner: int | None) -> None:
    something_was_staged = False
    for runner_id in runner_ids:
        staged = study.connection.execute("SELECT run_part_id FROM staged_part WHERE runner_id = ?", (runner_id,))
        for (run_part_id,) in staged.fetchall():
            remove_predictions(study, run_part_id)
            something_was_staged = True
        acts = study.connection.execute("SELECT act_id FROM staged_act WHERE runner_id = ?", (runner_id,))
        for (act_id,) in acts.fetchall():
            remove_annotations(study, act_id)
        corpora = study.connection.execute("SELECT id FROM corpus WHERE digest = ?", (f"{WRITER}{runner_id}",))
        for (corpus_id,) in corpora.fetchall():
            remove_corpus(study, corpus_id)
        with study.transaction() as db:
            db.execute("DELETE FROM staged_act WHERE runner_id = ?", (runner_id,))
            db.execute("DELETE FROM staged_part WHERE runner_id = ?", (runner_id,))
            db.execute(
                "UPDATE run SET state = 'planned', runner_id = NULL WHERE runner_id = ? AND state = 'running'",
                (runner_id,),
            )
            db.execute("DELETE FROM run_progress WHERE runner_id = ?", (runner_id,))
            db.execute("DELETE FROM runner WHERE id = ?", (runner_id,))
    if something_was_staged:
        remove_unused_outputs(study, own_runner)
