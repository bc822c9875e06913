"""What is counted: parts of runs, and outputs and their labels as columns of numbers.

numpy counts millions of them. An output's id is its index in a column of outputs; indexes without an output hold 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from goed.errors import GoedError
from goed.study.items import WITH_ITEM
from goed.study.judgements import as_flags
from goed.study.splits import CORPUS_NAME, RUNS
from goed.study.study import Study, one_number
from goed.study.text_splits import item_ids_of_part

Numbers = NDArray[np.int64]
Ids = NDArray[np.uint32]
READ_AT_ONCE = 200_000  # outputs
ANSWERS_AT_ONCE = 50_000
COUNTED_AT_ONCE = 2_000  # parts of runs
ANSWER_END = "\x1f"  # an ASCII separator
MAX_UNUSED_IDS = 10_000_000  # unused ids of outputs; only a damaged file has more
ASKED_AT_ONCE = 500  # outputs in words
NO_LABEL = 0  # the kind of an output without a label
NO_PREDICTION = -1  # the kind where there is no prediction; people's kinds are numbered downwards from it


class PartTally(NamedTuple):
    """How many items of one part one run was asked, answered, and got right."""

    run_part_id: int
    split_id: int
    language: str
    sampling: str
    seed: int
    model: str
    size: int
    training_seed: int
    part: str
    n_items: int
    n_predicted: int
    n_correct: int
    domain: str
    corpus: str = ""  # its name; empty for items of none


def part_tallies(study: Study) -> list[PartTally]:
    """Every visible part of every run at its end."""
    rows = study.connection.execute(
        "SELECT run_part.id, split.id, language, sampling, seed, model.name, size, training_seed, part, n_items, "
        f"n_predicted, n_correct, split.domain, {CORPUS_NAME} AS corpus FROM {RUNS} JOIN run_part ON run_id = run.id "
        "WHERE step = 0 ORDER BY language, corpus, sampling, model.name, size, part, seed, training_seed"
    )
    return [PartTally(*row) for row in rows]


def parts_with_token_answers(study: Study) -> set[int]:
    """The parts of runs with packed answers: they are judged by measures, and have no outputs."""
    return {run_part_id for (run_part_id,) in study.connection.execute("SELECT run_part_id FROM token_answers")}


@dataclass(frozen=True)
class OutputColumns:
    """Every output: its item, whether it is right, and the kind of the classifier's label (0: it has none)."""

    item_ids: NDArray[np.int32]
    are_correct: NDArray[np.bool_]
    kind_ids: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.item_ids)


def output_columns(study: Study) -> OutputColumns:
    """Read the columns of all outputs."""
    size = column_length(study)
    columns = OutputColumns(np.zeros(size, np.int32), np.zeros(size, np.bool_), np.zeros(size, np.int32))
    for first in range(0, size, READ_AT_ONCE):
        span = (first, first + READ_AT_ONCE)
        ids, item_ids, are_correct = _joined(
            study, "SELECT {}, {}, {} FROM output WHERE id >= ? AND id < ?", ("id", "item_id", "is_correct"), span
        )
        columns.item_ids[ids] = item_ids
        columns.are_correct[ids] = are_correct
        ids, kind_ids = _joined(
            study, "SELECT {}, {} FROM label WHERE output_id >= ? AND output_id < ?", ("output_id", "kind_id"), span
        )
        known = ids < size  # a label may stand for an output that is gone
        columns.kind_ids[ids[known]] = kind_ids[known]
    return columns


@dataclass(frozen=True)
class ItemColumns:
    """Every item: its language as an index into `languages`, its frequency (0: not counted), and its rank by language
    and word.
    """

    languages: list[str]
    language_of: NDArray[np.int32]
    frequencies: NDArray[np.float64]
    word_ranks: NDArray[np.int32]


def item_columns(study: Study) -> ItemColumns:
    """Read the columns of all items; an item's id is its index in them."""
    rows = study.connection.execute(
        "SELECT id, language, coalesce(frequency, 0) FROM item ORDER BY language, word, id"
    ).fetchall()
    languages = sorted({language for _, language, _ in rows})
    size = 1 + max((item_id for item_id, _, _ in rows), default=0)
    columns = ItemColumns(languages, np.zeros(size, np.int32), np.zeros(size), np.zeros(size, np.int32))
    number_of = {language: number for number, language in enumerate(languages)}
    for rank, (item_id, language, frequency) in enumerate(rows):
        columns.language_of[item_id] = number_of[language]
        columns.frequencies[item_id] = frequency
        columns.word_ranks[item_id] = rank
    return columns


