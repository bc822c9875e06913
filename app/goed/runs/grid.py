"""The runs of a study as people see them: a grid, what became of them, and logs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from goed.runs.time_left import progress_in_words
from goed.study import runs as store_runs
from goed.study import splits as store_splits
from goed.study.runs import RunRecord, RunState
from goed.study.splits import sizes_in_words
from goed.study.study import Study

MOST_LOGS = 50  # that are shown at once
MOST_SEEDS = 10  # that are listed one by one
LAST_LINES = 10  # of a log, where it says what went wrong
STATES = ("done", "running", "planned", "failed")


class GridGroup(NamedTuple):
    """What lines have in common that stand together."""

    language: str
    sampling: str
    domain: str
    corpus: str


class GridLine(NamedTuple):
    """A line of the grid: what its runs have in common."""

    language: str
    sampling: str
    domain: str
    corpus: str  # empty where items of no corpus are learned from
    model: str

    @property
    def group(self) -> GridGroup:
        """What it has in common with the lines that stand beside it."""
        return GridGroup(*self[:4])


@dataclass(frozen=True)
class Grid:
    """All runs of a study, in lines and sizes."""

    lines: tuple[GridLine, ...] = ()
    sizes: tuple[int, ...] = ()
    cells: Mapping[tuple[GridLine, int], tuple[RunState, ...]] = field(default_factory=dict)

    def cell(self, line: GridLine, size: int) -> tuple[RunState, ...]:
        """The runs of a line at a size, by seed."""
        return self.cells.get((line, size), ())

    def of_line(self, line: GridLine) -> list[RunState]:
        """All runs of a line."""
        return [run for size in self.sizes for run in self.cell(line, size)]

    def heading(self, group: GridGroup) -> str:
        """A group in words; it names its domain where there are several, and what sizes count where that is tokens."""
        has_several = len({line.domain for line in self.lines}) > 1
        of_corpus = (group.corpus, "sizes in tokens") if group.corpus else ()
        words = (group.domain if has_several else "", group.language, *of_corpus[:1], group.sampling, *of_corpus[1:])
        return " · ".join(filter(None, words))

    def runs(self) -> list[RunState]:
        """All runs."""
        return [run for cell in self.cells.values() for run in cell]


def counts_in_words(runs: Sequence[RunState]) -> str:
    """How many runs are in which state: 40 done · 8 planned."""
    counts = Counter(run.state for run in runs)
    return " · ".join(f"{counts[state]:,} {state}" for state in STATES if counts[state])


class GridReading(NamedTuple):
    """All runs with their states, and the version of the study that they were read from."""

    grid: Grid
    version: object
    has_splits: bool
    seconds_left: float | None  # until the runs at work are done, and those that their goed does next


class RunOutcomes(NamedTuple):
    """What became of some runs, how far those at work are, and the log of the first failed one."""

    records: list[RunRecord]
    progress: dict[int, str]  # in words, by number
    log: str | None


class SplitsInWords(NamedTuple):
    """The languages, samplings, sizes and seeds of all splits, as text."""

    languages: str
    samplings: str
    sizes: str
    seeds: str


def run_states(study: Study) -> list[RunState]:
    """Every run with its state; for a run at work, the message says how far it is."""
    runs = store_runs.all_runs(study)
    progress = _progress(study, runs)
    return [run._replace(message=progress[run.number]) if run.number in progress else run for run in runs]


def _progress(study: Study, runs: Iterable[RunState | RunRecord]) -> dict[int, str]:
    """How far each of the runs at work is, by number."""
    told = store_runs.progress_of(study, [run.number for run in runs if run.state == "running"]).by_number
    return {number: progress_in_words(progress) for number, progress in told.items()}


def read_grid(study: Study) -> GridReading:
    """The grid as it is now."""
    version = study.output_version()  # read before the states, so that a later change is noticed and read again
    runs = store_runs.all_runs(study)
    left = store_runs.progress_of(study, [run.number for run in runs if run.state == "running"]).all_left
    cells: dict[tuple[GridLine, int], list[RunState]] = {}
    for run in runs:
        line = GridLine(run.language, run.sampling, run.domain, run.corpus, run.model)
        cells.setdefault((line, run.size), []).append(run)
    lines, sizes = (tuple(sorted(set(side))) for side in zip(*cells, strict=True)) if cells else ((), ())
    grid = Grid(lines, sizes, {place: tuple(cell) for place, cell in cells.items()})
    return GridReading(grid, version, bool(store_splits.splits(study)), left)


def outcomes(study: Study, numbers: Sequence[int]) -> RunOutcomes:
    """What became of these runs."""
    records = store_runs.records(study, numbers)
    failed = next((record.number for record in records if record.state == "failed" and record.has_log), None)
    return RunOutcomes(records, _progress(study, records), None if failed is None else store_runs.log(study, failed))


def logs(study: Study, runs: Iterable[RunState]) -> list[tuple[str, str]]:
    """Messages and logs of those runs that have any, each with a title; the failed ones first."""
    by_number = {run.number: run for run in runs}
    told = [record for record in store_runs.records(study, by_number) if record.message or record.has_log]
    told.sort(key=lambda record: record.state != "failed")
    sections = []
    for record in told[:MOST_LOGS]:
        run = by_number[record.number]
        title = f"{run.language} {run.sampling} {run.model} {run.size}, seed {run.seed}: {record.state}"
        if run.training_seed != run.seed:
            title += f" (training seed {run.training_seed})"
        parts = (record.message, store_runs.log(study, record.number))
        sections.append((title, "\n".join(part for part in parts if part)))
    return sections


def log_ends(study: Study, runs: Iterable[RunState]) -> dict[int, str]:
    """The last lines of the logs of failed runs, by number; of a line written over, its last state."""
    found = ((run.number, store_runs.log(study, run.number)) for run in runs if run.state == "failed")
    return {
        number: "\n".join(line.rstrip("\r").rpartition("\r")[2] for line in log.rstrip().split("\n")[-LAST_LINES:])
        for number, log in found
        if log
    }


def splits_in_words(study: Study) -> SplitsInWords:
    """What can be chosen when runs are planned, as text."""
    splits = store_splits.splits(study)
    sizes = sorted({size for split in splits for size in store_splits.sizes(study, split.id)})
    seeds = sorted({split.seed for split in splits})
    return SplitsInWords(
        " ".join(sorted({split.language for split in splits})),
        " ".join(sorted({split.sampling for split in splits})),
        sizes_in_words(sizes),
        " ".join(map(str, seeds)) if len(seeds) <= MOST_SEEDS else sizes_in_words(seeds),
    )
