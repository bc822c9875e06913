"""Asks which new runs to plan: of which models, on which part of the study's splits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Input, Static

from goed.errors import GoedError
from goed.number_ranges import numbers
from goed.runs.grid import SplitsInWords
from goed.screens.dialogs import AnswerDialog
from goed.screens.safe_text import shown
from goed.study.selection import Selection

ALL = "all"
MOST_REPEATS = 1000


class WantedRuns(NamedTuple):
    """Runs that are to be planned."""

    models: tuple[str, ...]
    choice: Selection
    repeats: int


class PlanDialog(AnswerDialog[WantedRuns]):
    """A field for each side of the grid; what there is stands beside it."""

    DEFAULT_CSS = """
    PlanDialog Horizontal { height: 1; }
    PlanDialog .word { width: 11; }
    PlanDialog Input { width: 24; }
    PlanDialog .offer { width: 1fr; padding: 0 1; }
    PlanDialog #sentence { height: 2; margin-top: 1; }
    """
    HINT = "Tab next · ⏎ plan · Esc close"
    FIELDS: ClassVar = ("models", *SplitsInWords._fields, "repeats")

    def __init__(self, models: Sequence[str], splits: SplitsInWords) -> None:
        super().__init__("plan new runs")
        self._offer = {"models": " ".join(models), **splits._asdict(), "repeats": "training seeds for each split"}
        self._first = {**dict.fromkeys(self.FIELDS, ALL), "models": models[0], "repeats": "1"}

    def contents(self) -> ComposeResult:
        for field in self.FIELDS:
            with Horizontal():
                yield Static(field, classes="word")
                yield Input(self._first[field], id=field, select_on_focus=True)
                yield Static(Text(shown(self._offer[field], 200), "dim", no_wrap=True), classes="offer", markup=False)
        yield Static("what is there already stays as it is", id="sentence", markup=False)

    def answer(self) -> WantedRuns | None:
        try:
            return self._wanted()
        except GoedError as error:
            self.query_one("#sentence", Static).update(Text(f"! {shown(str(error), 150)}", "bold"))
            return None

    def _wanted(self) -> WantedRuns:
        choice = Selection(
            languages=self._words("languages"),
            samplings=self._words("samplings"),
            sizes=numbers(self._words("sizes") or (), "sizes"),
            seeds=numbers(self._words("seeds") or (), "seeds", step=1),
        )
        (repeats, *more) = numbers(self._words("repeats") or ("1",), "repeats", step=1) or [1]
        if more or not 1 <= repeats <= MOST_REPEATS:
            raise GoedError(f"repeats is one number, 1 to {MOST_REPEATS}")
        models = self._words("models") or ()
        if not models:
            raise GoedError("name the models, with spaces between them")
        return WantedRuns(models, choice, repeats)

    def _words(self, field: str) -> tuple[str, ...] | None:
        """What was typed, in words; None for all."""
        typed = self.query_one(f"#{field}", Input).value.replace(",", " ").split()
        return None if typed in ([], [ALL]) else tuple(typed)
