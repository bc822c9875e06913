"""What a hundred thousand, a million and ten million predictions take: import, labels, screens, statistics, report.

    python tests/benchmarks/scale.py [FOLDER] [NUMBER OF PREDICTIONS ...]

Prints a line for each thing that is done: seconds at each number, the most memory at the last, and how the seconds grow
with predictions (1: in proportion). Where there is a bar at a million predictions, three times that (for memory one and
a half times) is held against ten million. The studies are made in FOLDER and kept there; an hour and 3 GB altogether.
"""

from __future__ import annotations

import asyncio
import math
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import annotator_material
from annotator import ACCEPT, GOED, Annotator, case_on
from annotator_speed import QUEUES, until_drawn
from screen import Screen

from goed.screens.app import GoedApp
from goed.screens.label_screen import LabelScreen

NUMBERS = (100_000, 1_000_000, 10_000_000)
SHARE_OF_WRONG_OUTPUTS = 0.1002  # distinct ones, beside predictions
SLOWER, LARGER = 3.0, 1.5  # than the bars at a million
RESAMPLING = {"sampling", "rates", "expectations"}
N_ACTS = 500
INDEXED_WITHIN = 20.0  # seconds that the annotator is let settle in


class Bar(NamedTuple):
    """Seconds and megabytes at a million predictions; None where no bar was set."""

    seconds: float | None = None
    megabytes: float | None = None


NO_BAR = Bar()


class Taken(NamedTuple):
    """What something took."""

    what: str
    seconds: float
    megabytes: float
    bar: Bar = NO_BAR


def main(folder: Path, numbers: list[int]) -> None:
    columns = [f"{number:,}" for number in numbers]
    print(f"{'':30}" + "".join(f"{column:>13}" for column in columns) + "      MB  exponent  at the last number")
    studies = [studied(folder, number) for number in numbers]
    for of_numbers in zip(*map(everything, studies), strict=True):
        print(line(of_numbers, numbers), flush=True)


def studied(folder: Path, number: int) -> Path:
    """A study without predictions, and the files to be imported, unless they are there from before."""
    study, files = folder / f"{number}.goed", folder / f"{number}"
    if not study.exists():
        annotator_material.goed("init", "--study", study)
        annotator_material.goed("split", "--seeds", 2, "--test", annotator_material.N_TEST, "--study", study)
    if not files.exists():
        tests = list(annotator_material.test_sets(study))
        annotator_material.write_predictions(files, tests, number, int(number * SHARE_OF_WRONG_OUTPUTS))
    return study


def everything(original: Path) -> Iterator[Taken]:
    """All that is measured, on a copy of a study, one after the other."""
    from goed.statistics.catalogue import STATISTICS

    with tempfile.TemporaryDirectory(dir=original.parent) as name:
        study = Path(name) / "study.goed"
        shutil.copy(original, study)
        files = str(original.with_suffix(""))
        yield command(study, "import", "predictions", files, "--pattern", annotator_material.PATTERN)
        yield command(study, "status")
        yield command(study, "check")
        yield command(study, "classify")
        yield command(study, "cases", "--limit", "40")
        for statistic in STATISTICS:
            seconds = 20.0 if statistic in RESAMPLING else 3.0
            yield command(study, "stats", statistic, "--format", "csv", bar=Bar(seconds, 600))
        yield command(study, "report", "-o", str(Path(name) / "report"), bar=Bar(30, 600))
        yield from list(at_the_terminal(study))  # one terminal after the other, not three at once


def command(study: Path, *words: str, bar: Bar = NO_BAR) -> Taken:
    """Call goed."""
    said = " ".join(word for word in words[:2] if not word.startswith("-"))
    started = time.perf_counter()
    process = os.posix_spawn(
        GOED,
        [str(GOED), *words, "--study", str(study)],
        os.environ,
        file_actions=[(os.POSIX_SPAWN_OPEN, place, os.devnull, os.O_WRONLY, 0) for place in (1, 2)],
    )
    _, status, usage = os.wait4(process, 0)
    failed = " (failed)" if os.waitstatus_to_exitcode(status) else ""
    return Taken(f"goed {said}{failed}", time.perf_counter() - started, usage.ru_maxrss / 1024, bar)


