"""Runs, which are planned, running, done or failed; who runs them; and their models."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from goed.errors import GoedError, visible
from goed.models.interface import Progress
from goed.models.model import Key
from goed.study.items import INFLECTION
from goed.study.outputs import OutputBook
from goed.study.predictions import PartPredictions, store_run_parts
from goed.study.splits import RUNS
from goed.study.study import Study, now, one_number


class PlannedRun(NamedTuple):
    """A cell of the grid that can be run."""

    id: int
    model: str
    split_id: int
    size: int
    training_seed: int
    domain: str

    @property
    def key(self) -> Key:
        """The key of its model."""
        return self.domain, self.model


class RunState(NamedTuple):
    """A run in words, for lists of runs."""

    number: int
    language: str
    sampling: str
    seed: int
    model: str
    size: int
    training_seed: int
    state: str
    seconds: float | None
    message: str | None
    domain: str
    corpus: str = ""  # that is learned from; empty where items of no corpus are

    @property
    def key(self) -> Key:
        """The key of its model."""
        return self.domain, self.model


class RunRecord(NamedTuple):
    """What became of a run."""

    number: int
    state: str
    seed: int
    training_seed: int
    n_items: int | None  # of the part test; None where there are no predictions
    n_correct: int | None
    seconds: float | None
    started_at: str | None
    machine: str | None
    message: str | None
    has_log: bool


class RunsProgress(NamedTuple):
    """The progress of runs, by id, and the seconds until the goed at work on them has done all its runs."""

    by_number: dict[int, Progress]
    all_left: float | None


def set_model(study: Study, name: str, kind: str, settings: Mapping[str, Any], domain: str = INFLECTION) -> None:
    """Add or update a model; if one of the same name has run before, it must have the same settings."""
    with study.transaction() as db:
        refuse_other_settings(db, name, kind, settings, domain)
        db.execute(
            "INSERT INTO model (name, kind, settings, domain) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (domain, name) DO UPDATE SET kind = excluded.kind, settings = excluded.settings "
            "WHERE (kind, settings) IS NOT (excluded.kind, excluded.settings)",
            (name, kind, _as_json(settings), domain),
        )


def stored_settings(study: Study, names: Sequence[str], kind: str, domain: str = INFLECTION) -> dict[str, Any] | None:
    """The settings that the study has for the first of these models that it knows; None if it knows none."""
    for name in names:
        row = study.connection.execute(
            "SELECT settings FROM model WHERE (domain, name, kind) = (?, ?, ?) AND settings != '{}'",
            (domain, name, kind),
        ).fetchone()
        if row:
            settings: dict[str, Any] = json.loads(row[0])
            return settings
    return None


def refuse_other_settings(
    db: sqlite3.Connection, name: str, kind: str, settings: Mapping[str, Any], domain: str = INFLECTION
) -> None:
    """Raise GoedError if a model has run with other settings; one whose predictions were imported may get settings."""
    query = "SELECT kind, settings, id FROM model WHERE (domain, name) = (?, ?)"
    row = db.execute(query, (domain, name)).fetchone()
    if row is None or row[:2] == (kind, _as_json(settings)) or row[0] == "imported":
        return
    if n_runs := one_number(db, "SELECT count(*) FROM run WHERE model_id = ? AND state = 'done'", row[2:]):
        raise GoedError(
            f"the study holds {n_runs} runs of a model {name} with other settings "
            f"({_differences(json.loads(row[1]), settings)}); give the new one another name"
        )


def _differences(stored: Mapping[str, Any], wanted: Mapping[str, Any]) -> str:
    """The settings that differ, the study's first: epochs 60, not 30."""
    keys = [key for key in {**stored, **wanted} if stored.get(key) != wanted.get(key)]
    return "; ".join(f"{key} {_value(stored, key)}, not {_value(wanted, key)}" for key in keys)


def _value(settings: Mapping[str, Any], key: str) -> str:
    value = settings.get(key, "none")
    return visible(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))


