"""What the annotator takes on a large study, in a real terminal: to start, for an act, for another queue, of memory.

    python tests/benchmarks/annotator_speed.py [STUDY] [--domain dependencies]

STUDY is one that annotator_material.py made, or of dependencies annotator_trees.py; without it one is made. Works on a
copy.
Prints numbers beside what no such program can do without: Textual's own start and frame, and a plain commit.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass
from pathlib import Path

import annotator_material
import annotator_trees
from annotator import ACCEPT, GOED, Annotator, case_on
from screen import Screen
from terminal import Terminal
from tmux import Tmux

from goed.annotation.queue_filter import Filter
from goed.screens.app import GoedApp
from goed.screens.label_screen import LabelScreen

QUEUES = (
    Filter(),
    Filter(order="unsure"),
    Filter(languages=("ara",), order="lemma"),
    Filter(languages=("eng",), pred_classes=("irr", "reg")),
    Filter(errors=("unnatural",)),
    Filter(below=0.6),
    Filter(models=("model-3",), sizes=(300,), seeds=(1,)),
    Filter(sizes=(100, 200, 300)),
    Filter(pattern="e.*ed$"),
    Filter(pattern="^b", seeds=(0,)),
    Filter(forms="all", state="all"),
    Filter(state="checked"),
)
QUEUES_OF_TREES = (
    Filter(),
    Filter(order="unsure"),
    Filter(order="lemma"),
    Filter(where=("tag=NOUN", "tag=VERB", "length=1")),
    Filter(where=("relation=subj",), errors=("reversed", "grandparent")),
    Filter(errors=("side",)),
    Filter(below=0.7),
    Filter(models=("parser-3",)),
    Filter(flags=("convention",)),
    Filter(pattern=" subj$"),
    Filter(pattern="^ROOT$", models=("parser-3",)),
    Filter(forms="all", state="all"),
    Filter(state="checked"),
)
N_STARTS = 7
N_ACTS = 1_000
OTHER_CLASS_EVERY = 20  # acts: the classifier is right in 95 % of the cases
SIZE = (120, 40)
FILTER_TITLE = "which outputs, in which order"
CLEAR_FILTER = "\x18"  # Ctrl+X
PLAIN_APP = """
from textual.app import App
from textual.widgets import Footer, Header, Static
class Plain(App):
    BINDINGS = [("enter", "next", "next")]
    n = 0
    def compose(self):
        yield Header(); yield Static("case 0."); yield Footer()
    def action_next(self):
        self.n += 1
        self.query_one(Static).update(f"case {self.n}.")
