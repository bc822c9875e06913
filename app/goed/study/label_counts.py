"""The labels of outputs as they are counted, the people's in the place of the classifier's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from goed.study.columns import OutputColumns
from goed.study.items import WITH_ITEM
from goed.study.labels import as_flags
from goed.study.study import Study

AT_ONCE = 500  # outputs asked for in one query


class Kind(NamedTuple):
    """A label without its evidence."""

    gold_class: str
    pred_class: str
    error: str
    flags: tuple[str, ...]
    rule: str = ""
    confidence: float | None = None
    is_peoples: bool = False
    verdict: str = ""
    counts_as: str = "wrong"  # what the verdict makes of an error: wrong, lenient, or left out


class OutputRow(NamedTuple):
    """An output in words."""

    id: int
    language: str
    word: str
    features: str
    gold: str
    predicted: str
    kind_id: int
    frequency: float | None
    domain: str


NO_LABEL = 0  # the number of the kind of what nobody has labelled
NO_PREDICTION = -1  # and of what nobody has predicted; the kinds that people gave are numbered downwards from it


class LabelCounts:
    """The label of every output by the number of its kind: the study's own, and negative ones for what people say."""

    def __init__(self, study: Study, peoples: Mapping[int, Kind]) -> None:
        self._study = study
        self.kinds: dict[int, Kind] = {NO_LABEL: Kind("", "", "unlabelled", ())}
        for kind_id, gold_class, pred_class, error, flags, rule, confidence in study.connection.execute(
            "SELECT id, gold_class, pred_class, error, flags, rule, confidence FROM label_kind"
        ):
            self.kinds[kind_id] = Kind(gold_class, pred_class, error, as_flags(flags), rule, confidence)
        numbers: dict[Kind, int] = {}
        for kind in peoples.values():
            numbers.setdefault(kind, NO_PREDICTION - 1 - len(numbers))
        self.kinds.update({number: kind for kind, number in numbers.items()})
        self._peoples = {output_id: numbers[kind] for output_id, kind in peoples.items()}

    def of_outputs(self, columns: OutputColumns) -> NDArray[np.int32]:
        """The number of each output's kind, as a column."""
        found = columns.kind_ids.copy()
        numbers = len(self._peoples)
        ids = np.fromiter(self._peoples.keys(), np.int64, numbers)
        kinds = np.fromiter(self._peoples.values(), np.int32, numbers)
        known = ids < len(found)
        found[ids[known]] = kinds[known]
        return found

    def outputs(self) -> Iterator[OutputRow]:
        """Every output, in the order of language, word, features, gold and predicted form."""
        return self._outputs("ORDER BY language, word, features, item.gold, output.answer, domain")

    def words_of(self, output_ids: Sequence[int]) -> Iterator[OutputRow]:
        """Some outputs, in any order."""
        for first in range(0, len(output_ids), AT_ONCE):
            chosen = ", ".join(str(int(number)) for number in output_ids[first : first + AT_ONCE])
            yield from self._outputs(f"WHERE output.id IN ({chosen})")

    def _outputs(self, which: str) -> Iterator[OutputRow]:
        rows = self._study.connection.execute(
            "SELECT output.id, language, word, features, item.gold, output.answer, "
            f"coalesce(label.kind_id, {NO_LABEL}), frequency, domain FROM output "
            f"{WITH_ITEM} LEFT JOIN label ON label.output_id = output.id {which}"
        )
        for row in map(OutputRow._make, rows):
            yield row._replace(kind_id=self._peoples[row.id]) if row.id in self._peoples else row
