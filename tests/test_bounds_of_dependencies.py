"""pyproject.toml says which versions of other packages goed works with; `.ci/lowest` tries the lowest ones."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version

import pytest
from packaging.requirements import Requirement

from conftest import REPOSITORY

PROJECT = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["project"]


def requirements() -> Iterator[Requirement]:
    for lines in (PROJECT["dependencies"], *PROJECT["optional-dependencies"].values()):
        yield from map(Requirement, lines)


@pytest.mark.parametrize("requirement", list(requirements()), ids=str)
def test_each_has_a_lower_bound_that_holds_here(requirement: Requirement) -> None:
    assert {bound.operator for bound in requirement.specifier} & {">=", "~="}
    try:
        here = version(requirement.name)
    except PackageNotFoundError:
        pytest.skip(f"{requirement.name} is not installed")
    assert requirement.specifier.contains(here, prereleases=True)


def test_a_package_has_the_same_bounds_wherever_it_is_asked_for() -> None:
    bounds: dict[str, set[str]] = {}
    for requirement in requirements():
        bounds.setdefault(requirement.name, set()).add(str(requirement.specifier))
    assert {name: of_one for name, of_one in bounds.items() if len(of_one) > 1} == {}


def test_textual_stays_below_the_next_major_version() -> None:
    """Screens lean on what textual does not promise to keep."""
    (textual,) = (requirement for requirement in requirements() if requirement.name == "textual")
    assert textual.specifier.contains("8.99")
    assert not textual.specifier.contains("9.0")
