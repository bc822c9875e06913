"""All keys of a screen, from the table of actions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from goed.screens.actions import EVERYWHERE, Action

KEYS = 8  # cells of the longest name of a key


class HelpScreen(ModalScreen[None]):
    """What every key does."""

    DEFAULT_CSS = """
    HelpScreen { align: center middle; }
    HelpScreen VerticalScroll { width: 90%; max-width: 100; height: 90%; border: round $primary; padding: 0 1;
                                background: $surface; }
    """
    BINDINGS: ClassVar = [Binding("escape,question_mark,q,enter,f1", "dismiss", "close")]

    def __init__(self, title: str, actions: Sequence[Action]) -> None:
        super().__init__()
        self._title = title
        self._actions = actions

    def compose(self) -> ComposeResult:
        with VerticalScroll() as box:
            box.border_title = f"keys of {self._title}"
            box.border_subtitle = "Esc closes · arrows scroll"
            yield Static(self._text())

    def _text(self) -> Text:
        text = Text()
        for action in self._actions:
            _append(text, action)
        text.append("\non every screen\n", "bold")
        for action in EVERYWHERE:
            _append(text, action)
        return text


def _append(text: Text, action: Action) -> None:
    text.append(f"{action.shown:>{KEYS}}", "bold")
    text.append(f"  {action.help}\n")