def ids_by_answer(study: Study) -> Numbers:
    """The ids of all outputs, in the order of their items and answers."""
    (ids,) = _joined(study, "SELECT {} FROM (SELECT id FROM output ORDER BY item_id, answer)", ("id",), ())
    return ids


class JoinedAnswers(NamedTuple):
    """Outputs by their ids, in rising order, and their answers as one text, separated by ANSWER_END."""

    ids: NDArray[np.int32]
    text: str

    @property
    def answers(self) -> list[str]:
        """The answers as a list."""
        return self.text.split(ANSWER_END) if len(self.ids) else []


def joined_answers(study: Study) -> Iterator[JoinedAnswers]:
    """All outputs, many at a time; within an answer, ANSWER_END is replaced by U+FFFD."""
    size = column_length(study)
    for first in range(0, size, ANSWERS_AT_ONCE):
        ids, text = study.connection.execute(
            "SELECT group_concat(id), group_concat(replace(answer, char(31), char(65533)), char(31)) FROM "
            "(SELECT id, answer FROM output WHERE id >= ? AND id < ? ORDER BY id)",
            (first, first + ANSWERS_AT_ONCE),
        ).fetchone()
        yield JoinedAnswers(np.fromstring(ids or "", dtype=np.int32, sep=","), text or "")


def state_of_outputs(study: Study) -> tuple[int, ...]:
    """Numbers that change when outputs or parts of runs come or go, or when outputs get other labels."""
    state: tuple[int, ...] = study.connection.execute(
        "SELECT (SELECT max(id) FROM output), (SELECT sum(n) FROM label_change), count(*), max(id), sum(id) "
        "FROM run_part"
    ).fetchone()
    return state


def column_length(study: Study) -> int:
    """The length of a column of outputs."""
    largest = one_number(study.connection, "SELECT coalesce(max(id), 0) FROM output")
    if largest > MAX_UNUSED_IDS and largest > MAX_UNUSED_IDS + one_number(
        study.connection, "SELECT count(*) FROM output"
    ):
        raise GoedError(f"{study.path} is damaged: its outputs have numbers up to {largest:,}; see `goed check`")
    return largest + 1


def outputs_of_part(study: Study, run_part_id: int, size: int) -> Ids:
    """The outputs predicted in a part of a run, one for each prediction; `size` is that of a column of outputs.

    The column must have been read after the part was stored.
    """
    row = study.connection.execute("SELECT outputs FROM part_pack WHERE run_part_id = ?", (run_part_id,)).fetchone()
    return _unpacked(study, row[0] if row else b"", size)


def answers_for_item(study: Study, item_id: int, run_part_ids: str) -> tuple[Numbers, Numbers]:
    """Which of the parts of runs in a JSON list predict something for an item, and the output of each."""
    (corpus_id,) = study.connection.execute("SELECT corpus_id FROM item WHERE id = ?", (item_id,)).fetchone()
    if corpus_id:
        return _packed_answers_for_item(study, item_id, run_part_ids)
    parts, outputs = _joined(
        study,
        "SELECT {}, {} FROM json_each(?) AS part CROSS JOIN prediction "
        "ON prediction.run_part_id = part.value AND prediction.item_id = ?",
        ("prediction.run_part_id", "output_id"),
        (run_part_ids, item_id),
    )
    return parts, outputs


def _packed_answers_for_item(study: Study, item_id: int, run_part_ids: str) -> tuple[Numbers, Numbers]:
    """The same for an item of a corpus: its answer stands in each pack at the item's place in the part."""
    rows = study.connection.execute(
        "SELECT run_part.id, split_id, part, size FROM run_part JOIN run ON run.id = run_id "
        "WHERE run_part.id IN (SELECT value FROM json_each(?))",
        (run_part_ids,),
    ).fetchall()
    found = []
    for run_part_id, split_id, part, size in rows:
        places = np.flatnonzero(item_ids_of_part(study, split_id, part, size) == item_id)
        for place in places.tolist():  # one, or none
            packed = study.connection.execute(
                "SELECT substr(outputs, ?, 4) FROM part_pack WHERE run_part_id = ?", (4 * place + 1, run_part_id)
            ).fetchone()
            if packed and (output_id := int.from_bytes(packed[0], "little")):
                found.append((run_part_id, output_id))
    parts, outputs = np.array(found, np.int64).reshape(-1, 2).T
    return parts, outputs


