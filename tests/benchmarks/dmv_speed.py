"""How fast the DMV is learned from the Danish treebank of PASCAL, beside plain numpy; and how much memory that takes.

    python tests/benchmarks/dmv_speed.py

Loops are compiled before. Each row says met or not met. Needs the real data, which are not part of this repository.
"""

from __future__ import annotations

import math
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import plain_dmv

from conftest import SHARED
from dependency_texts import danish, gold_test_section
from goed.models.dependencies.dmv.estimators import em_step
from goed.models.dependencies.dmv.expected_counts import expected_counts
from goed.models.dependencies.dmv.harmonic_start import harmonic_grammar
from goed.models.dependencies.dmv.learner import LONGEST, decoded
from goed.models.dependencies.dmv.tag_sentences import TagSentences
from goed.models.dependencies.kept_words import KeptWords
from goed.models.dependencies.tag_reader import TagReader, tag_reader

STEPS, TIMES = 20, 5
PLAIN_STEPS = 2
BARS = {10: 0.3, LONGEST: 2.0}  # seconds, by the longest sentence


def main() -> None:
    text = danish(SHARED)
    train, test = KeptWords(text), KeptWords(gold_test_section(text).text)
    for tags in ("upos", "cpostag", "postag"):
        reader = tag_reader(train, tags)
        sentences = TagSentences(reader.numbers(train), train.lengths)
        questions = TagSentences(reader.numbers(test), test.lengths)
        for longest, bar in BARS.items():
            measure(reader, sentences.of_at_most(longest), questions, f"{tags}, sentences of up to {longest}", bar)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10
    print(f"memory at its peak, plain numpy's included: {memory:.0f} MB")


def measure(reader: TagReader, sentences: TagSentences, questions: TagSentences, what: str, bar: float) -> None:
    """Twenty steps and decoding; then the same steps in numpy, fewer of them."""

    def learn() -> None:
        grammar = harmonic_grammar(sentences, reader.unknown)
        for _ in range(STEPS):
            grammar = em_step(grammar, sentences)
        decoded(grammar.with_unknown_tag(), questions)

    learn()
    began = time.process_time()
    seconds = min(timed(learn) for _ in range(TIMES))
    of_processors = (time.process_time() - began) / TIMES
    start = harmonic_grammar(sentences, reader.unknown)
    our_step = min(timed(lambda: em_step(start, sentences)) for _ in range(TIMES))
    tables = [table(sentences, int(n)) for n in np.unique(sentences.lengths)]
    plain_step, likelihood = math.inf, 0.0
    for _ in range(PLAIN_STEPS):
        began = time.perf_counter()
        _, likelihood = plain_dmv.em_step(tuple(start), tables)  # type: ignore[arg-type]
        plain_step = min(plain_step, time.perf_counter() - began)
    assert math.isclose(likelihood, expected_counts(start, sentences).log_likelihood)
    verdict = "met" if seconds <= bar else "NOT met"
    steps = f"a step {our_step:.4f} s, plain numpy {plain_step:.2f} s: {plain_step / our_step:.0f} ×"
    print(
        f"{what} ({len(sentences.lengths):,}): {STEPS} steps and {len(questions.lengths):,} sentences decoded "
        f"{seconds:.2f} s (of the processors {of_processors:.2f} s), bar {bar:g} s, {verdict}; {steps}",
        flush=True,
    )


def timed(work: Callable[[], object]) -> float:
    """How long something takes."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def table(sentences: TagSentences, n: int) -> np.ndarray:
    """The tags of all sentences of one length."""
    first = sentences.starts[sentences.lengths == n]
    return sentences.tags[first[:, None] + np.arange(n)]


if __name__ == "__main__":
    main()
