"""What the annotator reads of a study: where predictions stand, and all that is known of an output."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

from goed.study.items import INFLECTION, WITH_ITEM
from goed.study.labels import LABEL, WITH_LABEL, as_flags, as_label
from goed.study.study import Study
from goed.study.tallies import PartTally, part_tallies
from goed_classifiers.values import Label

AT_ONCE = 500  # outputs asked for in one query


Place = PartTally  # where predictions stand: a visible part of a run


class KindRow(NamedTuple):
    """A kind of label that the classifier has given."""

    id: int
    gold_class: str
    pred_class: str
    error: str
    flags: tuple[str, ...]
    rule: str
    confidence: float
    classifier: str


class OutputWords(NamedTuple):
    """An output in words, with the classifier's label."""

    id: int
    item_id: int
    language: str
    word: str
    features: str
    gold: str
    predicted: str
    frequency: float | None
    gold_class: str | None  # of the item
    label: Label | None
    domain: str = INFLECTION


class ItemWords(NamedTuple):
    """An item, as far as outputs are searched for by it."""

    domain: str
    language: str
    word: str
    gold: str


class Detail(NamedTuple):
    """What a model tells of a prediction besides its form."""

    run_part_id: int
    score: float | None  # log-probability
    actions: str | None


def places(study: Study) -> dict[int, Place]:
    """The visible parts of runs, by their numbers."""
    return {each.run_part_id: each for each in sorted(part_tallies(study))}


def kinds(study: Study) -> list[KindRow]:
    """Every kind of label that is in use or was."""
    rows = study.connection.execute(
        "SELECT id, gold_class, pred_class, error, flags, rule, confidence, classifier FROM label_kind ORDER BY id"
    )
    return [KindRow._make((*row[:4], as_flags(row[4]), *row[5:])) for row in rows]


def output_words(study: Study, output_ids: Sequence[int]) -> dict[int, OutputWords]:
    """Outputs in words."""
    found: dict[int, OutputWords] = {}
    for batch in _batches(output_ids, AT_ONCE):
        for row in study.connection.execute(
            "SELECT domain, output.id, item.id, language, word, features, gold, answer, frequency, item.gold_class, "
            f"{LABEL} FROM output {WITH_ITEM} {WITH_LABEL} WHERE output.id IN ({_marks(batch)})",
            batch,
        ):
            domain, output_id, *words = row
            found[output_id] = OutputWords._make((output_id, *words[:8], as_label(words[8:]), domain))
    return found


def identities(study: Study) -> Iterable[tuple[int, str, str, str, str, str]]:
    """Every output: its number, and language, word, features, gold and predicted answer, by which it is known."""
    return study.connection.execute(
        f"SELECT output.id, language, word, features, item.gold, output.answer FROM output {WITH_ITEM}"
    )


def words_of_items(study: Study) -> dict[int, ItemWords]:
    """Every item in words."""
    rows = study.connection.execute("SELECT id, domain, language, word, gold FROM item")
    return {item_id: ItemWords(*words) for item_id, *words in rows}


def accepted_answers_of(study: Study, item_id: int) -> tuple[str, ...]:
    """Other gold answers to an item."""
    rows = study.connection.execute("SELECT answer FROM variant WHERE item_id = ? ORDER BY answer", (item_id,))
    return tuple(answer for (answer,) in rows)


def details_of(study: Study, item_id: int, run_part_ids: Iterable[int]) -> list[Detail]:
    """What is told of the predictions for an item in these parts of runs."""
    rows = study.connection.execute(
        "SELECT run_part_id, score, actions FROM prediction_detail "
        "WHERE item_id = ? AND run_part_id IN (SELECT value FROM json_each(?)) ORDER BY run_part_id",
        (item_id, json.dumps(list(run_part_ids))),
    )
    return [Detail(*row) for row in rows]


def _batches(numbers: Sequence[int], size: int) -> Iterable[Sequence[int]]:
    return (numbers[start : start + size] for start in range(0, len(numbers), size))


def _marks(values: Collection[Any]) -> str:
    return ", ".join("?" * len(values))
