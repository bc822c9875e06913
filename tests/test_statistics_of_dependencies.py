"""Statistics of dependencies: corpora as an axis, measures, references, audits, expectations, orders of utterances."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from conftest import Goed, MadeHere, sql, write
from goed.statistics.audited_leniency import JudgedOutputs, accuracies, share_defensible
from goed.statistics.children.findings import COLUMNS
from goed.statistics.intervals import wilson

Row = dict[str, Any]

# Test sentences, word/TAG>head:relation. Of 13 words, punctuation apart, right-branching finds the heads of three.
TEST = [
    "the/DET>2:det dog/NOUN>3:nsubj barks/VERB>0:root ./PUNCT>3:punct",  # right-branching: none
    "dogs/NOUN>2:nsubj chase/VERB>0:root cats/NOUN>2:obj",  # cats
    "she/PRON>2:nsubj sees/VERB>0:root the/DET>4:det cat/NOUN>2:obj",  # none
    "go/VERB>0:root home/ADV>1:advmod now/ADV>1:advmod",  # go, home
]
LEARNED = [
    "the/DET>2:det cat/NOUN>3:nsubj sleeps/VERB>0:root",
    "dogs/NOUN>2:nsubj bark/VERB>0:root",
    "she/PRON>2:nsubj sees/VERB>0:root dogs/NOUN>2:obj",
    "he/PRON>2:nsubj goes/VERB>0:root home/ADV>2:advmod",
]


def conllu(sentences: Iterable[str], ages: Sequence[int] = ()) -> str:
    """CoNLL-U of sentences written as above, each with the age of the child who heard it."""
    lines = []
    for number, sentence in enumerate(sentences):
        lines += [f"# age_days = {ages[number]}"] if ages else []
        for place, token in enumerate(sentence.split(), start=1):
            form, _, rest = token.rpartition("/")
            tag, _, arc = rest.partition(">")
            head, _, relation = arc.partition(":")
            lines.append("\t".join([str(place), form, "_", tag, "_", "_", head, relation, "_", "_"]))
        lines.append("")
    return "\n".join([*lines, ""])


def other_heads(sentence: str, heads: Sequence[int]) -> str:
    """The sentence with other heads."""
    pairs = zip(sentence.split(), heads, strict=True)
    return " ".join(f"{word.partition('>')[0]}>{head}:dep" for word, head in pairs)


@pytest.fixture
def farm(goed: Goed, made_here: MadeHere) -> Path:
    """A study of the corpus `farm`: four sentences to learn from, four of test; left- and right-branching have run."""

    def make() -> None:
        write(Path("farm.conllu"), conllu([*LEARNED, *TEST]))
        goed("import", "corpus", "farm.conllu", "--language", "eng", "--test", "5-8")
        goed("run", "--model", "left", "right", "--jobs", 1)

    return made_here("farm", make)


@pytest.fixture
def two_corpora(goed: Goed, farm: Path) -> Path:
    """The same study with another English corpus, `yard`, whose test is the first two sentences of farm's."""
    write(Path("yard.conllu"), conllu([*LEARNED[:3], *TEST[:2]]))
    goed("import", "corpus", "yard.conllu", "--language", "eng", "--test", "4-5")
    goed("run", "--model", "left", "right", "--jobs", 1)
    return farm


def rows(goed: Goed, name: str, *options: object) -> list[Row]:
    return goed("stats", name, *options, "--format", "json").rows


def of_test(goed: Goed, name: str, *options: object) -> list[Row]:
    return rows(goed, name, "--part", "test", *options)


# Two corpora of one language


def test_every_row_says_of_which_corpus_it_is(goed: Goed, two_corpora: Path) -> None:
    for name in ("accuracy", "measures", "seeds", "errors", "trajectory", "shape"):
        found = rows(goed, name)
        assert list(found[0])[:2] == ["language", "corpus"], name
        assert {row["corpus"] for row in found} == {"farm", "yard"}, name
    found = {(row["corpus"], row["model"]): (row["mean"], row["n_items"]) for row in of_test(goed, "accuracy")}
    assert found["farm", "right"] == (pytest.approx(3 / 13), 13)
    assert found["yard", "right"] == (pytest.approx(1 / 6), 6)
    listed = {(row["language"], row["name"]) for row in goed("status", "--format", "json").rows}
    assert {("eng", "farm given 0"), ("eng", "yard given 0"), ("eng", "farm right"), ("eng", "yard right")} <= listed


