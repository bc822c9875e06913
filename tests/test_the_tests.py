"""What the normal suite promises of itself: the same cases every time, however busy the machine is."""

from __future__ import annotations

import ast
import importlib.util
import re
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conftest import REPOSITORY, write

# Only here may the clock be looked at: in the two loops that wait, and in what ends a test that hangs.
WHO_WAITS = {"waiting.py", "conftest.py"}
CLOCKS = re.compile(
    r"\b(sleep|alarm|setitimer|monotonic|perf_counter|pause)$|^time\.time$|^asyncio\.(timeout|wait_for)$"
)
SLEEPING = re.compile(r"\btime\.sleep\(|\bsleep \d")  # in programs that are written into tests


@pytest.fixture
def the_same_cases(pytestconfig: pytest.Config) -> None:
    if "not slow" not in pytestconfig.option.markexpr:
        pytest.skip("the slow suite draws new cases")


def test_cases_have_no_deadline_and_are_not_kept(the_same_cases: None) -> None:
    assert settings().derandomize
    assert settings().deadline is None
    assert settings().database is None


def test_the_same_cases_are_drawn_whatever_was_imported_before(tmp_path: Path, the_same_cases: None) -> None:
    drawn: list[tuple[int, str]] = []

    @given(st.integers(), st.text())
    def note(number: int, text: str) -> None:
        drawn.append((number, text))

    note()
    before, drawn[:] = list(drawn), []
    numbers = [10_007 + 3 * place for place in range(500)]
    path = write(tmp_path / "more.py", f"NUMBERS = {numbers}\nWORDS = {[f'word{n}' for n in numbers]}\n")
    spec = importlib.util.spec_from_file_location("more_that_was_imported", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    note()
    assert drawn == before


def test_no_test_waits_for_a_time() -> None:
    """On a busy machine nothing is done in time: tests wait for what happens, and say nothing of how long it took."""
    tests = REPOSITORY / "tests"
    for path in sorted(tests.rglob("*.py")):
        if path.name in WHO_WAITS or path.parent.name == "benchmarks" or path == Path(__file__):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            where = f"{path.relative_to(tests)}, line {getattr(node, 'lineno', 0)}"
            if isinstance(node, ast.Call):
                assert not CLOCKS.search(ast.unparse(node.func)), where
                assert "timeout" not in {word.arg for word in node.keywords}, where
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert not SLEEPING.search(node.value), where
