"""What became of the runs at the cursor: one line for each run of a cell, a summary for a whole line."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from rich.text import Text

from goed.runs.grid import RunOutcomes, counts_in_words
from goed.screens.lines_view import LinesView
from goed.screens.runs_grid import SIGNS, sign
from goed.screens.safe_text import shown
from goed.screens.theme import Palette
from goed.study.runs import RunRecord, RunState

INDENT = " " * 4
LEGEND = "· planned  + chosen  ▶ running  ✓ done  ✗ failed"


class RunDetails(LinesView):
    """The runs at the cursor."""

    DEFAULT_CSS = "RunDetails { border: round $primary; height: 30%; min-height: 8; padding: 0 1; }"

    def show_cell(self, title: str, outcomes: RunOutcomes) -> None:
        """The runs of one cell, and the end of the log of the one that has failed."""
        width, colours = self.size.width, self.colours
        there = [(record, outcomes.progress.get(record.number, "")) for record in outcomes.records]
        lines = [_record_line(record, progress, width, colours) for record, progress in there]
        room = self.size.height - len(lines)
        if outcomes.log and room > 0:
            last = [line for line in outcomes.log.splitlines() if line.strip()][-room:]
            lines += [Text(INDENT + shown(line.expandtabs(4), width - len(INDENT)), colours.faint) for line in last]
        self._show(title, lines)

    def show_line(self, title: str, runs: Sequence[RunState], outcomes: RunOutcomes, sizes: Sequence[int]) -> None:
        """A whole line: how many runs are in which state, how far those at work are, accuracies, why runs failed."""
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
        """What there is to do where there are no runs."""
        self._show("", [Text(shown(sentence, self.size.width)) for sentence in sentences])

    def _show(self, title: str, lines: Sequence[Text]) -> None:
        """As many lines as fit, and how many more there are."""
        self.border_title = Text(shown(title, max(0, self.size.width - 4)))
        self.border_subtitle = Text(LEGEND)
        n_more = len(lines) - self.size.height
        if n_more > 0:
            more = Text(f"…  {n_more + 1} more lines: l shows all", self.colours.faint)
            lines = [*lines[: self.size.height - 1], more]
        self.show(lines)


def _record_line(record: RunRecord, progress: str, width: int, colours: Palette) -> Text:
    """A run, how far it is or why it failed."""
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
    """The mean accuracy at each size at which there are predictions: 100 31.2."""
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