def how_often_predicted(study: Study, run_part_ids: Sequence[int], size: int) -> Numbers:
    """How often each output was predicted in some parts of runs, as a column."""
    counts = np.zeros(size, np.int64)
    for first in range(0, len(run_part_ids), COUNTED_AT_ONCE):
        chosen = ", ".join(str(int(number)) for number in run_part_ids[first : first + COUNTED_AT_ONCE])
        rows = study.connection.execute(f"SELECT outputs FROM part_pack WHERE run_part_id IN ({chosen})")
        outputs = _unpacked(study, b"".join(packed for (packed,) in rows), size)
        counts += np.bincount(outputs, minlength=size)
    return counts


def predictions_of(study: Study, run_part_ids: Iterable[int], wanted: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """The (output, part of a run) pairs of all predictions of wanted outputs."""
    found = []
    for run_part_id in run_part_ids:
        outputs = outputs_of_part(study, run_part_id, len(wanted))
        found += [(output_id, run_part_id) for output_id in outputs[wanted[outputs]].tolist()]
    return found


def _unpacked(study: Study, packed: bytes, size: int) -> Ids:
    outputs = np.empty(0, np.uint32) if len(packed) % 4 else np.frombuffer(packed, dtype="<u4")
    if len(packed) != 4 * len(outputs) or (len(outputs) and int(outputs.max()) >= size):
        raise GoedError(
            f"{study.path}: packed outputs are not those of the predictions; `goed check --repair` makes them anew"
        )
    return outputs


def _joined(study: Study, query: str, columns: Sequence[str], values: Sequence[Any]) -> list[Numbers]:
    """The columns of numbers that a query selects, read as long texts: many times faster than as tuples."""
    row = study.connection.execute(query.format(*(f"group_concat({name})" for name in columns)), values).fetchone()
    return [np.fromstring(text or "", dtype=np.int64, sep=",") for text in row]


class LabelKind(NamedTuple):
    """A label as it counts, without its evidence: the classifier's or people's."""

    gold_class: str
    pred_class: str
    error: str
    flags: tuple[str, ...]
    rule: str = ""
    confidence: float | None = None
    is_peoples: bool = False
    verdict: str = ""
    counts_as: str = "wrong"  # what the verdict makes of an error: wrong, lenient, or left out
    id: int = NO_LABEL  # if the classifier gave it
    classifier: str = ""


def label_kinds(study: Study) -> list[LabelKind]:
    """Every kind of label that the classifier gives or gave, by number."""
    rows = study.connection.execute(
        "SELECT gold_class, pred_class, error, flags, rule, confidence, id, classifier FROM label_kind ORDER BY id"
    )
    return [
        LabelKind(gold_class, pred_class, error, as_flags(flags), rule, confidence, id=number, classifier=classifier)
        for gold_class, pred_class, error, flags, rule, confidence, number, classifier in rows
    ]


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


class LabelCounts:
    """The label of every output, as the id of its kind: the study's own ids, and negative ones for people's labels."""

    def __init__(self, study: Study, peoples: Mapping[int, LabelKind]) -> None:
        self._study = study
        self.kinds = {NO_LABEL: LabelKind("", "", "unlabelled", ())} | {kind.id: kind for kind in label_kinds(study)}
        numbers: dict[LabelKind, int] = {}
        for kind in peoples.values():
            numbers.setdefault(kind, NO_PREDICTION - 1 - len(numbers))
        self.kinds.update({number: kind for kind, number in numbers.items()})
        self._peoples = {output_id: numbers[kind] for output_id, kind in peoples.items()}

    def of_outputs(self, columns: OutputColumns) -> NDArray[np.int32]:
        """The id of each output's kind, as a column."""
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
        for first in range(0, len(output_ids), ASKED_AT_ONCE):
            chosen = ", ".join(str(int(number)) for number in output_ids[first : first + ASKED_AT_ONCE])
            yield from self._outputs(f"WHERE output.id IN ({chosen})")

    def _outputs(self, which: str) -> Iterator[OutputRow]:
        rows = self._study.connection.execute(
            "SELECT output.id, language, word, features, item.gold, output.answer, "
            f"coalesce(label.kind_id, {NO_LABEL}), frequency, domain FROM output "
            f"{WITH_ITEM} LEFT JOIN label ON label.output_id = output.id {which}"
        )
        for row in map(OutputRow._make, rows):
            yield row._replace(kind_id=self._peoples[row.id]) if row.id in self._peoples else row
