"""Somebody has predicted dependency trees, and asks how good they are and what is wrong with them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import Goed, write
from goed.scores.dependencies import (
    GRANDPARENT,
    KINDS,
    REVERSED,
    RIGHT,
    Trees,
    attachment,
    attachment_kinds,
    counted,
    in_circles,
    left_branching,
    random_trees,
    right_branching,
    without,
)
from made_up_corpora import pascal, trees

FORMS = ["The", "dog", ",", "it", "barked", "-", "loudly", "today", "."]
UPOS = ["DET", "NOUN", ".", "PRON", "VERB", ".", "ADV", "ADV", "."]
RELATIONS = ["det", "topic", "p", "sbj", "root", "p", "adv", "tmp", "p"]
GOLD_HEADS, PREDICTED_HEADS = [2, 5, 2, 5, 0, 5, 6, 5, 5], [2, 3, 4, 5, 0, 5, 6, 7, 5]


def barked(path: str, heads: list[int]) -> Path:
    return pascal(path, list(zip(FORMS, UPOS, heads, RELATIONS, strict=True)))


def scored(goed: Goed, *arguments: object, length: str = "all") -> tuple[int, int, int, int]:
    rows = goed("score", "dependencies", *arguments, "--format", "json").rows
    (row,) = [row for row in rows if row["length"] == length]
    return row["n_directed"], row["n_undirected"], row["n_ned"], row["tokens"]


def details(goed: Goed, show: str, *arguments: object) -> list[dict[str, Any]]:
    return goed("score", "dependencies", *arguments, "--show", show, "--format", "json").rows


# ---- the worked examples ----


def test_punctuation_goes_and_what_hung_on_it_hangs_higher(goed: Goed) -> None:
    barked("gold", GOLD_HEADS)
    barked("predicted", PREDICTED_HEADS)
    assert scored(goed, "gold", "predicted") == (4, 4, 4, 6)
    assert scored(goed, "gold", "--baseline", "left") == (2, 3, 4, 6)
    assert scored(goed, "gold", "--baseline", "right") == (1, 3, 3, 6)
    gold = Trees(np.array(GOLD_HEADS), np.array([9]))
    assert without(gold, np.array(UPOS) == ".").heads.tolist() == [2, 4, 4, 0, 4, 4]


def test_a_prediction_may_lack_the_punctuation(goed: Goed) -> None:
    barked("gold", GOLD_HEADS)
    kept = [place for place, tag in enumerate(UPOS) if tag != "."]
    heads = [2, 3, 4, 0, 4, 5]
    pascal("predicted", [(FORMS[place], UPOS[place], head, "_") for place, head in zip(kept, heads, strict=True)])
    assert scored(goed, "gold", "predicted") == (4, 4, 4, 6)


def test_reversed_edges_and_grandparents_with_the_root_as_one(goed: Goed) -> None:
    trees("gold", [2, 0, 2, 3])
    trees("predicted", [2, 3, 0, 3])
    assert scored(goed, "gold", "predicted") == (2, 3, 4, 4)
    assert [row["kind"] for row in details(goed, "wrong", "gold", "predicted")] == ["reversed", "grandparent"]


def test_several_roots(goed: Goed) -> None:
    trees("gold", [0, 1, 0, 3])
    assert scored(goed, "gold", "--baseline", "left") == (0, 2, 3, 4)
    assert scored(goed, "gold", "--baseline", "right") == (3, 3, 3, 4)


def test_the_best_of_several_annotations(goed: Goed) -> None:
    trees("gold", [2, 0, 2, 3])
    trees("other", [2, 0, 4, 2])
    trees("predicted", [2, 0, 4, 2])
    rows = goed("score", "dependencies", "gold", "predicted", "--reference", "other", "--format", "json").rows
    found = {row["reference"]: row["n_directed"] for row in rows if row["length"] == "all"}
    assert found == {"gold": 2, "other": 4, "best": 4}


def test_annotations_that_differ_in_punctuation(goed: Goed) -> None:
    pascal("gold", [("a", "X", 0, "_"), ("-", ".", 1, "_")])
    pascal("other", [("a", "X", 0, "_"), ("-", "X", 1, "_")])
    arguments = ("score", "dependencies", "gold", "gold", "--reference", "other", "--length", "all")
    rows = goed(*arguments, "--format", "json").rows
    assert [(row["reference"], row["n_directed"], row["tokens"]) for row in rows] == [
        ("gold", 1, 1),
        ("other", 2, 2),
        ("best", 1, None),  # of so many that nobody can say
    ]
    assert '"tokens": 2,' in goed(*arguments, "--format", "json").out


def test_by_relation_and_by_length(goed: Goed) -> None:
    barked("gold", GOLD_HEADS)
    barked("predicted", PREDICTED_HEADS)
    relations = {
        row["relation"]: (row["n_directed"], row["tokens"]) for row in details(goed, "relations", "gold", "predicted")
    }
    assert relations == {"det": (1, 1), "topic": (0, 1), "sbj": (1, 1), "root": (1, 1), "adv": (1, 1), "tmp": (0, 1)}
    arcs = {row["arc"]: (row["n_directed"], row["tokens"]) for row in details(goed, "lengths", "gold", "predicted")}
    assert arcs == {"1": (3, 3), "2": (0, 2), "root": (1, 1)}


# ---- published figures ----

DANISH = ("danish-cdt.conll", "--sentences", "1001:2000", "--punctuation", "XP")
SWEDISH = ("swedish-talbanken-test.conll", "--punctuation", "I*", "PU", "!ID", "!IM")
PUBLISHED = {  # all lengths, and at most ten words: directed, undirected, NED in per cent; how many of how many
    ("left", DANISH): ((13.3, 58.7, 61.6), (1659, 7336, 7699, 12494), (18.7, 59.7, 66.2), (382, 1221, 1354, 2046)),
    ("right", DANISH): ((47.4, 59.9, 71.5), (5924, 7485, 8933, 12494), (49.2, 63.9, 77.5), (1007, 1307, 1585, 2046)),
    ("left", SWEDISH): ((25.9, 53.0, 56.5), (1301, 2662, 2838, 5027), (33.2, 59.2, 67.2), (232, 414, 470, 699)),
    ("right", SWEDISH): ((28.0, 53.2, 71.0), (1406, 2672, 3568, 5027), (31.3, 59.5, 79.1), (219, 416, 553, 699)),
}


@pytest.mark.parametrize(
    ("baseline", "treebank"), PUBLISHED, ids=lambda value: value if value in ("left", "right") else value[0]
)
def test_the_published_baselines(goed: Goed, shared: Path, baseline: str, treebank: tuple[str, ...]) -> None:
    file, *options = treebank
    arguments = (shared / "treebanks" / file, *options, "--baseline", baseline)
    rows = goed("score", "dependencies", *arguments, "--format", "json").rows
    found = [
        item
        for row in rows
        for item in (
            tuple(round(100 * row[rate], 1) for rate in ("directed", "undirected", "ned")),
            (row["n_directed"], row["n_undirected"], row["n_ned"], row["tokens"]),
        )
    ]
    assert tuple(found) == PUBLISHED[baseline, treebank]


def test_right_branching_by_relation_and_length_in_danish(goed: Goed, shared: Path) -> None:
    file, *options = DANISH
    arguments = (shared / "treebanks" / file, *options, "--baseline", "right")
    relations = {row["relation"]: round(100 * row["directed"], 1) for row in details(goed, "relations", *arguments)}
    assert [relations[name] for name in ("nobj", "mod", "subj", "ROOT")] == [79.7, 37.7, 25.2, 18.9]
    arcs = {row["arc"]: round(100 * row["directed"], 1) for row in details(goed, "lengths", *arguments)}
    assert arcs.pop("1") == 78.4
    arcs.pop("root")
    assert set(arcs.values()) == {0.0}


# ---- properties ----


def plain_scores(gold: list[int], predicted: list[int]) -> tuple[int, int, int]:
    """The three scores word by word."""
    head_of = dict(enumerate(gold, start=1))
    directed = undirected = ned = 0
    for word, (right, head) in enumerate(zip(gold, predicted, strict=True), start=1):
        is_right = head == right
        is_reversed = is_right or (head != 0 and head_of[head] == word)
        directed += is_right
        undirected += is_reversed
        ned += is_reversed or (right != 0 and head == head_of[right])
    return directed, undirected, ned


HEADS = st.integers(1, 8).flatmap(
    lambda n: st.tuples(*(st.lists(st.integers(0, n), min_size=n, max_size=n) for _ in range(2)))
)


@given(st.lists(HEADS, min_size=1, max_size=6))
def test_scores_are_those_of_counting_word_by_word(sentences: list[tuple[list[int], list[int]]]) -> None:
    lengths = np.array([len(gold) for gold, _ in sentences])
    gold, predicted = (Trees(np.concatenate([pair[side] for pair in sentences]), lengths) for side in (0, 1))
    counts = counted(attachment_kinds(gold, predicted))
    found = attachment(counts)
    expected = np.sum([plain_scores(*pair) for pair in sentences], axis=0).tolist()
    assert [found.directed.n, found.undirected.n, found.ned.n] == expected
    assert counts[[RIGHT, REVERSED, GRANDPARENT]].sum() == found.ned.n  # the kinds are what the scores forgive


def plain_without(heads: list[int], dropped: list[bool]) -> list[int]:
    """Follow heads upward, one at a time."""
    kept = [word for word in range(1, len(heads) + 1) if not dropped[word - 1]]
    found = []
    for word in kept:
        head, seen = heads[word - 1], set()
        while head and dropped[head - 1]:
            if head in seen:
                head = 0
                break
            seen.add(head)
            head = heads[head - 1]
        found.append(kept.index(head) + 1 if head else 0)
    return found


@given(st.lists(st.tuples(st.integers(0, 9), st.booleans()), min_size=1, max_size=9), st.integers(0, 3))
def test_removing_punctuation_is_following_heads_upward(tokens: list[tuple[int, bool]], behind: int) -> None:
    heads = [min(head, len(tokens)) for head, _ in tokens]
    dropped = [is_dropped for _, is_dropped in tokens]
    whole = Trees(np.array(heads + [0] * behind), np.array([len(tokens), behind]))
    found = without(whole, np.array(dropped + [False] * behind))
    assert found.heads.tolist() == plain_without(heads, dropped) + [0] * behind


def test_baselines_are_built_on_what_is_left() -> None:
    lengths = np.array([3, 1, 0, 2])
    assert left_branching(lengths).heads.tolist() == [2, 3, 0, 0, 2, 0]
    assert right_branching(lengths).heads.tolist() == [0, 1, 2, 0, 0, 1]


@pytest.mark.parametrize(("n", "n_trees"), [(1, 1), (2, 2), (3, 7), (4, 30)])
def test_each_projective_tree_is_drawn_as_often_as_any_other(n: int, n_trees: int) -> None:
    drawn = Counter(map(tuple, random_trees(np.full(20_000, n), seed=1).heads.reshape(-1, n).tolist()))
    assert len(drawn) == n_trees
    assert max(abs(count * n_trees / 20_000 - 1) for count in drawn.values()) < 0.15
    assert all(is_projective(heads) for heads in drawn)


def is_projective(heads: tuple[int, ...]) -> bool:
    arcs = [sorted((word, head)) for word, head in enumerate(heads, start=1) if head]
    crossing = any(a < c < b < d for a, b in arcs for c, d in arcs)
    return heads.count(0) == 1 and not crossing and not in_circles(Trees(np.array(heads), np.array([len(heads)]))).any()


def test_random_trees_come_from_their_seed(goed: Goed) -> None:
    trees("gold", *([[2, 0, 2, 3]] * 30))
    first, again, other = (scored(goed, "gold", "--baseline", "random", "--seed", seed) for seed in (1, 1, 2))
    assert first == again != other


# ---- kinds of errors ----


@pytest.mark.parametrize(
    ("gold", "predicted", "word", "kind"),
    [
        ([2, 0, 2], [3, 0, 2], 1, "sibling"),  # the head is another dependent of the right head
        ([2, 0, 2, 3], [2, 0, 2, 2], 4, "grandparent"),
        ([0, 1, 1], [0, 3, 1], 2, "sibling"),
        ([2, 0, 2, 3], [0, 0, 2, 3], 1, "grandparent"),  # the root stands above the root word
        ([2, 3, 0], [0, 3, 0], 1, "root"),
        ([0, 1, 2, 3], [4, 1, 2, 3], 1, "root"),
        ([2, 0, 2, 3, 4], [5, 0, 2, 3, 4], 1, "other"),
    ],
)
def test_what_is_wrong_with_an_attachment(gold: list[int], predicted: list[int], word: int, kind: str) -> None:
    lengths = np.array([len(gold)])
    kinds = attachment_kinds(Trees(np.array(gold), lengths), Trees(np.array(predicted), lengths))
    assert KINDS[kinds[word - 1]] == kind


def test_wrong_attachments_are_counted_and_listed_with_their_place_in_the_file(goed: Goed) -> None:
    pascal(
        "gold",
        [("Hi", "X", 0, "root")],
        [("a", "DET", 2, "det"), ("dog", "NOUN", 4, "sbj"), (",", ".", 4, "p"), ("barks", "VERB", 0, "root")],
    )
    pascal(
        "predicted",
        [("Hi", "X", 0, "root")],
        [("a", "DET", 4, "det"), ("dog", "NOUN", 4, "sbj"), (",", ".", 4, "p"), ("barks", "VERB", 0, "root")],
    )
    (row,) = details(goed, "wrong", "gold", "predicted")
    assert row == {
        "line": 3, "sentence": 2, "id": 1, "form": "a", "tag": "DET", "relation": "det", "gold_head": 2,
        "gold_head_form": "dog", "predicted_head": 4, "predicted_head_form": "barks", "kind": "grandparent",
    }  # fmt: skip
    counts = {row["kind"]: row["n"] for row in details(goed, "kinds", "gold", "predicted")}
    assert counts == {"reversed": 0, "grandparent": 1, "sibling": 0, "root": 0, "other": 0}


# ---- what is odd, and what is wrong ----


def test_a_prediction_may_hold_only_the_sentences_that_are_scored(goed: Goed) -> None:
    trees("gold", [0], [2, 0, 2, 3], [2, 0, 2], [0, 1])
    trees("whole", [0], [2, 3, 0, 3], [2, 0, 1], [0, 1])
    trees("section", [2, 3, 0, 3], [2, 0, 1])
    found = [scored(goed, "gold", name, "--sentences", "2:3") for name in ("whole", "section")]
    assert found == [(4, 5, 6, 7)] * 2
    assert goed("score", "categories", "gold", "section", "--sentences", "2:3").out


def test_circles_are_said_and_scored(goed: Goed) -> None:
    trees("gold", [2, 0, 2], [2, 0])
    trees("predicted", [2, 1, 2], [2, 0])
    answer = goed("score", "dependencies", "gold", "predicted", "--format", "json")
    assert "predicted: the heads of 1 sentence go round in a circle (first: line 1); scored as it is" in answer.err
    assert answer.rows[0]["n_directed"] == 4


def test_universal_tags_of_a_table_tell_punctuation(goed: Goed) -> None:
    rows = [f"{place}\t{form}\t_\t{tag}\t{tag}\t_\t{head}\tdep\t_\t_\n" for place, form, tag, head in
            ((1, "a", "XX", 0), (2, ",", "YY", 1), (3, "b", "XX", 2))]  # fmt: skip
    write(Path("gold"), "".join(rows))
    write(Path("map"), "XX\tNOUN\nYY\t.\n")
    for options in ((), ("--punctuation-column", "upostag", "--punctuation", ".")):
        assert scored(goed, "gold", "--baseline", "right", "--upos", "map", *options) == (2, 2, 2, 2)


def test_punctuation_that_stays_is_said(goed: Goed) -> None:
    rows = [f"{place}\t{form}\t_\tXX\tXX\t_\t{head}\tdep\t_\t_\n" for place, form, head in ((1, "a", 0), (2, ".", 1))]
    write(Path("gold"), "".join(rows))
    said = goed("score", "dependencies", "gold", "--baseline", "left").err
    assert "scored with the rest: 1 token without letter or digit (.); see --punctuation" in said
    said = goed("score", "dependencies", "gold", "--baseline", "left", "--punctuation", "YY", code=2).err
    assert "no tag of gold fits --punctuation YY; there are XX" in said


@pytest.mark.parametrize(
    ("gold", "predicted", "said"),
    [
        ([[2, 0], [0]], [[2, 0]], "gold, line 4: 'a' comes after the last of the 2 tokens of predicted"),
        ([[2, 0, 2]], [[2, 0], [0]], "predicted, line 4: 'a' where gold, line 3, has 'c'"),
    ],
)
def test_files_that_are_not_of_one_text(
    goed: Goed, gold: list[list[int]], predicted: list[list[int]], said: str
) -> None:
    trees("gold", *gold)
    trees("predicted", *predicted)
    assert said in goed("score", "dependencies", "gold", "predicted", code=1).err


def test_sentences_that_end_elsewhere(goed: Goed) -> None:
    pascal("gold", [("a", "X", 0, "_"), ("b", "X", 1, "_")], [("c", "X", 0, "_")])
    pascal("predicted", [("a", "X", 0, "_")], [("b", "X", 0, "_"), ("c", "X", 1, "_")])
    said = goed("score", "dependencies", "gold", "predicted", code=1).err
    assert "predicted, line 1: a sentence ends here that goes on in gold, line 1" in said


def test_what_has_no_heads_is_no_treebank(goed: Goed) -> None:
    write(Path("gold"), "a/X b/Y\n")
    assert "gold: is word/TAG text, which has no heads" in goed("score", "dependencies", "gold", "gold", code=1).err
    trees("blind", [0])
    write(Path("blind"), Path("blind").read_text("utf-8").replace("\t0\t", "\t_\t"))
    assert "blind, line 1: HEAD is _" in goed("score", "dependencies", "blind", "--baseline", "left", code=1).err


@pytest.mark.parametrize("form", ["table", "csv", "tsv", "json"])
def test_words_of_files_are_shown_and_never_obeyed(goed: Goed, form: str) -> None:
    pascal("gold", [("=1+1", "@SUM", 2, "-x"), ("\x1b[31mred\u202e", "X", 0, "root")])
    pascal("predicted", [("=1+1", "@SUM", 0, "-x"), ("\x1b[31mred\u202e", "X", 1, "root")])
    for arguments in (
        ("dependencies", "gold", "predicted", "--show", "wrong"),
        ("dependencies", "gold", "predicted", "--show", "relations"),
        ("categories", "gold", "gold", "--predicted-column", "deprel", "--show", "mapping"),
        ("categories", "gold", "gold", "--predicted-column", "deprel", "--show", "errors", "--mapping", "1-1 greedy"),
    ):
        out = goed("score", *arguments, "--format", form).out
        assert "\x1b" not in out
        assert "\u202e" not in out
        if form == "csv":
            assert not [
                cell for line in out.splitlines() for cell in line.split(",") if cell.startswith(("=", "@", "-x"))
            ]
