"""goed struck by whatever happens to programs, at any moment: nothing that was acknowledged is ever lost.

`pytest -m slow -n 0 tests/faults` strikes hundreds of times and prints the counts that the README states.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from random import Random

import pytest

from benchmarks.terminal import is_possible
from faults.faults import FAULTS
from faults.harness import Labellings, Sittings, Stage, Tally, possible_faults
from faults.scenes import SCENES, Scene

pytestmark = pytest.mark.skipif(not is_possible(), reason="needs Linux, with ptys")

TALLY = Tally()
NORMALLY, SLOWLY = 1, 30  # faults in a scene


@pytest.fixture(scope="module", autouse=True)
def told() -> Iterator[None]:
    """Prints what was done, when all of it is."""
    yield
    sys.__stdout__ and print(f"\n{TALLY}", file=sys.__stdout__)


def scenes() -> list[object]:
    """Every scene, a little and at length."""
    return [
        pytest.param(
            scene, number, id=f"{scene.name}-{number}",
            marks=[pytest.mark.slow] if number == SLOWLY or scene.is_slow else [],
        )
        for scene in SCENES for number in (NORMALLY, SLOWLY)
    ]  # fmt: skip


@pytest.mark.parametrize(("scene", "number"), scenes())
def test_a_command_that_is_struck_leaves_all_or_nothing(
    scene: Scene, number: int, chance: Random, tmp_path: Path
) -> None:
    stage = Stage(scene, tmp_path / "stage")
    faults = possible_faults()
    first = chance.randrange(len(faults))
    for strike, fault in zip(range(number), cycle([*faults[first:], *faults[:first]]), strict=False):
        with TALLY.counting(fault):
            TALLY.in_time += stage.strike(fault, chance, tmp_path / f"strike{strike}")


@pytest.mark.parametrize("number", [len(FAULTS), pytest.param(60, marks=pytest.mark.slow)])
def test_an_annotator_loses_no_act(number: int, chance: Random, tmp_path: Path) -> None:
    sittings = Sittings(tmp_path / "stage")
    for strike, fault in zip(range(number), cycle(possible_faults()), strict=False):
        with TALLY.counting(fault):
            sittings.strike(fault, chance, tmp_path / f"strike{strike}", TALLY)
        TALLY.in_time += 1
    assert TALLY.lost == 0


@pytest.mark.parametrize("number", [2, pytest.param(40, marks=pytest.mark.slow)])
def test_labels_given_by_commands_are_all_there(number: int, chance: Random, tmp_path: Path) -> None:
    labellings = Labellings(tmp_path / "stage")
    for strike, fault in zip(range(number), cycle(possible_faults()), strict=False):
        with TALLY.counting(fault):
            labellings.strike(fault, chance, tmp_path / f"strike{strike}", TALLY)
        TALLY.in_time += 1
    assert TALLY.lost == 0
