"""What the tests share: goed as a user calls it, a small given split in Goedish, and the real data where they are."""

from __future__ import annotations

import fcntl
import importlib
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path
from random import Random, SystemRandom
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

import made_up
from gates import Gate
from goed import __file__ as tested_goed
from goed.commands.group import run_safely
from goed_classifiers import __file__ as tested_rules

REPOSITORY = Path(__file__).resolve().parents[1]
SHARED = REPOSITORY.parent / "shared" / "data"
GOEDISH = [[str(value) for value in item] for item in made_up.build()]  # lemma, form, features, frequency
GOED = str(Path(sys.executable).with_name("goed"))

QUICK = set(Path(__file__).with_name("quick.txt").read_text("utf-8").split())  # tests for every room: `make quick`

NO_MATTER_HOW_LONG: dict[str, Any] = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("the same cases", derandomize=True, database=None, **NO_MATTER_HOW_LONG)
settings.register_profile("new cases", derandomize=False, print_blob=True, **NO_MATTER_HOW_LONG)


def pytest_configure(config: pytest.Config) -> None:
    """Test the working tree, or nothing; draw cases."""
    tested = {"app/goed": Path(str(tested_goed)).parent, "classifiers/goed_classifiers": Path(tested_rules).parent}
    if not all(_is_the_same(REPOSITORY / own, there) for own, there in tested.items()) or not Path(GOED).exists():
        raise pytest.UsageError(
            f"the goed that would be tested is {tested['app/goed']}, not that of this working tree, {REPOSITORY}; "
            f"install it such that it is: {sys.executable} -m pip install -e '{REPOSITORY}[neural,test]'"
        )
    _draw_cases(config)
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # of a shell that was told to run pytest in the background:
        signal.signal(signal.SIGINT, signal.default_int_handler)  # what tests start must hear Ctrl-C


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that are quick."""
    for item in items:
        if item.path.name in QUICK:
            item.add_marker("quick")


def _is_the_same(own: Path, tested: Path) -> bool:
    """Whether a package is the working tree's, or one that was installed from it as it is now."""
    files = _files(own)
    return files == _files(tested) and all((own / name).read_bytes() == (tested / name).read_bytes() for name in files)


def _files(package: Path) -> set[Path]:
    """The files of a package, without the data that an installation puts beside them."""
    files = {path.relative_to(package) for path in package.rglob("*.*") if path.is_file()}
    return {file for file in files if "__pycache__" not in file.parts and file.parts[0] != "data"}


def _draw_cases(config: pytest.Config) -> None:
    """The normal suite draws the same cases every time; the slow one may find what nobody thought of."""
    if "not slow" not in config.option.markexpr:
        settings.load_profile("new cases")
        return
    settings.load_profile("the same cases")
    # Hypothesis also draws numbers and words that stand in the code imported so far: that depends on the tests before.
    providers._get_local_constants = lambda: providers._local_constants


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
def an_end(request: pytest.FixtureRequest) -> Iterator[None]:
    """A test that hangs ends after ten minutes. Nothing else has a limit of time, and none may come near this one."""

    def give_up(*given: object) -> None:
        pytest.fail("it hangs: given up after ten minutes")

    if request.node.get_closest_marker("slow"):
        yield
        return
    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(600)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


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


@pytest.fixture
def gate(tmp_path: Path) -> Iterator[Gate]:
    """A gate that commands wait at until the test lets them through."""
    gate = Gate(tmp_path / "gate")
    yield gate
    gate.close()


@pytest.fixture
def own_temporary_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What is the system's folder for temporary files to every goed that the test starts."""
    folder = tmp_path / "tmp"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    return folder


@pytest.fixture
def chance(request: pytest.FixtureRequest) -> Random:
    """The same chances every time in the normal suite, new ones in the slow suite."""
    new = None if settings().derandomize else str(SystemRandom().randrange(10**6))
    seed = os.environ.get("CHANCE", new or request.node.nodeid)
    print(f"the same again: CHANCE={seed} pytest …")  # shown where the test fails
    return Random(seed)


Made = Callable[[str, Callable[[Path], object]], Path]


@pytest.fixture(scope="session")
def made_once(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """Folders that take long to make: each is made once for all processes of pytest, and must not be changed."""
    own = tmp_path_factory.getbasetemp()
    place = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own

    def made(name: str, make: Callable[[Path], object]) -> Path:
        folder, is_made = place / name, place / f"{name}.made"
        with (place / f"{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not is_made.exists():
                shutil.rmtree(folder, ignore_errors=True)  # as a failure has left it
                folder.mkdir()
                make(folder)
                is_made.touch()
        return folder

    return made


MadeHere = Callable[[str, Callable[[], object]], Path]


@pytest.fixture
def made_here(made_once: Made) -> MadeHere:
    """A study that takes long to make: it is made once, in a folder of its own, and copied to the test's folder."""

    def made(name: str, make: Callable[[], object]) -> Path:
        def make_there(folder: Path) -> None:
            with chdir(folder):
                make()

        shutil.copytree(made_once(name, make_there), Path(), dirs_exist_ok=True)
        return Path("study.goed")

    return made


@pytest.fixture(scope="session")
def demo_folder(made_once: Made) -> Path:
    """What `goed demo` makes, and what it prints, in the file `printed`."""

    def make(folder: Path) -> None:
        with (folder / "printed").open("wb") as printed:
            subprocess.run([GOED, "demo", "--no-ui"], cwd=folder, stdout=printed, check=True)

    return made_once("demo", make)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real data, which is not part of this repository."""
    if not SHARED.is_dir():
        pytest.skip(f"needs the real data in {SHARED}, which are not there")
    return SHARED


def needed(package: str, how_to_get_it: str) -> Any:
    """A package that a module of tests needs: skipped where it is not installed, but never in CI.

    torch = conftest.needs_torch()
    """
    try:
        return importlib.import_module(package)
    except ModuleNotFoundError:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"needs {package}: {how_to_get_it}", allow_module_level=True)


def needs_torch() -> Any:
    """torch, for a module of tests that needs it."""
    return needed("torch", "pip install 'goed[neural]'")


def needs_distributed() -> Any:
    """Dask, for a module of tests that needs it."""
    return needed("distributed", "pip install 'goed[cluster]'")


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
def study(made_once: Made, split_folder: Path) -> Path:
    """A study with the given split in it, as the default study of the folder."""

    def make(folder: Path) -> None:
        in_folder(folder, ["init", "--empty"], ["import", "items", str(split_folder), "--as", "split"])

    shutil.copy(made_once("split", make) / "study.goed", "study.goed")
    return Path("study.goed")


@pytest.fixture
def verbs(made_once: Made) -> Path:
    """A study of English verbs with 14 distinct wrong forms, and what it was made from, in the test's folder."""
    from sitting import verbs_to_label

    shutil.copytree(made_once("verbs", verbs_to_label), Path(), dirs_exist_ok=True)
    return Path("study.goed")


def in_folder(folder: Path, *commands: Sequence[str]) -> None:
    """Call goed in a folder."""
    with chdir(folder):
        for command in commands:
            assert run_safely(command) == 0, command


def right_answers() -> list[list[str]]:
    """The gold lines of the test part."""
    return goedish(350, 430)


def sql(path: Path, query: str, *values: object) -> list[tuple[Any, ...]]:
    """Look into a study from outside."""
    import sqlite3

    connection = sqlite3.connect(path, timeout=600)  # goed may be at work in it
    try:
        return connection.execute(query, values).fetchall()
    finally:
        connection.close()
