"""The annotator's queues: a filter finds exactly the outputs that fit it, counted as often as they are visible."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest
from conftest import Goed, goedish, sql, write

from app.annotation.desk import Desk
from app.annotation.queue_filter import FORMS, ORDERS, STATES, Filter
from app.errors import GoedError
from app.store.queues import OutputWords, kinds, output_words
from app.store.study import Study

ENDINGS = ("n", "or", "i", "", "e", "nen")


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
    mine = desk.pen.says.get(output.id)
    is_checked = mine is not None and mine.is_label
    label = mine if is_checked else output.label
    assert label is not None
    assert output.label is not None
    words = (output.lemma, output.gold, output.predicted)
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
        classes = desk.judge.classes("qgo")
        for output_id in chance.sample(everything, len(everything) // 3):
            desk.give_class(output_id, chance.choice(classes))
        found = 0
        for _ in range(300):
            kind = chance.choice(kinds(opened))
            chosen = Filter(
                forms=chance.choice(FORMS),
                state=chance.choice(STATES),
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
    from app.store import predictions

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
