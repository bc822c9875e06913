"""Outputs like the present one, ticked to be labelled together in one act."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import ClassVar, NamedTuple

from rich.text import Text
from textual import work
from textual.binding import Binding
from textual.containers import Vertical
from textual.events import Key
from textual.widget import Widget
from textual.widgets import Static

from goed.annotation.case import QueueRow
from goed.annotation.similar import WAYS
from goed.errors import GoedError
from goed.labels.names import NamesForPeople
from goed.screens.bidi import Bidi, for_terminal
from goed.screens.dialogs import AnswerDialog, ChoiceDialog, TickList
from goed.screens.lines_view import key_text
from goed.screens.safe_text import shown

IN_WORDS = {
    "change": "the same change",
    "rule": "the same rule",
    "lemma": "the same word",
    "classes": "the same classes",
}
MOST_SHOWN = 500
ALL_SHOW = "all that are ticked show"
Find = Callable[[str], Awaitable[tuple[list[int], list[QueueRow]]]]  # way of being alike → all, and the first as rows


class LabelTogether(NamedTuple):
    """What is to be done with which outputs; no class: each is right as it is labelled."""

    output_ids: list[int]
    pred_class: str | None


class SimilarDialog(AnswerDialog[LabelTogether]):
    """Asks which of them, and what they show."""

    DEFAULT_CSS = """
    SimilarDialog > Vertical { height: 90%; }
    SimilarDialog TickList { height: 1fr; max-height: 100%; }
    """
    HINT = "space tick · a all · z none · Tab in what · ⏎ accept them · Esc"
    BINDINGS: ClassVar = [
        Binding("tab", "next_way", "like in what", priority=True),
        Binding("a", "tick_all", "all"),
        Binding("z", "tick_none", "none"),
        Binding("0", "other_class", "all classes"),
    ]

    def __init__(self, find: Find, classes: Sequence[str], language: str, bidi: Bidi) -> None:
        super().__init__("")
        self._find, self._bidi = find, bidi
        self._names_for_people = NamesForPeople()
        self._class_names = classes
        self._shown_classes = [self._names_for_people.of(language, name) for name in classes]
        self._way = WAYS[0]
        self._output_ids: Sequence[int] = ()
        self._listed: Sequence[int] = ()

    def contents(self) -> Sequence[Widget]:
        keys = [key_text(str(number), f"{name}  ") for number, name in enumerate(self._shown_classes[:9], start=1)]
        return Static(markup=False), TickList(), Static(Text.assemble(f"{ALL_SHOW}: ", *keys), markup=False)

    def on_mount(self) -> None:
        super().on_mount()
        self._list()

    @work(exclusive=True, group="similar")
    async def _list(self) -> None:
        """List the outputs, all of them ticked; of very many only the first."""
        try:
            output_ids, rows = await self._find(self._way)
        except GoedError as error:
            self.query(Static).first().update(Text(f"! {shown(str(error))}", "bold"))
            return
        self._output_ids, self._listed = output_ids, [row.output_id for row in rows]
        self.query_one(Vertical).border_title = f"like in: {IN_WORDS[self._way]} (Tab)"
        number = len(output_ids)
        more = f", the first {len(rows)} are listed" if number > len(rows) else ""
        sentence = f"{number:,} output{'' if number == 1 else 's'} not checked{more}"
        self.query(Static).first().update(Text(sentence, "bold"))
        self.query_one(TickList).offer([self._line(row) for row in rows], range(len(rows)))

    def _line(self, row: QueueRow) -> Text:
        lemma, predicted = (for_terminal(shown(text, 30), self._bidi) for text in (row.word, row.predicted))
        error = self._names_for_people.of(row.language, row.error or "")
        return Text(f"{lemma} → {predicted}   {error}   {row.n_predictions:,}×")

    def answer(self, pred_class: str | None = None) -> LabelTogether:
        """What is ticked, and what is not listed for want of room, shows a class; or their labels are right."""
        ticked = self.query_one(TickList).ticked
        listed = [output_id for place, output_id in enumerate(self._listed) if place in ticked]
        return LabelTogether([*listed, *self._output_ids[len(self._listed) :]], pred_class)

    def action_next_way(self) -> None:
        """Alike in another way."""
        self._way = WAYS[(WAYS.index(self._way) + 1) % len(WAYS)]
        self._list()

    def action_tick_all(self) -> None:
        """Tick all."""
        self.query_one(TickList).tick(range(len(self._listed)))

    def action_tick_none(self) -> None:
        """Tick none; what is not listed is left out, too."""
        self._output_ids = self._output_ids[: len(self._listed)]
        self.query_one(TickList).tick(())

    async def action_other_class(self) -> None:
        """Choose from all classes, however many there are."""

        def give(place: int | None) -> None:
            if place is not None:
                self.dismiss(self.answer(self._class_names[place]))

        await self.app.push_screen(ChoiceDialog(ALL_SHOW, self._shown_classes), give)

    def on_key(self, event: Key) -> None:
        if event.key.isdecimal() and 1 <= int(event.key) <= len(self._class_names[:9]):
            self.dismiss(self.answer(self._class_names[int(event.key) - 1]))
