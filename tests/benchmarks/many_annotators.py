"""What a hundred annotators cost who work on one study at the same time: acts a second, and how long each one takes.

    python tests/benchmarks/many_annotators.py STUDY [ANNOTATORS]

Works on a copy. Each annotator has a desk of their own, as the terminal UI has, and accepts a case every two seconds,
for half a minute; beside it, in the same run, a single one who does nothing but accept. Every act must be in the file.
"""

from __future__ import annotations

import multiprocessing
import shutil
import sys
import tempfile
import threading
import time
from multiprocessing.queues import Queue
from pathlib import Path

from annotator_material import rows

from goed.annotation.desk import Desk
from goed.annotation.queue_filter import Filter
from goed.study.study import Study

PROCESSES = 4
EVERY, LASTING = 2.0, 30.0  # seconds
ALONE = 500  # acts


def main(original: Path, number: int = 100) -> None:
    with tempfile.TemporaryDirectory() as folder:
        study = Path(folder) / "study.goed"
        shutil.copy(original, study)
        alone = one_alone(study)
        print(f"one alone: {told(alone)}; {len(alone) / sum(alone):,.0f} acts a second")
        context = multiprocessing.get_context("spawn")
        answers: Queue[list[float]] = context.Queue()
        shares = [len(range(first, number, PROCESSES)) for first in range(PROCESSES)]
        processes = [
            context.Process(target=some, args=(study, place, share, answers)) for place, share in enumerate(shares)
        ]
        for process in processes:
            process.start()
        seconds = [each for _ in processes for each in answers.get()]
        for process in processes:
            process.join()
        (n_acts,) = rows(study, "SELECT count(*) FROM act WHERE kind = 'label'")[0]
        lost = len(alone) + len(seconds) - n_acts
        print(f"{number} together: {told(seconds)}; {len(seconds) / LASTING:,.0f} acts a second; {lost} lost")


def one_alone(study: Path) -> list[float]:
    """One annotator who accepts case after case."""
    with Study.open(study) as opened:
        desk = Desk(opened, "alone")
        return [accepted(desk, output_id) for output_id in desk.open(Filter()).output_ids[:ALONE]]


def some(study: Path, place: int, number: int, answers: Queue[list[float]]) -> None:
    """Some of the annotators, a thread each."""
    seconds: list[float] = []
    ready = threading.Barrier(number)
    threads = [threading.Thread(target=work, args=(study, f"{place}-{own}", ready, seconds)) for own in range(number)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    answers.put(seconds)


def work(study: Path, name: str, ready: threading.Barrier, seconds: list[float]) -> None:
    """One of them: a case every two seconds."""
    with Study.open(study) as opened:
        desk = Desk(opened, name)
        output_ids = iter(desk.open(Filter()).output_ids)
        ready.wait()
        end = time.monotonic() + LASTING
        while time.monotonic() < end:
            begun = time.monotonic()
            seconds.append(accepted(desk, next(output_ids)))
            time.sleep(max(0.0, EVERY - (time.monotonic() - begun)))


def accepted(desk: Desk, output_id: int) -> float:
    """Accept a case; the seconds until that is on the disk."""
    before = time.perf_counter()
    assert desk.accept(output_id)
    return time.perf_counter() - before


def told(seconds: list[float]) -> str:
    """The median, the 99th percentile and the longest."""
    in_order = sorted(seconds)
    median, high = in_order[len(in_order) // 2], in_order[int(len(in_order) * 0.99)]
    return f"an act takes {1000 * median:.1f} ms (99th percentile {1000 * high:.1f}, longest {1000 * in_order[-1]:.1f})"


if __name__ == "__main__":
    main(Path(sys.argv[1]), *map(int, sys.argv[2:]))
