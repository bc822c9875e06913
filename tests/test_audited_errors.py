"""`goed stats errors --audited`: what blind audits say of the rates of errors, and how sure they are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks import audited_rates as simulation
from conftest import Goed, right_answers, sql, write
from goed.statistics.audit_samples import Audits, has_audit
from goed.statistics.audited_rates import by_hand, combined, count, score_limits
from goed.statistics.intervals import wilson
from goed.study.study import Study

ENDINGS = ["zz", "", "y", "ung", "", "a", "o"]
Row = dict[str, Any]
Says = Callable[[str, str], str]  # predicted form and the classifier's class → class


@pytest.fixture
def wrong_forms(goed: Goed, study: Path) -> Path:
    """Predictions of three models at three sizes, most of them wrong, and many wrong in the same way."""
    for model in range(3):
        for size in (100, 200, 300):
            answers = []
            for place, (lemma, form, tags) in enumerate(right_answers()):
                ending = ENDINGS[(place * (1 + place % 3) + (model + size // 100) // 3) % len(ENDINGS)]
                answers.append([lemma, lemma + ending if ending else form, tags])
            write(Path(f"said/m{model}/qgo_{size}.test"), answers)
    goed("import", "predictions", "said", "--pattern", "{model}/{language}_{size}")
    return study


def sampled(study: Path, sample: int) -> list[tuple[int, str, str]]:
    """Output, predicted form and the classifier's class, in the order of the sample."""
    return sql(
        study,
        "SELECT output.id, output.answer, pred_class FROM sample_output AS sampled JOIN label USING (output_id) "
        "JOIN output ON output.id = output_id JOIN label_kind ON label_kind.id = kind_id "
        "WHERE sample_id = ? ORDER BY position",
        sample,
    )


def judge(goed: Goed, study: Path, sample: int, number: int, says: Says, annotator: str = "sp") -> None:
    """Judge the first outputs of a sample blind."""
    by_class: dict[str, list[int]] = {}
    for output_id, form, pred_class in sampled(study, sample)[:number]:
        by_class.setdefault(says(form, pred_class), []).append(output_id)
    for pred_class, output_ids in by_class.items():
        goed("label", *output_ids, "--class", pred_class, "--audit", sample, "--annotator", annotator)


def as_classifier(form: str, pred_class: str) -> str:
    return pred_class


def never_suffix(form: str, pred_class: str) -> str:
    return "?" if pred_class == "suffix" else pred_class


def audited(goed: Goed, *options: object) -> list[Row]:
    return goed("stats", "errors", "--audited", *options, "--format", "json").rows


def of(rows: Sequence[Row], method: str) -> dict[str, Row]:
    return {row["error"]: row for row in rows if row["method"] == method}


def test_without_an_audit_there_is_the_classifier_alone(goed: Goed, wrong_forms: Path) -> None:
    rows = audited(goed)
    assert {row["method"] for row in rows} == {"classifier"}
    assert all(row["low"] is row["high"] is row["sample"] is None and row["n"] == 0 for row in rows)
    assert "`goed audit --language qgo` draws one" in goed("stats", "errors", "--audited").err
    with Study.open(wrong_forms) as study:
        assert not has_audit(study)
    per_run = goed("stats", "errors", "--format", "json").rows
    for error, row in of(rows, "classifier").items():
        rates = [each["mean"] for each in per_run if each["error"] == error]
        assert row["rate"] == pytest.approx(sum(rates) / 9)  # as many items in each run


def test_a_judge_who_agrees_with_everything_leaves_doubt(goed: Goed, wrong_forms: Path) -> None:
    goed("audit", "--size", 40)
    judge(goed, wrong_forms, 1, 40, as_classifier)
    rows = audited(goed)
    classifier, hand, both = (of(rows, method) for method in ("classifier", "hand", "combined"))
    assert classifier.keys() == hand.keys() == both.keys()
    for error, row in both.items():
        assert (row["n"], row["n_disagree"], row["sample"]) == (40, 0, "1")
        assert row["low"] < row["rate"] < row["high"]
        assert row["rate"] == pytest.approx(classifier[error]["rate"])
        assert row["high"] - row["low"] < hand[error]["high"] - hand[error]["low"]
        assert row["n_effective"] > hand[error]["n_effective"]
        assert row["lambda"] == pytest.approx(1)


def test_a_judge_who_corrects_one_kind_moves_its_rate(goed: Goed, wrong_forms: Path) -> None:
    goed("audit", "--size", 60)
    before = of(audited(goed), "classifier")
    judge(goed, wrong_forms, 1, 60, never_suffix)
    rows = audited(goed)
    both = of(rows, "combined")
    assert of(rows, "classifier") == before | {error: {**row, "sample": "1"} for error, row in before.items()}
    corrected = [error for error in before if error.endswith("→suffix") or error == "same-place"]
    assert corrected
    for error in corrected:
        assert both[error]["rate"] < before[error]["rate"]
        assert both[error]["n_disagree"] > 0
        assert both[error]["high"] < before[error]["rate"]
    changed = sum(before[error]["rate"] for error in corrected)
    assert both["unnatural"]["rate"] == pytest.approx(changed + before.get("unnatural", {"rate": 0})["rate"], abs=0.02)