def _as_json(settings: Mapping[str, Any]) -> str:
    return json.dumps(dict(settings), sort_keys=True, ensure_ascii=False)


def plan(study: Study, model: Key, cells: Iterable[tuple[int, int, int]]) -> int:
    """Add runs of a model for cells (split, size, training seed) that have none yet; returns how many were added."""
    with study.transaction() as db:
        model_id = one_number(db, "SELECT id FROM model WHERE (domain, name) = (?, ?)", model)
        before = db.total_changes
        db.executemany(
            "INSERT INTO run (model_id, split_id, size, training_seed, state) VALUES (?, ?, ?, ?, 'planned') "
            "ON CONFLICT DO NOTHING",
            [(model_id, *cell) for cell in cells],
        )
        return db.total_changes - before


def planned(study: Study) -> list[PlannedRun]:
    """The planned runs, those with small training sets first."""
    return _in_state(study, "planned", "size, model_id, language, sampling, seed, training_seed")


def failed(study: Study) -> list[PlannedRun]:
    """Runs that failed."""
    return _in_state(study, "failed", "run.id")


def _in_state(study: Study, state: str, order: str) -> list[PlannedRun]:
    rows = study.connection.execute(
        "SELECT run.id, name, split_id, size, training_seed, model.domain "
        f"FROM {RUNS} WHERE state = ? ORDER BY {order}",
        (state,),
    )
    return [PlannedRun(*row) for row in rows]


def claim(study: Study, run_ids: Sequence[int], runner_id: int) -> bool:
    """Claim planned runs that one training serves; False, and none claimed, if another goed has one of them."""
    marks = ", ".join("?" * len(run_ids))
    with study.transaction() as db:
        query = f"SELECT count(*) FROM run WHERE state = 'planned' AND id IN ({marks})"
        are_free = one_number(db, query, run_ids) == len(run_ids)
        if are_free:
            db.execute(
                f"UPDATE run SET state = 'running', runner_id = ?, message = NULL, log = NULL WHERE id IN ({marks})",
                (runner_id, *run_ids),
            )
        return are_free


def give_back(study: Study, run_ids: Sequence[int], runner_id: int) -> None:
    """Set runs that were claimed and not done back to planned."""
    with study.transaction() as db:
        db.executemany(
            "UPDATE run SET state = 'planned', runner_id = NULL WHERE id = ? AND runner_id = ? AND state = 'running'",
            [(run_id, runner_id) for run_id in run_ids],
        )


class Outcome(NamedTuple):
    """The circumstances of a run, stored with its predictions or with the reason why there are none."""

    started_at: str
    seconds: float
    machine: str
    versions: Mapping[str, str]
    selected_on: str | None = None
    log: str | None = None


def finish(
    study: Study, book: OutputBook, run_id: int, runner_id: int, parts: Sequence[PartPredictions], outcome: Outcome
) -> bool:
    """Store a finished run with all its predictions; False if it is no longer this runner's."""
    prepared = book.prepare(chain.from_iterable(part.answered for part in parts))
    with study.transaction() as db:
        changed = db.execute(
            "UPDATE run SET state = 'done', runner_id = NULL, message = NULL, log = :log, selected_on = :selected_on, "
            "started_at = :started_at, seconds = :seconds, versions = :versions, machine = :machine "
            "WHERE id = :id AND runner_id = :runner AND state = 'running'",
            {**outcome._asdict(), "versions": json.dumps(dict(outcome.versions)), "id": run_id, "runner": runner_id},
        ).rowcount
        if changed:
            store_run_parts(db, book, prepared, run_id, parts)
        return bool(changed)


def fail(study: Study, run_id: int, runner_id: int, message: str, log: str | None) -> bool:
    """Mark a run as failed, and store why; False if it is no longer this runner's."""
    with study.transaction() as db:
        changed = db.execute(
            "UPDATE run SET state = 'failed', runner_id = NULL, message = ?, log = ?, started_at = ? "
            "WHERE id = ? AND runner_id = ? AND state = 'running'",
            (message, log, now(), run_id, runner_id),
        ).rowcount
        return bool(changed)


