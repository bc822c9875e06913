"""The DMV's arithmetic: worked values, all trees enumerated, and steps that go up."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goed.models.dependencies.dmv import tag_sentences
from goed.models.dependencies.dmv.best_trees import best_trees, counts_of_trees
from goed.models.dependencies.dmv.chart import LOGARITHMS, count_sentences
from goed.models.dependencies.dmv.estimators import (
    em_step,
    estimated,
    sharpened,
    softmax_step,
    variational_weights,
)
from goed.models.dependencies.dmv.expected_counts import expected_counts
from goed.models.dependencies.dmv.grammar import LEFT, RIGHT, ValenceGrammar, normalized, random_grammar
from goed.models.dependencies.dmv.harmonic_start import harmonic_grammar
from goed.models.dependencies.dmv.tag_sentences import TagSentences
from goed.models.dependencies.settings import PRESETS, DmvSettings
from goed.scores.dependencies import Trees, in_circles, random_trees

STOP = np.array([[[0.5, 0.8], [0.3, 0.7]], [[0.6, 0.9], [0.4, 0.75]]])
GRAMMAR = ValenceGrammar(
    np.array([0.6, 0.4]), np.array([[[0.3, 0.7], [0.8, 0.2]], [[0.5, 0.5], [0.9, 0.1]]]), STOP, 1 - STOP
)


def sentences(*of_tags: Sequence[int]) -> TagSentences:
    return TagSentences(np.array([*itertools.chain(*of_tags)], np.int64), np.array([*map(len, of_tags)], np.int64))


# ---- all trees, one by one ----


@cache
def all_trees(n: int) -> list[tuple[int, ...]]:
    """The heads (from 0, -1 for the root) of every projective tree with one root."""
    return [heads for heads in itertools.product(range(-1, n), repeat=n) if is_projective_tree(heads)]


def is_projective_tree(heads: Sequence[int]) -> bool:
    n = len(heads)
    if heads.count(-1) != 1 or in_circles(Trees(np.array(heads) + 1, np.array([n]))).any():
        return False

    def is_below(word: int, head: int) -> bool:
        return word == head or (heads[word] >= 0 and is_below(heads[word], head))

    arcs = [(head, word) for word, head in enumerate(heads) if head >= 0]
    return all(is_below(between, head) for head, word in arcs for between in range(min(head, word), max(head, word)))


def choices(heads: Sequence[int], tags: Sequence[int]) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The choices that make a tree: the table of the grammar, and the place in it."""
    yield "root", (tags[heads.index(-1)],)
    for head, tag in enumerate(tags):
        for side in (LEFT, RIGHT):
            dependents = [word for word, of in enumerate(heads) if of == head and (word > head) == (side == RIGHT)]
            for number, word in enumerate(dependents if side == RIGHT else dependents[::-1]):
                yield "go_on", (side, tag, min(number, 1))
                yield "attach", (side, tag, tags[word])
            yield "stop", (side, tag, min(len(dependents), 1))


def log_probability(grammar: ValenceGrammar, heads: Sequence[int], tags: Sequence[int]) -> float:
    with np.errstate(divide="ignore"):
        return float(sum(np.log(getattr(grammar, table)[place]) for table, place in choices(heads, tags)))


def enumerated(grammar: ValenceGrammar, tags: Sequence[int]) -> tuple[ValenceGrammar, float]:
    """Expected counts and the logarithm of the sentence's probability, from all trees."""
    logs = np.array([log_probability(grammar, heads, tags) for heads in all_trees(len(tags))])
    total = float(np.logaddexp.reduce(logs))
    counts = ValenceGrammar.filled(grammar.n_tags, 0)
    for heads, log in zip(all_trees(len(tags)), logs.tolist(), strict=True):
        for table, place in choices(heads, tags):
            getattr(counts, table)[place] += math.exp(log - total)
    return counts, total


def assert_same(found: ValenceGrammar, right: ValenceGrammar, within: float = 1e-9) -> None:
    for ours, theirs in zip(found, right, strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=within, atol=within)


GRAMMARS = st.builds(
    lambda n_tags, seed, power: random_grammar(n_tags, np.random.default_rng(seed)).each(lambda x: x**power),
    st.integers(1, 3),
    st.integers(0, 10_000),
    st.sampled_from([1, 2, 10, 80]),
)
WORDS = st.lists(st.integers(0, 100), min_size=1, max_size=5)


def test_there_are_as_many_trees_as_there_should_be() -> None:
    assert [len(all_trees(n)) for n in range(1, 6)] == [1, 2, 7, 30, 143]


