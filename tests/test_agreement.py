"""`goed stats agreement`: how far the classifier and people agree, class by class, and how sure one can be of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import Goed, right_answers, sql, write
from goed.statistics.agreement import alpha, cohen
from goed.statistics.calibration import ConfidenceAndVerdict, auroc, calibration
from goed.statistics.confusion import ClassRow, classes, confusions
from goed.statistics.intervals import wilson
from goed.statistics.judges import JudgedPair, LabelWords

N_WRONG = 20
SUFFIX, PREFIX, CIRCUMFIX = range(12), range(12, 16), range(16, 20)  # the class that each of the wrong forms shows
SP_SAYS = [
    *(["suffix"] * 9 + ["prefix"] * 2 + ["?"]),  # of the twelve with a suffix
    *(["prefix"] * 3 + ["suffix"]),  # of the four with a prefix
    *(["circumfix"] * 4),
]


@pytest.fixture
def wrong(goed: Goed, study: Path) -> list[list[str]]:
    """Twenty wrong outputs, and sixty right ones: lemma, features, gold, predicted."""
    answers = right_answers()
    outputs = []
    for place, (lemma, gold, features) in enumerate(answers[:N_WRONG]):
        before, after = "" if place in SUFFIX else "zz", "" if place in PREFIX else "zz"
        answers[place][1] = f"{before}{lemma}{after}"
        outputs.append([lemma, features, gold, answers[place][1]])
    write(Path("theirs/qgo_100.test"), answers)
    goed("import", "predictions", "theirs", "--model", "theirs")
    return outputs


def say(
    goed: Goed,
    name: str,
    outputs: Sequence[Sequence[str]],
    said: Sequence[str | None],
    column: str = "pred_class",
) -> None:
    """Let somebody say something of outputs, of those where it is not None."""
    header = ["lemma", "features", "gold", "predicted", column]
    rows = [[*output, each] for output, each in zip(outputs, said, strict=True) if each is not None]
    path = write(Path(f"{name}.tsv"), [header, *rows])
    goed("import", "labels", path, "--annotator", name, "--language", "qgo")


def asked(goed: Goed, *arguments: object) -> list[dict[str, Any]]:
    return goed("stats", "agreement", *arguments, "--format", "json").rows


# The classifier against a person, counted by hand


def test_agreement_and_kappa_come_with_intervals(goed: Goed, wrong: list[list[str]]) -> None:
    say(goed, "sp", wrong, SP_SAYS)
    (row,) = asked(goed, "--what", "pred_class")
    assert (row["language"], row["first"], row["second"], row["n"]) == ("qgo", "classifier", "sp", 20)
    assert row["agreement"] == pytest.approx(16 / 20)
    by_chance = (12 * 10 + 4 * 5 + 4 * 4) / 20**2
    assert row["kappa"] == pytest.approx((0.8 - by_chance) / (1 - by_chance))
    assert (row["agreement_low"], row["agreement_high"]) == pytest.approx((0.5840, 0.9193), abs=1e-4)
    ends = [(end - by_chance) / (1 - by_chance) for end in (row["agreement_low"], row["agreement_high"])]
    assert [row["kappa_low"], row["kappa_high"]] == pytest.approx(ends)
    assert row["alpha"] is None  # two judges have kappa


def test_each_class_has_precision_recall_and_f1(goed: Goed, wrong: list[list[str]]) -> None:
    say(goed, "sp", wrong, SP_SAYS)
    rows = asked(goed, "--show", "classes", "--what", "pred_class")
    found = {
        row["class"]: [row[name] for name in ("n", "n_first", "n_both", "precision", "recall", "f1")] for row in rows
    }
    assert list(found) == ["suffix", "prefix", "circumfix", "?"]
    assert found["suffix"] == [10, 12, 9, 9 / 12, 9 / 10, pytest.approx(18 / 22)]
    assert found["prefix"] == [5, 4, 3, 3 / 4, 3 / 5, pytest.approx(6 / 9)]
    assert found["circumfix"] == [4, 4, 4, 1, 1, 1]
    assert found["?"] == [1, 0, 0, None, 0, 0]
    suffix, *_, never_found = rows
    assert (suffix["recall_low"], suffix["recall_high"]) == pytest.approx((0.5958, 0.9821), abs=1e-4)  # 9 of 10
    low, high = wilson(9 / 13, 13)
    assert (suffix["f1_low"], suffix["f1_high"]) == pytest.approx((2 * low / (1 + low), 2 * high / (1 + high)))
    assert (never_found["precision_low"], never_found["precision_high"]) == (None, None)
    assert never_found["recall_high"] == pytest.approx(0.7935, abs=1e-4)  # none of one


def test_the_confusion_table_has_what_happens_the_commonest_first(goed: Goed, wrong: list[list[str]]) -> None:
    say(goed, "sp", wrong, SP_SAYS)
    rows = asked(goed, "--show", "confusion", "--what", "pred_class")
    assert [(row["first_says"], row["second_says"], row["n"]) for row in rows] == [
        ("suffix", "suffix", 9),
        ("circumfix", "circumfix", 4),
        ("prefix", "prefix", 3),
        ("suffix", "prefix", 2),
        ("prefix", "suffix", 1),
        ("suffix", "?", 1),
    ]


def test_confidence_is_held_against_what_is_right(goed: Goed, wrong: list[list[str]]) -> None:
    """The generic classifier is sure by 0.95 of one affix and by 0.9 of two; sp agrees on 12 of 16, and on 4 of 4."""
    say(goed, "sp", wrong, SP_SAYS)
    two, one, whole = asked(goed, "--show", "calibration")
    assert [two[name] for name in ("bin", "n", "confidence", "right")] == ["0.9", 4, 0.9, 1]
    assert [one[name] for name in ("bin", "n", "confidence", "right")] == ["0.95", 16, 0.95, 0.75]
    assert (one["right_low"], one["right_high"]) == pytest.approx(wilson(0.75, 16))
    assert [whole[name] for name in ("bin", "n", "right")] == ["all", 20, 0.8]
    assert whole["ece"] == pytest.approx((16 * 0.20 + 4 * 0.10) / 20)
    assert whole["auroc"] == pytest.approx((12 * 4 * 0.5 + 4 * 4 * 0) / (16 * 4))


def test_a_flag_is_a_class_that_an_output_has_or_has_not(goed: Goed, wrong: list[list[str]]) -> None:
    header = ["lemma", "features", "gold", "predicted", "pred_class", "flags"]
    flags = {"a": ["case", "case,stem", "stem", "", ""], "b": ["case", "stem", "case,stem", "spelling", ""]}
    for name, said in flags.items():
        rows = [[*output, "suffix", flag] for output, flag in zip(wrong, said, strict=False)]
        path = write(Path(f"{name}.tsv"), [header, *rows])
        goed("import", "labels", path, "--annotator", name, "--language", "qgo")
    rows = asked(goed, "--show", "classes", "--what", "flags", "--annotator", "a", "b")
    counts = {row["class"]: (row["n"], row["n_first"], row["n_both"]) for row in rows}
    assert counts == {"case": (2, 2, 1), "stem": (2, 2, 2), "spelling": (1, 0, 0)}
    cells = asked(goed, "--show", "confusion", "--what", "flags", "--annotator", "a", "b")
    assert {(row["first_says"], row["second_says"]): row["n"] for row in cells} == {
        ("case", "case"): 1,
        ("case", "none"): 1,
        ("none", "case"): 1,
        ("stem", "stem"): 2,
        ("none", "spelling"): 1,
    }


def test_right_outputs_can_be_left_out(goed: Goed, wrong: list[list[str]]) -> None:
    """A right output's error is `correct`, whoever looks at it: they make agreement look better than it is."""
    goed("export", "-o", "labels.tsv")
    goed("import", "labels", "labels.tsv", "--annotator", "sp", "--all")
    say(goed, "sp", wrong, SP_SAYS)
    everything, only_wrong = asked(goed, "--what", "error"), asked(goed, "--what", "error", "--wrong")
    assert [(row["n"], row["agreement"]) for row in (*everything, *only_wrong)] == [(80, 76 / 80), (20, 16 / 20)]
    assert "correct" not in {row["class"] for row in asked(goed, "--show", "classes", "--wrong")}


