"""The grid of runs: lines are models, cells are sizes, with a sign for each run."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import groupby
from statistics import fmean
from typing import NamedTuple

from rich.text import Text

from goed.runs.grid import Grid, GridGroup, GridLine, RunOutcomes, counts_in_words
from goed.screens.lines_view import CursorList, LinesView
from goed.screens.safe_text import padded, shown, width_of
from goed.screens.theme import Palette
from goed.study.runs import RunRecord, RunState

SIGNS = {"planned": "·", "running": "▶", "done": "✓", "failed": "✗"}
STATES = ("failed", "running", "planned", "done")  # a cell with a single sign shows the first of these that it has
CHOSEN = "+"  # planned, and chosen to be done next
NAME = -1  # stands for the column of names
MARGIN = 2  # cells before a name
LONGEST_NAME, NARROWEST_NAME = 24, 12


class GridPlace(NamedTuple):
    """Where the cursor is: on which line, and at which size or on the name."""

    line: int = 0
    column: int = NAME


@dataclass(frozen=True)
class GridColumns:
    """The columns of the grid as drawn: their widths, and which sizes are on the screen."""

    name: int
    widths: tuple[int, ...]
    first: int  # the first size on the screen
    last: int  # one past the last size on the screen
    is_brief: bool  # a count for each cell instead of a sign for each run

    def start(self, column: int) -> int:
        """The terminal cell at which the column of a size begins."""
        return MARGIN + self.name + 1 + sum(width + 1 for width in self.widths[self.first : column])


class RunsGrid(CursorList, can_focus=True):
    """The grid: as many lines and sizes as fit, around the cursor."""

    DEFAULT_CSS = "RunsGrid { border: round $primary; height: 1fr; }"

    def __init__(self) -> None:
        super().__init__()
        self._grid = Grid()
        self._rows: list[GridLine | GridGroup] = []  # lines, and the heading of each group above them
        self._first_size = 0
        self._columns = GridColumns(0, (), 0, 0, False)

    def show_grid(self, grid: Grid, place: GridPlace, chosen: Collection[int]) -> None:
        """Draw the grid around the cursor."""
        if grid.lines != self._grid.lines:
            groups = groupby(grid.lines, key=lambda line: line.group)
            self._rows = [row for group, lines in groups for row in (group, *lines)]
        self._grid = grid
        self._columns = self._fitting_columns(place)
        here = grid.lines[place.line] if grid.lines else None
        lines = [self._head()]
        for place_of_row in self._window_around(here):
            row = self._rows[place_of_row]
            if isinstance(row, GridLine):
                lines.append(self._line(row, place.column if row == here else None, chosen))
            else:
                lines.append(Text(shown(grid.heading(row), self.size.width), "bold"))
        self.show(lines)

    def _window_around(self, here: GridLine | None) -> range:
        """The rows on the screen; the heading of a group is shown with its first line."""
        at = self._rows.index(here) if here is not None else 0
        if at and not isinstance(self._rows[at - 1], GridLine):
            self.top = min(self.top, at - 1)
        return self.window(at, len(self._rows))

    # Widths

    def _fitting_columns(self, place: GridPlace) -> GridColumns:
        """A sign for each run if all sizes fit; else a count for each cell, and as many sizes as fit."""
        name = min(LONGEST_NAME, max((width_of(shown(line.model)) for line in self._grid.lines), default=0))
        room = self.size.width - MARGIN - name - 1
        full = self._widths(is_brief=False)
        too_wide = max(0, sum(full) + len(full) - 1 - room)
        if name - too_wide >= min(name, NARROWEST_NAME):  # names are also shown below
            return GridColumns(name - too_wide, full, 0, len(full), is_brief=False)
        brief = self._widths(is_brief=True)
        first, last = self._window(brief, room, max(0, place.column))
        return GridColumns(name, brief, first, last, is_brief=True)

    def _widths(self, is_brief: bool) -> tuple[int, ...]:
        widths = []
        for size in self._grid.sizes:
            cells = [self._grid.cell(line, size) for line in self._grid.lines]
            widest = max(len(_count(cell)) + 1 if is_brief and cell else len(cell) for cell in cells)
            widths.append(max(widest, len(str(size))))
        return tuple(widths)

    def _window(self, widths: Sequence[int], room: int, wanted: int) -> tuple[int, int]:
        """The first size on the screen and one past the last, with the wanted one between them."""
        first = min(self._first_size, wanted)
        while first < wanted and sum(widths[first : wanted + 1]) + wanted - first > room:
            first += 1
        last = first
        while last < len(widths) and sum(widths[first : last + 1]) + last - first <= room:
            last += 1
        self._first_size = first
        return first, max(last, min(first + 1, len(widths)))

    # Lines

    def _head(self) -> Text:
        columns, sizes = self._columns, self._grid.sizes
        head = " " * (MARGIN + columns.name) + ("‹" if columns.first > 0 else " ")
        head += " ".join(f"{sizes[place]:<{columns.widths[place]}}" for place in range(columns.first, columns.last))
        return Text(head + (" ›" if columns.last < len(columns.widths) else ""), self.colours.faint)

    def _line(self, line: GridLine, cursor: int | None, chosen: Collection[int]) -> Text:
        colours, columns = self.colours, self._columns
        text = Text("› " if cursor is not None else "  ")
        text.append(padded(line.model, columns.name), colours.cursor if cursor == NAME else "")
        for place in range(columns.first, columns.last):
            cell = self._grid.cell(line, self._grid.sizes[place])
            signs = _cell(cell, columns.widths[place], columns.is_brief, chosen, colours)
            signs.stylize(colours.cursor if place == cursor else "")
            text.append(" ").append_text(signs)
        return text

    # The mouse

    def place_of(self, click: CursorList.Clicked) -> GridPlace | None:
        """The place in the grid of a click; None if it was not on a line."""
        row = self._rows[click.place] if click.place < len(self._rows) else None
        if not isinstance(row, GridLine):
            return None
        shown = self._columns
        columns = [column for column in range(shown.first, shown.last) if shown.start(column) <= click.x]
        return GridPlace(self._grid.lines.index(row), columns[-1] if columns else NAME)


def sign(state: str, is_chosen: bool, colours: Palette) -> tuple[str, str]:
    """The sign of a state, and its style."""
    if is_chosen:
        return (CHOSEN, colours.strong) if state == "planned" else (SIGNS[state], f"{colours.warning} underline")
    styles = {"planned": colours.faint, "running": colours.strong, "done": colours.done, "failed": colours.warning}
    return SIGNS[state], styles[state]


def _cell(cell: Sequence[RunState], width: int, is_brief: bool, chosen: Collection[int], colours: Palette) -> Text:
    text = Text()
    if is_brief and cell:
        worst = min((run.state for run in cell), key=STATES.index)
        its_sign, style = sign(worst, any(run.number in chosen for run in cell), colours)
        text.append(its_sign + _count(cell), style)
    else:
        for run in cell:
            text.append(*sign(run.state, run.number in chosen, colours))
    return text.append(" " * (width - len(text)))


def _count(cell: Sequence[RunState]) -> str:
    """How many of a cell's runs are done: `3/5`, or just `5` if all are."""
    n_done = sum(run.state == "done" for run in cell)
    return f"{len(cell)}" if n_done == len(cell) else f"{n_done}/{len(cell)}"


