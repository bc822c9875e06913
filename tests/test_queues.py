"""The annotator's queues: a filter finds exactly the outputs that fit it, counted as often as they are visible."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import Goed, goedish, sql, write
from goed.annotation.desk import Desk
from goed.annotation.queue_filter import ONE_OF, ORDERS, Filter
from goed.domains.inflection import changes
from goed.errors import GoedError
from goed.study.output_words import OutputWords, output_words
from goed.study.outputs import note_label_change
from goed.study.study import Study
from goed.study.tallies import label_kinds

ENDINGS = ("n", "or", "i", "", "e", "nen")


def change(lemma: str, form: str) -> tuple[str, str]:
    """What of the lemma is lost, and what comes in its place."""
    (found,) = changes([lemma], [form])
    return found


def answers(model: int) -> list[list[str]]:
    """What a model says of the test items: some right, the others with the ending of another class."""
    return [
        [lemma, form if (place + model) % 3 == 0 else lemma + ENDINGS[(place + model) % len(ENDINGS)], tags]
        for place, (lemma, form, tags) in enumerate(goedish(350, 430))
    ]


@pytest.fixture
def predicted(goed: Goed, study: Path) -> Path:
    """A study with the predictions of five models at two sizes."""
    for model in range(5):
        for size in (100, 200):
            write(Path(f"all/m{model}/qgo_{size}.test"), answers(model + size // 200))
    goed("import", "predictions", "all", "--pattern", "{model}/{language}_{size}")
    return study


def fits(desk: Desk, chosen: Filter, output: OutputWords) -> bool:
    """Whether an output fits a filter, asked in the simplest way."""
    mine = desk.writer.own_judgements.get(output.id)
    is_checked = mine is not None and mine.is_label
    label = mine if is_checked else output.label
    assert label is not None
    assert output.label is not None
    words = (output.word, output.gold, output.predicted)
    return (
        (chosen.forms == "all" or (output.gold == output.predicted) == (chosen.forms == "right"))
        and (chosen.state == "all" or is_checked == (chosen.state == "checked"))
        and (not chosen.errors or label.error in chosen.errors)
        and (not chosen.pred_classes or label.pred_class in chosen.pred_classes)
        and (not chosen.rules or output.label.rule in chosen.rules)
        and (chosen.below is None or output.label.confidence < chosen.below)
        and any(re.search(chosen.pattern, word) for word in words)
    )


def test_any_filter_finds_exactly_what_fits_it(predicted: Path) -> None:
    chance = random.Random(5)
    with Study.open(predicted) as opened:
        desk = Desk(opened, "sp")
        everything = desk.open(Filter(forms="all", state="all")).output_ids
        outputs = output_words(opened, everything)
        classes = desk.judge.classes(outputs[everything[0]])
        for output_id in chance.sample(everything, len(everything) // 3):
            desk.give_class(output_id, chance.choice(classes))
        found = 0
        for _ in range(300):
            kind = chance.choice(label_kinds(opened))
            chosen = Filter(
                forms=chance.choice(ONE_OF["forms"]),
                state=chance.choice(ONE_OF["state"]),
                order=chance.choice(list(ORDERS)),
                errors=chance.choice([(), (), (kind.error,)]),
                pred_classes=chance.choice([(), (), (kind.pred_class,)]),
                rules=chance.choice([(), (), (kind.rule,)]),
                below=chance.choice([None, None, 0.7, 0.96]),
                pattern=chance.choice(["", "", "^b", "o", "n$"]),
            )
            queue = desk.open(chosen)
            assert sorted(queue.output_ids) == sorted(n for n in everything if fits(desk, chosen, outputs[n])), chosen
            found += len(queue.output_ids)
        assert found > 1000


def test_the_most_frequent_come_first(predicted: Path) -> None:
    with Study.open(predicted) as opened:
        desk = Desk(opened, "sp")
        queue = desk.open(Filter())
        numbers = desk.how_often(queue.output_ids)
        in_order = [numbers[output_id] for output_id in queue.output_ids]
    assert in_order == sorted(in_order, reverse=True)
    assert in_order[0] > in_order[-1] > 0


def test_predictions_count_once_an_import_is_done(goed: Goed, predicted: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The annotator sits down while an import is under way, and goes on after it."""
    from goed.study import predictions

    (n_before,) = sql(predicted, "SELECT count(*) FROM prediction")[0]
    with Study.open(predicted) as opened:
        desks: list[Desk] = []
        real = predictions._insert_side_tables

        def sit_down(*given: Any) -> None:
            desks.append(Desk(opened, "sp"))
            real(*given)

        monkeypatch.setattr(predictions, "_insert_side_tables", sit_down)
        goed("import", "predictions", write(Path("qgo_300.test"), answers(0)), "--model", "late")
        (desk,) = desks
        assert n_counted(desk) == n_before
        desk.open(Filter())
        assert n_counted(desk) == n_before + 80


def n_counted(desk: Desk) -> int:
    """How many predictions the outputs have, as the desk has counted them."""
    numbers = [output_id for (output_id,) in desk.study.connection.execute("SELECT id FROM output")]
    return sum(desk.how_often(numbers).values())


