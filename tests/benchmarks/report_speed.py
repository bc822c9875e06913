"""How long `goed report` takes on the paper's whole NONNEUR grid, how large its page is, and what a browser says of it.

    python tests/benchmarks/report_speed.py [STUDY]

Without a study the grid is made first: 260 runs, 3 languages × 2 strategies × 5 seeds × all sizes. Beside it, a plain
script draws as many figures from the report's own tables with pyplot, as SVG and PDF, and nothing else: it tells how
fast the machine is just now.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from browser import CHROMIUM, visit

GOED = str(Path(sys.executable).parent / "goed")
MOST_SECONDS = 30.0
MOST_BYTES = 5_000_000

Check = tuple[str, str, str, bool]  # what, measured, bar, met


def main() -> None:
    given = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else None
    with tempfile.TemporaryDirectory() as name:
        os.chdir(name)
        study = given or make_grid()
        checks = list(measured(study))
        print(f"{'what':34}{'measured':>22}  {'bar':14}")
        for what, measurement, bar, is_met in checks:
            print(f"{what:34}{measurement:>22}  {bar:14}{'met' if is_met else 'NOT MET'}")
        print(f"a plain script draws the same number of figures in {plain_seconds(Path('report')):.1f} s")
    sys.exit(0 if all(is_met for *_, is_met in checks) else 1)


def make_grid() -> Path:
    for arguments in (["init"], ["split"], ["run", "--jobs", "2"]):
        subprocess.run([GOED, *arguments], check=True, capture_output=True)
    return Path("study.goed")


def measured(study: Path) -> Iterator[Check]:
    """Each bar with what was measured."""
    before, started = processor_seconds(), time.perf_counter()
    subprocess.run([GOED, "report", "-o", "report", "--study", study], check=True, capture_output=True)
    seconds = time.perf_counter() - started
    yield "seconds", f"{seconds:.1f}", f"≤ {MOST_SECONDS:.0f}", seconds <= MOST_SECONDS
    yield "seconds of both processors", f"{processor_seconds() - before:.1f}", "", True
    most_memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    yield "most memory of one process, MB", f"{most_memory / 1024:.0f}", "", True
    page = Path("report/index.html").resolve()
    n_bytes = page.stat().st_size
    yield "page, bytes", f"{n_bytes:,}", f"≤ {MOST_BYTES:,}", n_bytes <= MOST_BYTES
    if CHROMIUM is None:
        yield "browser", "there is no Chromium", "", True
        return
    seen = visit(page, Path("browser"))
    yield "requests that leave the page", str(len(seen.requests)), "none", not seen.requests
    yield "messages in the browser's console", str(len(seen.console)), "none", not seen.console


def processor_seconds() -> float:
    """What the processes that have ended took."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def plain_seconds(report: Path) -> float:
    """How long it takes to import pandas and pyplot, and to draw piled-up bars as often as the report has figures."""
    script = f"""
import pandas as pd
import matplotlib
matplotlib.use("svg")
import matplotlib.pyplot as plt
errors = pd.read_csv("{report}/tables/errors.csv")
for number in range({len(list((report / "figures").glob("*.svg")))}):
    language = ["ara", "deu", "eng"][number % 3]
    figure, panels = plt.subplots(1, 2, sharey=True, layout="constrained")
    for panel, (_, of_sampling) in zip(panels, errors[errors["language"] == language].groupby("sampling")):
        of_sampling.pivot_table(index="size", columns="error", values="mean").plot.bar(stacked=True, ax=panel)
    figure.savefig("plain.svg")
    figure.savefig("plain.pdf")
    plt.close(figure)
"""
    started = time.perf_counter()
    subprocess.run([sys.executable, "-c", script], check=True, capture_output=True)
    return time.perf_counter() - started


if __name__ == "__main__":
    main()
