"""Loops compiled by numba for the processor at hand, at their first call; the result is kept for other processes.

A loop that calls another one of the same file has it inlined: if it were called instead, the process that compiles it
could use a version that sums in another order than the one that is kept, and the first training of an installation
would end with other numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

Loop = TypeVar("Loop", bound=Callable[..., Any])


def compiled(**options: Any) -> Callable[[Loop], Loop]:
    """Compile a loop, and cache the result where possible."""

    def with_options(loop: Loop) -> Loop:
        try:
            return cast(Loop, numba.njit(**options, cache=True)(loop))
        except RuntimeError:  # neither goed's folder nor the user's cache can be written to
            return cast(Loop, numba.njit(**options)(loop))

    return with_options


def inlined(**options: Any) -> Callable[[Loop], Loop]:
    """Compile a loop as a part of the loops that call it."""

    def with_options(loop: Loop) -> Loop:
        return cast(Loop, numba.njit(**options, forceinline=True)(loop))

    return with_options
