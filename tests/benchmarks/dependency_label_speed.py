"""How fast wrong heads are labelled: on one core, beside the scores of the same heads, which count kinds and no more.

The heads are those of baselines on a treebank of the shared data.

    python tests/benchmarks/dependency_label_speed.py
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from conftest import SHARED
from goed.scores.dependencies import Trees, attachment_kinds
from goed_classifiers.dependencies.gold_tree import gold_tree
from goed_classifiers.dependencies.rules import of_word
from goed_classifiers.dependencies.values import AttachmentCase
from parsed_sentences import cases_of, read_sentences


def labelling(cases: list[AttachmentCase]) -> float:
    """Seconds to label all heads, the gold trees included."""
    gold_tree.cache_clear()
    start = time.perf_counter()
    for case in cases:
        of_word(case)(str(case.predicted))
    return time.perf_counter() - start


def counting(cases: list[AttachmentCase]) -> float:
    """Seconds to tell the kinds of all heads as scores do, by arrays."""
    n = np.array([len(cases)])
    gold = Trees(np.array([case.sentence.heads[case.place - 1] for case in cases]), n)
    predicted = Trees(np.array([case.predicted for case in cases]), n)  # as if of one sentence: it takes as long
    start = time.perf_counter()
    attachment_kinds(gold, predicted)
    return time.perf_counter() - start


def main() -> None:
    """Print the seconds for each baseline."""
    sentences = list(read_sentences(SHARED / "treebanks" / "danish-cdt.conll"))
    for baseline in ("left", "right", "random"):
        cases = cases_of(sentences, baseline)
        slow, quick = (min(measure(cases) for _ in range(3)) for measure in (labelling, counting))
        each = 1e6 * slow / len(cases)
        print(f"{baseline}: {len(cases):,} labels, {slow:.2f} s, {each:.1f} µs each, {slow / quick:,.0f} x the scores")


if __name__ == "__main__":
    main()