def test_what_was_judged_to_the_last_output_is_known(goed: Goed, wrong_forms: Path) -> None:
    goed("audit", "--size", 5000)
    n_all = len(sampled(wrong_forms, 1))
    judge(goed, wrong_forms, 1, n_all, never_suffix)
    rows = audited(goed)
    means: dict[str, list[float]] = {}
    for row in goed("stats", "errors", "--format", "json").rows:
        means.setdefault(row["error"], []).append(row["mean"])
    for method in ("hand", "combined"):
        for error, row in of(rows, method).items():
            assert row["low"] == pytest.approx(row["rate"]) == pytest.approx(row["high"])
            assert row["rate"] == pytest.approx(sum(means.get(error, [])) / 9)


def test_the_first_part_of_a_sample_is_a_sample(goed: Goed, wrong_forms: Path) -> None:
    goed("audit", "--size", 80)
    judge(goed, wrong_forms, 1, 30, as_classifier)
    answer = goed("stats", "errors", "--audited")
    assert "30 of 80 judged; `goed annotate --audit 1` goes on" in answer.err
    few = of(audited(goed), "combined")
    assert {row["n"] for row in few.values()} == {30}
    judge(goed, wrong_forms, 1, 80, as_classifier, "jk")
    assert "80 of 80 judged" in goed("stats", "errors", "--audited").err
    all_of_it = of(audited(goed), "combined")
    assert {row["n"] for row in all_of_it.values()} == {80}
    wide = [
        error
        for error in few
        if few[error]["high"] - few[error]["low"] < 1.2 * (all_of_it[error]["high"] - all_of_it[error]["low"])
    ]
    assert not wide


def test_samples_of_the_same_scope_are_one(goed: Goed, wrong_forms: Path) -> None:
    goed("audit", "--size", 40, "--seed", 1)
    goed("audit", "--size", 50, "--seed", 2, "--language", "qgo")
    goed("audit", "--size", 40, "--seed", 1)  # the first one again
    for sample in (1, 2):
        judge(goed, wrong_forms, sample, 50, as_classifier, f"judge{sample}")
    rows = of(audited(goed), "combined")
    outputs = {output_id for sample in (1, 2) for output_id, *_ in sampled(wrong_forms, sample)}
    assert {row["n"] for row in rows.values()} == {len(outputs)}
    assert {row["sample"] for row in rows.values()} == {"1, 2"}
    with Study.open(wrong_forms) as study:
        (pool,) = Audits(study).audited
    one, two = (
        dict(sql(wrong_forms, "SELECT output_id, probability FROM sample_output WHERE sample_id = ?", number))
        for number in (1, 2)
    )
    assert one.keys() & two.keys()
    for output_id in one.keys() & two.keys():
        assert pool.outputs[output_id].chance == pytest.approx(1 - (1 - one[output_id]) * (1 - two[output_id]))


def test_judges_who_differ_count_half_each_until_it_is_settled(goed: Goed, wrong_forms: Path) -> None:
    goed("audit", "--size", 30)
    judge(goed, wrong_forms, 1, 30, as_classifier, "sp")
    (output_id, _, _), *_ = [row for row in sampled(wrong_forms, 1) if row[2] == "suffix"]
    judge(goed, wrong_forms, 1, 30, never_suffix, "xy")
    with Study.open(wrong_forms) as study:
        settled = Audits(study).audited[0].outputs[output_id].said
    assert settled == {"unnatural": 0.5, **{error: 0.5 for error in settled if error != "unnatural"}}
    goed("label", output_id, "--settle-for", "xy", "--annotator", "jk")
    with Study.open(wrong_forms) as study:
        settled = Audits(study).audited[0].outputs[output_id].said
    assert settled == {"unnatural": 1.0}


def test_what_the_judge_finds_to_be_no_error_was_not_asked(goed: Goed, wrong_forms: Path) -> None:
    goed("audit", "--size", 5000)
    judge(goed, wrong_forms, 1, 5000, as_classifier)
    output_id = sampled(wrong_forms, 1)[0][0]
    before = of(audited(goed), "hand")
    goed("label", output_id, "--flags", "variant", "--annotator", "sp", "--audit", 1)  # seen by now: not blind
    assert of(audited(goed), "hand") == before
    for annotator in ("jk", "xy"):
        goed("label", output_id, "--class", "?", "--flags", "variant", "--audit", 1, "--annotator", annotator)
    ((n_times,),) = sql(wrong_forms, "SELECT count(*) FROM prediction WHERE output_id = ?", output_id)
    for error, row in of(audited(goed), "hand").items():
        assert row["n_left_out"] == pytest.approx(before[error]["n_left_out"] + n_times)
        assert row["n_items"] == before[error]["n_items"]


