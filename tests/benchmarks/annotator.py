"""An annotator at a terminal: presses keys in the real UI and reads what it shows."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

try:
    from .screen import Screen
    from .terminal import Terminal
except ImportError:  # a benchmark beside it was started
    from screen import Screen
    from terminal import Terminal

GOED = Path(sys.executable).parent / "goed"
CASE = re.compile(r"(\S+) → \*(\S+)")  # how the title of the right pane names it
CHECKED = re.compile(r"([\d,]+)/([\d,]+) checked")
ACCEPT = "\r"


class Shown(NamedTuple):
    """The case that stands on the screen."""

    lemma: str
    predicted: str


class Done(NamedTuple):
    """An act whose next case was drawn, and how long that took."""

    case: Shown
    seconds: float


class Annotator(Terminal):
    """Somebody who sits at `goed annotate`."""

    def __init__(
        self,
        study: Path,
        name: str = "sp",
        size: tuple[int, int] = (120, 40),
        goed: Sequence[object] = (GOED,),
        **settings: Any,
    ) -> None:
        super().__init__([*goed, "annotate", "--study", study, "--annotator", name], size, **settings)
        self.name = name
        self.pending: Shown | None = None  # accepted, and the next one is not drawn yet

    def wait_for_case(self) -> Shown:
        """Wait until the first case is drawn."""
        self.wait_until(case_on)
        return self.case

    @property
    def case(self) -> Shown:
        """The case on the screen."""
        shown = case_on(self.screen)
        assert shown is not None, f"no case stands on the screen\n{self.screen.text}"
        return shown

    @property
    def n_checked(self) -> int:
        """How many cases the header says were checked."""
        found = CHECKED.search(self.screen.text)
        assert found is not None, f"no progress stands on the screen\n{self.screen.text}"
        return int(found[1].replace(",", ""))

    def act(self, key: str = ACCEPT) -> Done:
        """Press a key, and wait until the next case is drawn."""
        case = self.case
        pressed = self.send(key)
        drawn = self.wait_until(lambda screen: case_on(screen) not in (None, case))
        return Done(case, drawn - pressed)

    def work_until(self, is_over: Callable[[], bool]) -> list[Shown]:
        """Accept case after case until it is over, be that between two cases; the cases that were done."""
        done: list[Shown] = []
        while not is_over():
            shown = None if self.screen.is_within_a_frame else case_on(self.screen)
            if shown in (None, self.pending):
                self.read(0.05)
                continue
            done += [self.pending] if self.pending is not None else []
            self.pending = shown
            self.send(ACCEPT)
        return done


def case_on(screen: Screen) -> Shown | None:
    """The case on a screen."""
    found = CASE.search(screen.text)
    return Shown(*found.groups()) if found else None
