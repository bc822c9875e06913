"""What becomes of single items is what the statistics of errors count."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np

from conftest import Goed, right_answers, write
from goed.statistics.item_labels import ItemLabels
from goed.study.selection import Selection
from goed.study.study import Study


def test_outcomes_are_what_errors_counts(goed: Goed, study: Path) -> None:
    rows = [
        [lemma, form if place % 3 else f"{lemma}zz", tags] for place, (lemma, form, tags) in enumerate(right_answers())
    ]
    write(Path("m/qgo_100.test"), rows[:70])  # ten are missing
    goed("import", "predictions", "m", "--model", "m", "--pattern", "{model}/{language}_{size}")
    goed("run", "--size", 100)
    counted: Counter[tuple[str, str]] = Counter()
    with Study.open(study) as opened:
        outcomes = ItemLabels(opened, Selection(parts=("test",)))
        for part in outcomes.of_parts():
            assert len(part.items) == len(part.kinds) == part.tally.n_items
            counted.update((part.tally.model, outcomes.kinds[kind].error) for kind in part.kinds.tolist())
            right = outcomes.is_kind_in(part.kinds, outcomes.numbers_of("correct"))
            assert int(np.sum(right)) == part.tally.n_correct
    assert counted["m", "missing"] == 10
    for row in goed("stats", "errors", "--format", "json").rows:
        assert counted[row["model"], row["error"]] == row["n"]
