"""The window that asks for the name of a file for the numbers shown; and writing it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.text import Text
from textual.widget import Widget
from textual.widgets import Input, Static

from goed.drafts import write_whole
from goed.errors import GoedError
from goed.report.folder import file_name
from goed.screens.dialogs import LONGEST_LINE, LineDialog, all_typed
from goed.screens.safe_text import shown
from goed.screens.trajectories.choice import FigureChoice
from goed.screens.trajectories.numbers import StatTable

LONGEST_NAME = 60  # of a strategy or model in the name of a file


class FileNameDialog(LineDialog):
    """Asks for a name; one that a file has already is asked for twice."""

    DEFAULT_CSS = "FileNameDialog { align: center bottom; background: transparent; }"  # the figure stays in sight

    def __init__(self, proposal: str, study: Path) -> None:
        super().__init__("Save as", proposal, "⏎ saves · Esc does not")
        self._study = study
        self._asked_again_for: Path | None = None

    def contents(self) -> Sequence[Widget]:
        return (*super().contents(), Static(markup=False))

    async def action_answer(self) -> None:
        """Answer with the name, if nothing speaks against it."""
        line = self.query_one(Input)
        await all_typed(line)
        name = line.value.strip()
        doubt = self._doubt(name, Path(name).expanduser())
        if doubt:
            self.query_one(Static).update(Text(shown(doubt, LONGEST_LINE)))
        else:
            self.dismiss(name)

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


def proposed_name(choice: FigureChoice, table: StatTable) -> str:
    """trajectory_eng_uniform_cluzh-b4.csv; a part other than test is named, too."""
    sampling, model = (file_name(name or "all")[:LONGEST_NAME] for name in choice.series)
    part = "" if choice.part == "test" else f"_{choice.part}"
    return f"{table.statistic}_{choice.language}_{sampling}_{model}{part}.csv"


def save(table: StatTable, path: Path) -> str:
    """Write a table; the sentence that says so."""
    try:
        write_whole(path, table.csv().encode())
    except OSError as error:
        raise GoedError(f"{path} cannot be written: {error.strerror or error}") from None
    return f"{len(table.rows)} rows saved as {path}"