def test_a_corpus_can_be_chosen(goed: Goed, two_corpora: Path) -> None:
    for name in ("accuracy", "errors", "measures", "regression"):
        if name != "regression":
            assert {row["corpus"] for row in of_test(goed, name, "--corpus", "yard")} == {"yard"}
    assert (
        "'yrd' is no corpus of this study; did you mean yard?" in goed("stats", "errors", "--corpus", "yrd", code=1).err
    )


def test_items_have_no_corpus(goed: Goed, study: Path) -> None:
    """A study of inflection tells nothing of corpora."""
    goed("run", "--jobs", 1, "--size", 100)
    for name in ("accuracy", "seeds", "errors", "trajectory", "shape"):
        assert "corpus" not in rows(goed, name)[0]
    assert "is no corpus of this study; there are: none so far" in goed("stats", "errors", "--corpus", "x", code=1).err


def test_of_two_corpora_of_a_language_the_corpus_predicts(goed: Goed, two_corpora: Path) -> None:
    said = goed("stats", "regression", "--part", "test", "--format", "json")
    assert "accuracy ~ corpus * model" in said.err
    estimates = {row["term"]: row["estimate"] for row in said.rows}
    assert estimates["(Intercept)"] == pytest.approx(100 * 6 / 13), "left-branching on farm"
    assert estimates["corpusyard"] == pytest.approx(100 * (4 / 6 - 6 / 13))


# Measures


def test_measures_are_those_that_are_counted_by_hand(goed: Goed, farm: Path) -> None:
    """Right-branching: three heads are right; undirected adds reversed arcs, ned heads of heads and false roots."""
    found = {row["measure"]: row for row in of_test(goed, "measures", "--model", "right")}
    assert {name: round(13 * found[name]["mean"]) for name in ("directed", "undirected", "ned")} == {
        "directed": 3,
        "undirected": 3 + 5,  # dog, barks, chase, sees, cat hang on one of their own
        "ned": 3 + 5 + 3,  # dogs and she are roots in place of their heads, which are; the hangs on sees
    }
    assert {row["n"] for row in found.values()} == {13}
    assert {row["unit"] for row in found.values()} == {"share"}
    assert "23.08 %" in goed("stats", "measures", "--model", "right", "--part", "test").out


def test_accuracy_is_told_by_relation_tag_length_sentence_and_what_was_seen(goed: Goed, farm: Path) -> None:
    def right(by: str) -> dict[str, tuple[int, int]]:
        found = of_test(goed, "accuracy", "--model", "right", "--by", by)
        return {row[by]: (round(row["mean"] * row["n_items"]), row["n_items"]) for row in found}

    assert right("relation") == {"advmod": (1, 2), "det": (0, 2), "nsubj": (0, 3), "obj": (1, 2), "root": (1, 4)}
    assert right("length") == {"1": (2, 7), "2": (0, 2), "root": (1, 4)}
    assert right("tag")["ADV"] == (1, 2)
    assert right("sentence") == {"up to 10": (3, 13)}
    assert right("seen") == {"seen": (1, 7), "unseen": (2, 6)}
    by_length = of_test(goed, "errors", "--model", "right", "--by", "length", "relation")
    assert {(row["length"], row["relation"], row["error"]) for row in by_length if row["relation"] == "advmod"} == {
        ("2", "advmod", "sibling")
    }


# Several references


def test_the_best_reference_is_that_of_the_whole_test(goed: Goed, farm: Path) -> None:
    """Right-branching is right everywhere in the third sentence of one annotation, nowhere else in it."""
    other = [
        other_heads(TEST[0], [3, 3, 0, 3]),
        other_heads(TEST[1], [3, 3, 0]),
        other_heads(TEST[2], [0, 1, 2, 3]),
        other_heads(TEST[3], [3, 3, 0]),
    ]
    write(Path("chain.conllu"), conllu(other))
    goed("import", "corpus", "chain.conllu", "--language", "eng")
    found = of_test(goed, "measures", "--model", "right", "--reference", "chain")
    directed = [(row["reference"], round(13 * row["mean"])) for row in found if row["measure"] == "directed"]
    assert directed == [("farm", 3), ("chain", 4), ("best", 4)], "not 3 + 4: the best of each sentence does not count"
    undirected = {row["reference"]: row["mean"] for row in found if row["measure"] == "undirected"}
    assert undirected["best"] == undirected["farm"] > undirected["chain"]


