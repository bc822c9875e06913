"""An annotator at a terminal: presses keys in the real UI and reads what it shows."""

from __future__ import annotations

import re
import sys
import time
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

    def __init__(self, study: Path, name: str = "sp", size: tuple[int, int] = (120, 40), **settings: Any) -> None:
        super().__init__([GOED, "annotate", "--study", study, "--annotator", name], size, **settings)
        self.name = name

    def wait_for_case(self, seconds: float = 30.0) -> Shown:
        """Wait until the first case is drawn."""
        self.wait_until(case_on, seconds)
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

    def act(self, key: str = ACCEPT, seconds: float = 10.0) -> Done:
        """Press a key, and wait until the next case is drawn."""
        case = self.case
        pressed = self.send(key)
        drawn = self.wait_until(lambda screen: case_on(screen) not in (None, case), seconds)
        return Done(case, drawn - pressed)

    def work_for(self, seconds: float) -> list[Shown]:
        """Accept case after case, and stop at that moment, whatever is under way; the cases that were done."""
        deadline = time.perf_counter() + seconds
        done = []
        while (left := deadline - time.perf_counter()) > 0:
            try:
                done.append(self.act(seconds=left).case)
            except TimeoutError:
                break
        return done


def case_on(screen: Screen) -> Shown | None:
    """The case on a screen."""
    found = CASE.search(screen.text)
    return Shown(*found.groups()) if found else None
