"""Three hundred heads judged by keys under tmux, with kill -9 in between: nothing that was said is lost."""

from __future__ import annotations

import os
import re
import shutil
import signal
from pathlib import Path

import pytest

from benchmarks.terminal import is_possible
from benchmarks.tmux import Tmux
from conftest import GOED, Goed, sql, write
from test_annotator_survives import told
from test_dependencies import SMALL, sentences
from waiting import wait_for

N_CASES = 300
KILLED_AFTER = (90, 200)  # cases
SIZE = (80, 24)
CHECKED = re.compile(r"([\d,]+)/[\d,]+ checked")


@pytest.fixture
def many_trees(goed: Goed) -> Path:
    """A study with hundreds of wrong heads."""
    write(Path("many.conllu"), sentences(*SMALL * 12))
    goed("import", "corpus", "many.conllu", "--language", "eng", "--test", "37-72")
    goed("run", "--model", "left", "right", "random", "--jobs", 1)
    return Path("study.goed")


def n_labelled(study: Path) -> int:
    """How many heads are labelled in the file; it may hold no head twice."""
    query = (
        "SELECT count(*), count(DISTINCT output_id) FROM annotation JOIN act ON act.id = act_id WHERE kind = 'label'"
    )
    ((n, n_distinct),) = sql(study, query)
    assert n == n_distinct, "an act is doubled"
    return int(n)


def has_ended(process: int) -> bool:
    """Whether nothing of a process is at work any more; tmux may leave it unburied."""
    try:
        status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    except OSError:
        return True
    return "State:\tZ" in status and "Threads:\t1\n" in status


class JudgeOfTrees(Tmux):
    """Somebody who judges heads under tmux."""

    def __init__(self, study: Path) -> None:
        super().__init__([GOED, "annotate", "--study", study, "--annotator", "sp"], SIZE)
        self.wait_until(CHECKED.search)

    def judge(self, key: str, n_before: int) -> float:
        """Press a key; the seconds until the next case is there."""

        def is_next(screen: str) -> bool:
            found = CHECKED.search(screen)
            return found is not None and int(found[1].replace(",", "")) == n_before + 1

        pressed = self.press(key)
        return self.wait_until(is_next) - pressed

    def kill(self, key: str) -> None:
        """Press a key, and kill goed before it can have answered."""
        process = int(self._tmux("list-panes", "-t", "goed", "-F", "#{pane_pid}"))
        self.press(key)
        os.kill(process, signal.SIGKILL)
        wait_for(lambda: has_ended(process))  # it may have been writing


@pytest.mark.slow
@pytest.mark.skipif(not is_possible() or shutil.which("tmux") is None, reason="needs Linux and tmux")
def test_three_hundred_heads_and_two_kills(goed: Goed, many_trees: Path, capfd: pytest.CaptureFixture[str]) -> None:
    done, waits = 0, []
    for until in (*KILLED_AFTER, N_CASES):
        with JudgeOfTrees(many_trees) as judge:
            while done < until:
                waits.append(judge.judge("5" if done % 7 == 0 else "Enter", done))
                done += 1
            assert n_labelled(many_trees) == done
            if until in KILLED_AFTER:
                judge.kill("Enter")
        in_file = n_labelled(many_trees)
        assert in_file in (done, done + 1), "an act whose next case was drawn is lost"
        done = in_file
    assert sql(many_trees, "SELECT count(*) FROM annotation WHERE error = 'sibling'")[0][0] >= N_CASES // 7
    assert "sound" in goed("check").err
    with capfd.disabled():
        print(f"\nheads judged under tmux: {told(sorted(waits))}; 0 lost, 0 doubled")
