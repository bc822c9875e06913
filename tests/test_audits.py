"""Random audits: what is drawn, with which probability, and from what."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from hashlib import blake2b
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import Goed, sql
from goed.annotation.audit import Unit, draw
from goed.annotation.desk import Desk
from goed.annotation.queue_filter import Filter
from goed.study.study import Study
from sitting import verbs_to_label


def units(frequencies: list[int]) -> list[Unit]:
    return [Unit(blake2b(bytes([number])).digest(), number, n) for number, n in enumerate(frequencies)]


@given(st.lists(st.integers(1, 40), min_size=1, max_size=30), st.integers(1, 35))
def test_each_is_drawn_with_exactly_its_probability(frequencies: list[int], size: int) -> None:
    """Over all starts, evenly spread: one for each prediction is as good as all, for units end at whole numbers."""
    there = units(frequencies)
    starts = [(k + 0.5) / sum(frequencies) for k in range(sum(frequencies))]
    drawn: Counter[int] = Counter()
    stored: dict[int, float] = {}
    for start in starts:
        sample = draw(there, size, start)
        assert len({unit.output_id for unit in sample}) == len(sample) == min(size, len(there))
        for unit in sample:
            drawn[unit.output_id] += 1
            stored[unit.output_id] = unit.probability
            assert unit.n_predictions == frequencies[unit.output_id]
    certain = {number for number, probability in stored.items() if probability == 1}
    left = size - len(certain)
    rest = sum(n for number, n in enumerate(frequencies) if number not in certain)
    for number, n in enumerate(frequencies):
        expected = 1 if number in certain else Fraction(left * n, rest)
        assert stored[number] == pytest.approx(float(expected))
        if number in certain:
            assert drawn[number] == len(starts)
    if not certain:
        assert all(drawn[number] == size * n for number, n in enumerate(frequencies))


def test_the_numbers_of_outputs_have_no_part_in_it() -> None:
    there = units([5, 1, 1, 2, 9, 3, 3, 3])
    renumbered = [unit._replace(output_id=100 - unit.output_id) for unit in reversed(there)]
    again = [100 - unit.output_id for unit in draw(renumbered, 4, 0.3)]
    assert again == [unit.output_id for unit in draw(there, 4, 0.3)]


def test_a_sample_says_what_it_was_drawn_from(goed: Goed) -> None:
    """What people say has no part in it, so a filter's words about them are not kept with it."""
    verbs: Path = verbs_to_label(Path())
    asked = Filter(
        languages=("eng",), marked=True, pair=("sp", "jk"), aspect="error", cell=("reg", "irr"), errors=("unnatural",)
    )
    with Study.open(verbs) as study:
        desk = Desk(study, "sp")
        desk.draw_audit(asked, 5, 1)
        desk.draw_audit(Filter(languages=("eng",)), 5, 1)
        (one, _), (other, _), *_ = desk.blind_queues()
    assert one.endswith("; English · wrong")
    assert one.replace("audit 1", "audit 2") == other
    assert len(set(sql(verbs, "SELECT scope, n_outputs FROM sample"))) == 1