def test_an_audit_of_some_runs_speaks_for_these(goed: Goed, wrong_forms: Path) -> None:
    goed("audit", "--size", 40, "--model", "m1")
    judge(goed, wrong_forms, 1, 40, as_classifier)
    rows = audited(goed)
    assert {row["scope"] for row in rows} == {"qgo · wrong · m1"}
    assert {row["n_items"] for row in rows} == {240}
    assert {row["method"] for row in audited(goed, "--model", "m0")} == {"classifier"}
    by_size = audited(goed, "--by", "size")
    assert {row["size"] for row in by_size} == {100, 200, 300}
    assert {row["n_items"] for row in by_size} == {80}
    assert (
        "knows sampling, model, size, part, seed, not 'lemma'"
        in goed("stats", "errors", "--audited", "--by", "lemma", code=2).err
    )


def test_what_audits_leave_open_is_said(goed: Goed, wrong_forms: Path) -> None:
    goed("audit", "--size", 10)
    goed("audit", "--size", 10, "--pattern", "zz$")
    judge(goed, wrong_forms, 1, 10, as_classifier)
    write(Path("more/qgo_100.test"), [[lemma, lemma + "xx", tags] for lemma, _, tags in right_answers()])
    goed("import", "predictions", "more", "--model", "late")
    said = goed("stats", "errors", "--audited").err
    assert "no rates among the items asked follow from it" in said
    assert "draw another" in said
    assert "10 of 10 judged" in said


def test_what_was_labelled_before_is_not_judged_blind(goed: Goed, wrong_forms: Path) -> None:
    goed("audit", "--size", 20)
    first = sampled(wrong_forms, 1)[0]
    goed("label", first[0], "--accept", "--annotator", "sp")
    for output_id, _, pred_class in sampled(wrong_forms, 1)[1:]:
        goed("label", output_id, "--class", pred_class, "--audit", 1, "--annotator", "sp")
    answer = goed("stats", "errors", "--audited")
    assert "1 of them had a label from people who saw the classifier's" in answer.err
    assert "20 of 20 judged" in answer.err


# The mathematics


@given(st.integers(1, 400).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_one_group_has_wilsons_interval(seen: tuple[int, int]) -> None:
    errors, n = (np.array([[float(number)]]) for number in seen)
    low, high = score_limits(errors, n, np.ones((1, 1)))
    assert (low[0], high[0]) == pytest.approx(wilson(seen[0] / seen[1], seen[1]), abs=1e-9)


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=60), st.floats(0, 1))
def test_the_estimate_is_the_difference_estimator(labels: list[tuple[bool, bool]], share: float) -> None:
    persons, classifiers = (np.array([[float(pair[side])] for pair in labels]) for side in (0, 1))
    ones = np.ones_like(persons)
    counts = count(persons, classifiers, ones, np.array([share]))
    both, hand = combined(counts), by_hand(counts)
    tuning = both.tuning[0]
    assert 0 <= tuning <= 1
    assert both.rate[0] == pytest.approx(tuning * share + np.mean(persons - tuning * classifiers))
    assert 0 <= both.low[0] <= both.rate[0] <= both.high[0] <= 1
    assert hand.rate[0] == pytest.approx(persons.mean())
    assert both.high[0] > both.low[0]


def test_the_simulation_meets_its_bars() -> None:
    """A small one; `python tests/benchmarks/audited_rates.py` makes 4,000 draws of each cell."""
    times = simulation.multiplicities(np.random.default_rng(0))
    draws = simulation.draws_of_goed(times, 300, 300, 1000)
    for rate, accuracy in ((0.02, 0.6), (0.1, 0.9), (0.3, 0.99)):
        shares = simulation.four_shares(rate, accuracy, "both")
        for found in (simulation.simulate_alone(100, shares, 1000), simulation.simulate_goed(times, draws, shares)):
            assert found.combined >= 0.93 - 0.02  # so few draws are off by as much
            assert found.width <= 1.02


def test_the_walk_of_the_simulation_is_that_of_goed() -> None:
    times = simulation.multiplicities(np.random.default_rng(0))
    draws = simulation.draws_of_goed(times, 300, 300, 400)
    drawn = np.bincount(draws.drawn.ravel(), minlength=len(times)) / 400
    drawn[draws.certain] = 1
    assert np.abs(drawn - draws.chances).max() < 0.15
    assert drawn.sum() == pytest.approx(300)
