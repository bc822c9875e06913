"""How far the runs are that are at work, so that every goed that looks at the study can show it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import NamedTuple

from goed.study.study import Study


class RunProgress(NamedTuple):
    """How far a run is: epoch 12 of 60."""

    unit: str
    done: int
    of: int
    accuracy: float | None  # of the last check, 0 to 1
    best: float | None
    seconds_left: float | None


class RunsProgress(NamedTuple):
    """How far the runs at work are, by number, and the seconds until all that their goed does is done."""

    by_number: dict[int, RunProgress]
    all_left: float | None


def progress_of(study: Study, numbers: Iterable[int]) -> RunsProgress:
    """What has been told of those of the runs that are at work."""
    rows = study.connection.execute(
        "SELECT run_id, unit, n_done, n_most, accuracy, best, seconds_left, all_left "
        "FROM run_progress JOIN run ON run.id = run_id "
        "WHERE state = 'running' AND run_progress.runner_id = run.runner_id "
        "AND run_id IN (SELECT value FROM json_each(?)) ORDER BY run_id",
        (json.dumps(list(numbers)),),
    ).fetchall()
    left = [row[-1] for row in rows if row[-1] is not None]
    return RunsProgress({row[0]: RunProgress(*row[1:-1]) for row in rows}, max(left, default=None))
