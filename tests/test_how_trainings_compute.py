"""How a training sets its process up: in which precision it computes, and what it leaves behind."""

from __future__ import annotations

import gc
import math
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

import pytest

import conftest
from conftest import REPOSITORY, goedish

torch: Any = conftest.needs_torch()
pytestmark = pytest.mark.usefixtures("one_thread")

from goed.models.chr_trm import learner as chr_trm_run  # noqa: E402
from goed.models.chr_trm.learner import precision_of  # noqa: E402
from goed.models.chr_trm.settings import QUICK  # noqa: E402
from goed.models.cluzh import learner as cluzh_run  # noqa: E402
from goed.models.cluzh.settings import BEST  # noqa: E402
from goed.models.interface import Example, Progress, Question, Task, Workbench  # noqa: E402
from goed.models.torch_trainings import loaded_objects_left_alone, tiny_numbers_as_zero  # noqa: E402

CPU = torch.device("cpu")
EXAMPLES = tuple(Example(*row) for row in goedish(0, 12))


def are_zero() -> bool:
    """Whether the smallest numbers are zero in this thread."""
    smallest = math.ulp(0.0)
    return smallest * 1.0 == 0.0


@pytest.mark.parametrize(
    ("training", "settings"),
    [
        (cluzh_run, asdict(replace(BEST, hidden_size=8, epochs=1))),
        (chr_trm_run, asdict(replace(QUICK, updates=2, checks=1, warmup=1, precision="fp32"))),
    ],
    ids=["cluzh", "chr-trm"],
)
def test_small_numbers_are_zero_in_a_training_and_come_back_after_it(
    training: Any, settings: Mapping[str, Any]
) -> None:
    seen: list[bool] = []

    class Watcher(Workbench):
        def tell(self, progress: Progress) -> None:
            seen.append(are_zero())

    question = Question(EXAMPLES[0].lemma, EXAMPLES[0].features)
    values = {"name": "cluzh-gr", **settings}
    training.learn_and_predict(Task(EXAMPLES, EXAMPLES[:2], (), (question,), 1, values, "cpu"), Watcher())
    assert seen
    assert all(seen)
    assert not are_zero()


A_TRAINING = """
import sys
from dataclasses import asdict, replace
from goed.models.cluzh.learner import learn_and_predict
from goed.models.cluzh.settings import BEST
from goed.models.interface import Workbench, Example, Question, Task

walk = Example("walk", "walked", "V;PST")
settings = {"name": "cluzh-gr", **asdict(replace(BEST, hidden_size=8, epochs=1))}
learn_and_predict(Task((walk,), (walk,), (), (Question("talk", "V;PST"),), 1, settings, "cpu"), Workbench())
print([name for name in ("torch._dynamo", "torch._inductor", "sympy") if name in sys.modules])
"""


def test_a_training_of_cluzh_does_not_load_torchs_compiler() -> None:
    # It would take two seconds and 80 MB: a fifth of a training, and of its memory.
    done = subprocess.run([sys.executable, "-c", A_TRAINING], cwd=REPOSITORY, capture_output=True, text=True)
    assert done.stdout == "[]\n", done.stderr


def test_who_has_small_numbers_as_zero_keeps_them_so() -> None:
    with tiny_numbers_as_zero():
        with tiny_numbers_as_zero():
            assert are_zero()
        assert are_zero()
    assert not are_zero()


def test_the_garbage_collector_looks_at_loaded_objects_again_after_a_training() -> None:
    with loaded_objects_left_alone():
        assert gc.get_freeze_count() > 0
    assert gc.get_freeze_count() == 0


@pytest.mark.parametrize(
    ("able", "precision"),
    [
        ({"avx512_f": True, "avx512_vnni": True, "avx512_bf16": False, "amx_bf16": False}, "float32"),
        ({"avx512_f": True, "avx512_bf16": True, "amx_bf16": False}, "bfloat16"),
        ({"avx512_f": True, "avx512_bf16": False, "amx_bf16": True}, "bfloat16"),
        ({"neon": True, "bf16": True}, "bfloat16"),
        ({"neon": True}, "float32"),
    ],
)
def test_half_precision_is_taken_only_where_the_processor_has_it(
    monkeypatch: pytest.MonkeyPatch, able: Mapping[str, bool], precision: str
) -> None:
    monkeypatch.setattr(torch.cpu, "get_capabilities", lambda: able)
    assert precision_of(QUICK, CPU) == getattr(torch, precision)
    assert precision_of(replace(QUICK, precision="fp32"), CPU) == torch.float32
    assert precision_of(replace(QUICK, precision="bf16"), CPU) == torch.bfloat16