# Who is compared with whom


def test_annotators_choose_the_pair_and_its_direction(goed: Goed, wrong: list[list[str]]) -> None:
    for name, said in (("a", SP_SAYS), ("b", SP_SAYS[::-1]), ("c", ["suffix"] * N_WRONG)):
        say(goed, name, wrong, said)

    def pairs(*names: str) -> list[tuple[str, str | None]]:
        options = ["--annotator", *names] if names else []
        return [(row["first"], row["second"]) for row in asked(goed, "--what", "error", *options)]

    with_classifier = [("classifier", "a"), ("classifier", "b"), ("classifier", "c")]
    people = [("a", "b"), ("a", "c"), ("b", "c")]
    assert pairs() == [*with_classifier, *people, ("a, b, c", None), ("a, b, c, classifier", None)]
    assert pairs("b") == [("classifier", "b")]
    assert pairs("classifier") == with_classifier
    assert pairs("b", "a") == [("b", "a")]
    assert pairs("a", "classifier") == [("a", "classifier")]
    assert pairs("a", "classifier", "b")[-1] == ("a, classifier, b", None)
    one, other = (asked(goed, "--show", "classes", "--annotator", *names) for names in (("a", "b"), ("b", "a")))
    swapped = {row["class"]: row for row in other}
    for row in one:
        back = swapped[row["class"]]
        assert (row["precision"], row["recall"], row["f1"]) == (back["recall"], back["precision"], back["f1"])


