"""Messages and logs of runs, in full, whatever stands in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from goed.screens.shown import shown

LONGEST_LINE = 4_000  # cells


class LogScreen(ModalScreen[None]):
    """Sections of text, each below its title."""

    DEFAULT_CSS = """
    LogScreen { align: center middle; }
    LogScreen VerticalScroll { width: 96%; height: 92%; border: round $primary; padding: 0 1; background: $surface; }
    """
    BINDINGS: ClassVar = [
        Binding("escape,q,enter,l", "dismiss", "close"),
        Binding("j", "scroll(1)", "down"),
        Binding("k", "scroll(-1)", "up"),
    ]

    def __init__(self, title: str, sections: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self._title, self._sections = title, sections

    def compose(self) -> ComposeResult:
        with VerticalScroll() as box:
            box.border_title = Text(shown(self._title, 60))
            box.border_subtitle = Text("arrows scroll · Esc closes")
            yield Static(self._text(), markup=False)

    def _text(self) -> Text:
        text = Text()
        for title, body in self._sections:
            text.append(shown(title, LONGEST_LINE) + "\n", "bold")
            for line in body.splitlines():
                text.append(shown(line.expandtabs(4), LONGEST_LINE) + "\n")
            text.append("\n")
        return text

    def action_scroll(self, lines: int) -> None:
        """Up or down."""
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)
