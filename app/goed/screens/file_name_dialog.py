"""One line that asks for the name of a file to write."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from goed.screens.shown import shown

ASKING = "Save as (⏎ saves, Esc does not):"


class FileNameDialog(ModalScreen[Path | None]):
    """Gives the name, or None; one that a file has already is asked for twice."""

    DEFAULT_CSS = """
    FileNameDialog { align: center bottom; background: transparent; }
    FileNameDialog > Vertical { height: 3; background: $panel; padding: 0 1; }
    FileNameDialog Static { height: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "leave")]

    def __init__(self, proposal: str, study: Path) -> None:
        super().__init__()
        self._study = study
        self._proposal = proposal
        self._asked_again_for: Path | None = None

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(ASKING, markup=False)
            yield Input(self._proposal, select_on_focus=False, compact=True)

    @on(Input.Submitted)
    def take(self, event: Input.Submitted) -> None:
        """Take the name, if nothing speaks against it."""
        name = event.value.strip()
        path = Path(name).expanduser()
        doubt = self._doubt(name, path)
        if doubt:
            self.query_one(Static).update(shown(doubt, max(1, self.size.width - 2)))
        else:
            self.dismiss(path)

    def action_leave(self) -> None:
        """Write nothing."""
        self.dismiss(None)

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