@given(GRAMMARS, WORDS)
def test_expected_counts_are_those_of_all_trees(grammar: ValenceGrammar, words: list[int]) -> None:
    tags = [word % grammar.n_tags for word in words]
    right, log = enumerated(grammar, tags)
    found = expected_counts(grammar, sentences(tags))
    assert found.log_likelihood == pytest.approx(log, rel=1e-9)
    assert_same(found.counts, right)


@given(GRAMMARS, WORDS)
def test_in_logarithms_too(grammar: ValenceGrammar, words: list[int]) -> None:
    tags = np.array([word % grammar.n_tags for word in words])
    counts, likelihoods = ValenceGrammar.filled(grammar.n_tags, 0), np.zeros(1)
    one = np.array([0]), np.array([0]), np.array([len(tags)])
    count_sentences(*one, tags, grammar.logs(), LOGARITHMS, counts, likelihoods)
    right, log = enumerated(grammar, tags.tolist())
    assert likelihoods[0] == pytest.approx(log, rel=1e-9)
    assert_same(counts, right)


@given(GRAMMARS, WORDS)
def test_the_best_tree_is_the_best_of_all(grammar: ValenceGrammar, words: list[int]) -> None:
    tags = [word % grammar.n_tags for word in words]
    best = max(log_probability(grammar, heads, tags) for heads in all_trees(len(tags)))
    found = best_trees(grammar, sentences(tags)).heads - 1
    assert is_projective_tree(found.tolist())
    assert log_probability(grammar, found.tolist(), tags) == pytest.approx(best, rel=1e-12)


@given(st.integers(0, 10_000), st.lists(st.integers(1, 30), min_size=1, max_size=5))
def test_choices_of_trees_are_counted(seed: int, lengths: list[int]) -> None:
    trees = random_trees(np.array(lengths), seed)
    tags = np.random.default_rng(seed).integers(0, 4, sum(lengths))
    right = ValenceGrammar.filled(4, 0)
    for end, n in zip(np.cumsum(lengths).tolist(), lengths, strict=True):
        for table, place in choices((trees.heads[end - n : end] - 1).tolist(), tags[end - n : end].tolist()):
            getattr(right, table)[place] += 1
    assert_same(counts_of_trees(trees, TagSentences(tags, np.array(lengths)), 4), right)


# ---- worked values ----


@pytest.mark.parametrize(
    ("tags", "probability", "heads", "best", "roots"),
    [
        ([0, 1], 0.025296, [2, 0], 0.018816, [0.256167, 0.743833]),
        ([0, 1, 0], 0.01429542, [2, 0, 2], 0.00571536, [0.600196, 0.399804]),
        ([1, 0, 0, 1], 0.0017153219, [3, 1, 4, 0], 0.00038407, None),
    ],
)
def test_worked_sentences(
    tags: list[int], probability: float, heads: list[int], best: float, roots: list[float] | None
) -> None:
    found = expected_counts(GRAMMAR, sentences(tags))
    assert round(math.exp(found.log_likelihood), 10) == probability
    assert best_trees(GRAMMAR, sentences(tags)).heads.tolist() == heads
    assert round(math.exp(log_probability(GRAMMAR, [head - 1 for head in heads], tags)), 8) == best
    if roots is not None:
        assert found.counts.root.round(6).tolist() == roots


@pytest.mark.parametrize(
    ("sharpness", "roots"),
    [
        (0, [0.600196, 0.399804]),
        (0.25, [0.541946, 0.458054]),
        (0.5, [0.459919, 0.540081]),
        (0.75, [0.328483, 0.671517]),
    ],
)
def test_sharpened_probabilities(sharpness: float, roots: list[float]) -> None:
    found = expected_counts(sharpened(GRAMMAR, sharpness), sentences([0, 1, 0]))
    assert found.counts.root.round(6).tolist() == roots


def test_the_harmonic_start() -> None:
    found = harmonic_grammar(sentences([0, 1, 2]), 3)
    given_out = np.array([[0, 1 / 3, 2 / 9], [4 / 9, 0, 4 / 9], [2 / 9, 1 / 3, 0]])  # by head and dependent
    for side, of_side in ((LEFT, np.tril(given_out)), (RIGHT, np.triu(given_out))):
        smoothed = of_side + 0.1
        np.testing.assert_allclose(found.attach[side], smoothed / smoothed.sum(axis=1, keepdims=True), rtol=1e-12)
    of_stops = [[0.916667, 0.5], [0.508333, 0.915517], [0.508333, 0.780882]]
    assert found.stop[LEFT].round(6).tolist() == of_stops
    assert found.stop[RIGHT].round(6).tolist() == of_stops[::-1]
    np.testing.assert_allclose(found.go_on, 1 - found.stop)


