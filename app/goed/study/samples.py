"""Samples for blind audits, with the probability with which each output was drawn."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from goed.errors import GoedError
from goed.study.acts import annotator_id
from goed.study.study import Study, insert, now


class DrawnOutput(NamedTuple):
    """An output of a sample."""

    output_id: int
    n_predictions: int
    probability: float


class Sample(NamedTuple):
    """A sample, and what it was drawn from."""

    id: int
    annotator: str  # who had it drawn
    drawn_at: str
    scope: dict[str, Any]
    seed: int
    size: int
    n_outputs: int
    n_predictions: int


class SampledOutput(NamedTuple):
    """An output of a sample, with what is now known about it."""

    sample_id: int
    output_id: int
    language: str
    n_predictions: int  # when the sample was drawn
    probability: float
    is_correct: bool
    kind_id: int | None  # of the classifier's label


def add_sample(
    study: Study,
    annotator: str,
    scope: dict[str, Any],
    seed: int,
    drawn: Sequence[DrawnOutput],
    population: tuple[int, int],
) -> int:
    """Keep a sample; `population` is the number of outputs, and of predictions, that it was drawn from."""
    text, (n_outputs, n_predictions) = json.dumps(scope, ensure_ascii=False, sort_keys=True), population
    with study.transaction() as db:
        numbers = {"seed": seed, "size": len(drawn), "n_outputs": n_outputs, "n_predictions": n_predictions}
        sample = {"annotator_id": annotator_id(db, annotator), "drawn_at": now(), "scope": text, **numbers}
        return insert_sample(db, sample, [(position, *output) for position, output in enumerate(drawn)])


def insert_sample(db: sqlite3.Connection, sample: Mapping[str, Any], outputs: Iterable[Sequence[Any]]) -> int:
    """Write a sample, by the columns of its row, with its outputs: position, output, predictions, probability."""
    sample_id = insert(db, "sample", **sample)
    db.executemany(
        "INSERT INTO sample_output (sample_id, position, output_id, n_predictions, probability) VALUES (?, ?, ?, ?, ?)",
        [(sample_id, *output) for output in outputs],
    )
    return sample_id


def samples(study: Study) -> list[Sample]:
    """Every sample, the oldest first."""
    rows = study.connection.execute(
        "SELECT sample.id, name, drawn_at, scope, seed, size, n_outputs, n_predictions FROM sample "
        "JOIN annotator ON annotator.id = annotator_id ORDER BY sample.id"
    ).fetchall()  # before their JSON is read: a query that an error breaks off would keep the file open
    return [
        Sample(number, name, drawn_at, json.loads(scope), *counts) for number, name, drawn_at, scope, *counts in rows
    ]


def outputs_of_sample(study: Study, sample_id: int) -> list[int]:
    """The outputs of a sample, in the order in which they are judged."""
    rows = study.connection.execute(
        "SELECT output_id FROM sample_output WHERE sample_id = ? ORDER BY position", (sample_id,)
    )
    output_ids = [output_id for (output_id,) in rows]
    if not output_ids:
        there = ", ".join(str(sample.id) for sample in samples(study)) or "none so far"
        raise GoedError(f"the study has no audit sample {sample_id}; there are: {there}")
    return output_ids


def sampled_outputs(study: Study) -> list[SampledOutput]:
    """The outputs of every sample, in the order in which they are judged; those that are gone are left out."""
    rows = study.connection.execute(
        "SELECT sample_id, sampled.output_id, language, n_predictions, probability, is_correct, kind_id "
        "FROM sample_output AS sampled JOIN output ON output.id = sampled.output_id JOIN item ON item.id = item_id "
        "LEFT JOIN label ON label.output_id = output.id ORDER BY sample_id, position"
    )
    return [SampledOutput(*row) for row in rows]


def judged_blind(study: Study) -> set[tuple[int, int]]:
    """The (sample, output) pairs that somebody has labelled blind as part of that sample."""
    rows = study.connection.execute(
        "SELECT DISTINCT sample_id, output_id FROM standing_act JOIN annotation ON act_id = standing_act.id "
        "WHERE sample_id IS NOT NULL AND is_blind AND error IS NOT NULL"
    )
    return set(rows)
