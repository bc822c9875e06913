"""Counts that statistics start from: what each run got right, part by part."""

from __future__ import annotations

from typing import NamedTuple

from goed.study.study import Study


class PartTally(NamedTuple):
    """How many items of one part one run was asked, answered, and got right."""

    run_part_id: int
    split_id: int
    language: str
    sampling: str
    seed: int
    model: str
    size: int
    training_seed: int
    part: str
    n_items: int
    n_predicted: int
    n_correct: int
    domain: str


def part_tallies(study: Study) -> list[PartTally]:
    """Every visible part of every run at its end."""
    rows = study.connection.execute(
        "SELECT run_part.id, split.id, language, sampling, seed, model.name, size, training_seed, part, n_items, "
        "n_predicted, n_correct, split.domain FROM run_part JOIN run ON run.id = run_id "
        "JOIN model ON model.id = model_id JOIN split ON split.id = split_id "
        "WHERE step = 0 ORDER BY language, sampling, model.name, size, part, seed, training_seed"
    )
    return [PartTally(*row) for row in rows]
