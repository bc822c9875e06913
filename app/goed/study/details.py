"""What some models tell of a prediction besides its form: how probable it is, and the edit actions that built it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import NamedTuple

from goed.study.study import Study


class Detail(NamedTuple):
    """What a model tells of a prediction besides its form."""

    run_part_id: int
    score: float | None  # log-probability
    actions: str | None


def details_of(study: Study, item_id: int, run_part_ids: Iterable[int]) -> list[Detail]:
    """What is told of the predictions for an item in these parts of runs."""
    rows = study.connection.execute(
        "SELECT run_part_id, score, actions FROM prediction_detail "
        "WHERE item_id = ? AND run_part_id IN (SELECT value FROM json_each(?)) ORDER BY run_part_id",
        (item_id, json.dumps(list(run_part_ids))),
    )
    return [Detail(*row) for row in rows]