def at_the_terminal(study: Path) -> Iterator[Taken]:
    """The annotator: its start, its keys, its other queues and screens."""
    memory = Bar(megabytes=250)
    with Annotator(study) as annotator:
        started = annotator.wait_until(case_on, 60) - annotator.started_at
        yield Taken("annotate: first case", started, annotator.memory("VmHWM"), Bar(1.5, 250))
        annotator.settle(INDEXED_WITHIN / 4, INDEXED_WITHIN)
        seconds = sorted(annotator.act(ACCEPT).seconds for _ in range(N_ACTS))
        for words, share, bar in (("median", 0.5, None), ("95th percentile", 0.95, 0.02)):
            yield Taken(f"key to next case, {words}", seconds[int(N_ACTS * share)], 0.0, Bar(bar))
        for key, name in (("T", "Trajectories"), ("R", "Runs"), ("A", "Agreement")):
            yield Taken(f"screen {name}", turned_to(annotator, key), annotator.memory("VmHWM"), memory)
    with_pattern, others = asyncio.run(other_queues(study))
    yield Taken("another queue, the slowest", max(others), 0.0, Bar(0.25))
    yield Taken("another pattern, the slowest", max(with_pattern), 0.0, Bar(0.25))


async def other_queues(study: Path) -> tuple[list[float], list[float]]:
    """The seconds until the first screen of other queues is drawn: of those with a pattern, and of the others."""
    app = GoedApp(study, "pilot")
    taken: tuple[list[float], list[float]] = ([], [])
    async with app.run_test(size=(120, 40)) as pilot:
        while not isinstance(app.screen, LabelScreen) or app.screen.case is None or app.screen.case.alike is None:
            await pilot.pause(0.05)
        for chosen in QUEUES:
            taken[not chosen.pattern].append(await until_drawn(app.screen, app.screen.open(chosen)))
    app.desk.close()
    return taken


def turned_to(annotator: Annotator, key: str) -> float:
    """Turn to another screen and back; the seconds until it has all that it shows."""

    def is_there(screen: Screen) -> bool:
        return case_on(screen) is None and "counting …" not in screen.text

    pressed = annotator.send(key)
    shown = annotator.wait_until(is_there, 120)
    while annotator.read(1.0):
        shown = annotator.wait_until(is_there, 120)
    annotator.send("L")
    annotator.wait_until(case_on, 60)
    annotator.settle()
    return shown - pressed


def line(of_numbers: tuple[Taken, ...], numbers: list[int]) -> str:
    """One thing at every number of predictions."""
    last = of_numbers[-1]
    seconds = "".join(f"{taken.seconds:11.2f} s" for taken in of_numbers)
    growth = ""
    if len(of_numbers) > 1:
        before = of_numbers[-2]
        growth = f"{math.log(last.seconds / before.seconds) / math.log(numbers[-1] / numbers[-2]):.2f}"
    megabytes = f"{last.megabytes:6.0f}" if last.megabytes else " " * 6
    return f"{last.what:30}{seconds}  {megabytes}  {growth:>8}  {verdict(last)}".rstrip()


def verdict(taken: Taken) -> str:
    """Whether what was taken lies within what is allowed."""
    limits = []
    if taken.bar.seconds is not None:
        limits.append((taken.seconds, taken.bar.seconds * SLOWER, "s"))
    if taken.bar.megabytes is not None and taken.megabytes:
        limits.append((taken.megabytes, taken.bar.megabytes * LARGER, "MB"))
    missed = [f"NOT MET: {limit:g} {unit}" for value, limit, unit in limits if value > limit]
    met = "met: " + ", ".join(f"{limit:g} {unit}" for _, limit, unit in limits) if limits else ""
    return ", ".join(missed) or met


if __name__ == "__main__":
    given = sys.argv[1:]
    has_folder = bool(given) and not given[0].isdigit()
    chosen = [int(number) for number in given[has_folder:]] or list(NUMBERS)
    if has_folder:
        main(Path(given[0]).resolve(), chosen)
    else:
        with tempfile.TemporaryDirectory() as made:
            main(Path(made), chosen)