def replan_failed(study: Study, run_ids: Iterable[int]) -> None:
    """Set failed runs back to planned, so that they are tried again."""
    with study.transaction() as db:
        db.executemany(
            "UPDATE run SET state = 'planned' WHERE id = ? AND state = 'failed'", [(run_id,) for run_id in run_ids]
        )


def all_runs(study: Study) -> list[RunState]:
    """Every run with its state."""
    rows = study.connection.execute(
        "SELECT run.id, split.language, sampling, seed, model.name, size, training_seed, state, seconds, message, "
        f"model.domain, coalesce(corpus.name, '') FROM {RUNS} LEFT JOIN corpus ON corpus.id = split.corpus_id "
        "ORDER BY split.language, sampling, model.name, size, seed, training_seed"
    )
    return [RunState(*row) for row in rows]


def records(study: Study, numbers: Iterable[int]) -> list[RunRecord]:
    """What became of these runs, by size and seed."""
    rows = study.connection.execute(
        "SELECT run.id, state, seed, training_seed, n_items, n_correct, seconds, started_at, machine, message, "
        "log IS NOT NULL FROM run JOIN split ON split.id = split_id "
        "LEFT JOIN run_part ON run_part.run_id = run.id AND part = 'test' "
        "WHERE run.id IN (SELECT value FROM json_each(?)) ORDER BY run.size, seed, training_seed",
        (json.dumps(list(numbers)),),
    )
    return [RunRecord._make((*row[:-1], bool(row[-1]))) for row in rows]


def progress_of(study: Study, numbers: Iterable[int]) -> RunsProgress:
    """The reported progress of those of these runs that are running."""
    rows = study.connection.execute(
        "SELECT run_id, unit, n_done, n_most, accuracy, best, seconds_left, all_left "
        "FROM run_progress JOIN run ON run.id = run_id "
        "WHERE state = 'running' AND run_progress.runner_id = run.runner_id "
        "AND run_id IN (SELECT value FROM json_each(?)) ORDER BY run_id",
        (json.dumps(list(numbers)),),
    ).fetchall()
    left = [row[-1] for row in rows if row[-1] is not None]
    return RunsProgress({row[0]: Progress(*row[1:-1]) for row in rows}, max(left, default=None))


def log(study: Study, number: int) -> str | None:
    """The end of what a run's model wrote, or where an error came from."""
    row = study.connection.execute("SELECT log FROM run WHERE id = ?", (number,)).fetchone()
    return row[0] if row else None


def unplan(study: Study, numbers: Iterable[int]) -> int:
    """Delete runs that are planned and not begun; returns how many there were."""
    with study.transaction() as db:
        before = db.total_changes
        db.executemany("DELETE FROM run WHERE id = ? AND state = 'planned'", [(number,) for number in numbers])
        return db.total_changes - before


def any_to_train(study: Study) -> bool:
    """Whether any run was ever planned here, rather than imported."""
    row = study.connection.execute(
        "SELECT 1 FROM run JOIN model ON model.id = model_id WHERE kind != 'imported' LIMIT 1"
    ).fetchone()
    return row is not None


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
    # All rows are there before their JSON is read: a query that an error breaks off would keep the file open.
    rows = study.connection.execute("SELECT name, kind, settings FROM model ORDER BY name").fetchall()
    return [ModelRecord(name, kind, json.loads(settings)) for name, kind, settings in rows]


def versions(study: Study) -> list[dict[str, str]]:
    """The versions that runs were made with, each combination once."""
    query = "SELECT DISTINCT versions FROM run WHERE versions IS NOT NULL ORDER BY versions"
    return [json.loads(text) for (text,) in study.connection.execute(query).fetchall()]


def run_states(study: Study) -> RunStates:
    """How many runs are in each state."""
    counts = dict(study.connection.execute("SELECT state, count(*) FROM run GROUP BY state").fetchall())
    return RunStates(*(counts.get(state, 0) for state in RunStates._fields))
