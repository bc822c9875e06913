"""What the classifier says of each output: written with it, read with it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from goed.study.items import ITEMS, WITH_ITEM, Known
from goed.study.study import Study, one_number
from goed_classifiers.values import Label

# Of outputs; and of what stands there, the columns that make a label.
WITH_LABEL = "LEFT JOIN label ON output_id = output.id LEFT JOIN label_kind ON label_kind.id = kind_id"
LABEL = "label_kind.gold_class, pred_class, error, flags, rule, evidence, confidence, considered"
BATCH = 10_000  # outputs read, or labels written, at a time: the lock is held for some hundredths of a second


class Labeller(Protocol):
    """Something that labels outputs as they come in."""

    def know(self, items: Mapping[int, Known]) -> None:
        """Hear of the items that outputs will be about."""

    def begin(self, item_ids: Sequence[int], forms: Sequence[str], others_follow: bool) -> None:
        """Begin to label predicted forms of items; perhaps there is time for it, since others follow."""

    def next(self) -> list[Label]:
        """The labels of what was begun first among what is left."""

    def classifier(self, item: Known) -> str:
        """Name and version of the classifier for an item."""


class LabelKinds:
    """The numbers of label kinds; makes those that are missing, inside a writing transaction."""

    def __init__(self) -> None:
        self._ids: dict[tuple[object, ...], int] = {}

    def id(self, db: sqlite3.Connection, label: Label, classifier: str) -> int:
        """The number of a label's kind."""
        gold_class, pred_class, error, flags, rule, _, confidence, _ = label
        key = (gold_class, pred_class, error, flags, rule, confidence, classifier)
        if key not in self._ids:
            self._ids[key] = self._stored(db, (*key[:3], ",".join(flags), *key[4:]))
        return self._ids[key]

    @staticmethod
    def _stored(db: sqlite3.Connection, row: tuple[object, ...]) -> int:
        db.execute(
            "INSERT INTO label_kind (gold_class, pred_class, error, flags, rule, confidence, classifier) "
            "VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            row,
        )
        (kind_id,) = db.execute(
            "SELECT id FROM label_kind WHERE gold_class = ? AND pred_class = ? AND error = ? AND flags = ? "
            "AND rule = ? AND confidence = ? AND classifier = ?",
            row,
        ).fetchone()
        return int(kind_id)


class StoredLabel(NamedTuple):
    """An output as the study has it, and the label that it has now."""

    output_id: int
    item: Known
    answer: str
    label: Label | None
    classifier: str | None


def insert_labels(db: sqlite3.Connection, rows: Iterable[tuple[int, int, str, str]]) -> None:
    """Write the labels of new outputs: output, kind, evidence, what else was considered."""
    db.executemany("INSERT INTO label (output_id, kind_id, evidence, considered) VALUES (?, ?, ?, ?)", rows)


def replace_labels(study: Study, kinds: LabelKinds, labels: Sequence[tuple[int, Label, str]]) -> None:
    """Put other labels (output, label, classifier) in the place of the classifier's own; no act is touched."""
    with study.transaction() as db:
        db.executemany(
            # the output may have been removed in the meantime
            "INSERT OR REPLACE INTO label (output_id, kind_id, evidence, considered) "
            "SELECT id, ?, ?, ? FROM output WHERE id = ?",
            [
                (kinds.id(db, label, classifier), label.evidence, label.considered, output_id)
                for output_id, label, classifier in labels
            ],
        )
        note_label_change(db)


def note_label_change(db: sqlite3.Connection) -> None:
    """Let those see it who know the labels of outputs by heart; inside a writing transaction."""
    db.execute("UPDATE label_change SET n = n + 1")


def labelled_outputs(study: Study, language: str, only_without: bool = False) -> Iterator[list[StoredLabel]]:
    """The outputs of a language with their present labels, or only those without one.

    They come a batch at a time; the study may be written in between.
    """
    accepted = accepted_forms(study.connection, language)
    condition = "AND label.output_id IS NULL" if only_without else ""
    last_id = 0
    while True:
        rows = study.connection.execute(
            f"SELECT output.id, item_id, answer, classifier, domain, language, word, features, gold, {LABEL} "
            f"FROM output {WITH_ITEM} {WITH_LABEL} "
            # The plus keeps SQLite from taking the outputs by their items, and sorting all of them for each batch.
            f"WHERE output.id > ? AND +language = ? {condition} ORDER BY output.id LIMIT ?",
            (last_id, language, BATCH),
        ).fetchall()
        if not rows:
            return
        last_id = rows[-1][0]
        yield [_stored_label(row, accepted) for row in rows]


