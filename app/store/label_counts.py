"""Labels counted over predictions, the people's in the place of the classifier's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from app.store.labels import as_flags
from app.store.study import Study


class Kind(NamedTuple):
    """A label without its evidence."""

    gold_class: str
    pred_class: str
    error: str
    flags: tuple[str, ...]
    rule: str = ""
    confidence: float | None = None
    is_peoples: bool = False


class OutputRow(NamedTuple):
    """An output in words."""

    id: int
    language: str
    lemma: str
    features: str
    gold: str
    predicted: str
    kind_id: int | None
    frequency: float | None


class LabelCounts:
    """Counts labels part by part. Kinds have numbers: the study's own, and negative ones for what people say."""

    def __init__(self, study: Study, peoples: Mapping[int, Kind]) -> None:
        self._connection = study.connection
        self.kinds: dict[int | None, Kind] = {None: Kind("", "", "unlabelled", ())}
        for kind_id, *columns in self._connection.execute(
            "SELECT id, gold_class, pred_class, error, flags, rule, confidence FROM label_kind"
        ):
            gold_class, pred_class, error, flags, rule, confidence = columns
            self.kinds[kind_id] = Kind(gold_class, pred_class, error, as_flags(flags), rule, confidence)
        self._replace(peoples)

    def _replace(self, peoples: Mapping[int, Kind]) -> None:
        """Keep what people say in a table that only this connection sees."""
        numbers: dict[Kind, int] = {}
        for kind in peoples.values():
            numbers.setdefault(kind, -1 - len(numbers))
        self.kinds.update({number: kind for kind, number in numbers.items()})
        self._connection.execute("DROP TABLE IF EXISTS temp.peoples_label")
        self._connection.execute("CREATE TEMP TABLE peoples_label (output_id INTEGER PRIMARY KEY, kind_id INTEGER)")
        self._connection.execute("BEGIN")
        self._connection.executemany(
            "INSERT INTO temp.peoples_label (output_id, kind_id) VALUES (?, ?)",
            ((output_id, numbers[kind]) for output_id, kind in peoples.items()),
        )
        self._connection.execute("COMMIT")

    def joined_of_part(self, run_part_id: int) -> tuple[str, str]:
        """Item ids and kind ids of a part's predictions, each joined by commas; no kind is 0.

        Millions of pairs reach numpy as two long strings many times faster than as tuples.
        """
        items, kinds = self._connection.execute(
            f"SELECT group_concat(prediction.item_id), group_concat(coalesce({_KIND}, 0)) "
            f"FROM prediction {_JOINS} WHERE run_part_id = ?",
            (run_part_id,),
        ).fetchone()
        return items or "", kinds or ""

    def outputs(self) -> Iterable[OutputRow]:
        """Every output, in the order of language, lemma, features, gold and predicted form."""
        rows = self._connection.execute(
            f"SELECT output.id, language, lemma, features, item.form, output.form, {_KIND}, frequency FROM output "
            "JOIN item ON item.id = output.item_id JOIN feature_set ON feature_set.id = feature_set_id "
            "LEFT JOIN label ON label.output_id = output.id "
            "LEFT JOIN temp.peoples_label AS peoples ON peoples.output_id = output.id "
            "ORDER BY language, lemma, features, item.form, output.form"
        )
        return (OutputRow(*row) for row in rows)


_KIND = "coalesce(peoples.kind_id, label.kind_id)"
_JOINS = (
    "LEFT JOIN label ON label.output_id = prediction.output_id "
    "LEFT JOIN temp.peoples_label AS peoples ON peoples.output_id = prediction.output_id"
)


def occurrences(study: Study, run_part_ids: Iterable[int]) -> Counter[int]:
    """How often each output was predicted in some parts of runs."""
    counts: Counter[int] = Counter()
    for run_part_id in run_part_ids:
        rows = study.connection.execute("SELECT output_id FROM prediction WHERE run_part_id = ?", (run_part_id,))
        counts.update(output_id for (output_id,) in rows)
    return counts


def classifier_counts(study: Study, run_part_ids: Iterable[int]) -> Iterable[tuple[int, int | None, int]]:
    """Part of a run, kind of the classifier's label, and how often it occurs among the part's wrong predictions."""
    for run_part_id in run_part_ids:
        yield from study.connection.execute(
            "SELECT run_part_id, kind_id, count(*) FROM prediction JOIN output ON output.id = prediction.output_id "
            "LEFT JOIN label ON label.output_id = output.id WHERE run_part_id = ? AND NOT is_correct GROUP BY kind_id",
            (run_part_id,),
        )


def where_predicted(study: Study, output_ids: Iterable[int]) -> Iterable[tuple[int, int]]:
    """Output and part of a run, for each time that one of some outputs was predicted."""
    numbers = ", ".join(str(int(number)) for number in output_ids)
    return study.connection.execute(f"SELECT output_id, run_part_id FROM prediction WHERE output_id IN ({numbers})")
