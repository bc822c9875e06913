"""Loops compiled by numba for the processor at hand, at their first call; the result is kept for other processes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

Loop = TypeVar("Loop", bound=Callable[..., Any])


def compiled_with(**options: Any) -> Callable[[Loop], Loop]:
    """A decorator that compiles a loop, and caches the result where possible."""

    def compiled(loop: Loop) -> Loop:
        try:
            return cast(Loop, numba.njit(**options, cache=True)(loop))
        except RuntimeError:  # neither goed's folder nor the user's cache can be written to
            return cast(Loop, numba.njit(**options)(loop))

    return compiled


def part_with(**options: Any) -> Callable[[Loop], Loop]:
    """A decorator that compiles a loop for others that call it, and are kept together with it."""

    def part(loop: Loop) -> Loop:
        return cast(Loop, numba.njit(**options)(loop))

    return part