def _stored_label(row: Sequence[Any], accepted: Mapping[int, frozenset[str]]) -> StoredLabel:
    output_id, item_id, answer, classifier, domain, language, word, features, gold, *label = row
    item = Known(domain, language, word, features, gold, accepted.get(item_id, frozenset()))
    return StoredLabel(output_id, item, answer, as_label(label), classifier)


def as_label(columns: Sequence[Any]) -> Label | None:
    """The classifier's label in the columns `LABEL`; None where the output has none."""
    gold_class, pred_class, error, flags, *reason = columns
    return None if error is None else Label(gold_class, pred_class, error, as_flags(flags), *reason)


def as_flags(text: str) -> tuple[str, ...]:
    """Flags as the study keeps them, parted by commas."""
    return tuple(text.split(",")) if text else ()


def accepted_forms(db: sqlite3.Connection, language: str) -> dict[int, frozenset[str]]:
    """The accepted variants of the items that have some."""
    forms: dict[int, set[str]] = {}
    for item_id, answer in db.execute(
        "SELECT item_id, variant.answer FROM variant JOIN item ON item.id = item_id WHERE language = ?", (language,)
    ):
        forms.setdefault(item_id, set()).add(answer)
    return {item_id: frozenset(of_item) for item_id, of_item in forms.items()}


class GoldForm(NamedTuple):
    """An item, and the class that its gold answer has now."""

    item_id: int
    item: Known
    gold_class: str | None


def gold_forms(study: Study, language: str, only_without: bool = False) -> list[GoldForm]:
    """The gold forms of a language, or only those without a class."""
    condition = "AND gold_class IS NULL" if only_without else ""
    rows = study.connection.execute(
        f"SELECT item.id, gold_class, domain, language, word, features, gold FROM {ITEMS} "
        f"WHERE language = ? {condition}",
        (language,),
    )
    return [GoldForm(item_id, Known(*item), gold_class) for item_id, gold_class, *item in rows]


def n_unclassified(study: Study, language: str) -> int:
    """How many gold forms have no class."""
    query = "SELECT count(*) FROM item WHERE language = ? AND gold_class IS NULL"
    return one_number(study.connection, query, (language,))


def set_gold_classes(study: Study, classes: Sequence[tuple[int, str]]) -> None:
    """Store the inflection classes of gold forms: item, class."""
    for start in range(0, len(classes), BATCH):
        with study.transaction() as db:
            rows = [(gold_class, item_id) for item_id, gold_class in classes[start : start + BATCH]]
            db.executemany("UPDATE item SET gold_class = ? WHERE id = ?", rows)


def any_without_label(study: Study) -> bool:
    """Whether any output has no label: after an upgrade or an import of items that was interrupted."""
    (n_outputs, n_labels) = study.connection.execute(
        "SELECT (SELECT count(*) FROM output), (SELECT count(*) FROM label)"
    ).fetchone()
    if n_outputs == n_labels:  # a label comes and goes with its output: counting both takes a tenth of the time
        return False
    row = study.connection.execute(
        "SELECT 1 FROM output LEFT JOIN label ON output_id = output.id WHERE output_id IS NULL LIMIT 1"
    ).fetchone()
    return row is not None


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


class AnnotatedOutput(NamedTuple):
    """An output that people said something of, and what the classifier says."""

    id: int
    language: str
    is_right: bool
    label: Label | None
    domain: str


def annotated_outputs(study: Study) -> list[AnnotatedOutput]:
    """The outputs that people said something of."""
    rows = study.connection.execute(
        f"SELECT output.id, domain, language, output.answer = item.gold, {LABEL} "
        f"FROM output JOIN item ON item.id = item_id {WITH_LABEL} "
        "WHERE output.id IN (SELECT output_id FROM annotation JOIN act ON act.id = act_id)"
    )
    return [
        AnnotatedOutput(output_id, language, bool(is_right), as_label(label), domain)
        for output_id, domain, language, is_right, *label in rows
    ]


class LabelledOutput(NamedTuple):
    """An output, and what the classifier says of it."""

    id: int
    words: tuple[str, str, str, str]  # word, features, gold, predicted
    gold_class: str
    flags: tuple[str, ...]
    domain: str


def outputs_of_language(study: Study, language: str) -> list[LabelledOutput]:
    """All outputs of a language."""
    rows = study.connection.execute(
        "SELECT output.id, word, features, item.gold, output.answer, coalesce(item.gold_class, '?'), "
        f"coalesce(flags, ''), domain FROM output {WITH_ITEM} {WITH_LABEL} WHERE language = ?",
        (language,),
    )
    return [
        LabelledOutput(output_id, (word, features, gold, predicted), gold_class, as_flags(flags), domain)
        for output_id, word, features, gold, predicted, gold_class, flags, domain in rows
    ]
