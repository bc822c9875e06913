"""How fast the neural models are beside their originals, and how much memory they need.

    python tests/benchmarks/neural_speed.py [--only cluzh stack update chr-trm] [--sets eng_300 eng_1000] [--core 0]

The originals' side are the plain programs beside this one. They are quicker than the originals were when those were
timed, so ratios to those seconds stand beside; they count only on a machine like theirs. Every run has a process of its
own with one thread on one core; time is counted from the data in memory to both decodings of the 600 test items,
imports left out, in seconds that the core worked for it: on an idle machine they are those of the clock. `stack` is an
update of one, two and four networks of CLUZH that are trained side by side, for each of them; `update` is
one update of CHR-TRM at batch 240 in fp32, `chr-trm` a whole run of its quick schedule on eng_1000, for its memory. The
plain runs take 30 s and 95 s. Memory is the most that a process has, with all that Python and torch take.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from typing import Any

from material import SIGMORPHON
from verdicts import Verdict, print_verdicts

CLUZH_BARS = {"faithful": 4.0, "best": 10.0}  # times as fast as the original
UPDATE_BAR = 1.2
CLUZH_MEMORY, CHR_TRM_MEMORY = 500e6, 1000e6  # bytes
PUBLISHED_SECONDS = {"eng_300": 63, "eng_1000": 172}  # of the original, aligner to both decodings, timed elsewhere


def main() -> None:
    options = read_options()
    if hasattr(os, "sched_setaffinity"):  # Linux
        os.sched_setaffinity(0, {options.core})  # for the processes that are started from here, too
    if not SIGMORPHON.is_dir():
        sys.exit(f"the files of SIGMORPHON 2022 are not in {SIGMORPHON}")
    verdicts: list[Verdict] = []
    if "cluzh" in options.only:
        for name in options.sets:
            verdicts += cluzh_verdicts(name)
    if "stack" in options.only:
        verdicts += stack_verdicts()
    if "update" in options.only:
        verdicts.append(update_verdict())
    if "chr-trm" in options.only:
        verdicts.append(memory_verdict("CHR-TRM quick eng_1000", measured("chr-trm-quick", "eng_1000"), CHR_TRM_MEMORY))
    print_verdicts(verdicts)


def read_options() -> argparse.Namespace:
    parts = ["cluzh", "stack", "update", "chr-trm"]
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", nargs="+", choices=parts, default=parts)
    parser.add_argument("--sets", nargs="+", choices=PUBLISHED_SECONDS, default=list(PUBLISHED_SECONDS))
    parser.add_argument("--core", type=int, default=0, help="which core the runs are bound to")
    return parser.parse_args()


def measured(*arguments: str) -> dict[str, Any]:
    """What a run in a process of its own measures of itself."""
    script = os.path.join(os.path.dirname(__file__), "neural_run.py")
    threads = dict.fromkeys(("OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    print("measuring", *arguments, file=sys.stderr)
    done = subprocess.run(
        [sys.executable, script, *arguments],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        env={**os.environ, **threads},
    )
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def cluzh_verdicts(name: str) -> list[Verdict]:
    """Whole runs of both settings beside a plain run."""
    plain = measured("plain-cluzh", name)
    verdicts = [Verdict(f"plain CLUZH {name}", "", told(plain), None)]
    for setting, bar in CLUZH_BARS.items():
        ours = measured(f"cluzh-{setting}", name)
        ratio = plain["seconds"] / ours["seconds"]
        published = PUBLISHED_SECONDS[name] / ours["seconds"]
        seconds = f"{told(ours)}; {ratio:.1f} × ({published:.1f} × of the original's {PUBLISHED_SECONDS[name]} s)"
        verdicts.append(Verdict(f"CLUZH {setting} {name}", f"≥ {bar:g} ×", seconds, ratio >= bar))
        verdicts.append(memory_verdict(f"CLUZH {setting} {name}", ours, CLUZH_MEMORY))
    return verdicts


def told(run: dict[str, Any]) -> str:
    """Seconds, with epochs and the seconds of parts where they are known, and accuracies."""
    parts = "".join(f", {part} {seconds:.1f}" for part, seconds in run.get("parts", {}).items())
    accuracies = " / ".join(f"{100 * accuracy:.1f}" for accuracy in run["accuracies"])
    return f"{run['seconds']:.1f} s ({run['length']}{parts}), {accuracies} % right"


def stack_verdicts() -> list[Verdict]:
    """What an update costs each of several networks."""
    each = measured("stacked", "eng_300")
    del each["memory"]
    return [
        Verdict(f"update of CLUZH, {what} side by side, for each", "", f"{ms:.1f} ms", None)
        for what, ms in each.items()
    ]


def update_verdict() -> Verdict:
    """One update of CHR-TRM beside a plain one."""
    both = measured("updates", "eng_300")
    plain, ours = both["plain_seconds"], both["seconds"]
    shown = f"{ours:.2f} s, plain {plain:.2f} s: {plain / ours:.2f} ×"
    return Verdict("update of CHR-TRM, batch 240, fp32", f"≥ {UPDATE_BAR} ×", shown, plain / ours >= UPDATE_BAR)


def memory_verdict(what: str, run: dict[str, Any], most: float) -> Verdict:
    """Whether a run kept to its memory."""
    shown = f"{run['memory'] / 1e6:.0f} MB"
    return Verdict(f"memory of {what}", f"≤ {most / 1e6:.0f} MB", shown, run["memory"] <= most)


if __name__ == "__main__":
    main()
