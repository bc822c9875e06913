"""What the annotator reads of a study: where predictions stand, and all that is known of an output."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

from goed.study.items import INFLECTION
from goed.study.labels import as_flags
from goed.study.study import Study
from goed_classifiers.values import Label

AT_ONCE = 500  # outputs asked for in one query


class Place(NamedTuple):
    """A visible part of a run."""

    run_part_id: int
    language: str
    sampling: str
    seed: int
    model: str
    size: int
    training_seed: int
    part: str


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


def places(study: Study) -> dict[int, Place]:
    """The visible parts of runs, by their numbers."""
    rows = study.connection.execute(
        "SELECT run_part.id, language, sampling, seed, model.name, size, training_seed, part FROM run_part "
        "JOIN run ON run.id = run_id JOIN model ON model.id = model_id JOIN split ON split.id = split_id"
    )
    return {row[0]: Place._make(row) for row in rows}


def kinds(study: Study) -> list[KindRow]:
    """Every kind of label that is in use or was."""
    rows = study.connection.execute(
        "SELECT id, gold_class, pred_class, error, flags, rule, confidence, classifier FROM label_kind ORDER BY id"
    )
    return [
        KindRow(number, gold_class, pred_class, error, as_flags(flags), rule, confidence, classifier)
        for number, gold_class, pred_class, error, flags, rule, confidence, classifier in rows
    ]


def output_words(study: Study, output_ids: Sequence[int]) -> dict[int, OutputWords]:
    """Outputs in words."""
    found: dict[int, OutputWords] = {}
    for batch in _batches(output_ids, AT_ONCE):
        for row in study.connection.execute(
            "SELECT domain, output.id, item.id, language, word, features, gold, answer, frequency, item.gold_class, "
            "label_kind.gold_class, pred_class, error, flags, rule, evidence, confidence, considered FROM output "
            "JOIN item ON item.id = item_id JOIN feature_set ON feature_set.id = feature_set_id "
            "LEFT JOIN label ON output_id = output.id LEFT JOIN label_kind ON label_kind.id = kind_id "
            f"WHERE output.id IN ({_marks(batch)})",
            batch,
        ):
            domain, output_id, *words = row
            gold_class, pred_class, error, flags, rule, evidence, confidence, considered = words[8:]
            label = None
            if error is not None:
                reason = (rule, evidence, confidence, considered)
                label = Label(gold_class, pred_class, error, as_flags(flags), *reason)
            found[output_id] = OutputWords._make((output_id, *words[:8], label, domain))
    return found


def identities(study: Study) -> Iterable[tuple[int, str, str, str, str, str]]:
    """Every output: its number, and language, word, features, gold and predicted answer, by which it is known."""
    return study.connection.execute(
        "SELECT output.id, language, word, features, item.gold, output.answer FROM output "
        "JOIN item ON item.id = item_id JOIN feature_set ON feature_set.id = feature_set_id"
    )


def words_of_items(study: Study) -> dict[int, ItemWords]:
    """Every item in words."""
    rows = study.connection.execute("SELECT id, domain, language, word, gold FROM item")
    return {item_id: ItemWords(*words) for item_id, *words in rows}


def accepted_answers_of(study: Study, item_id: int) -> tuple[str, ...]:
    """Other gold answers to an item."""
    rows = study.connection.execute("SELECT answer FROM variant WHERE item_id = ? ORDER BY answer", (item_id,))
    return tuple(answer for (answer,) in rows)


def _batches(numbers: Sequence[int], size: int) -> Iterable[Sequence[int]]:
    return (numbers[start : start + size] for start in range(0, len(numbers), size))


def _marks(values: Collection[Any]) -> str:
    return ", ".join("?" * len(values))
