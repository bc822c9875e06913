"""Outputs and items in words, with the classifier's labels: to be read, or relabelled."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from goed.models.sentence import Place
from goed.study.items import INFLECTION, ITEMS, WITH_ITEM, Known, accepted_forms, place_finder
from goed.study.judgements import as_flags
from goed.study.study import Study, one_number
from goed_classifiers.values import Label

# Joins outputs with their labels; and the columns of a label in it.
WITH_LABEL = "LEFT JOIN label ON output_id = output.id LEFT JOIN label_kind ON label_kind.id = kind_id"
LABEL = "label_kind.gold_class, pred_class, error, flags, rule, evidence, confidence, considered"
WORDS = (  # of outputs, in the order of `OutputWords`
    "SELECT domain, output.id, item.id, language, word, features, item.gold, output.answer, frequency, "
    f"item.gold_class, {LABEL}, corpus_id, token FROM output {WITH_ITEM} {WITH_LABEL}"
)
AT_ONCE = 500  # outputs asked for in one query
BATCH = 10_000  # outputs read at a time when all are read, so that the study can be written in between


class AskedWords(Protocol):
    """An item in words: what was asked, and the gold answer."""

    @property
    def domain(self) -> str: ...

    @property
    def language(self) -> str: ...

    @property
    def word(self) -> str: ...

    @property
    def features(self) -> str: ...

    @property
    def gold(self) -> str: ...

    @property
    def place(self) -> Place | None: ...


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
    place: Place | None = None  # in a corpus

    @property
    def is_right(self) -> bool:
        """Whether it is the gold answer."""
        return self.predicted == self.gold


def output_words(study: Study, output_ids: Sequence[int]) -> dict[int, OutputWords]:
    """Outputs in words."""
    found: dict[int, OutputWords] = {}
    for first in range(0, len(output_ids), AT_ONCE):
        chosen = json.dumps(list(output_ids[first : first + AT_ONCE]))
        found.update(_outputs(study, "output.id IN (SELECT value FROM json_each(?))", [chosen]))
    return found


def annotated_outputs(study: Study) -> list[OutputWords]:
    """The outputs that people said something about."""
    annotated = "output.id IN (SELECT output_id FROM annotation JOIN act ON act.id = act_id)"
    return [output for _, output in _outputs(study, annotated)]


def _outputs(study: Study, condition: str, values: Sequence[str] = ()) -> Iterator[tuple[int, OutputWords]]:
    place = place_finder(study)
    for domain, output_id, *words, corpus_id, token in study.connection.execute(f"{WORDS} WHERE {condition}", values):
        label = as_label(words[8:])
        yield output_id, OutputWords._make((output_id, *words[:8], label, domain, place(corpus_id, token)))


def as_label(columns: Sequence[Any]) -> Label | None:
    """The classifier's label from the columns `LABEL`; None if the output has none."""
    gold_class, pred_class, error, flags, *reason = columns
    return None if error is None else Label(gold_class, pred_class, error, as_flags(flags), *reason)


class ItemWords(NamedTuple):
    """The words of an item by which outputs are searched."""

    domain: str
    language: str
    word: str
    features: str
    gold: str
    place: Place | None = None  # in a corpus


class Detail(NamedTuple):
    """What a model says about a prediction in addition to its form."""

    run_part_id: int
    score: float | None  # log-probability
    actions: str | None


def identities(study: Study) -> Iterable[tuple[int, str, str, str, str, str]]:
    """Every output: its id, and the language, word, features, gold and predicted answer that identify it."""
    return study.connection.execute(
        f"SELECT output.id, language, word, features, item.gold, output.answer FROM output {WITH_ITEM}"
    )


def words_of_items(study: Study) -> dict[int, ItemWords]:
    """Every item in words."""
    place = place_finder(study)
    rows = study.connection.execute(
        f"SELECT item.id, corpus_id, token, domain, language, word, features, gold FROM {ITEMS}"
    )
    return {item_id: ItemWords._make((*words, place(corpus_id, token))) for item_id, corpus_id, token, *words in rows}


def answers_of(study: Study, output_ids: Sequence[int]) -> dict[int, str]:
    """The answers of outputs."""
    rows = study.connection.execute(
        "SELECT id, answer FROM output WHERE id IN (SELECT value FROM json_each(?))", (json.dumps(list(output_ids)),)
    )
    return dict(rows.fetchall())


def accepted_answers_of(study: Study, item_id: int) -> tuple[str, ...]:
    """Other gold answers to an item."""
    rows = study.connection.execute("SELECT answer FROM variant WHERE item_id = ? ORDER BY answer", (item_id,))
    return tuple(answer for (answer,) in rows)