def test_weights_of_variational_bayes() -> None:
    # digamma(1) is -0.5772…, digamma(2) is 1 more, digamma(3) is 1/2 more than that.
    np.testing.assert_allclose(variational_weights(np.array([1.0, 0.0]), 1.0), np.exp([-1 / 2, -3 / 2]))
    assert variational_weights(np.array([0.0, 5.0]), 0.25)[0] < 0.25 / 5.5  # less than its smoothed share


def test_where_nothing_was_counted_choices_are_alike() -> None:
    counts = ValenceGrammar.filled(4, 0)
    counts.root[:] = 1, 3, 0, 0
    found = normalized(counts)
    assert found.root.tolist() == [0.25, 0.75, 0, 0]
    assert (found.attach == 0.25).all()
    assert (found.stop == 0.5).all()


# ---- steps ----

TEXTS = st.lists(st.lists(st.integers(0, 3), min_size=1, max_size=12), min_size=1, max_size=20)


@given(TEXTS, st.integers(0, 10_000))
def test_em_never_makes_the_text_less_likely(of_tags: list[list[int]], seed: int) -> None:
    text, grammar = sentences(*of_tags), random_grammar(4, np.random.default_rng(seed))
    likelihoods = []
    for _ in range(6):
        likelihoods.append(expected_counts(grammar, text).log_likelihood)
        grammar = em_step(grammar, text)
    assert np.diff(likelihoods).min() >= -1e-9 * abs(likelihoods[0])


@settings(max_examples=12)
@given(TEXTS, st.integers(0, 10_000), st.sampled_from([0.25, 0.5, 0.75]))
def test_sharpened_steps_go_up_too(of_tags: list[list[int]], seed: int, sharpness: float) -> None:
    """In the measure that they climb, also where probabilities have become too small for numbers."""
    text, grammar = sentences(*of_tags), random_grammar(4, np.random.default_rng(seed))
    heights = []
    for _ in range(25):
        heights.append(expected_counts(sharpened(grammar, sharpness), text).log_likelihood)
        grammar = softmax_step(grammar, text, sharpness)
    assert np.isfinite(heights).all()
    assert np.diff(heights).min() >= -1e-9 * abs(heights[0])


def test_long_sentences_are_counted_as_in_logarithms() -> None:
    lots = np.random.default_rng(1)
    text = TagSentences(lots.integers(0, 20, 230), np.array([150, 80]))
    grammar = sharpened(random_grammar(20, lots), 0.75)  # too small for numbers if they were not enlarged
    found = expected_counts(grammar, text)
    counts, likelihoods = ValenceGrammar.filled(20, 0), np.zeros(2)
    places = np.arange(2), text.starts, text.lengths
    count_sentences(*places, text.tags, grammar.logs(), LOGARITHMS, counts, likelihoods)
    assert found.log_likelihood == pytest.approx(likelihoods.sum())
    assert found.log_likelihood < math.log(5e-324)
    assert_same(found.counts, counts, 1e-6)


@settings(max_examples=10)
@given(TEXTS, st.sampled_from(sorted(PRESETS)))
def test_the_numbers_are_the_same_on_any_number_of_cores(of_tags: list[list[int]], estimator: str) -> None:
    text = sentences(*of_tags)
    learned = []
    with pytest.MonkeyPatch.context() as patch:
        for n_threads in (1, 2, 5):
            patch.setattr(tag_sentences.numba, "get_num_threads", lambda n_threads=n_threads: n_threads)
            learned.append([table.tobytes() for table in estimated(text, 4, PRESETS[estimator], 0)])
    assert learned[0] == learned[1] == learned[2]


def test_of_random_starts_the_likeliest_end_counts() -> None:
    lots = np.random.default_rng(3)
    text = TagSentences(lots.integers(0, 4, 300), np.full(60, 5))
    few, many = (estimated(text, 4, DmvSettings(starts=n), seed=7) for n in (1, 10))
    assert expected_counts(many, text).log_likelihood > expected_counts(few, text).log_likelihood
    again = estimated(text, 4, DmvSettings(starts=10), seed=7)
    assert again.attach.tobytes() == many.attach.tobytes()
    assert estimated(text, 4, DmvSettings(starts=1), seed=8).attach.tobytes() != few.attach.tobytes()
