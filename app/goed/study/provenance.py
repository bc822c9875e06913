"""What made the predictions of a study: models with their settings, and the versions of what ran them."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from goed.study.study import Study


class ModelRecord(NamedTuple):
    """A model as the study knows it."""

    name: str
    kind: str  # built in, plug-in, external, imported
    settings: dict[str, Any]


class RunStates(NamedTuple):
    """How many runs are done, and how many are not."""

    done: int
    planned: int
    running: int
    failed: int


def models(study: Study) -> list[ModelRecord]:
    """Every model, by name."""
    rows = study.connection.execute("SELECT name, kind, settings FROM model ORDER BY name")
    return [ModelRecord(name, kind, json.loads(settings)) for name, kind, settings in rows]


def versions(study: Study) -> list[dict[str, str]]:
    """The versions that runs were made with, each combination once."""
    rows = study.connection.execute("SELECT DISTINCT versions FROM run WHERE versions IS NOT NULL ORDER BY versions")
    return [json.loads(text) for (text,) in rows]


def run_states(study: Study) -> RunStates:
    """How many runs are in each state."""
    counts = dict(study.connection.execute("SELECT state, count(*) FROM run GROUP BY state").fetchall())
    return RunStates(*(counts.get(state, 0) for state in RunStates._fields))