KRIPPENDORFF = {  # his four observers and twelve units, “.” where one said nothing
    "a": "123321412...",
    "b": "1233224125.3",
    "c": ".33323422 51.".replace(" ", ""),
    "d": "12332441251.",
}


def test_alpha_of_four_people_is_krippendorffs(goed: Goed, wrong: list[list[str]]) -> None:
    """The example of “Computing Krippendorff's alpha-reliability” (2011): 0.743, over eleven units and forty labels."""
    for name, values in KRIPPENDORFF.items():
        say(goed, name, wrong[:12], [None if value == "." else value for value in values])
    rows = asked(goed, "--what", "pred_class", "--annotator", *KRIPPENDORFF)
    *pairs, together = rows
    assert (together["first"], together["second"], together["n"]) == ("a, b, c, d", None, 11)
    assert round(together["alpha"], 3) == 0.743
    assert together["alpha_low"] < 0.743 < together["alpha_high"] <= 1
    assert together["kappa"] is None
    assert {row["alpha"] for row in pairs} == {None}


def test_a_note_is_no_label(goed: Goed, wrong: list[list[str]]) -> None:
    say(goed, "sp", wrong[:15], SP_SAYS[:15])
    say(goed, "sp", wrong[10:], ["hm"] * 10, "note")
    say(goed, "silent", wrong, ["hm"] * 20, "note")
    rows = asked(goed, "--what", "error")
    assert [(row["second"], row["n"]) for row in rows] == [("sp", 15)]
    assert "there are: classifier, sp" in goed("stats", "agreement", "--annotator", "silent", code=1).err


def test_what_a_person_says_last_counts(goed: Goed, wrong: list[list[str]]) -> None:
    say(goed, "sp", wrong, ["?"] * N_WRONG)
    say(goed, "sp", wrong, SP_SAYS)
    (row,) = asked(goed, "--what", "pred_class")
    assert (row["n"], row["agreement"]) == (20, 0.8)


def test_languages_are_compared_apart(goed: Goed, wrong: list[list[str]]) -> None:
    write(Path("two/xyz.gold"), [["b", "bs", "N;PL"]])
    write(Path("two/xyz_1.train"), [["c", "cs", "N;PL"]])
    goed("import", "items", "two", "--as", "split")
    goed("run")
    say(goed, "sp", wrong, SP_SAYS)
    goed("export", "-o", "xyz.tsv", "--language", "xyz")
    goed("import", "labels", "xyz.tsv", "--annotator", "sp", "--all")
    assert {(row["language"], row["n"]) for row in asked(goed)} == {("qgo", 20), ("xyz", 2)}
    assert {row["language"] for row in asked(goed, "--language", "xyz")} == {"xyz"}


# What people are shown


def test_a_page_shows_all_of_it(goed: Goed, wrong: list[list[str]]) -> None:
    say(goed, "sp", wrong, SP_SAYS)
    shown = goed("stats", "agreement", "--what", "pred_class").out
    assert "qgo: classifier against sp as the standard, 20 outputs, 20 of them wrong" in shown
    assert "pred_class   80.0 (58.3–92.0)   0.672 (0.318–0.868)" in shown
    assert "suffix      10     12   75.0 (46–92)    90.0 (59–99)    81.8 (59–94)" in shown
    assert "?            1      0      –             0.0 (0–80)      0.0 (0–89)" in shown
    assert "suffix                  9       2             1" in shown  # the matrix
    assert "0.95        16  95.0     75.0 (50.5–89.9)" in shown
    assert "expected calibration error 18.0 %, AUROC 0.375" in shown
    assert max(map(len, shown.splitlines())) <= 80
    only_summary = goed("stats", "agreement", "--show", "summary").out
    assert "kappa" in only_summary
    assert "precision" not in only_summary


