"""What the tests share: goed as a user calls it, a small given split in Goedish, and the real data where they are."""

from __future__ import annotations

import importlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

import made_up
from goed.commands.group import run_safely

settings.register_profile("on a busy machine", deadline=None)
settings.load_profile("on a busy machine")

REPOSITORY = Path(__file__).resolve().parents[1]
SHARED = REPOSITORY.parent / "shared" / "data"
GOEDISH = [[str(value) for value in item] for item in made_up.build()]  # lemma, form, features, frequency
GOED = shutil.which("goed", path=str(Path(sys.executable).parent)) or "goed"


@dataclass(frozen=True)
class Answer:
    """What a call of goed printed, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def rows(self) -> list[dict[str, Any]]:
        """Results that were asked for as JSON."""
        rows: list[dict[str, Any]] = json.loads(self.out)
        return rows


Goed = Callable[..., Answer]


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test works in a folder of its own, without a user's settings."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GOED_STUDY", raising=False)
    monkeypatch.delenv("GOED_DEBUG", raising=False)


@pytest.fixture
def goed(capfd: pytest.CaptureFixture[str]) -> Goed:
    """Call goed in this process; it must end with the exit code that is expected, and never with a traceback."""

    def call(*arguments: object, code: int = 0) -> Answer:
        capfd.readouterr()
        got = run_safely([str(argument) for argument in arguments])
        out, err = capfd.readouterr()
        assert "Traceback" not in err
        assert "should not have happened" not in err
        assert got == code, f"goed {arguments} ended with {got}:\n{out}{err}"
        return Answer(got, out, err)

    return call


def start_goed(*arguments: object, **settings: Any) -> subprocess.Popen[str]:
    """Start goed as a process of its own."""
    return subprocess.Popen(
        [GOED, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUTF8": "1"},
        **settings,
    )


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real data, which is not part of this repository."""
    if not SHARED.is_dir():
        pytest.skip(f"needs the real data in {SHARED}, which are not there")
    return SHARED


def needs_torch() -> Any:
    """torch, for a module of tests that needs it: skipped where it is not installed, but never in CI.

    torch = conftest.needs_torch()
    """
    try:
        return importlib.import_module("torch")
    except ModuleNotFoundError:
        if os.environ.get("CI"):
            raise
        pytest.skip("needs torch: pip install 'goed[neural]'", allow_module_level=True)


def needs_distributed() -> Any:
    """Dask, for a module of tests that needs it: skipped where it is not installed, but never in CI."""
    try:
        return importlib.import_module("distributed")
    except ModuleNotFoundError:
        if os.environ.get("CI"):
            raise
        pytest.skip("needs Dask: pip install 'goed[cluster]'", allow_module_level=True)


@pytest.fixture(scope="module")
def one_thread() -> Iterator[None]:
    """One thread for torch, for tiny tensors: more would only wait for each other."""
    torch = needs_torch()
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def write(path: Path, rows: Sequence[Sequence[str]] | str, encoding: str = "utf-8") -> Path:
    """Write a table of forms, or a text as it stands."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = rows if isinstance(rows, str) else "".join("\t".join(row) + "\n" for row in rows)
    path.write_bytes(text.encode(encoding))
    return path


def goedish(first: int, last: int) -> list[list[str]]:
    """Items of Goedish: lemma, form, features."""
    return [item[:3] for item in GOEDISH[first:last]]


@pytest.fixture
def split_folder(tmp_path: Path) -> Path:
    """A given split in SIGMORPHON's naming: nested sets of 100, 200, 300, with 50 dev and 80 test items."""
    folder = tmp_path / "part2"
    for size in (100, 200, 300):
        write(folder / f"qgo_{size}.train", goedish(0, size))
    write(folder / "qgo.dev", goedish(300, 350))
    write(folder / "qgo.gold", goedish(350, 430))
    write(folder / "qgo.test", [[lemma, features] for lemma, _, features in goedish(350, 430)])
    return folder


@pytest.fixture
def goedish_items(goed: Goed) -> Path:
    """A study with all items of Goedish and no split, as the default study of the folder."""
    goed("import", "items", write(Path("qgo"), GOEDISH))
    return Path("study.goed")


@pytest.fixture
def study(goed: Goed, split_folder: Path) -> Path:
    """A study with the given split in it, as the default study of the folder."""
    goed("init", "--empty")
    goed("import", "items", split_folder, "--as", "split")
    return Path("study.goed")


def right_answers() -> list[list[str]]:
    """The gold lines of the test part."""
    return goedish(350, 430)


def sql(path: Path, query: str, *values: object) -> list[tuple[Any, ...]]:
    """Look into a study from outside."""
    import sqlite3

    connection = sqlite3.connect(path)
    try:
        return connection.execute(query, values).fetchall()
    finally:
        connection.close()
