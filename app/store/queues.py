"""What the annotator reads of a study: which outputs a queue holds, and all that is known of one of them.

How often outputs occur is counted once for each connection, into a table that only it sees; parts of runs that came in
later are added when somebody asks.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from app.store.labels import as_flags
from app.store.study import Study
from classifiers.values import Label

AT_ONCE = 500  # outputs asked for in one query
PARTS_AT_ONCE = 200  # parts of runs whose predictions are counted together


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


class Candidate(NamedTuple):
    """An output that a queue may hold."""

    id: int
    n_predictions: int
    kind_id: int | None


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
    lemma: str
    features: str
    gold: str
    predicted: str
    frequency: float | None
    gold_class: str | None  # of the item
    label: Label | None


@dataclass(frozen=True)
class Scope:
    """Which outputs are candidates; None stands for all."""

    languages: Collection[str] | None = None
    is_correct: bool | None = None
    kind_ids: Collection[int] | None = None
    or_output_ids: Collection[int] = ()  # these, too, whatever their kind
    not_output_ids: Collection[int] = ()  # these never
    always_kind_ids: Collection[int] | None = None  # of one of these kinds in any case
    run_part_ids: Collection[int] | None = None
    only_output_ids: Collection[int] | None = None
    item_id: int | None = None


ORDERS = {
    "frequent": "coalesce(n, 0) DESC, coalesce(item.frequency, 0) DESC, output.id",
    "unsure": "coalesce(label_kind.confidence, 0), coalesce(n, 0) DESC, output.id",
    "lemma": "item.language, item.lemma, output.form, output.id",
}


class Occurrences:
    """How often each output is predicted, in a table of this connection's own."""

    def __init__(self, study: Study) -> None:
        self._connection = study.connection
        self._counted: set[int] = set()
        self.places: dict[int, Place] = {}
        self._connection.execute("PRAGMA temp_store = MEMORY")
        self._connection.execute("DROP TABLE IF EXISTS temp.occurrence")
        self._connection.execute("CREATE TEMP TABLE occurrence (output_id INTEGER PRIMARY KEY, n INTEGER NOT NULL)")
        self.refresh()

    def refresh(self) -> bool:
        """Count what has come in since, or everything where something has gone; whether there was any of that."""
        self._connection.execute("BEGIN")  # parts and predictions as they were at one moment
        try:
            has_changed = self._count()
            self._connection.execute("COMMIT")
        except BaseException:
            self._connection.execute("ROLLBACK")
            raise
        return has_changed

    def _count(self) -> bool:
        places = {place.run_part_id: place for place in _places(self._connection)}
        if places.keys() == self._counted:
            return False
        if self._counted - places.keys():
            self._connection.execute("DELETE FROM temp.occurrence")
            self._counted = set()
        # A part of them at a time: to group all of a million at once takes 40 MB.
        for batch in _batches(sorted(places.keys() - self._counted), PARTS_AT_ONCE):
            self._connection.execute(
                "INSERT INTO temp.occurrence SELECT output_id, count(*) FROM prediction "
                f"WHERE run_part_id IN ({_numbers(batch)}) GROUP BY output_id "
                "ON CONFLICT DO UPDATE SET n = n + excluded.n"
            )
        self.places, self._counted = places, set(places)
        return True


def candidates(study: Study, scope: Scope, order: str) -> list[Candidate]:
    """The outputs of a scope in an order; n_predictions counts the scope's parts of runs only."""
    return list(map(Candidate._make, _select("output.id, coalesce(n, 0) AS n, label.kind_id", study, scope, order)))


def candidate_ids(study: Study, scope: Scope, order: str) -> list[int]:
    """The same outputs by their numbers only, in half the time."""
    return [output_id for (output_id,) in _select("output.id", study, scope, order)]


def _select(columns: str, study: Study, scope: Scope, order: str) -> Iterable[Any]:
    counted = "temp.occurrence"
    if scope.run_part_ids is not None:
        counted = (
            "(SELECT output_id, count(*) AS n FROM prediction "
            f"WHERE run_part_id IN ({_numbers(scope.run_part_ids)}) GROUP BY output_id)"
        )
    # Somebody may have labelled an output that no run predicts any more: it can be found, as one that occurs 0 times.
    join = "JOIN" if scope.run_part_ids is not None else "LEFT JOIN"
    conditions, values = _conditions(scope)
    return study.connection.execute(
        f"SELECT {columns} FROM output {join} {counted} AS occurrence "
        "ON occurrence.output_id = output.id JOIN item ON item.id = output.item_id "
        "LEFT JOIN label ON label.output_id = output.id LEFT JOIN label_kind ON label_kind.id = label.kind_id "
        f"WHERE {conditions} ORDER BY {ORDERS[order]}",
        values,
    )


