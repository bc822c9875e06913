"""The call of goed that prints what the report shows."""

from __future__ import annotations

import shlex
from collections.abc import Collection, Sequence

from goed.errors import visible
from goed.study.selection import Selection
from goed.study.study import Study


def call(study: Study, arguments: Sequence[str], selection: Selection) -> str:
    """What to type: `goed stats accuracy --language eng --part test --study demo.goed`."""
    words = [*arguments, *selected(selection), "--study", study.path.name]
    return shlex.join(["goed", *(visible(word) for word in words)])


def selected(selection: Selection) -> list[str]:
    """A selection as options of the command line."""
    chosen: dict[str, Collection[int | str] | None] = {
        "--language": selection.languages,
        "--sampling": selection.samplings,
        "--model": selection.models,
        "--size": selection.sizes,
        "--part": selection.parts,
    }
    return [word for option, values in chosen.items() if values is not None for word in _option(option, values)]


def _option(option: str, values: Collection[int | str]) -> list[str]:
    """`--model a b`; values that begin with a hyphen are no options: `--model=-a`."""
    words = [str(value) for value in values]
    if any(word.startswith("-") for word in words):
        return [f"{option}={word}" for word in words]
    return [option, *words]
