"""A stranger types `goed`, asks for help, mistypes."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import click
import pytest

from conftest import GOED, Goed
from goed import __version__
from goed.commands import demo, web_server
from goed.commands.group import COMMANDS
from goed.commands.score.group import SCORES
from goed.commands.stats.group import command as stats
from goed.statistics.catalogue import STATISTICS

HEAVY = {
    *("pandas", "numpy", "scipy", "statsmodels", "matplotlib", "jinja2"),
    *("textual", "torch", "sqlite_utils", "rich", "sqlite3"),
}


def test_goed_alone_says_what_it_is_and_what_to_type_next(goed: Goed) -> None:
    answer = goed()
    assert "goed demo" in answer.out
    assert "goed import items" in answer.out
    assert len(answer.out.splitlines()) <= 24
    assert max(map(len, answer.out.splitlines())) <= 80


@pytest.mark.parametrize(
    "arguments",
    ["--help", "--version", "", "run --help", "stats --help", "import --help", "score --help", "score ccg --help"],
)
def test_help_loads_nothing_heavy(arguments: str) -> None:
    script = (
        "import sys; from goed.commands.group import run_safely; "
        f"run_safely({arguments.split()!r}); print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert not HEAVY & {module.partition(".")[0] for module in done.stderr.split()}


@pytest.mark.parametrize(
    ("arguments", "not_needed"),
    [
        ("status", {"pandas", "numpy", "sqlite_utils", "torch", "textual"}),
        ("check", {"pandas", "numpy", "sqlite_utils", "torch", "textual"}),
        ("run --model nonneur", {"pandas", "numpy", "sqlite_utils", "torch", "textual"}),
        ("stats accuracy --format csv", {"sqlite_utils", "torch", "textual", "scipy", "statsmodels", "matplotlib"}),
        ("score dependencies t --baseline left", {"sqlite3", "scipy", "sqlite_utils", "textual", "statsmodels"}),
        ("score categories t t", {"sqlite3", "sqlite_utils", "torch", "textual", "statsmodels", "matplotlib"}),
    ],
)
def test_a_command_loads_only_what_it_needs(arguments: str, not_needed: set[str], study: object) -> None:
    Path("t").write_text("1\ta\t_\tX\tX\t_\t0\tr\t_\t_\n", encoding="utf-8")  # a treebank
    script = (
        "import sys; from goed.commands.group import run_safely\n"
        f"if __name__ == '__main__': run_safely({arguments.split()!r}); print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert not not_needed & {module.partition(".")[0] for module in done.stderr.split()}


def test_the_version_is_printed(goed: Goed) -> None:
    assert goed("--version").out == f"goed, version {__version__}\n"


@pytest.mark.parametrize("name", [*COMMANDS, *SCORES])
def test_the_list_of_commands_says_what_each_commands_own_help_says(name: str) -> None:
    module, line = (COMMANDS | SCORES)[name]
    own = import_module(module).command.help
    assert own.splitlines()[0].strip() == line


@pytest.mark.parametrize(("name", "line"), STATISTICS.items())
def test_the_list_of_statistics_says_what_each_ones_own_help_says(name: str, line: str) -> None:
    own = stats.get_command(click.Context(stats), name)
    assert own
    assert (own.help or "").splitlines()[0].strip() == line


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        ["run", "--nonsense"],
        ["run", "--size", "many"],
        ["run", "--size", "300:100"],
        ["run", "--size", "1:9999999999"],
        ["run", "--size", "9" * 5000],
        ["split", "--sizes", "0"],
        ["split", "--test", "9" * 5000],
        ["stats", "averages"],
        ["stats", "accuracy", "--by", "colour"],
        ["stats", "accuracy", "--average", "language"],
        ["import", "items", "--as", "split"],
        ["import", "items", "x", "--pattern", "{tongue}_{size}"],
        ["import", "items", "x", "--pattern", "{size}_{size}"],
        ["import", "items", "x", "--map", "small"],
        ["split", "--test", "some"],
        ["export"],
        ["score", "trees"],
        ["score", "categories"],
        ["score", "categories", "only-gold"],
        ["score", "categories", "--train", "t"],
        ["score", "categories", "--show", "mapping", "--train", "t", "--test", "t"],
        ["score", "dependencies", "t"],
        ["score", "dependencies", "t", "u", "--baseline", "left"],
        ["score", "dependencies", "t", "--baseline", "left", "--length", "many"],
        ["score", "ccg", "-", "-"],
    ],
)
def test_wrong_usage_ends_with_2_and_says_why(goed: Goed, study: object, arguments: list[str]) -> None:
    answer = goed(*arguments, code=2)
    assert answer.out == ""
    assert answer.err.strip()


def test_the_installed_command_is_goed() -> None:
    done = subprocess.run([GOED, "--version"], capture_output=True, text=True, check=True)
    assert __version__ in done.stdout


@pytest.mark.parametrize("arguments", ["status", "models", "stats accuracy --format csv"])
def test_a_reader_that_has_seen_enough_is_no_error(study: object, arguments: str) -> None:
    """`true` reads nothing, and is gone before goed prints."""
    pipeline = ["bash", "-o", "pipefail", "-c", f"{GOED} {arguments} | true"]
    done = subprocess.run(pipeline, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")
    assert "pipe" not in done.stderr.lower()


@pytest.mark.parametrize("name", ["classifier", "adjudicated", "a,b"])
def test_no_way_in_takes_a_name_that_means_something_else_in_tables(
    goed: Goed, study: object, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(web_server, "serve", lambda *arguments: pytest.fail("it is served"))
    for command in ("annotate", "serve", "cases", "undo"):
        assert "is no name for an annotator" in goed(command, "--annotator", name, code=2).err
    monkeypatch.setenv("GOED_ANNOTATOR", name)
    monkeypatch.setenv("TEXTUAL_DRIVER", "there is a screen")
    monkeypatch.setattr(demo, "_wants_ui", lambda: pytest.fail("the UI is offered"))
    assert demo._open_ui(Path("study.goed")) == 0


def test_the_terminal_ui_has_two_names_and_says_where_it_cannot_open(goed: Goed) -> None:
    for name in ("annotate", "ui"):
        assert "needs a terminal" in goed(name, code=2).err
