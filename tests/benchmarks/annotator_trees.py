"""A study of trees as large as the annotator must bear: a million tokens answered in seventy runs.

    python tests/benchmarks/annotator_trees.py FILE [RUNS]

The Danish treebank that comes with goed, and made-up parsers of its test section. They err less from run to run, and
often alike: where one is wrong, it mostly hangs the word on one of a few words near it.
"""

from __future__ import annotations

import random
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from annotator import ACCEPT, GOED, Annotator, Done, case_on
from screen import Screen

from goed.models.text import Text
from goed.sources.embedded_corpora import read_embedded_corpus

N_RUNS = 70
WRONG_AT_FIRST, WRONG_AT_LAST = 0.7, 0.4  # the share of wrong heads in the first run and in the last
REACH = 12  # words to either side that a word may be hung on
CHECKED = re.compile(r"([\d,]+)/[\d,]+ checked")


class AnnotatorOfTrees(Annotator):
    """Somebody who judges heads; cases that follow one another may be of the same two words."""

    def act(self, key: str = ACCEPT) -> Done:
        """Press a key, and wait until one more case is checked and the next one is drawn."""
        case, before = self.case, self.n_checked

        def is_next(screen: Screen) -> bool:
            found = CHECKED.search(screen.text)
            return found is not None and int(found[1].replace(",", "")) > before and case_on(screen) is not None

        pressed = self.send(key)
        return Done(case, self.wait_until(is_next) - pressed)


def make(study: Path, n_runs: int = N_RUNS) -> float:
    """Make the study; the seconds that importing the predictions took."""
    whole = read_embedded_corpus("danish")
    sections = np.array(whole.sections)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files: list[object] = []
        for section in ("train", "dev", "test"):
            text = whole.text.utterances(np.flatnonzero(sections == section))
            write_trees(folder / f"{section}.conllu", text, heads_of(text))
            files += [f"--{section}", folder / f"{section}.conllu"]
        goed("import", "corpus", *files, "--language", "dan", "--name", "danish", "--study", study)
        (folder / "answers").mkdir()
        chance = random.Random(0)
        for run in range(n_runs):
            share = WRONG_AT_FIRST + (WRONG_AT_LAST - WRONG_AT_FIRST) * run / n_runs
            write_trees(folder / "answers" / f"parser-{run}.conll", text, parsed(text, share, chance))
        began = time.perf_counter()
        goed(
            "import",
            "predictions",
            folder / "answers",
            "--pattern",
            "{model}.conll",
            "--part",
            "test",
            "--study",
            study,
        )
        return time.perf_counter() - began


def heads_of(text: Text) -> list[int]:
    assert text.heads is not None
    heads: list[int] = text.heads.tolist()
    return heads


def parsed(text: Text, share: float, chance: random.Random) -> list[int]:
    """Gold heads, a share of them replaced: mostly by near words, and by the same ones as elsewhere."""
    heads = heads_of(text)
    for start, length in zip(text.starts.tolist(), text.lengths.tolist(), strict=True):
        for place in range(1, length + 1):
            if chance.random() < share:
                far = 1 + int(REACH * chance.random() ** 3)
                head = place + (far if chance.random() < 0.4 else -far)
                heads[start + place - 1] = head if 0 <= head <= length else 0
    return heads


def write_trees(path: Path, text: Text, heads: list[int]) -> None:
    """Write sentences as CoNLL-U, with these heads."""
    forms, tags, relations = (
        text.columns[name].words(np.arange(len(text))).tolist() for name in ("form", "upos", "relation")
    )
    lines: list[str] = []
    for start, length in zip(text.starts.tolist(), text.lengths.tolist(), strict=True):
        for place, token in enumerate(range(start, start + length), start=1):
            tag = "PUNCT" if tags[token] == "." else tags[token]
            columns = (place, forms[token], "_", tag, "_", "_", heads[token], relations[token], "_", "_")
            lines.append("\t".join(map(str, columns)))
        lines.append("")
    path.write_text("\n".join([*lines, ""]), encoding="utf-8")


def goed(*arguments: object) -> None:
    subprocess.run([GOED, *map(str, arguments)], check=True, stderr=subprocess.DEVNULL)


if __name__ == "__main__":
    print(f"predictions imported in {make(Path(sys.argv[1]), *map(int, sys.argv[2:])):.1f} s")