def test_a_matrix_that_is_too_wide_becomes_a_list(goed: Goed, wrong: list[list[str]]) -> None:
    say(goed, "sp", wrong, [f"another-class-{place % 7}" for place in range(20)])
    shown = goed("stats", "agreement", "--what", "pred_class").out
    assert "classifier says  sp says          n\nsuffix           another-class-0  2\n" in shown
    say(goed, "sp", wrong, [f"another-class-{place}" for place in range(20)][::-1])
    say(goed, "jk", wrong, [f"another-class-{place}" for place in range(20)])
    say(goed, "mk", wrong, [f"other-class-{place}" for place in range(20)])
    assert "rarer" not in goed("stats", "agreement", "--what", "pred_class").out
    say(goed, "jk", [*wrong, *_some_right(21)], [f"another-class-{place}" for place in range(41)])
    say(goed, "mk", [*wrong, *_some_right(21)], [f"other-class-{place}" for place in range(41)])
    pair = ["--annotator", "jk", "mk", "--what", "pred_class"]
    assert "21 rarer confusions: --show confusion" in goed("stats", "agreement", *pair).out
    assert "rarer" not in goed("stats", "agreement", *pair, "--show", "confusion").out


def _some_right(number: int) -> list[list[str]]:
    return [[lemma, features, gold, gold] for lemma, gold, features in right_answers()[N_WRONG : N_WRONG + number]]


@pytest.mark.parametrize("show", ["summary", "classes", "confusion", "calibration"])
@pytest.mark.parametrize("form", ["csv", "tsv", "json", "table"])
def test_each_part_comes_alone_and_as_one_table(goed: Goed, wrong: list[list[str]], show: str, form: str) -> None:
    say(goed, "a", wrong, SP_SAYS)
    say(goed, "b", wrong, SP_SAYS[::-1])
    answer = goed("stats", "agreement", "--show", show, "--format", form)
    assert answer.err == ""
    if form in ("csv", "tsv"):
        heads, *rows = (line.split("\t" if form == "tsv" else ",") for line in answer.out.splitlines())
        assert heads[:3] == ["language", "first", "second"]
        assert heads == [head.lower() for head in heads]
        assert rows
        if form == "tsv":
            assert {len(row) for row in rows} == {len(heads)}
    elif form == "table":
        has_people_only = show != "calibration"
        assert ("qgo: a against b" in answer.out) == has_people_only


# What cannot be told


def test_an_unknown_annotator_is_told_who_is_there(goed: Goed, wrong: list[list[str]]) -> None:
    nobody = goed("stats", "agreement", "--annotator", "sp", code=1).err
    assert "'sp' is no annotator who has labelled outputs of this study; there are: classifier" in nobody
    say(goed, "sp", wrong, SP_SAYS)
    assert "there are: classifier, sp" in goed("stats", "agreement", "--annotator", "ps", code=1).err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["agreement", "--show", "moon"], "summary"),
        (["agreement", "--what", "moon"], "pred_class"),
        (["accuracy", "--show", "classes"], "No such option"),
        (["errors", "--annotator", "sp"], "No such option"),
        (["agreement", "--size", "100"], "No such option"),
        (["agreement", "--annotator", "a", "b", "--show", "calibration"], "the classifier's"),
    ],
)
def test_options_that_do_not_fit_are_said(goed: Goed, study: Path, arguments: list[str], said: str) -> None:
    assert said in goed("stats", *arguments, code=2).err


def test_nothing_to_compare_is_said(goed: Goed, wrong: list[list[str]]) -> None:
    assert "nothing to compare" in goed("stats", "agreement").err
    say(goed, "a", wrong[:5], SP_SAYS[:5])
    say(goed, "b", wrong[5:], SP_SAYS[5:])
    answer = goed("stats", "agreement", "--annotator", "a", "b", "--format", "csv")
    assert "nothing to compare" in answer.err
    assert answer.out.count("\n") == 1  # the header


