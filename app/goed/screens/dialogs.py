"""Small windows over a screen: to read, type a line, choose, tick, or plan runs."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import ClassVar, NamedTuple, TypeVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import Key, Paste
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static

from goed.errors import GoedError
from goed.number_ranges import numbers
from goed.runs.grid import SplitsInWords
from goed.screens.lines_view import CursorList
from goed.screens.safe_text import shown
from goed.study.selection import Selection

Answer = TypeVar("Answer")
LONGEST_LINE = 200  # cells of an option of a list
BOXES = ("☐ ", "☒ ")
STEPS = {"down": 1, "j": 1, "up": -1, "k": -1, "pagedown": 10, "pageup": -10}


class Dialog(ModalScreen[Answer]):
    """A window with a frame; Esc closes it without an answer."""

    DEFAULT_CSS = """
    Dialog { align: center middle; }
    Dialog > Vertical { width: 90%; max-width: 100; height: auto; max-height: 90%; border: round $primary;
                        padding: 0 1; background: $surface; }
    Dialog Input, Dialog Input:focus { border: none; height: 1; padding: 0; background: $panel; }
    Dialog OptionList, Dialog OptionList:focus { border: none; height: auto; max-height: 16; padding: 0;
                                                 background: $surface; }
    Dialog Static { height: auto; }
    """
    BINDINGS: ClassVar = [Binding("escape", "dismiss", "close")]
    HINT = "⏎ ok · Esc close"

    def __init__(self, title: str, hint: str | None = None) -> None:
        super().__init__()
        self._title, self._hint = title, hint or self.HINT

    def compose(self) -> ComposeResult:
        with Vertical() as box:
            box.border_title = Text(shown(self._title, 90))
            box.border_subtitle = Text(self._hint)
            yield from self.contents()

    def contents(self) -> ComposeResult:
        """The widgets of the window; the first one that can have the focus gets it."""
        return (Static(),)

    def on_mount(self) -> None:
        # At once, so that a key typed right after the one that opened the window goes to this window.
        self.set_focus(next(widget for widget in self.query("*") if widget.can_focus))


class AnswerDialog(Dialog[Answer]):
    """A window that asks for something; Enter answers."""

    BINDINGS: ClassVar = [Binding("enter", "answer", "ok", priority=True)]

    def answer(self) -> Answer | None:
        """The answer; None if it is not acceptable, in which case the window says why."""
        raise NotImplementedError

    async def action_answer(self) -> None:
        """Answer once the focused widget has processed earlier keys: the window gets Enter before the widget does."""
        if self.focused is not None:
            is_done = asyncio.Event()
            self.focused.call_later(is_done.set)
            await is_done.wait()
        answer = self.answer()
        if answer is not None:
            self.dismiss(answer)


class TextDialog(Dialog[None]):
    """Shows a text, however long; the key that opened it also closes it."""

    DEFAULT_CSS = """
    TextDialog > Vertical { height: 90%; }
    TextDialog.wide > Vertical { width: 96%; max-width: 100%; }
    """
    HINT = "Esc closes · arrows scroll"
    BINDINGS: ClassVar = [
        Binding("q,enter,question_mark,f1,l", "dismiss", "close"),
        Binding("j", "scroll(1)", "down"),
        Binding("k", "scroll(-1)", "up"),
    ]

    def __init__(self, title: str, text: Text, classes: str = "") -> None:
        super().__init__(title)
        self._text = text
        self.set_classes(classes)

    def contents(self) -> Sequence[Widget]:
        return (VerticalScroll(Static(self._text)),)

    def action_scroll(self, lines: int) -> None:
        """Scroll the text."""
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)


class LineInput(Input):
    """A line to type; pasted lines are joined into one, where Textual would keep only the first."""

    def on_paste(self, event: Paste) -> None:
        event.prevent_default()
        event.stop()
        self.replace(" ".join(event.text.split("\n")).replace("\r", ""), *sorted(self.selection))


class LineDialog(AnswerDialog[str]):
    """Asks for a line of text."""

    def __init__(self, title: str, text: str = "", hint: str | None = None) -> None:
        super().__init__(title, hint)
        self._text = text

    def contents(self) -> Sequence[Widget]:
        return (LineInput(self._text, select_on_focus=False),)

    def answer(self) -> str | None:
        return self.query_one(Input).value


class NoteDialog(LineDialog):
    """Asks for a note; what was typed survives closing, as a draft for the next time."""

    def __init__(self, title: str, text: str, drafts: dict[int, str], output_id: int) -> None:
        super().__init__(title, drafts.get(output_id, text), "⏎ save · empty takes the note away · Esc close")
        self._drafts, self._output_id = drafts, output_id

    @on(Input.Changed)
    def _keep(self, event: Input.Changed) -> None:
        self._drafts[self._output_id] = event.value


class FileNameDialog(LineDialog):
    """Asks for a file name; for an existing file, Enter must be pressed twice."""

    DEFAULT_CSS = "FileNameDialog { align: center bottom; background: transparent; }"  # the figure stays visible

    def __init__(self, proposal: str, study: Path) -> None:
        super().__init__("Save as", proposal, "⏎ saves · Esc does not")
        self._study = study
        self._asked_again_for: Path | None = None

    def contents(self) -> Sequence[Widget]:
        return (*super().contents(), Static(markup=False))

    def answer(self) -> str | None:
        name = self.query_one(Input).value.strip()
        doubt = self._doubt(name, Path(name).expanduser())
        self.query_one(Static).update(Text(shown(doubt, LONGEST_LINE)))
        return None if doubt else name

    def _doubt(self, name: str, path: Path) -> str:
        if not name:
            return "Type a name, or press Esc."
        if not path.parent.is_dir():
            return f"There is no folder {path.parent}; type another name."
        if path.is_dir():
            return f"{path} is a folder; type another name."
        if path.exists() and path.samefile(self._study):
            return f"{path} is the study itself; type another name."
        if path.exists() and path != self._asked_again_for:
            self._asked_again_for = path
            return f"{path} is there already: ⏎ again writes over it, Esc does not."
        return ""


class ChoiceDialog(Dialog[int]):
    """Asks for one of several options; the answer is its place. A digit chooses at once."""

    HINT = "↑↓ or a digit · ⏎ choose · Esc close"

    def __init__(self, title: str, options: Sequence[str]) -> None:
        super().__init__(title)
        self._options = options

    def contents(self) -> Sequence[Widget]:
        numbered = enumerate((shown(option, LONGEST_LINE) for option in self._options), start=1)
        return (OptionList(*(Text(f"{number if number < 10 else ' '} {option}") for number, option in numbered)),)

    @on(OptionList.OptionSelected)
    def _answer(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_index)

    def on_key(self, event: Key) -> None:
        if event.key.isdecimal() and 0 < int(event.key) <= len(self._options):
            self.dismiss(int(event.key) - 1)


class TickList(CursorList, can_focus=True):
    """A list in which any number of lines can be ticked: arrows move, space ticks."""

    DEFAULT_CSS = "TickList { height: auto; max-height: 16; }"
    HEAD = 0

    def __init__(self, options: Sequence[Text] = (), ticked: Collection[int] = ()) -> None:
        super().__init__()
        self._options: Sequence[Text] = options
        self.ticked = set(ticked)
        self._cursor = 0

    def offer(self, options: Sequence[Text], ticked: Collection[int]) -> None:
        """Replace the lines."""
        self._options, self.ticked = options, set(ticked)
        self._cursor = 0
        self.draw()

    def draw(self) -> None:
        """Draw the lines around the cursor."""
        colours = self.colours
        lines = []
        for place in self.window(self._cursor, len(self._options)):
            line = Text.assemble((BOXES[place in self.ticked], colours.done if place in self.ticked else ""))
            line.append_text(self._options[place])
            if place == self._cursor:
                line.stylize(colours.cursor)
            lines.append(line)
        self.show(lines)

    def tick(self, places: Collection[int]) -> None:
        """Tick these lines and no others."""
        self.ticked = set(places)
        self.draw()

    def on_key(self, event: Key) -> None:
        if event.key in STEPS:
            self._cursor = max(0, min(len(self._options) - 1, self._cursor + STEPS[event.key]))
        elif event.key == "space" and self._options:
            self.ticked ^= {self._cursor}
        else:
            return
        event.stop()
        self.draw()

    @on(CursorList.Clicked)
    def _toggle(self, event: CursorList.Clicked) -> None:
        if event.place < len(self._options):
            self._cursor = event.place
            self.ticked ^= {event.place}
            self.draw()

    def get_content_height(self, *_: object) -> int:
        return len(self._options)


class TickDialog(AnswerDialog[list[int]]):
    """Asks for any number of several options; the answer is their places in the list."""

    HINT = "↑↓ space tick · ⏎ save · Esc close"

    def __init__(self, title: str, options: Sequence[str], ticked: Collection[int]) -> None:
        super().__init__(title)
        self._options, self._ticked = options, ticked

    def contents(self) -> Sequence[Widget]:
        return (TickList([Text(shown(option, LONGEST_LINE)) for option in self._options], self._ticked),)

    def answer(self) -> list[int]:
        return sorted(self.query_one(TickList).ticked)


# New runs

ALL = "all"
MOST_REPEATS = 1000


class WantedRuns(NamedTuple):
    """Runs to be planned: models, splits and sizes, and the number of training seeds for each."""

    models: tuple[str, ...]
    choice: Selection
    repeats: int


class PlanDialog(AnswerDialog[WantedRuns]):
    """Asks which runs to plan: a field for each dimension of the grid, with the possible values beside it."""

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
        """The words typed into a field; None for all."""
        typed = self.query_one(f"#{field}", Input).value.replace(",", " ").split()
        return None if typed in ([], [ALL]) else tuple(typed)
