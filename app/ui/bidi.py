"""Whether goed or the terminal puts right-to-left letters into the order in which they are seen."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum


class Bidi(StrEnum):
    """Who turns them round."""

    TERMINAL = "terminal"
    GOED = "goed"


def guess(environ: Mapping[str, str]) -> Bidi:
    """Who, as far as the environment tells."""
    return Bidi(environ.get("GOED_BIDI", "goed"))


def for_terminal(text: str, mode: Bidi) -> str:
    """A shown text as it is sent to the terminal."""
    return text