def test_a_pattern_that_never_ends_is_given_up(goed: Goed, study: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    endless = [[lemma, "a" * 5_000 + "b", tags] for lemma, _, tags in goedish(350, 352)]
    goed("import", "predictions", write(Path("qgo_100.test"), endless), "--model", "endless")
    with Study.open(study) as opened:
        desk = Desk(opened, "sp")
        with pytest.raises(GoedError, match="takes too long"):
            desk.open(Filter(pattern="(a|aa)+$"))
        assert desk.open(Filter(pattern="a$|b$")).output_ids


def test_every_order_is_the_one_that_it_says(predicted: Path) -> None:
    with Study.open(predicted) as opened:
        desk = Desk(opened, "sp")
        outputs = output_words(opened, desk.open(Filter(forms="all")).output_ids)
        n = desk.how_often(list(outputs))
        keys = {
            "frequent": lambda output: (-n[output.id], -(output.frequency or 0), output.id),
            "unsure": lambda output: (output.label.confidence, -n[output.id], output.id),
            "lemma": lambda output: (output.language, output.word, output.predicted),
        }
        assert keys.keys() == ORDERS.keys()
        for order, key in keys.items():
            found = desk.open(Filter(forms="all", order=order)).output_ids
            assert list(found) == [output.id for output in sorted(outputs.values(), key=key)], order


def test_runs_that_are_chosen_count_alone(predicted: Path) -> None:
    with Study.open(predicted) as opened:
        desk = Desk(opened, "sp")
        queue = desk.open(Filter(models=("m1", "m3"), sizes=(100,), forms="all"))
        of_models = sql(
            predicted,
            "SELECT output_id, count(*) FROM prediction JOIN run_part ON run_part.id = run_part_id "
            "JOIN run ON run.id = run_id JOIN model ON model.id = model_id "
            "WHERE name IN ('m1', 'm3') AND size = 100 GROUP BY output_id",
        )
        assert desk.how_often(queue.output_ids) == dict(of_models)


def test_a_new_queue_has_what_another_goed_has_brought(goed: Goed, predicted: Path) -> None:
    with Study.open(predicted) as opened:
        desk = Desk(opened, "sp")
        n_before = len(desk.open(Filter(forms="all")).output_ids)
        strange = [[lemma, f"{form}zzz", tags] for lemma, form, tags in answers(0)]
        goed("import", "predictions", write(Path("qgo_300.test"), strange), "--model", "strange")
        assert len(desk.open(Filter(forms="all")).output_ids) == n_before + 80


def test_a_new_queue_knows_that_outputs_were_labelled_anew(predicted: Path) -> None:
    wrong = "SELECT id FROM output WHERE NOT is_correct"
    with Study.open(predicted) as opened:
        desk = Desk(opened, "sp")
        kind = next(kind for kind in label_kinds(opened) if kind.error != "correct")
        n_before = len(desk.open(Filter(errors=(kind.error,))).output_ids)
        with Study.open(predicted) as other, other.transaction() as db:  # as `goed classify` does it
            db.execute(f"UPDATE label SET kind_id = ? WHERE output_id IN ({wrong})", (kind.id,))
            note_label_change(db)
        (n_wrong,) = sql(predicted, f"SELECT count(*) FROM ({wrong})")[0]
        assert len(desk.open(Filter(errors=(kind.error,))).output_ids) == n_wrong > n_before


def test_a_case_says_the_same_with_and_without_its_indexes(predicted: Path) -> None:
    n_predictions = dict(sql(predicted, "SELECT output_id, count(*) FROM prediction GROUP BY output_id"))
    with Study.open(predicted) as opened:
        desk = Desk(opened, "sp")
        output_ids = desk.open(Filter(forms="all")).output_ids
        before = {number: desk.case(number).trend for number in output_ids}
        desk.adopt(desk.make_indexes(opened))
        assert {number: desk.case(number).trend for number in output_ids} == before
        for number, where in before.items():
            assert sum(count.n for counts in where.by_model.values() for count in counts) == n_predictions[number]


def test_indexes_of_what_was_there_before_are_not_used(goed: Goed, predicted: Path) -> None:
    with Study.open(predicted) as opened:
        desk = Desk(opened, "sp")
        indexes = desk.make_indexes(opened)
        goed("import", "predictions", write(Path("qgo_300.test"), answers(0)), "--model", "late")
        output_id = desk.open(Filter(forms="all")).output_ids[0]
        desk.adopt(indexes)
        assert desk.case(output_id).similar is None
        assert "late" in desk.case(output_id).trend.by_model


def slow_change(lemma: str, form: str) -> tuple[str, str]:
    """Letter by letter from the beginning, then from the end."""
    while lemma and form and lemma[0] == form[0]:
        lemma, form = lemma[1:], form[1:]
    while lemma and form and lemma[-1] == form[-1]:
        lemma, form = lemma[:-1], form[:-1]
    return lemma, form


@given(st.text("abä\u064e", max_size=8), st.text("abä\u064e", max_size=8))
def test_a_change_is_what_lies_between_the_same_beginning_and_end(lemma: str, form: str) -> None:
    assert change(lemma, form) == slow_change(lemma, form)