def _conditions(scope: Scope) -> tuple[str, list[Any]]:
    conditions = ["1"]
    values: list[Any] = []
    if scope.is_correct is not None:
        conditions.append(f"output.is_correct = {int(scope.is_correct)}")
    if scope.languages is not None:
        conditions.append(f"item.language IN ({_marks(scope.languages)})")
        values += scope.languages
    if scope.item_id is not None:
        conditions.append("output.item_id = ?")
        values.append(scope.item_id)
    if scope.only_output_ids is not None:
        conditions.append(f"output.id IN ({_numbers(scope.only_output_ids)})")
    if scope.kind_ids is not None:
        also = f" OR output.id IN ({_numbers(scope.or_output_ids)})" if scope.or_output_ids else ""
        conditions.append(f"(label.kind_id IN ({_numbers(scope.kind_ids)}){also})")
    if scope.not_output_ids:
        conditions.append(f"output.id NOT IN ({_numbers(scope.not_output_ids)})")
    if scope.always_kind_ids is not None:
        conditions.append(f"label.kind_id IN ({_numbers(scope.always_kind_ids)})")
    return " AND ".join(conditions), values


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
            "SELECT output.id, item.id, language, lemma, features, item.form, output.form, frequency, item.gold_class, "
            "label_kind.gold_class, pred_class, error, flags, rule, evidence, confidence, considered FROM output "
            "JOIN item ON item.id = item_id JOIN feature_set ON feature_set.id = feature_set_id "
            "LEFT JOIN label ON output_id = output.id LEFT JOIN label_kind ON label_kind.id = kind_id "
            f"WHERE output.id IN ({_marks(batch)})",
            batch,
        ):
            gold_class, pred_class, error, flags, rule, evidence, confidence, considered = row[9:]
            label = None
            if error is not None:
                reason = (rule, evidence, confidence, considered)
                label = Label(gold_class, pred_class, error, as_flags(flags), *reason)
            found[row[0]] = OutputWords._make((*row[:9], label))
    return found


def identities(study: Study) -> Iterable[tuple[int, str, str, str, str, str]]:
    """Every output: its number, and language, lemma, features, gold and predicted form, by which it is known."""
    return study.connection.execute(
        "SELECT output.id, language, lemma, features, item.form, output.form FROM output "
        "JOIN item ON item.id = item_id JOIN feature_set ON feature_set.id = feature_set_id"
    )


def forms_of_outputs(study: Study, only_wrong: bool = False) -> Iterable[tuple[int, int, str]]:
    """Every output: its number, its item's, and the predicted form."""
    condition = "WHERE NOT is_correct" if only_wrong else ""
    return study.connection.execute(f"SELECT id, item_id, form FROM output {condition}")


def words_of_items(study: Study) -> dict[int, tuple[str, str, str]]:
    """Every item: its language, lemma and gold form."""
    rows = study.connection.execute("SELECT id, language, lemma, form FROM item")
    return {item_id: (language, lemma, form) for item_id, language, lemma, form in rows}


def how_often(study: Study, output_ids: Sequence[int]) -> dict[int, int]:
    """How often outputs are predicted in all runs, by the table that `Occurrences` keeps."""
    found: dict[int, int] = {}
    for batch in _batches(output_ids, AT_ONCE):
        rows = study.connection.execute(
            f"SELECT output_id, n FROM temp.occurrence WHERE output_id IN ({_marks(batch)})", batch
        )
        found.update(rows.fetchall())
    return found


def answers_for_item(study: Study, item_id: int) -> list[tuple[int, int]]:
    """The parts of runs that predict something for an item, and the output that each gives."""
    return study.connection.execute(
        "SELECT run_part.id, output_id FROM run_part CROSS JOIN prediction "
        "ON prediction.run_part_id = run_part.id AND prediction.item_id = ?",
        (item_id,),
    ).fetchall()


def accepted_forms_of(study: Study, item_id: int) -> tuple[str, ...]:
    """Other gold forms of an item."""
    rows = study.connection.execute("SELECT form FROM variant WHERE item_id = ? ORDER BY form", (item_id,))
    return tuple(form for (form,) in rows)


def _places(connection: Any) -> list[Place]:
    rows = connection.execute(
        "SELECT run_part.id, language, sampling, seed, model.name, size, training_seed, part FROM run_part "
        "JOIN run ON run.id = run_id JOIN model ON model.id = model_id JOIN split ON split.id = split_id"
    )
    return [Place(*row) for row in rows]


def _batches(numbers: Sequence[int], size: int) -> Iterable[Sequence[int]]:
    return (numbers[start : start + size] for start in range(0, len(numbers), size))


def _marks(values: Collection[Any]) -> str:
    return ", ".join("?" * len(values))


def _numbers(values: Collection[int]) -> str:
    """Numbers as they stand: there may be more than SQLite takes as parameters."""
    return ", ".join(str(int(value)) for value in values)
