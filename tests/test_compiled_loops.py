"""What CLUZH computes in compiled loops is what torch computes by calls, in numbers of twice the precision."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import conftest

torch: Any = conftest.needs_torch()
pytestmark = pytest.mark.usefixtures("one_thread")

from goed.models.cluzh.batches import batch_of_lessons  # noqa: E402
from goed.models.cluzh.classroom import TrainingMaterial  # noqa: E402
from goed.models.cluzh.cpu_arithmetic import compiled, product, sums_of_rows  # noqa: E402
from goed.models.cluzh.loss import loss_of  # noqa: E402
from goed.models.cluzh.lstm import lstm  # noqa: E402
from goed.models.cluzh.network import Networks  # noqa: E402
from goed.models.cluzh.optimizers import Adadelta, Adam  # noqa: E402
from goed.models.cluzh.settings import BEST, FAITHFUL, CluzhSettings  # noqa: E402
from goed.models.interface import Example  # noqa: E402

CPU = torch.device("cpu")
ITEMS = [Example(*row) for row in conftest.goedish(0, 12)]


def as_leaves(numbers: list[Any], kind: Any) -> list[Any]:
    """The same numbers in another precision, to take gradients of."""
    return [each.detach().to(kind).requires_grad_() for each in numbers]


@settings(max_examples=60)
@given(
    layers=st.integers(1, 3),
    directions=st.integers(1, 2),
    steps=st.integers(1, 6),
    words=st.integers(1, 9),
    size=st.integers(1, 20),
    n_tables=st.integers(1, 3),
    seed=st.integers(0, 1000),
)
def test_an_lstm_and_its_gradients(
    layers: int, directions: int, steps: int, words: int, size: int, n_tables: int, seed: int
) -> None:
    torch.manual_seed(seed)
    stack = layers * directions
    tables = [torch.randn(stack, 3 + i, 4 * size) for i in range(n_tables)]
    places = [torch.randint(3 + i, (directions, steps, words)) for i in range(n_tables)]
    recurrent = torch.randn(stack, size, 4 * size)
    asked = torch.randn(stack, steps, words, size)
    found = []
    for kind in (torch.float32, torch.float64):
        leaves = as_leaves([recurrent, *tables], kind)
        hidden = lstm(leaves[1:], places, leaves[0])
        # In a single step the recurrent weights have no part.
        gradients = torch.autograd.grad((hidden * asked).sum(), leaves, materialize_grads=True)
        found.append([hidden, *gradients])
    for loops, calls in zip(*found, strict=True):
        torch.testing.assert_close(loops, calls.float(), rtol=1e-3, atol=1e-4)


def test_the_gates_of_an_lstm_may_be_wide_open_or_shut() -> None:
    table = torch.linspace(-300, 300, 400).view(1, 100, 4)
    places = torch.arange(100).view(1, 1, 100)
    loops, calls = (lstm([table.to(kind)], [places], torch.zeros(1, 1, 4, dtype=kind)) for kind in (table.dtype, float))
    torch.testing.assert_close(loops, calls.float(), rtol=0, atol=1e-6)


@pytest.mark.parametrize("all_optimal", [False, True])
@pytest.mark.parametrize(
    "setting",
    [FAITHFUL, replace(BEST, members=3, hidden_size=16), replace(FAITHFUL, encoder_layers=2, hidden_size=16)],
    ids=["faithful", "best", "two layers"],
)
def test_what_a_batch_loses_and_its_gradients(setting: CluzhSettings, all_optimal: bool) -> None:
    torch.manual_seed(1)
    material = TrainingMaterial(ITEMS, setting)
    steps = [
        # Of every other lesson each step has a second action that is as good.
        [step._replace(optimal=(*step.optimal, 3)) for step in lesson.steps] if i % 2 else lesson.steps
        for i, lesson in enumerate(material.lessons)
    ]
    lessons = [lesson._replace(steps=its_steps) for lesson, its_steps in zip(material.lessons, steps, strict=True)]
    batch = batch_of_lessons(lessons, all_optimal, CPU)
    networks = Networks(material.shape, setting).train()
    found = []
    for kind in (torch.float32, torch.float64):
        loss = loss_of(networks.to(kind), batch, setting.smoothing)
        found.append([loss.detach(), *torch.autograd.grad(loss, list(networks.parameters()))])
    for loops, calls in zip(*found, strict=True):
        torch.testing.assert_close(loops, calls.float(), rtol=1e-3, atol=1e-6)


def test_sums_of_embeddings_and_their_gradients() -> None:
    torch.manual_seed(1)
    table, places, padding = torch.randn(2, 5, 7), torch.tensor([[4, 2, 4], [0, 1, 1], [1, 1, 1], [3, 0, 1]]), 1
    asked = torch.randn(2, 4, 7)
    found = []
    for kind in (torch.float32, torch.float64):
        (leaf,) = as_leaves([table], kind)
        sums = sums_of_rows(leaf, places, padding)
        found.append([sums, *torch.autograd.grad((sums * asked).sum(), leaf)])
    for loops, calls in zip(*found, strict=True):
        torch.testing.assert_close(loops, calls.float())
    assert not found[0][0][:, 2].any()  # nothing but padding
    assert not found[0][1][:, padding].any()


@pytest.mark.parametrize("make", [Adadelta, partial(Adam, learning_rate=0.003)], ids=["adadelta", "adam"])
def test_steps_of_optimizers(make: Any) -> None:
    torch.manual_seed(1)
    weights = torch.randn(5, 3)
    moved = []
    for kind in (torch.float32, torch.float64):
        mine = weights.to(kind, copy=True)
        optimizer = make([mine])
        draws = torch.Generator().manual_seed(2)
        for _ in range(30):
            optimizer.step([torch.randn(5, 3, generator=draws).to(kind)])
        moved.append(mine)
    torch.testing.assert_close(moved[0], moved[1].float())
    assert (moved[0] - weights).abs().min() > 0


@pytest.mark.parametrize("make", [Adadelta, partial(Adam, learning_rate=0.003)], ids=["adadelta", "adam"])
def test_optimizers_move_weights_that_do_not_stand_side_by_side(make: Any) -> None:
    weights = torch.ones(3, 2).t()
    make([weights]).step([torch.ones(2, 3)])
    assert (weights < 1).all()


def test_products_of_any_size_and_layout_and_their_gradients() -> None:
    torch.manual_seed(1)
    for stack, rows, inner, columns in ((1, 3, 4, 5), (1, 130, 129, 140), (3, 70, 256, 129)):
        turned, right = torch.randn(stack, inner, rows), torch.randn(stack, inner, columns)
        asked = torch.randn(stack, rows, columns)
        found = []
        for kind in (torch.float32, torch.float64):
            leaves = as_leaves([turned, right], kind)
            result = product(leaves[0].transpose(1, 2), leaves[1])
            found.append([result, *torch.autograd.grad((result * asked).sum(), leaves)])
        for ours, exact in zip(*found, strict=True):
            torch.testing.assert_close(ours, exact.float(), rtol=1e-3, atol=1e-3)


def test_numbers_that_are_none_stay_so() -> None:
    """Or a training that diverges would go unnoticed."""
    table = torch.tensor([float("nan"), 1.0, 1.0, 1.0]).view(1, 1, 4)
    hidden = lstm([table], [torch.zeros(1, 2, 1, dtype=torch.long)], torch.ones(1, 1, 4))
    assert hidden.isnan().all()


def test_a_loop_is_compiled_also_where_nothing_can_be_kept() -> None:
    # numba finds no folder for what does not come from a file.
    names: dict[str, Any] = {}
    exec(compile("def doubled(x):\n    return 2 * x\n", "<nowhere>", "exec"), names)
    doubled: Any = compiled(names["doubled"])
    assert doubled(np.float32(4)) == 8
    assert doubled.nopython_signatures


TRAINING = """
import hashlib
import torch
from goed.models.cluzh.batches import batch_of_lessons
from goed.models.cluzh.network import Networks
from goed.models.cluzh.settings import FAITHFUL
from goed.models.cluzh.classroom import TrainingMaterial
from goed.models.cluzh.learner import CluzhTrainer
from goed.models.interface import Example

torch.set_num_threads(1)
torch.manual_seed(1)
material = TrainingMaterial([Example(f"{a}alk{b}", f"{a}alk{b}ed", "V;PST") for a in "wtbs" for b in "aeio"], FAITHFUL)
networks = Networks(material.shape, FAITHFUL)
CluzhTrainer(networks, batch_of_lessons(material.lessons, False, torch.device("cpu")), FAITHFUL).epoch()
for name, weights in networks.state_dict().items():
    print(name, hashlib.sha256(weights.numpy().tobytes()).hexdigest())
"""


def test_the_process_that_compiles_ends_with_the_same_weights_as_those_after_it(tmp_path: Path) -> None:
    """Or the first training of an installation could not be repeated."""
    weights = []
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-c", TRAINING],
            env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "kept"), "PYTHONPATH": str(conftest.REPOSITORY)},
            capture_output=True,
            text=True,
        )
        assert not done.returncode, done.stderr
        weights.append(done.stdout)
    assert list((tmp_path / "kept").rglob("*.nbc")), "nothing was kept"
    assert weights[0] == weights[1]