def test_references_score_as_goed_score_does(goed: Goed, farm: Path) -> None:
    whole = [other_heads(sentence, range(len(sentence.split()))) for sentence in (*LEARNED, *TEST)]
    write(Path("chain.conllu"), conllu(whole))
    write(Path("gold.conllu"), conllu(TEST))
    write(Path("chain-test.conllu"), conllu(whole[len(LEARNED) :]))
    goed("import", "corpus", "chain.conllu", "--language", "eng")  # all sentences, not only those of test
    ours = of_test(goed, "measures", "--model", "left", "--reference", "chain")
    scored = goed(
        *("score", "dependencies", "gold.conllu", "--baseline", "left", "--reference", "chain-test.conllu"),
        *("--length", "all", "--format", "json"),
    ).rows
    names = {"gold.conllu": "farm", "chain-test.conllu": "chain", "best": "best"}
    for row in scored:
        for measure in ("directed", "undirected", "ned"):
            (mine,) = (
                each["mean"]
                for each in ours
                if (each["reference"], each["measure"]) == (names[row["reference"]], measure)
            )
            assert mine == pytest.approx(row[measure])


def test_a_reference_has_the_same_words(goed: Goed, two_corpora: Path) -> None:
    write(Path("bare.txt"), "the dog barks .\n")
    goed("import", "corpus", "bare.txt", "--language", "eng", "--read-as", "plain")
    here = ("stats", "measures", "--corpus", "farm", "--part", "test", "--reference")
    assert "'yad' is no corpus of this study; did you mean yard?" in goed(*here, "yad", code=1).err
    said = goed(*here, "yard", code=1).err
    assert "yard does not annotate the words of part test of farm: it has 5 sentences, not 4" in said
    assert "the corpus bare is no reference: it has no heads" in goed(*here, "bare", code=1).err


# Verdicts in audits


def judge(goed: Goed, study: Path, verdicts: Sequence[str]) -> None:
    """Judge the first audit blind: every wrong output as the classifier has it, with a verdict each, in order."""
    drawn = sql(
        study,
        "SELECT sampled.output_id, pred_class FROM sample_output AS sampled JOIN label USING (output_id) "
        "JOIN label_kind ON label_kind.id = kind_id JOIN output ON output.id = sampled.output_id "
        "WHERE sample_id = 1 AND NOT is_correct ORDER BY position",
    )
    for (output_id, kind), verdict in zip(drawn, verdicts, strict=True):
        goed("label", output_id, "--class", kind, "--verdict", verdict, "--audit", 1, "--annotator", "sp")


def test_accuracy_is_strict_and_lenient(goed: Goed, farm: Path) -> None:
    """All ten wrong heads of right-branching are judged: two are defensible, one is gold's fault.

    strict 3 / 12, lenient 5 / 12, and of nine errors two are defensible.
    """
    goed("audit", "--model", "right", "--part", "test")
    judge(goed, farm, ["defensible", "defensible", "gold-wrong", *["wrong"] * 7])
    told = rows(goed, "errors", "--audited", "--model", "right")
    assert list(told[0])[:3] == ["sample", "language", "corpus"]
    classifier, hand = (row for row in told if row["error"] == "correct")
    assert (classifier["rate"], classifier["lenient"]) == (pytest.approx(3 / 13),) * 2
    assert hand["rate"] == hand["low"] == hand["high"] == pytest.approx(3 / 12), "all were judged: nothing is open"
    assert hand["lenient"] == pytest.approx(5 / 12)
    assert hand["share_defensible"] == pytest.approx(2 / 9)
    assert (hand["n_left_out"], hand["n_items"], hand["n"]) == (1, 13, 10)
    of_kinds = [row for row in told if row["error"] != "correct" and row["method"] == "hand"]
    assert sum(row["rate"] for row in of_kinds) == pytest.approx(9 / 12)
    assert sum(row["lenient"] for row in of_kinds) == pytest.approx(7 / 12)