def details_of(study: Study, item_id: int, run_part_ids: Iterable[int]) -> list[Detail]:
    """What models say about their predictions for an item in these parts of runs."""
    rows = study.connection.execute(
        "SELECT run_part_id, score, actions FROM prediction_detail "
        "WHERE item_id = ? AND run_part_id IN (SELECT value FROM json_each(?)) ORDER BY run_part_id",
        (item_id, json.dumps(list(run_part_ids))),
    )
    return [Detail(*row) for row in rows]


def answers_and_evidence(study: Study, output_ids: Sequence[int]) -> dict[int, tuple[str, str]]:
    """Output id → the answer, and what the classifier says for its label."""
    rows = study.connection.execute(
        "SELECT output.id, answer, coalesce(evidence, '') FROM output LEFT JOIN label ON output_id = output.id "
        "WHERE output.id IN (SELECT value FROM json_each(?))",
        (json.dumps(list(output_ids)),),
    )
    return {output_id: (answer, evidence) for output_id, answer, evidence in rows}


def scores_of_part(study: Study, run_part_id: int) -> dict[int, float]:
    """Item id → the learner's own score of its answer, for the items where it gave one."""
    rows = study.connection.execute(
        "SELECT item_id, score FROM prediction_detail WHERE run_part_id = ? AND score IS NOT NULL", (run_part_id,)
    )
    return dict(rows.fetchall())


class LabelledOutput(NamedTuple):
    """An output, and what the classifier says about it."""

    id: int
    words: tuple[str, str, str, str]  # word, features, gold, predicted
    gold_class: str
    flags: tuple[str, ...]
    domain: str
    corpus_id: int = 0  # where its item stands; 0: in no corpus
    token: int = 0


def outputs_of_language(study: Study, language: str) -> list[LabelledOutput]:
    """All outputs of a language."""
    rows = study.connection.execute(
        "SELECT output.id, word, features, item.gold, output.answer, coalesce(item.gold_class, '?'), "
        f"coalesce(flags, ''), domain, corpus_id, token FROM output {WITH_ITEM} {WITH_LABEL} WHERE language = ?",
        (language,),
    )
    return [
        LabelledOutput(output_id, (word, features, gold, predicted), gold_class, as_flags(flags), *where)
        for output_id, word, features, gold, predicted, gold_class, flags, *where in rows
    ]


def n_outputs(study: Study, language: str) -> int:
    """How many distinct outputs a language has."""
    query = "SELECT count(*) FROM output JOIN item ON item.id = item_id WHERE language = ?"
    return one_number(study.connection, query, (language,))


def classifiers_used(study: Study) -> list[tuple[str, str, str, str | None, int]]:
    """Domain, language, features, classifier (None: no label) and number of outputs."""
    return study.connection.execute(
        f"SELECT domain, language, features, classifier, count(*) FROM output {WITH_ITEM} {WITH_LABEL} "
        "GROUP BY domain, language, feature_set_id, classifier ORDER BY language, domain, classifier"
    ).fetchall()


class StoredLabel(NamedTuple):
    """An output as the study has it, and the label that it has now."""

    output_id: int
    item: Known
    answer: str
    label: Label | None
    classifier: str | None


def labelled_outputs(study: Study, language: str, only_without: bool = False) -> Iterator[list[StoredLabel]]:
    """The outputs of a language with their present labels, or only those without one.

    They come a batch at a time; the study may be written in between.
    """
    accepted = accepted_forms(study.connection, language)
    place = place_finder(study)
    condition = "AND label.output_id IS NULL" if only_without else ""
    last_id = 0
    while True:
        rows = study.connection.execute(
            "SELECT output.id, item_id, answer, classifier, corpus_id, token, domain, language, word, features, gold, "
            f"{LABEL} "
            f"FROM output {WITH_ITEM} {WITH_LABEL} "
            # The plus keeps SQLite from taking the outputs by their items, and sorting all of them for each batch.
            f"WHERE output.id > ? AND +language = ? {condition} ORDER BY output.id LIMIT ?",
            (last_id, language, BATCH),
        ).fetchall()
        if not rows:
            return
        last_id = rows[-1][0]
        yield [
            StoredLabel(
                row[0],
                Known._make((*row[6:11], accepted.get(row[1], frozenset()), place(row[4], row[5]))),
                row[2],
                as_label(row[11:]),
                row[3],
            )
            for row in rows
        ]