def test_chance_that_gives_all_agreement_leaves_kappa_empty(goed: Goed, wrong: list[list[str]]) -> None:
    for name in ("a", "b", "c"):
        say(goed, name, wrong, ["?"] * N_WRONG)
    *_, pair, together = asked(goed, "--what", "pred_class", "--annotator", "a", "b", "c")
    assert (pair["agreement"], pair["kappa"], pair["kappa_low"]) == (1, None, None)
    assert (together["agreement"], together["alpha"], together["alpha_low"]) == (1, None, None)
    assert "–" in goed("stats", "agreement", "--annotator", "a", "b", "--what", "pred_class").out


def test_an_output_without_a_label_of_the_classifiers_gets_one(goed: Goed, study: Path, wrong: list[list[str]]) -> None:
    """As after something that was interrupted."""
    import sqlite3

    say(goed, "sp", wrong, SP_SAYS)
    with sqlite3.connect(study) as connection:
        connection.execute("DELETE FROM label")
    connection.close()
    assert [row["n"] for row in asked(goed, "--what", "error")] == [20]
    assert sql(study, "SELECT count(*) FROM label") == [(0,)]  # a statistic only reads
    goed("cases", "--annotator", "sp")
    assert sql(study, "SELECT count(*) FROM label") == [(80,)]


# What holds of any judgements

NAMES = st.sampled_from("abcd")
SAID = st.lists(st.tuples(NAMES, NAMES), min_size=1, max_size=40)


def words(name: str) -> LabelWords:
    return LabelWords(name, name, name, "")


def pair_of(said: Sequence[tuple[str, str]]) -> JudgedPair:
    return JudgedPair("qgo", "one", "other", [(words(one), words(other)) for one, other in said])


def class_table(said: Sequence[tuple[str, str]]) -> dict[str, ClassRow]:
    return {row.class_: row for row in classes([pair_of(said)], "error")}


@given(st.lists(NAMES, min_size=1))
def test_who_says_the_same_agrees_fully(names: list[str]) -> None:
    same = [(name, name) for name in names]
    agreed = cohen(same)
    assert agreed.agreement == agreed.agreement_high == 1
    assert agreed.agreement_low < 1
    assert agreed.coefficient == agreed.coefficient_high == (1 if len(set(names)) > 1 else None)
    for each in class_table(same).values():
        assert each.precision == each.recall == each.f1 == 1
        assert each.f1_low is not None
        assert each.f1_low < 1


@given(SAID)
def test_swapping_judges_swaps_precision_and_recall(said: list[tuple[str, str]]) -> None:
    back = [(other, one) for one, other in said]
    assert cohen(said) == cohen(back)
    one, other = class_table(said), class_table(back)
    assert one.keys() == other.keys()
    for name, row in one.items():
        assert row[8:11] == other[name][11:14]
        assert row[11:14] == other[name][8:11]
        assert row[14:] == other[name][14:]


@given(SAID)
def test_intervals_hold_what_they_are_of(said: list[tuple[str, str]]) -> None:
    agreed = cohen(said)
    assert 0 <= agreed.agreement_low <= agreed.agreement <= agreed.agreement_high <= 1
    if agreed.coefficient is not None and agreed.coefficient_low is not None and agreed.coefficient_high is not None:
        assert -1 <= agreed.coefficient_low <= agreed.coefficient <= agreed.coefficient_high <= 1
    for row in class_table(said).values():
        for share, low, high in (row[8:11], row[11:14], row[14:17]):
            if share is not None and low is not None and high is not None:
                assert 0 <= low <= share <= high <= 1


@given(SAID)
def test_the_confusion_table_and_the_classes_count_the_same(said: list[tuple[str, str]]) -> None:
    cells = {(row.first_says, row.second_says): row.n for row in confusions([pair_of(said)], "error")}
    assert cells == Counter(said)
    for name, row in class_table(said).items():
        assert row.n == sum(n for (_, second), n in cells.items() if second == name)
        assert row.n_first == sum(n for (first, _), n in cells.items() if first == name)
        assert row.n_both == cells.get((name, name), 0)


@given(SAID)
def test_alpha_of_two_is_scotts_pi_corrected_for_few_outputs(said: list[tuple[str, str]]) -> None:
    """Krippendorff 2011: with complete data of two observers, 1 - alpha is (1 - pi) (2n - 1) / 2n."""
    totals = Counter(name for both in said for name in both)
    by_chance = sum((n / (2 * len(said))) ** 2 for n in totals.values())
    found = alpha(said)
    agreed = cohen(said)
    assert found[:4] == pytest.approx(agreed[:4])
    if len(totals) == 1:
        assert found.coefficient is None
    else:
        pi = (agreed.agreement - by_chance) / (1 - by_chance)
        assert found.coefficient == pytest.approx(1 - (1 - pi) * (2 * len(said) - 1) / (2 * len(said)))