def judged(n_predictions: int, *outputs: tuple[int, float, float, float]) -> JudgedOutputs:
    """Outputs as (times, chance, left out, defensible)."""
    times, chances, left_out, defensible = np.array(outputs, dtype=float).reshape(-1, 4).T
    return JudgedOutputs(times, chances, left_out, defensible, n_predictions)


NONE_RIGHT = judged(0)


def test_outputs_weigh_as_often_as_they_were_answered() -> None:
    """An output that was given six times and drawn for certain is known; four of eight others stand for these.

    20 predictions: 6 right; of 14 wrong, 6 are defensible, and of the other 8 every fourth is gold's fault.
    strict 6 / 18, lenient 12 / 18; of 12 errors 6 are defensible.
    """
    wrong = judged(14, (6, 1, 0, 1), (1, 0.5, 0, 0), (1, 0.5, 0, 0), (1, 0.5, 0, 0), (1, 0.5, 1, 0))
    found = accuracies(wrong, NONE_RIGHT._replace(n_predictions=6), 20, 0)
    assert (found.strict.value, found.lenient.value) == (pytest.approx(6 / 18), pytest.approx(12 / 18))
    assert found.n_left_out == pytest.approx(2)
    share = found.share_defensible
    assert share is not None
    assert share.value == pytest.approx(6 / 12)
    low, high = wilson(0, 3)  # none of the three that are left is defensible
    assert (share.low, share.high) == (pytest.approx((6 + 6 * low) / 12), pytest.approx((6 + 6 * high) / 12))


def test_right_answers_are_judged_where_that_was_asked() -> None:
    """Of three right answers one has gold's fault, and of ten wrong ones another: eleven were asked, two are right."""
    wrong = judged(10, (1, 1, 1, 0), *[(1, 1, 0, 0)] * 9)
    right = judged(3, (1, 1, 1, 0), *[(1, 1, 0, 0)] * 2)
    found = accuracies(wrong, right, 13, 0)
    assert found.strict == found.lenient == pytest.approx((2 / 11,) * 3)
    assert found.n_left_out == 2


def test_what_was_not_answered_is_wrong() -> None:
    found = accuracies(judged(2, (1, 1, 0, 0), (1, 1, 0, 1)), NONE_RIGHT._replace(n_predictions=5), 10, 3)
    assert (found.strict.value, found.lenient.value) == (pytest.approx(0.5), pytest.approx(0.6))


def test_without_gold_errors_the_interval_is_wilsons() -> None:
    """50 of 400 wrong answers are judged, 10 as defensible; 600 are right."""
    outputs = [(1, 0.125, 0, place < 10) for place in range(50)]
    found = accuracies(judged(400, *outputs), NONE_RIGHT._replace(n_predictions=600), 1000, 0)
    low, high = wilson(0.2, 50)
    assert (found.lenient.low, found.lenient.high) == (pytest.approx(0.6 + 0.4 * low), pytest.approx(0.6 + 0.4 * high))
    assert found.share_defensible is not None
    assert (found.share_defensible.low, found.share_defensible.high) == (pytest.approx(low), pytest.approx(high))


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    """Of 2,000 answers 700 are right and 50 gold's fault; of the wrong ones 15 % are gold's fault, 25 % defensible."""
    chance = Random(26)
    truths: list[tuple[int, int]] = [(0, 0)] * 780 + [(1, 0)] * 195 + [(0, 1)] * 325
    strict, lenient, share = 650 / 1755, 975 / 1755, 325 / 1105
    right_ones = [(1, 0)] * 50 + [(0, 0)] * 650
    held = np.zeros(3)
    n_audits = 400
    for _ in range(n_audits):
        wrong = [(1, 150 / 1300, *each) for each in chance.sample(truths, 150)]
        right = [(1, 80 / 700, *each) for each in chance.sample(right_ones, 80)]
        found = accuracies(judged(1300, *wrong), judged(700, *right), 2000, 0)
        assert found.share_defensible is not None
        for place, (estimate, truth) in enumerate(
            [(found.strict, strict), (found.lenient, lenient), (found.share_defensible, share)]
        ):
            held[place] += estimate.low <= truth <= estimate.high
    assert (held >= 0.93 * n_audits).all(), held  # one standard error of 95 % in 400 audits is 1.1 %