Plain().run()
"""


@dataclass(frozen=True)
class Material:
    """What is measured on: who sits at it, and what they look for."""

    annotator: type[Annotator]
    queues: Sequence[Filter]
    patterns: Sequence[str]


MATERIAL = {
    "inflection": Material(Annotator, QUEUES, ("ed$", "^b", "ss", "[aeiou]{3}", "e.*ed$", "n$")),
    "dependencies": Material(
        annotator_trees.AnnotatorOfTrees,
        QUEUES_OF_TREES,
        ("^ROOT$", "^de", "ss", "[aeiou]{3}", "e.* subj$", "n$"),
    ),
}


def main(original: Path | None, domain: str) -> None:
    material = MATERIAL[domain]
    with tempfile.TemporaryDirectory() as folder:
        study = Path(folder) / "study.goed"
        if original:
            shutil.copy(original, study)
        elif domain == "dependencies":
            print(f"predictions imported in {annotator_trees.make(study):.1f} s")
        else:
            annotator_material.make(study, 1_000_000, 100_200)
        start(study)
        acts(study, material)
        patterns(study, material)
        act_under_tmux(study)
        asyncio.run(in_the_pilot(study, material))


def start(study: Path) -> None:
    """From command to first case drawn."""
    goed, plain, imported = [], [], []
    for _ in range(N_STARTS):
        with Annotator(study, size=SIZE) as annotator:
            goed.append(annotator.wait_until(case_on) - annotator.started_at)
        with Terminal([sys.executable, "-c", PLAIN_APP], SIZE) as terminal:
            plain.append(terminal.wait_for("case 0.") - terminal.started_at)
        before = time.perf_counter()
        subprocess.run([sys.executable, "-c", "import textual.app, textual.widgets"], check=True)
        imported.append(time.perf_counter() - before)
    ours, bare = statistics.median(goed), statistics.median(imported)
    print(
        f"start to first case drawn: {ours:.2f} s (longest {max(goed):.2f} s); importing Textual {bare:.2f} s, "
        f"ratio {ours / bare:.1f}; a plain Textual program drawn {statistics.median(plain):.2f} s"
    )


def acts(study: Path, material: Material) -> None:
    """From key to next case drawn, with the act on disk."""
    with material.annotator(study, "acts", SIZE) as annotator:
        annotator.wait_for_case()
        annotator.settle(0.5)
        keys = ["2" if number % OTHER_CLASS_EVERY == 0 else ACCEPT for number in range(1, N_ACTS + 1)]
        seconds = [annotator.act(key).seconds for key in keys]
        assert annotator.n_checked == N_ACTS
        undoing = [undo(annotator) for _ in range(20)]
        memory = annotator.memory("VmHWM"), annotator.memory("VmRSS")
        annotator.send("q")
        annotator.wait_for_end()
    n_acts, n_undone = acts_in(study, "acts", "label"), acts_in(study, "acts", "undo")
    assert (n_acts, n_undone) == (N_ACTS, len(undoing)), f"{n_acts} acts and {n_undone} undone are in the file"
    print(f"{N_ACTS:,} acts with as many keys, all in the file; key to next case drawn: {in_ms(seconds)}")
    commit, frame = plain_commits(study), plain_frames()
    print(f"  beside a plain commit to the file: {in_ms(commit)}, ratio {ratio(seconds, commit):.1f}")
    print(f"  beside key to next frame of a plain Textual program: {in_ms(frame)}, ratio {ratio(seconds, frame):.1f}")
    print(f"undo to the case drawn: {in_ms(undoing)}")
    print(f"memory after that: at most {memory[0]:.0f} MB, now {memory[1]:.0f} MB")


def undo(annotator: Annotator) -> float:
    """Take the last act back; the seconds until its case is drawn."""
    before = annotator.n_checked

    def is_undone(screen: Screen) -> bool:
        return f"{before - 1:,}/" in screen.text

    pressed = annotator.send("u")
    return annotator.wait_until(is_undone) - pressed


def patterns(study: Path, material: Material) -> None:
    """From the key that closes the filter to the first screen of what it finds, every pattern over all forms."""
    with Annotator(study, "patterns", SIZE) as annotator:
        annotator.wait_for_case()
        annotator.settle(1.0)
        seconds = [look_for(annotator, pattern) for pattern in material.patterns]
    print(f"another pattern to its first case drawn: {in_ms(seconds)}")


def look_for(annotator: Annotator, pattern: str) -> float:
    """Type a pattern into the filter; the seconds from Enter until what it finds is drawn."""
    annotator.send("/")
    annotator.wait_for(FILTER_TITLE)
    annotator.send(CLEAR_FILTER)
    annotator.settle()
    annotator.send(pattern)
    annotator.wait_for(f"/{pattern}/")
    annotator.settle()

    def is_found(screen: Screen) -> bool:
        return FILTER_TITLE not in screen.text and f"/{pattern}/" in screen.lines[1]

    pressed = annotator.send(ACCEPT)
    return annotator.wait_until(is_found) - pressed


def act_under_tmux(study: Path) -> None:
    """The same under tmux, whose own answering is part of it."""
    with Tmux([GOED, "annotate", "--study", study, "--annotator", "tmux"], SIZE) as tmux:
        tmux.wait_until(lambda screen: "0/" in screen and "checked" in screen)
        time.sleep(1)
        asking, seconds = [], []
        for number in range(1, 101):
            asked = time.perf_counter()
            tmux.screen()
            asking.append(time.perf_counter() - asked)
            pressed = tmux.press("Enter")
            seconds.append(tmux.wait_until(lambda screen, number=number: f"{number}/" in screen) - pressed)
    assert acts_in(study, "tmux", "label") == 100
    print(f"under tmux, key sent to case seen: {in_ms(seconds)}; of that each word with tmux {in_ms(asking)}")


async def in_the_pilot(study: Path, material: Material) -> None:
    """Other queues, and acts, without a terminal: until the screen has been drawn anew."""
    app = GoedApp(study, "pilot")
    async with app.run_test(size=SIZE) as pilot:
        while not isinstance(app.screen, LabelScreen) or app.screen.case is None:
            await pilot.pause(0.05)
        await pilot.pause(1.0)
        screen = app.screen
        seconds = [await until_drawn(screen, screen.open(chosen)) for chosen in material.queues]
        for chosen, taken in zip(material.queues, seconds, strict=True):
            print(f"  {1000 * taken:4.0f} ms to open «{chosen.in_words()}»")
        await screen.open(Filter())
        accepting = [await until_drawn(screen, screen.action_accept()) for _ in range(N_ACTS)]
    app.desk.close()
    assert acts_in(study, "pilot", "label") == N_ACTS
    print(f"in the pilot, changing the queue: {in_ms(seconds)}; accepting until drawn: {in_ms(accepting)}")


async def until_drawn(screen: LabelScreen, doing: Awaitable[None]) -> float:
    """Do something; the seconds until it is done and the screen is drawn."""
    is_drawn = asyncio.Event()
    before = time.perf_counter()
    await doing
    screen.call_after_refresh(is_drawn.set)
    await is_drawn.wait()
    return time.perf_counter() - before


def acts_in(study: Path, annotator: str, kind: str) -> int:
    """How many acts of a person the file holds."""
    query = "SELECT count(*) FROM act JOIN annotator ON annotator.id = annotator_id WHERE name = ? AND kind = ?"
    number: int = annotator_material.rows(study, query, annotator, kind)[0][0]
    return number


def plain_commits(study: Path) -> list[float]:
    """The seconds that each of a thousand commits of one row to the file takes."""
    connection = sqlite3.connect(study, isolation_level=None)
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE plain (id INTEGER PRIMARY KEY, said TEXT)")
    seconds = []
    for _ in range(N_ACTS):
        before = time.perf_counter()
        connection.execute("INSERT INTO plain (said) VALUES ('irregular')")
        seconds.append(time.perf_counter() - before)
    connection.execute("DROP TABLE plain")
    connection.close()
    return seconds


def plain_frames() -> list[float]:
    """The seconds from key to next frame of the simplest program, again and again."""
    seconds = []
    with Terminal([sys.executable, "-c", PLAIN_APP], SIZE) as terminal:
        terminal.wait_for("case 0.")
        for number in range(1, 301):
            pressed = terminal.send(ACCEPT)
            seconds.append(terminal.wait_for(f"case {number}.") - pressed)
    return seconds


def in_ms(seconds: Sequence[float]) -> str:
    """The median and the 95th percentile."""
    in_order = sorted(seconds)
    median, high = in_order[len(in_order) // 2], in_order[int(len(in_order) * 0.95)]
    return f"median {1000 * median:.1f} ms, 95th percentile {1000 * high:.1f} ms, longest {1000 * in_order[-1]:.1f} ms"


def ratio(seconds: Sequence[float], others: Sequence[float]) -> float:
    """How much longer the one takes than the other, by their medians."""
    return statistics.median(seconds) / statistics.median(others)


if __name__ == "__main__":
    words = argparse.ArgumentParser()
    words.add_argument("study", nargs="?", type=Path)
    words.add_argument("--domain", choices=MATERIAL, default="inflection")
    said = words.parse_args()
    main(said.study, said.domain)