@given(SAID)
def test_alpha_of_many_outputs_nears_kappa_where_both_use_names_alike(said: list[tuple[str, str]]) -> None:
    many = [*said, *((other, one) for one, other in said)] * 500
    kappa = cohen(many).coefficient
    if kappa is None:
        assert alpha(many).coefficient is None
    else:
        assert alpha(many).coefficient == pytest.approx(kappa, abs=0.003)


@given(st.lists(st.lists(NAMES, min_size=2, max_size=5), min_size=1), st.randoms())
def test_alpha_cares_neither_who_nor_which_came_first(outputs: list[list[str]], random: Any) -> None:
    shuffled = [random.sample(said, len(said)) for said in random.sample(outputs, len(outputs))]
    assert alpha(shuffled) == pytest.approx(alpha(outputs))
    found = alpha(outputs)
    assert 0 <= found.agreement_low <= found.agreement <= found.agreement_high <= 1
    if found.coefficient is not None and found.coefficient_low is not None and found.coefficient_high is not None:
        assert found.coefficient_low <= found.coefficient <= found.coefficient_high <= 1


@pytest.mark.parametrize(("n_judges", "n_outputs"), [(2, 60), (3, 60), (5, 40)])
def test_alphas_interval_holds_the_true_value_as_often_as_it_says(n_judges: int, n_outputs: int) -> None:
    random = Random(1)

    def outputs(number: int) -> list[list[str]]:
        truths = random.choices("abcd", [6, 2, 1, 1], k=number)
        return [
            [truth if random.random() < 0.8 else random.choice("abcd") for _ in range(n_judges)] for truth in truths
        ]

    true_value = alpha(outputs(30_000)).coefficient
    found = [alpha(outputs(n_outputs)) for _ in range(300)]
    n_held = sum((each.coefficient_low or -1) <= (true_value or 0) <= (each.coefficient_high or 1) for each in found)
    assert 0.91 <= n_held / len(found) <= 0.99


def test_alpha_of_full_agreement_is_not_beyond_doubt() -> None:
    found = alpha([["a"] * 3] * 5 + [["b"] * 3] * 5)
    assert found.coefficient == found.coefficient_high == 1
    assert found.agreement_low == wilson(1, 10)[0]
    assert found.coefficient_low is not None
    assert found.coefficient_low < 0.6


@given(st.lists(st.tuples(st.sampled_from([0.2, 0.5, 0.9]) | st.floats(0, 1), st.booleans()), min_size=1))
def test_auroc_is_the_share_of_pairs_that_confidence_puts_in_order(said: list[tuple[float, bool]]) -> None:
    rights = [confidence for confidence, is_right in said if is_right]
    wrongs = [confidence for confidence, is_right in said if not is_right]
    in_order = [(right > low) + (right == low) / 2 for right, low in product(rights, wrongs)]
    expected = sum(in_order) / len(in_order) if in_order else None
    assert auroc([ConfidenceAndVerdict(*each) for each in said]) == (
        None if expected is None else pytest.approx(expected)
    )


@given(st.lists(st.tuples(st.floats(0, 1), NAMES, NAMES), min_size=1, max_size=60))
def test_every_output_stands_at_one_confidence(said: list[tuple[float, str, str]]) -> None:
    pair = pair_of([(one, other) for _, one, other in said])._replace(confidence=[each[0] for each in said])
    *rows, whole = calibration([pair], "error")
    assert sum(row.n for row in rows) == whole.n == len(said)
    assert len({row.bin for row in rows}) == len(rows) <= 12
    assert sum(row.n * row.right for row in rows) == pytest.approx(whole.n * whole.right)
    assert whole.ece is not None
    assert whole.ece == pytest.approx(sum(row.n * abs(row.right - row.confidence) for row in rows) / len(said))


@pytest.mark.parametrize(
    ("part", "n", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilsons_interval_is_that_of_published_examples(part: int, n: int, low: float, high: float) -> None:
    """Newcombe 1998, Statistics in Medicine 17: table I, method 3."""
    assert wilson(part / n, n) == pytest.approx((low, high), abs=5e-5)