# Details of the runs at the cursor

INDENT = " " * 4
LEGEND = "· planned  + chosen  ▶ running  ✓ done  ✗ failed"


class RunDetails(LinesView):
    """Details of the runs at the cursor: of a cell or of a whole line."""

    DEFAULT_CSS = "RunDetails { border: round $primary; height: 30%; min-height: 8; padding: 0 1; }"

    def show_cell(self, title: str, outcomes: RunOutcomes) -> None:
        """Show the runs of a cell, and the end of the log of one that failed."""
        width, colours = self.size.width, self.colours
        there = [(record, outcomes.progress.get(record.number, "")) for record in outcomes.records]
        lines = [_record_line(record, progress, width, colours) for record, progress in there]
        room = self.size.height - len(lines)
        if outcomes.log and room > 0:
            last = [line for line in outcomes.log.splitlines() if line.strip()][-room:]
            lines += [Text(INDENT + shown(line.expandtabs(4), width - len(INDENT)), colours.faint) for line in last]
        self._show(title, lines)

    def show_line(self, title: str, runs: Sequence[RunState], outcomes: RunOutcomes, sizes: Sequence[int]) -> None:
        """Show a whole line: how many runs are in which state, progress, accuracies, reasons of failures."""
        colours = self.colours
        records = outcomes.records
        lines = [Text(counts_in_words(runs) or "no runs", colours.strong)]
        for run in runs:
            if run.number in outcomes.progress:
                how_far = f"{SIGNS['running']} {run.size}, seed {run.seed}: {outcomes.progress[run.number]}"
                lines.append(Text(shown(how_far, self.size.width)))
        accuracies = _accuracies(runs, records, sizes)
        if accuracies:
            in_a_line = max(1, self.size.width // len(accuracies[0]))
            rows = [accuracies[start : start + in_a_line] for start in range(0, len(accuracies), in_a_line)]
            lines += [Text("accuracy on test, mean in %", colours.faint), *map(Text().join, rows)]
        seconds = [record.seconds for record in records if record.seconds is not None]
        if seconds:
            lines.append(Text(f"{_seconds(fmean(seconds))} a run"))
        for message in dict.fromkeys(record.message for record in records if record.state == "failed"):
            number = sum(record.state == "failed" and record.message == message for record in records)
            why = shown(message or "no reason is known", self.size.width - 8)
            lines.append(Text.assemble((f"✗ {number}× ", colours.warning), why))
        self._show(title, lines)

    def show_sentences(self, sentences: Sequence[str]) -> None:
        """Show sentences in place of runs."""
        self._show("", [Text(shown(sentence, self.size.width)) for sentence in sentences])

    def _show(self, title: str, lines: Sequence[Text]) -> None:
        """Show as many lines as fit, and say how many more there are."""
        self.border_title = Text(shown(title, max(0, self.size.width - 4)))
        self.border_subtitle = Text(LEGEND)
        n_more = len(lines) - self.size.height
        if n_more > 0:
            more = Text(f"…  {n_more + 1} more lines: l shows all", self.colours.faint)
            lines = [*lines[: self.size.height - 1], more]
        self.show(lines)


def _record_line(record: RunRecord, progress: str, width: int, colours: Palette) -> Text:
    """The line of a run: its seed and state, then its progress, result or reason of failure."""
    seed = f"seed {record.seed}"
    if record.training_seed != record.seed:
        seed += f", training seed {record.training_seed}"
    line = Text.assemble(sign(record.state, False, colours), f" {seed:8} {record.state:7}")
    if record.state == "failed":
        line.append(f"  {shown(record.message or 'no reason is known')}", colours.warning)
    if progress:
        line.append(f"  {shown(progress)}")
    if record.n_items:
        right = f"{100 * (record.n_correct or 0) / record.n_items:.1f} %"
        line.append(f"  {record.n_correct or 0:,} of {record.n_items:,} right, {right}")
    if record.seconds is not None:
        line.append(f"  {_seconds(record.seconds)}")
    if record.started_at:
        line.append(f"  {record.started_at[:16].replace('T', ' ')}", colours.faint)
    if record.machine and record.state == "done":
        line.append(f"  {shown(record.machine)}", colours.faint)
    line.truncate(width, overflow="ellipsis")
    return line


def _accuracies(runs: Sequence[RunState], records: Sequence[RunRecord], sizes: Sequence[int]) -> list[Text]:
    """The mean accuracy at each size that has predictions, as `100 31.2`."""
    size_of = {run.number: run.size for run in runs}
    texts = []
    for size in sizes:
        there = [record for record in records if size_of.get(record.number) == size and record.n_items]
        if there:
            mean = fmean((record.n_correct or 0) / (record.n_items or 1) for record in there)
            texts.append(Text.assemble((f"{size:>6}", "bold"), f" {100 * mean:5.1f} "))
    return texts


def _seconds(seconds: float) -> str:
    if seconds < 100:
        return f"{seconds:.1f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"
