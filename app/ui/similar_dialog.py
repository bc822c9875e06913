"""Outputs like the present one, ticked to be labelled together in one act."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.events import Key
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import SelectionList, Static
from textual.widgets.selection_list import Selection

from app.annotation.case import Row
from app.annotation.desk import WAYS
from app.labels.names import NamesForPeople
from app.ui.bidi import Bidi, for_terminal
from app.ui.shown import shown

IN_WORDS = {
    "change": "the same change",
    "rule": "the same rule",
    "lemma": "the same word",
    "classes": "the same classes",
}
MOST_SHOWN = 500


class Chosen(NamedTuple):
    """What is to be done with which outputs; no class: each is right as it is labelled."""

    output_ids: list[int]
    pred_class: str | None


class SimilarDialog(ModalScreen[Chosen]):
    """Asks which of them, and what they show."""

    DEFAULT_CSS = """
    SimilarDialog { align: center middle; }
    SimilarDialog > Vertical { width: 92%; max-width: 100; height: 90%; border: round $primary; padding: 0 1;
                               background: $surface; }
    SimilarDialog SelectionList, SimilarDialog SelectionList:focus { border: none; height: 1fr; padding: 0;
                                                                    background: $surface; }
    SimilarDialog Static { height: auto; }
    """
    BINDINGS: ClassVar = [
        Binding("escape", "cancel", "close"),
        Binding("enter", "accept", "accept", priority=True),
        Binding("tab", "next_way", "like in what", priority=True),
        Binding("a", "tick_all", "all"),
        Binding("z", "tick_none", "none"),
    ]

    class Wanted(Message):
        """Outputs that are alike in another way are wanted."""

        def __init__(self, dialog: SimilarDialog, way: str) -> None:
            self.dialog, self.way = dialog, way
            super().__init__()

    def __init__(self, language: str, classes: Sequence[str], names: NamesForPeople, bidi: Bidi) -> None:
        super().__init__()
        self._language, self._class_names = language, classes
        self._names_for_people, self._bidi = names, bidi
        self._way = WAYS[0]
        self._output_ids: Sequence[int] = ()

    def compose(self) -> ComposeResult:
        with Vertical() as box:
            box.border_subtitle = "space tick · a all · z none · Tab like in what · ⏎ accept their labels · Esc"
            yield Static(markup=False)
            yield SelectionList[int]()
            yield Static(self._keys(), markup=False)

    def on_mount(self) -> None:
        self._ask()

    def _ask(self) -> None:
        """Messages go to the screen below, which knows the desk."""
        below = self.app.screen_stack[-2]
        below.post_message(self.Wanted(self, self._way))

    def show_rows(self, output_ids: Sequence[int], rows: Sequence[Row]) -> None:
        """List the outputs, all of them ticked; of very many only the first."""
        self._output_ids = output_ids
        box = self.query_one(Vertical)
        box.border_title = f"like in: {IN_WORDS[self._way]} (Tab)"
        more = f", the first {MOST_SHOWN} are listed" if len(output_ids) > MOST_SHOWN else ""
        number = len(output_ids)
        self.query(Static).first().update(
            Text(f"{number:,} output{'' if number == 1 else 's'} not checked{more}", "bold")
        )
        ticks = self.query_one(SelectionList)
        ticks.clear_options()
        ticks.add_options([Selection(self._line(row), row.output_id, True) for row in rows])
        ticks.focus()

    def _line(self, row: Row) -> Text:
        lemma, predicted = (for_terminal(shown(text, 30), self._bidi) for text in (row.lemma, row.predicted))
        error = self._names_for_people.of(row.language, row.error or "")
        return Text(f"{lemma} → {predicted}   {error}   {row.n_predictions:,}×")

    def _keys(self) -> Text:
        text = Text("all that are ticked show: ")
        for number, name in enumerate(self._class_names[:9], start=1):
            text.append(f"{number}", "bold reverse")
            text.append(f" {self._names_for_people.of(self._language, name)}  ")
        return text

    def _chosen(self) -> list[int]:
        """What is ticked, and what is not listed for want of room."""
        ticked = set(self.query_one(SelectionList).selected)
        return [*(n for n in self._output_ids[:MOST_SHOWN] if n in ticked), *self._output_ids[MOST_SHOWN:]]

    def action_next_way(self) -> None:
        """Alike in another way."""
        self._way = WAYS[(WAYS.index(self._way) + 1) % len(WAYS)]
        self._ask()

    def action_tick_all(self) -> None:
        """Tick all."""
        self.query_one(SelectionList).select_all()

    def action_tick_none(self) -> None:
        """Tick none; what is not listed is left out, too."""
        self._output_ids = self._output_ids[:MOST_SHOWN]
        self.query_one(SelectionList).deselect_all()

    def action_accept(self) -> None:
        """The labels of those that are ticked are right."""
        self.dismiss(Chosen(self._chosen(), None))

    @on(Key)
    def _give_class(self, event: Key) -> None:
        if event.key.isdecimal() and 1 <= int(event.key) <= len(self._class_names[:9]):
            event.stop()
            self.dismiss(Chosen(self._chosen(), self._class_names[int(event.key) - 1]))

    def action_cancel(self) -> None:
        """Label nothing."""
        self.dismiss(None)
