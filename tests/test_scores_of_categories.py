"""Somebody has clusters of words, and asks how well they are syntactic categories."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import linear_sum_assignment
from sklearn.metrics import homogeneity_completeness_v_measure, mutual_info_score
from sklearn.metrics.cluster import contingency_matrix, pair_confusion_matrix

from conftest import Goed, write
from goed.score_tables.taggings import drawn
from goed.scores.categories.substitutable import ClusteredCorpus, substitutable
from goed.scores.categories.tokens import (
    Information,
    contingency,
    information,
    many_to_one,
    one_to_one_greedy,
    one_to_one_optimal,
    pairwise_precision,
    pairwise_recall,
)
from goed.scores.categories.types import SCORES, TooLargeError, Types, one_to_one, types_of
from goed.scores.categories.types import many_to_one as many_to_one_of_types
from made_up_corpora import TABLE, TAGS, in_two_columns, pascal, slashed, tokens_of_table

Scores = dict[tuple[str, str], dict[str, object]]


def scores(goed: Goed, *arguments: object) -> Scores:
    rows = goed("score", "categories", *arguments, "--format", "json").rows
    return {(row["measure"], row["unit"]): row for row in rows}


def counts(found: Scores, measure: str, unit: str = "share") -> tuple[object, object]:
    row = found[measure, unit]
    return row["n"], row["of"]


# ---- tokens ----


@pytest.mark.parametrize("layout", ["slash", "columns", "pascal"])
def test_the_worked_example_of_token_scores(goed: Goed, layout: str) -> None:
    gold, clusters = tokens_of_table()
    words = [f"w{place}" for place in range(len(gold))]
    for name, tags in (("gold", gold), ("predicted", clusters)):
        if layout == "pascal":
            pascal(name, [(word, tag, 0, "_") for word, tag in zip(words, tags, strict=True)])
        else:
            (slashed if layout == "slash" else in_two_columns)(name, words, tags)
    found = scores(goed, "gold", "predicted")
    assert counts(found, "M-1") == (14, 19)
    assert counts(found, "1-1 greedy") == (8, 19)
    assert counts(found, "1-1 optimal") == (11, 19)
    assert counts(found, "PP") == (26, 49)
    assert counts(found, "PR") == (26, 56)
    printed = {measure: round(float(str(row["value"])), 6) for measure, row in found.items()}
    assert printed["H(C)", "nats"] == 1.056576
    assert printed["H(K)", "nats"] == 1.246983
    assert printed["H(C|K)", "nats"] == 0.443789
    assert printed["H(K|C)", "nats"] == 0.634196
    assert printed["homogeneity", "share"] == 0.579974
    assert printed["completeness", "share"] == 0.491416
    assert printed["V", "share"] == 0.532035
    assert printed["NVI", ""] == 1.020263
    assert printed["VI", "nats"] == 1.077985
    assert printed["VI", "bits"] == 1.555204


@pytest.mark.parametrize(
    ("gold", "clusters", "expected"),
    [("0011", "0000", (0, 1, 0)), ("0000", "0011", (1, 0, 0)), ("0011", "0101", (0, 0, 0))],
)
def test_where_one_side_says_nothing(gold: str, clusters: str, expected: tuple[float, ...]) -> None:
    found = information(contingency(np.array([int(x) for x in gold]), np.array([int(x) for x in clusters])))
    assert (found.homogeneity, found.completeness, found.v) == expected


@pytest.mark.parametrize(
    ("h_c_given_k", "h_k_given_c", "v", "nvi"),
    [
        (1.041, 1.22, 0.608, 0.809),
        (1.04, 1.441, 0.586, 0.888),
        (1.523, 1.241, 0.479, 0.989),
        (1.231, 1.818, 0.506, 1.091),
    ],
)
def test_the_arithmetic_of_a_published_table(h_c_given_k: float, h_k_given_c: float, v: float, nvi: float) -> None:
    h_c = 2.795
    found = Information(h_c, h_c - h_c_given_k + h_k_given_c, h_c_given_k, h_k_given_c)
    assert (round(found.v, 3), round(found.nvi, 3)) == (v, nvi)


def random_tags(seed: int) -> tuple[np.ndarray, np.ndarray]:
    lots = np.random.default_rng(seed)
    n = int(lots.integers(1, 60))
    gold = lots.integers(0, lots.integers(1, 8), n)
    noise = lots.integers(0, lots.integers(1, 10), n)
    return gold, np.where(lots.random(n) < lots.random(), gold, noise)


def test_a_thousand_random_taggings_against_scikit_learn_and_scipy() -> None:
    for seed in range(1000):
        gold, clusters = random_tags(seed)
        table = contingency(gold, clusters)
        cells = contingency_matrix(gold, clusters)
        found = information(table)
        h, c, v = homogeneity_completeness_v_measure(gold, clusters)
        assert many_to_one(table).score.n == cells.max(axis=0).sum()
        assert found.homogeneity == pytest.approx(h, abs=1e-12)
        assert found.completeness == pytest.approx(c, abs=1e-12)
        assert found.v == pytest.approx(v, abs=1e-12)
        assert found.h_c - found.h_c_given_k == pytest.approx(mutual_info_score(gold, clusters), abs=1e-12)
        rows, columns = linear_sum_assignment(cells, maximize=True)
        assert one_to_one_optimal(table).score.n == cells[rows, columns].sum()
        (_, false_positives), (false_negatives, true) = pair_confusion_matrix(clusters, gold) // 2
        assert (pairwise_recall(table).n, pairwise_recall(table).of) == (true, true + false_positives)
        assert (pairwise_precision(table).n, pairwise_precision(table).of) == (true, true + false_negatives)
        if 0 < v < 1:
            assert found.vi == pytest.approx((found.h_c + found.h_k) * (1 - found.v), abs=1e-12)


def test_greedy_takes_the_largest_cell_that_is_free() -> None:
    for seed in range(200):
        gold, clusters = random_tags(seed)
        cells = contingency_matrix(gold, clusters).T.astype(int)
        expected, free = 0, cells.copy()
        for _ in range(min(cells.shape)):
            cluster, tag = np.unravel_index(free.argmax(), free.shape)  # the first of equals
            expected += cells[cluster, tag]
            free[cluster], free[:, tag] = -1, -1
        assert one_to_one_greedy(contingency(gold, clusters)).score.n == expected


def test_empty_clusters_change_nothing() -> None:
    gold, clusters = random_tags(3)
    assert information(contingency(gold * 7, clusters * 5)) == information(contingency(gold, clusters))


# ---- tokens without a cluster ----

TEXT = ["the", "dog", "saw", "the", "cat", "the", "fish", "zzz", "qq"]
GOLD = ["D", "N", "V", "D", "N", "D", "N", "N", "V"]
CLUSTERED = {"the": "0", "dog": "1", "cat": "1", "saw": "2"}


@pytest.mark.parametrize(("unclustered", "m_1", "pp"), [("merge", (8, 9), (5, 7)), ("split", (9, 9), (4, 4))])
@pytest.mark.parametrize("as_lexicon", [False, True])
def test_unclustered_words_are_one_cluster_or_one_each(
    goed: Goed, unclustered: str, m_1: tuple[int, int], pp: tuple[int, int], as_lexicon: bool
) -> None:
    slashed("gold", TEXT, GOLD)
    if as_lexicon:
        in_two_columns("predicted", CLUSTERED, CLUSTERED.values())
    else:
        slashed("predicted", TEXT, [CLUSTERED.get(word, "_") for word in TEXT])
    options = ("--lexicon",) if as_lexicon else ()
    found = scores(goed, "gold", "predicted", "--unclustered", unclustered, *options)
    assert counts(found, "M-1") == m_1
    assert counts(found, "PP") == pp
    assert counts(found, "PR")[1] == 10


def test_what_becomes_of_unclustered_words_must_be_said(goed: Goed) -> None:
    slashed("gold", TEXT, GOLD)
    slashed("predicted", TEXT, [CLUSTERED.get(word, "_") for word in TEXT])
    said = goed("score", "categories", "gold", "predicted", code=2).err
    assert "3 of 9 tokens have no cluster in predicted ('fish' is the first)" in said


def test_a_word_of_several_clusters_is_drawn_by_their_sizes() -> None:
    words, clusters = np.array([0, 0, 1, 2, 3, 4, 5, 6]), np.array([0, 1, 0, 0, 1, 1, 1, 1])
    tokens = np.array([0] * 20_000 + [1, 9])
    found = drawn(tokens, words, clusters, seed=1)
    assert found[:20_000].mean() == pytest.approx(0.625, abs=0.01)
    assert found[20_000:].tolist() == [0, -1]
    assert (drawn(tokens, words, clusters, seed=1) == found).all()
    in_frame = np.full(len(tokens), -1)
    in_frame[:5] = 7
    assert drawn(tokens, words, clusters, 1, in_frame)[:6].tolist() == [7] * 5 + [found[5]]


def test_a_list_of_words_may_have_several_clusters_of_a_word(goed: Goed) -> None:
    """The sizes of clusters are those of the whole list, 3 and 5, not of the words that the text has."""
    slashed("gold", ["w"] * 4000, ["N"] * 4000)
    in_two_columns("lexicon", ["w", "w", *"abcdef"], "01001111")
    answer = goed("score", "categories", "gold", "lexicon", "--lexicon", "--show", "mapping", "--format", "json")
    assert "1 word of several clusters: one is drawn for each token" in answer.err
    assert {row["cluster"]: round(row["tokens"] / 4000, 1) for row in answer.rows} == {"0": 0.4, "1": 0.6}


# ---- types ----


def types_from(tags: list[set[int]], clusters: list[set[int]]) -> Types:
    tokens = [
        (word, tag, cluster)
        for word, (its_tags, its_clusters) in enumerate(zip(tags, clusters, strict=True))
        for tag, cluster in zip(*_same_length(sorted(its_tags), sorted(its_clusters)), strict=True)
    ]
    return types_of(*np.array(tokens).T)


def _same_length(one: list[int], other: list[int]) -> tuple[list[int], list[int]]:
    n = max(len(one), len(other))
    return [one[place % len(one)] for place in range(n)], [other[place % len(other)] for place in range(n)]


D, N, R, V = range(4)
EXAMPLES = {
    "ambiguous words": (
        [{D}, {N, V}, {N}, {R}, {V}, {D, R}],
        [{1}, {2, 3}, {2, 6}, {4, 5}, {3, 7}, {1, 2, 4}],
        {"MacroI": (16 / 17, 16 / 20), "MicroI": (0.966667, 0.8), "MicroC": (0.933333, 0.7)},
    ),
    "clusters everywhere": (
        [{place, (place + 1) % 4} for place in range(4)],
        [{0, 1, 2, 3}] * 4,
        dict.fromkeys(SCORES, (2 / 3, 2 / 3)),
    ),
    "one tag each": (
        [{1}, {1}, {2}, {2}, {2}, {0}],
        [{1}, {2}, {2}, {3}, {3}, {1}],
        {"MacroI": (2 / 3, 2 / 3), "MicroI": (2 / 3, 2 / 3), "MicroC": (0.793651, 0.655556)},
    ),
}


@pytest.mark.parametrize("example", EXAMPLES)
@pytest.mark.parametrize("name", SCORES)
@pytest.mark.parametrize("exhaustive", [True, False])
def test_the_worked_examples_of_types(example: str, name: str, exhaustive: bool) -> None:
    tags, clusters, expected = EXAMPLES[example]
    types = types_from(tags, clusters)
    assert many_to_one_of_types(types, name, exhaustive=exhaustive).value == pytest.approx(expected[name][0], abs=5e-7)
    assert one_to_one(types, name).value == pytest.approx(expected[name][1], abs=5e-7)


def test_the_mapping_of_the_worked_example() -> None:
    tags, clusters, _ = EXAMPLES["ambiguous words"]
    assert one_to_one(types_from(tags, clusters), "MacroI").images.tolist() == [D, N, V, R, -1, -1, -1]


def values_of_all_mappings(tags: list[set[int]], clusters: list[set[int]], name: str, kind: str) -> Iterator[float]:
    """The score of every mapping there is, straight from its definition."""
    n, m = 1 + max(map(max, tags)), 1 + max(map(max, clusters))
    choices: list[int | None] = [*range(n)] if kind == "M-1" else [None, *range(n)]
    for images in itertools.product(choices, repeat=m):
        mapped = [image for image in images if image is not None]
        if kind == "M-1" or len(mapped) == len(set(mapped)):
            yield value_of(tags, clusters, images, name, kind)


def value_of(
    tags: list[set[int]], clusters: list[set[int]], images: tuple[int | None, ...], name: str, kind: str
) -> float:
    covered = [{images[cluster] for cluster in its} - {None} for its in clusters]
    right = [len(its & image) for its, image in zip(tags, covered, strict=True)]
    sizes = [len(image) if kind == "M-1" else len(its) for image, its in zip(covered, clusters, strict=True)]
    if name == "MacroI":
        return 2 * sum(right) / (sum(map(len, tags)) + sum(sizes))
    if name == "MicroI":
        return math.fsum(2 * n / (len(its) + size) for n, its, size in zip(right, tags, sizes, strict=True)) / len(tags)
    united: dict[object, set[int]] = {}
    for cluster, image in enumerate(images):
        members = {word for word, its in enumerate(clusters) if cluster in its}
        united.setdefault(("unmapped", cluster) if image is None else image, set()).update(members)
    total = sum(map(len, united.values()))
    found = 0.0
    for image, members in united.items():
        if not isinstance(image, tuple):
            with_tag = {word for word, its in enumerate(tags) if image in its}
            found += len(members) / total * 2 * len(members & with_tag) / (len(members) + len(with_tag))
    return found


def random_types(lots: np.random.Generator) -> tuple[list[set[int]], list[set[int]]]:
    n_types = int(lots.integers(1, 8))
    sides = []
    for _ in range(2):
        n = int(lots.integers(1, 5))
        sets = [set(lots.choice(n, lots.integers(1, min(n, 3) + 1), replace=False).tolist()) for _ in range(n_types)]
        names = sorted(set().union(*sets))
        sides.append([{names.index(each) for each in its} for its in sets])
    return sides[0], sides[1]


@pytest.mark.parametrize("cases", [100, pytest.param(1000, marks=pytest.mark.slow)])
def test_scores_of_types_are_the_best_of_all_mappings(cases: int) -> None:
    lots = np.random.default_rng(0)
    n_missed = 0  # by hill climbing, which may end on a lower hill
    for _ in range(cases):
        tags, clusters = random_types(lots)
        types = types_from(tags, clusters)
        for name in SCORES:
            best = max(values_of_all_mappings(tags, clusters, name, "M-1"))
            assert many_to_one_of_types(types, name).value == pytest.approx(best, abs=1e-12)
            climbed = many_to_one_of_types(types, name, exhaustive=False).value
            assert climbed <= best + 1e-12
            n_missed += climbed < best - 1e-12
            best = max(values_of_all_mappings(tags, clusters, name, "1-1"))
            assert one_to_one(types, name).value == pytest.approx(best, abs=1e-12)
    assert n_missed <= 0.01 * cases * len(SCORES)


def test_what_cannot_be_tried_is_refused() -> None:
    types = types_from([{place % 3} for place in range(20)], [{place} for place in range(20)])
    with pytest.raises(TooLargeError, match="cannot all be tried"):
        many_to_one_of_types(types, "MacroI", exhaustive=True)


def test_punctuation_is_no_type_where_its_tag_is_known(goed: Goed) -> None:
    pascal("gold", [("a", "DET", 2, "_"), ("dog", "NOUN", 0, "_"), (".", ".", 2, "_")])
    pascal("predicted", [("a", "1", 2, "_"), ("dog", "2", 0, "_"), (".", "2", 2, "_")])
    answer = goed("score", "categories", "gold", "predicted", "--types", "--format", "json")
    found = {row["measure"]: row["value"] for row in answer.rows}
    assert found["M-1"] == pytest.approx(2 / 3)  # G12 keeps punctuation where tokens are scored
    assert found["MacroI 1-1"] == 1
    assert "1 token of punctuation left out (.)" in answer.err


# ---- frames ----

TRAIN = (
    "you eat it / you see it / you want it / we eat cake / we see cake / the dog is big / you dog it / the book is big"
)
TEST = "you eat it / you want it / you see it / you dog it / you zap it / we see cake / we eat cake / we eat it"
CLUSTER_OF = {
    **dict.fromkeys(("you", "we"), "A"),
    **dict.fromkeys(("eat", "see", "want", "is"), "B"),
    **dict.fromkeys(("it", "cake", "dog", "book"), "C"),
    **dict.fromkeys(("the", "big"), "D"),
}


def utterances(path: str, text: str, tagged: bool) -> Path:
    lines = [line.split() for line in text.split(" / ")]
    shown = [" ".join(f"{word}/{CLUSTER_OF.get(word, '_')}" if tagged else word for word in line) for line in lines]
    return write(Path(path), "\n".join(shown) + "\n")


@pytest.mark.parametrize("tagged", [True, False])
def test_the_worked_example_of_substitutability(goed: Goed, tagged: bool) -> None:
    utterances("train", TRAIN, tagged)
    utterances("test", TEST, tagged)
    utterances("gold", TRAIN, tagged=True)  # what the gold tags are does not matter here
    utterances("predicted", TRAIN, tagged=True)
    files = () if tagged else ("gold", "predicted")
    found = scores(goed, *files, "--train", "train", "--test", "test")
    assert counts(found, "SP types", "") == (16, 28)
    assert counts(found, "SP tokens", "") == (16, 156)
    assert counts(found, "SR") == (16, 22)
    assert found["SR", "share"]["how"] == "6 frames"


def plain_substitutable(train: list[list[tuple[int, int]]], test: list[list[tuple[int, int]]]) -> tuple[int, ...]:
    """Numerator and denominators with sets, as the definition has them."""
    vocabulary = {word for line in train for word, _ in line}

    def occurrences(corpus: list[list[tuple[int, int]]]) -> Iterator[tuple[object, tuple[int, int]]]:
        for line in corpus:
            padded = [(-1, -1), *line, (-2, -2)]
            for left, middle, right in zip(padded, padded[1:], padded[2:], strict=False):
                if all(word in vocabulary or word < 0 for word, _ in (left, middle, right)):
                    yield (left, right), middle

    in_train = {frame for frame, _ in occurrences(train)}
    members: dict[object, list[tuple[int, int]]] = {}
    for frame, middle in occurrences(test):
        if frame in in_train:
            members.setdefault(frame, []).append(middle)
    s_clusters = [set(its) for its in members.values() if len(its) >= 2]
    labels = {label for line in train + test for _, label in line}
    pairs = [tuple(token) for line in train for token in line]
    numerator = sum(
        n * (n - 1) for its in s_clusters for label in labels for n in [sum(other == label for _, other in its)]
    )
    types = sum(n * (n - 1) for label in labels for n in [len({pair for pair in pairs if pair[1] == label})])
    tokens = sum(n * (n - 1) for label in labels for n in [sum(pair[1] == label for pair in pairs)])
    return numerator, types, tokens, sum(len(its) * (len(its) - 1) for its in s_clusters)


def test_substitutability_against_sets_of_pairs() -> None:
    lots = np.random.default_rng(5)
    for _ in range(100):
        corpora = [
            [[(int(lots.integers(6)), int(lots.integers(2))) for _ in range(lots.integers(1, 6))] for _ in range(15)]
            for _ in range(2)
        ]
        found = substitutable(*(labelled(corpus) for corpus in corpora))
        ratios = (found.precision_by_types, found.precision_by_tokens, found.recall)
        assert (found.recall.n, *(ratio.of for ratio in ratios)) == plain_substitutable(*corpora)


def labelled(corpus: list[list[tuple[int, int]]]) -> ClusteredCorpus:
    tokens = np.array([token for line in corpus for token in line])
    starts = np.cumsum([0, *map(len, corpus)])[:-1]
    return ClusteredCorpus(tokens[:, 0], tokens[:, 1], starts)


def test_text_with_slashes_can_be_said_to_be_plain(goed: Goed) -> None:
    write(Path("train"), "and/or and/or\nand/or and/or\n")
    slashed("gold", ["and/or"], ["C"])
    found = scores(goed, "gold", "gold", "--train", "train", "--test", "train", "--read-as", "plain")
    assert found["SR", "share"]["how"] == "2 frames"
    assert (
        "has no clusters"
        in goed("score", "categories", "--train", "train", "--test", "train", "--read-as", "plain", code=2).err
    )


def test_a_word_that_training_does_not_have_needs_no_cluster(goed: Goed) -> None:
    utterances("train", TRAIN, tagged=True)
    utterances("test", TEST, tagged=True)
    assert "/_" in Path("test").read_text("utf-8")
    goed("score", "categories", "--train", "train", "--test", "test")


# ---- what an error analyst looks at ----


def test_the_mapping_and_what_is_wrong_under_it(goed: Goed) -> None:
    gold, clusters = tokens_of_table()
    words = ["dog", "cat", "saw"] * 6 + ["the"]
    slashed("gold", words, gold)
    slashed("predicted", words, clusters)
    rows = goed("score", "categories", "gold", "predicted", "--show", "mapping", "--format", "json").rows
    assert [(row["cluster"], row["tokens"], row["M-1"], row["M-1 right"]) for row in rows] == [
        (cluster, sum(row), TAGS[row.index(max(row))], max(row)) for cluster, row in TABLE.items()
    ]
    assert [row["1-1 greedy"] for row in rows] == ["N", "V", "D", ""]
    assert [row["1-1 optimal"] for row in rows] == ["V", "N", "D", ""]
    errors = goed("score", "categories", "gold", "predicted", "--show", "errors", "--format", "json").rows
    assert [(row["tag"], row["taken_for"], row["tokens"], row["share"]) for row in errors] == [
        ("V", "N", 4, 0.8),
        ("V", "D", 1, 0.2),
    ]
    assert set(errors[0]["words"].split()) <= {"dog", "cat", "saw"}
    by_types = goed("score", "categories", "gold", "predicted", "--show", "mapping", "--types", "--format", "json").rows
    assert {"cluster", "types", "MacroI M-1", "MicroC 1-1"} <= set(by_types[0])


def test_a_papers_own_names_and_rounding(goed: Goed) -> None:
    gold, clusters = tokens_of_table()
    slashed("gold", [f"w{place}" for place in range(19)], gold)
    slashed("predicted", [f"w{place}" for place in range(19)], clusters)
    rows = goed("score", "categories", "gold", "predicted", "--as-in", "gelling2012", "--format", "json").rows
    assert {row["measure"]: row["value"] for row in rows} == {
        "M-1": "73.68",
        "1-1": "42.11",
        "VM": "53.20",
        "VI": "1.56",
    }


def test_entropies_of_the_danish_treebank(goed: Goed, shared: Path) -> None:
    """Gold tags of its test section: 3.004 bits in UPOS, 5.032 in POSTAGs; 9 of 12 universal tags occur."""
    table = {
        **dict.fromkeys(("AC", "AN", "AO"), "ADJ"), **dict.fromkeys(("CC", "CS"), "CONJ"),
        **dict.fromkeys(("NC", "NP"), "NOUN"), **dict.fromkeys(("PC", "PD", "PI", "PO", "PP", "PT"), "PRON"),
        "RG": "ADV", "SP": "ADP", **dict.fromkeys(("VA", "VE"), "VERB"), "XP": ".",
        **dict.fromkeys(("I", "U", "XA", "XF", "XR", "XS", "XX"), "X"),
    }  # fmt: skip
    write(Path("da.map"), [list(row) for row in table.items()])
    danish = shared / "treebanks" / "danish-cdt.conll"
    arguments = (danish, danish, "--upos", "da.map", "--predicted-column", "postag", "--sentences", "1001:2000")
    answer = goed("score", "categories", *arguments, "--format", "json")
    found = {(row["measure"], row["unit"]): row for row in answer.rows}
    assert round(found["H(C)", "bits"]["value"], 3) == 3.004
    assert round(found["H(K)", "bits"]["value"], 3) == 5.032
    assert counts(found, "M-1")[1] == 14_679
    assert "9 tags" in answer.err
