"""What `goed --help` and `goed --version` add to starting the bare interpreter.

python tests/benchmarks/start_up.py
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path


def main() -> None:
    goed = str(Path(sys.executable).parent / "goed")
    bare = best_of([sys.executable, "-c", "pass"])
    for option in ("--help", "--version"):
        seconds = best_of([goed, option])
        print(f"goed {option}: {seconds:.3f} s, bare interpreter {bare:.3f} s, added {seconds - bare:.3f} s")


def best_of(command: list[str], times: int = 10) -> float:
    seconds = []
    for _ in range(times):
        started = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        seconds.append(time.perf_counter() - started)
    return min(seconds)


if __name__ == "__main__":
    main()
