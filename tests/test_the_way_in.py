"""The house as a stranger finds it: its page is true, a name stands for one thing, files and functions are small."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
import subprocess
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

import goed
import goed.screens
import goed_classifiers
from conftest import REPOSITORY
from walks import PAGE, WALKS

ROOMS = [Path(str(package.__file__)).parent for package in (goed, goed_classifiers)]
AT_MOST = {"import predictions": 22, "a digit in Label": 30, "stats errors --by gold_class": 20}
# A last word in -ing, -ed or -en that is a noun of the field, or says of what.
# Statistics are named as people type them: `goed stats published`.
NOUNS = {"sampling", "published"}


def modules() -> Iterator[tuple[str, ast.Module, list[str]]]:
    """Every module of goed by its name, parsed, with its lines."""
    for room in ROOMS:
        for path in sorted(room.rglob("*.py")):
            text = path.read_text("utf-8")
            yield ".".join(path.relative_to(room.parent).with_suffix("").parts), ast.parse(text), text.splitlines()


@pytest.mark.parametrize("walk", WALKS)
def test_the_architecture_page_shows_the_walks_as_they_are(walk: str) -> None:
    """A process of its own walks, in which no other test has been; threads may come in another order."""
    shown = PAGE.read_text("utf-8").split(f"<!-- walk: {walk} -->\n```text\n")[1].split("```")[0]
    command = [sys.executable, str(Path(__file__).with_name("walks.py")), "--page", walk]
    walked = subprocess.run(command, check=True, capture_output=True, text=True, encoding="utf-8").stdout
    assert sorted(shown.splitlines()) == sorted(walked.splitlines()), "write it anew: make docs"
    assert walked.count("\n") - 2 <= AT_MOST[walk]


def test_every_room_says_what_lives_in_it_and_stands_on_the_architecture_page() -> None:
    page = PAGE.read_text("utf-8")
    for room in ROOMS:
        for path in room.rglob("__init__.py"):
            documented = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
            assert len(documented.split()) > 7, f"{path} does not say what lives in it"
    for path in (REPOSITORY / "app" / "goed").iterdir():
        if (path / "__init__.py").exists() or (path.suffix == ".py" and not path.stem.startswith("__")):
            assert f"| `{path.stem}` |" in page, f"{path.stem} is no room of the architecture page"


def test_files_that_the_pages_name_are_there() -> None:
    for page in (PAGE, REPOSITORY / "CONTRIBUTING.md"):
        for name in re.findall(r"`(?!NAME)([\w/.]+\.(?:py|md|toml|tsv))`", page.read_text("utf-8")):
            places = [REPOSITORY, REPOSITORY / "app", REPOSITORY / "app" / "goed", REPOSITORY / "classifiers"]
            assert any((place / name).exists() for place in places), f"{page.name} names {name}, which is not there"


def test_what_contracts_name_is_there() -> None:
    linter = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    named = re.findall(r"goed(?:_classifiers)?(?:\.\w+)+", str(linter["contracts"]))
    for name in named:
        assert importlib.util.find_spec(name), f"no module {name}"


def test_a_name_of_a_class_stands_for_one_thing() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for name, module, _ in modules():
        for node in ast.walk(module):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(name)
    assert {name: where for name, where in places.items() if len(where) > 1} == {}


def test_modules_are_named_by_nouns() -> None:
    last_words = {name: name.split(".")[-1].split("_")[-1] for name, _, _ in modules()}
    bare = [name for name, word in last_words.items() if name.split(".")[-1] == word]
    assert [name for name in bare if re.search(r"(ing|ed)$", last_words[name]) and last_words[name] not in NOUNS] == []


def test_files_and_functions_are_small() -> None:
    for name, module, lines in modules():
        assert len(lines) <= 400, f"{name} has {len(lines)} lines"
        for node in ast.walk(module):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                n_lines = (node.end_lineno or 0) - node.lineno + 1
                assert n_lines <= 60, f"{name}.{node.name} has {n_lines} lines"


# What Textual puts into each class that is made of its own: the metaclass of `MessagePump` the first of these, and
# `DOMNode.__init_subclass__` all others.
MADE_BY_TEXTUAL = {
    "_decorated_handlers", "_reactives", "_inherit_css", "_inherit_bindings", "_inherit_component_classes",
    "_css_type_name", "_css_type_names", "_merged_bindings", "_computes",
}  # fmt: skip


def test_screens_override_no_private_name_of_textual() -> None:
    """A private method of Textual may go, or do something else, with any release."""
    for found in pkgutil.walk_packages(goed.screens.__path__, "goed.screens."):
        for thing in vars(importlib.import_module(found.name)).values():
            if isinstance(thing, type) and thing.__module__ == found.name:
                bases = [base for base in thing.__mro__ if base.__module__.startswith("textual.")]
                theirs = {name for base in bases for name in vars(base)}
                own = {name for name in vars(thing) if name.startswith("_") and not name.startswith(("__", "_abc_"))}
                assert own & theirs <= MADE_BY_TEXTUAL, f"{thing.__qualname__}: {own & theirs}"


def test_the_short_commands_that_contributors_are_told_of_are_there() -> None:
    makefile = (REPOSITORY / "Makefile").read_text("utf-8")
    targets = set(re.findall(r"^([a-z]+):.*## ", makefile, re.MULTILINE))
    told = set(
        re.findall(r"`?make ([a-z]+)`?", (REPOSITORY / "CONTRIBUTING.md").read_text("utf-8") + PAGE.read_text("utf-8"))
    )
    assert told <= targets
    assert {"quick", "test", "lint", "docs"} <= targets


def test_the_citation_is_of_this_version() -> None:
    assert f"\nversion: {goed.__version__}\n" in (REPOSITORY / "CITATION.cff").read_text("utf-8")
