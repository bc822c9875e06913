"""What `pip install` brings: goed, its classifiers and their data, whatever else is called app where one works."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest

from conftest import REPOSITORY, Made, needed, write

needed("hatchling", "pip install 'goed[test]'")
NOT_SHIPPED = {"build.py", "recipes", ".packages"}  # what makes the data


def call(*words: object, folder: Path | None = None, **environment: str) -> str:
    """What a command that must succeed prints, talk and all."""
    command = [str(word) for word in words]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, env={**os.environ, **environment})
    assert done.returncode == 0, f"{words}:\n{done.stdout}{done.stderr}"
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def wheel(made_once: Made) -> Path:
    """The wheel, built without a network."""

    def build(folder: Path) -> None:
        options = ("--no-build-isolation", "--no-deps", "--no-index", "--wheel-dir", folder)
        call(sys.executable, "-m", "pip", "wheel", *options, REPOSITORY)

    (wheel,) = made_once("wheel", build).glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def installed(wheel: Path, made_once: Made) -> Path:
    """The bin folder of an environment in which the wheel is installed; what goed needs is borrowed from this one."""

    def install(folder: Path) -> None:
        venv.create(folder, symlinks=True)
        options = ("--no-deps", "--no-index", "--no-compile")
        call(sys.executable, "-m", "pip", "--python", folder / "bin" / "python", "install", *options, wheel)
        (site,) = folder.glob("lib/python*/site-packages")
        borrowed = [path for path in sys.path if Path(path).name == "site-packages"]
        write(site / "borrowed.pth", "".join(f"{path}\n" for path in borrowed))

    return made_once("installed", install) / "bin"


def test_a_wheel_has_two_packages_and_nothing_else_on_top(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        names = archive.namelist()
    on_top = {name.split("/")[0] for name in names}
    assert {name for name in on_top if not name.endswith(".dist-info")} == {"goed", "goed_classifiers"}
    assert len(on_top) == 3
    assert {"goed/py.typed", "goed_classifiers/py.typed"} <= set(names)


def test_all_data_are_in_the_wheel(wheel: Path) -> None:
    data = REPOSITORY / "data"
    there = [path for path in data.rglob("*") if path.is_file()]
    shipped = [path for path in there if path.relative_to(data).parts[0] not in NOT_SHIPPED]
    assert len(shipped) > 15
    with ZipFile(wheel) as archive:
        for path in shipped:
            assert archive.read(f"goed/data/{path.relative_to(data).as_posix()}") == path.read_bytes()


def test_the_word_lists_of_the_classifiers_are_in_the_wheel_and_are_read_from_it(wheel: Path, tmp_path: Path) -> None:
    there = [path for path in (REPOSITORY / "classifiers").rglob("*.*") if path.suffix in (".tsv", ".txt")]
    assert len(there) == 8
    with ZipFile(wheel) as archive:
        for path in there:
            name = path.relative_to(REPOSITORY / "classifiers").as_posix()
            assert archive.read(name) == path.read_bytes()
    labels = """
from goed_classifiers import word_lists
from goed_classifiers.registry import registry
from goed_classifiers.values import Case

print(word_lists.__file__)
for language, *words in (("eng", "dive", "V;PST", "dove", "dived"), ("deu", "Balkon", "N;PL", "Balkone", "Balkons")):
    print(registry().of(language).classify(Case(*words)).flags)
"""
    said = call(sys.executable, "-c", labels, folder=tmp_path, PYTHONPATH=str(wheel))
    assert said.splitlines() == [f"{wheel}/goed_classifiers/word_lists.py", "('variant',)", "('variant',)"]


def test_what_stands_beside_the_code_is_in_the_wheel(wheel: Path) -> None:
    """The template of the report's page with its style and script, the card of a data set, the style of figures."""
    app = REPOSITORY / "app"
    endings = {".jinja", ".css", ".js", ".md", ".mplstyle"}
    there = [path for path in (app / "goed/report").rglob("*") if path.suffix in endings]
    assert len(there) == 6
    with ZipFile(wheel) as archive:
        for path in there:
            assert archive.read(path.relative_to(app).as_posix()) == path.read_bytes()


def test_the_installed_goed_finds_its_data(installed: Path, tmp_path: Path) -> None:
    goed = installed / "goed"
    assert "eng: 2,453 items" in call(goed, "init", folder=tmp_path)
    assert "kodner2023.toml" in call(goed, "make", "--list", folder=tmp_path)
    assert "[splits" in call(goed, "make", "kodner2023.toml", "--show", folder=tmp_path)


@pytest.mark.parametrize("shape", ["{name}.py", "{name}/__init__.py"], ids=["files", "folders"])
def test_what_is_called_app_or_classifiers_does_not_get_in_the_way(installed: Path, tmp_path: Path, shape: str) -> None:
    """In the folder where one works, and on the path of Python; job processes, too, find the goed that is installed."""
    for name in ("app", "classifiers"):
        write(tmp_path / shape.format(name=name), f"raise SystemExit('this is the {name} of somebody else')\n")
    goed, there = installed / "goed", {"folder": tmp_path, "PYTHONPATH": str(tmp_path)}
    where = "import goed, goed_classifiers; print(goed.__file__, goed_classifiers.__file__)"
    for file in call(installed / "python", "-c", where, **there).split():  # type: ignore[arg-type]
        assert Path(file).is_relative_to(installed.parent)
    assert "Usage: goed" in call(goed, "--help", **there)  # type: ignore[arg-type]
    assert "--jobs" in call(goed, "run", "--help", **there)  # type: ignore[arg-type]
    call(goed, "init", "--language", "deu", **there)  # type: ignore[arg-type]
    call(goed, "split", "--seeds", "1", "--sizes", "20", "40", "--dev", "10", "--test", "20", **there)  # type: ignore[arg-type]
    assert "4 runs done" in call(goed, "run", "--model", "nonneur", "--jobs", "2", **there)  # type: ignore[arg-type]


def test_tests_of_another_goed_than_that_of_the_working_tree_are_not_begun(installed: Path) -> None:
    """One that was installed from the tree as it is now is the same; one that differs in a line is refused."""
    command = [installed / "python", "-m", "pytest", "-n", "0", "-p", "no:cacheprovider", "tests/test_the_tests.py"]

    def begun() -> subprocess.CompletedProcess[str]:
        return subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False)

    assert begun().returncode == 0
    where = call(installed / "python", "-c", "import goed; print(goed.__file__)", folder=installed).strip()
    before = Path(where).read_bytes()
    Path(where).write_bytes(before + b"# edited elsewhere\n")
    try:
        done = begun()
    finally:
        Path(where).write_bytes(before)
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert "the goed that would be tested is" in done.stderr