def test_no_errors_have_no_defensible_share() -> None:
    nothing = np.empty(0)
    assert share_defensible(judged(0), nothing, nothing) is None


# Expectations


def test_what_is_expected_of_dependencies_is_data(goed: Goed, farm: Path) -> None:
    found = {row["id"]: row for row in rows(goed, "expectations", "--model", "right")}
    assert found["dep-short-first"]["corpus"] == "farm"
    assert found["dep-short-first"]["verdict"] == "can't say"
    assert not any(name.startswith(("eng-", "deu-", "ara-")) for name in found)


def test_expectations_of_your_own_are_about_values_of_a_breakdown(goed: Goed, farm: Path) -> None:
    columns = [*COLUMNS, "domain"]
    ours = ["ours", "*", "Near heads are found.", "us", "", "test", "proportion", "accuracy length=1", "> 0.2", ""]
    write(Path("own.tsv"), [columns, [*ours, "dependencies"]])
    (row,) = (
        row
        for row in rows(goed, "expectations", "--expectations", "own.tsv", "--model", "right")
        if row["id"] == "ours"
    )
    assert (row["value"], row["n_items"]) == (pytest.approx(2 / 7), 7)
    for arguments, problem in (
        ("accuracy seen=seen", "'seen' does not tell items of dependencies apart"),
        ("", "empty"),
    ):
        write(Path("own.tsv"), [columns, [*ours[:7], arguments, *ours[8:], "dependencies"]])
        assert problem in goed("stats", "expectations", "--expectations", "own.tsv", code=1).err
    write(Path("own.tsv"), [columns, [*ours, "dependences"]])
    assert (
        "line 2: there is no domain dependences"
        in goed("stats", "expectations", "--expectations", "own.tsv", code=1).err
    )


# Orders of utterances


def test_orders_of_a_corpus_are_compared_by_seed(goed: Goed) -> None:
    """Learners that do not learn do not care for the order."""
    sentences = [*LEARNED, *TEST] * 4
    write(Path("child.conllu"), conllu(sentences, range(500, 500 + len(sentences))))
    goed("import", "corpus", "child.conllu", "--language", "eng")
    for order in ("uniform", "age"):
        goed("split", "--order", order, "--seeds", 2, "--sizes", 10, 30, "--dev", 0)
    goed("run", "--model", "left", "right", "--jobs", 1)
    found = of_test(goed, "sampling")
    overall = found[0]
    assert list(overall)[:7] == ["language", "corpus", "size", "model", "part", "uniform", "age"]
    assert (overall["difference"], overall["n_pairs"]) == (0, 8)
    assert {row["corpus"] for row in of_test(goed, "sampling", "--by", "corpus")} == {"child"}
    assert "the samplings here are uniform" in goed("stats", "sampling", "--sampling", "uniform").err
    sizes = {row["n_sizes"] for row in rows(goed, "shape", "--by", "part", "--part", "core", "--model", "left")}
    assert sizes == {2}, "what the smallest set has is followed through all sizes"


def test_measures_of_a_study_without_runs_are_none(goed: Goed) -> None:
    write(Path("farm.conllu"), conllu([*LEARNED, *TEST]))
    goed("import", "corpus", "farm.conllu", "--language", "eng", "--test", "5-8")
    assert goed("stats", "measures", "--format", "json").rows == []


def test_an_order_with_a_name_of_its_own_is_shown_in_per_cent_like_others(goed: Goed) -> None:
    write(Path("child.conllu"), conllu([*LEARNED, *TEST] * 4))
    goed("import", "corpus", "child.conllu", "--language", "eng")
    for name in ("uniform", "Mine"):
        goed("split", "--name", name, "--seeds", 2, "--sizes", 10, "--dev", 0)
    goed("run", "--model", "left", "--jobs", 1)
    out = goed("stats", "sampling", "--sampling", "Mine", "uniform", "--part", "test").out
    assert "uniform %  mine %  difference %" in out
