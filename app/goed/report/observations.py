"""Observations: a row for every answer of every run, with all that is known of it, for statistics elsewhere.

The item and its gold answer, in which run it was asked, what was answered, and what is wrong with it by the label that
counts; also what holds for the item in this run alone (was it seen in training?). Items without an answer are there,
too, with the error `missing`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from goed.domains.domain import Domain
from goed.domains.registry import domain_of
from goed.errors import GoedError
from goed.labels.peoples_labels import CLASSIFIER, peoples_labels
from goed.report.file_set import one_file
from goed.report.token_columns import GOLD_IN_WORDS, PREDICTED_IN_WORDS, TokenColumns
from goed.statistics.breakdowns import NO_CIRCUMSTANCE, NOWHERE, ItemIndex
from goed.statistics.item_labels import ItemLabels, PartLabels
from goed.study import splits as store_splits
from goed.study.measures import circumstances_of
from goed.study.output_words import answers_and_evidence, scores_of_part
from goed.study.selection import Selection
from goed.study.splits import TrainingSet
from goed.study.study import Study
from goed.study.tallies import LabelKind, output_columns, outputs_of_part
from goed.tables.files import check_ending
from goed.tables.growing_table import write_growing_table
from goed_classifiers.values import CORRECT

if TYPE_CHECKING:
    import pandas as pd

NO_OUTPUT = 0  # of an item without an answer
NO_ANSWER = ("", "")  # and no evidence
OF_RUNS = ("domain", "language", "sampling", "seed", "learn_from", "model", "size", "training_seed", "part")
OF_LABELS: Mapping[str, Callable[[LabelKind], Any]] = {
    "correct": lambda kind: kind.error == CORRECT,
    "gold_class": lambda kind: kind.gold_class,
    "pred_class": lambda kind: kind.pred_class,
    "error": lambda kind: kind.error,
    "flags": lambda kind: ",".join(kind.flags),
    "verdict": lambda kind: kind.verdict,
    "rule": lambda kind: kind.rule,
    "confidence": lambda kind: np.nan if kind.confidence is None else kind.confidence,
}


def export_observations(study: Study, selection: Selection, path: Path, replace: bool) -> int:
    """Write the observations to a table; returns their number."""
    check_ending(path)
    with one_file(path, replace) as draft:
        n_rows = write_growing_table(draft, observations_by_part(study, selection))
        if not n_rows:
            raise GoedError("the study has no such predictions; `goed status` shows what it holds")
    return n_rows


def observations_by_part(study: Study, selection: Selection) -> Iterator[pd.DataFrame]:
    """The observations of each part of each selected run; for one domain, all have the same columns."""
    labels = ItemLabels(study, selection)
    answers = _Answers(study, labels.kinds)
    is_of = {split.id: split for split in store_splits.splits(study)}
    for part in labels.of_parts():
        split = is_of[part.tally.split_id]
        of_run = {**part.tally._asdict(), "learn_from": split.learn_from}
        columns = (_TokenTable if split.corpus_id else _ItemTable)(study, part)
        of_items, of_answers = columns.of_items(), answers.of(part, columns)
        yield _frame({**{name: of_run[name] for name in OF_RUNS}, **of_items, **of_answers})


def _frame(columns: Mapping[str, Any]) -> pd.DataFrame:
    import pandas as pd

    return pd.DataFrame(columns)


class _ItemTable:
    """The columns of a part that its items determine, together with the training set."""

    def __init__(self, study: Study, part: PartLabels) -> None:
        self._part = part
        self._domain: Domain = domain_of(part.tally.domain)
        self._learned_from = TrainingSet()
        if self._domain.from_training:
            self._learned_from = store_splits.training_set(study, part.tally.split_id, part.tally.size)

    def of_items(self) -> dict[str, Any]:
        """The item, its properties, its frequency and its gold answer."""
        items = self._part.items
        return {
            self._domain.word: [item.word for item in items],
            self._domain.features: [item.features for item in items],
            **{
                name: [value_of(item, self._learned_from) for item in items]
                for name, value_of in self._domain.breakdowns.items()
            },
            "frequency": _frequencies(self._part),
            "gold": [item.gold for item in items],
        }

    def in_words(self, answers: list[str]) -> dict[str, Any]:
        """Answers in words, where these say more."""
        return {}


class _TokenTable(_ItemTable):
    """The same for words of a corpus, which also stand somewhere."""

    def of_items(self) -> dict[str, Any]:
        """Where a word stands, what it is, its frequency and its gold answer."""
        columns, items = TokenColumns(self._domain.name, from_training=True), self._part.items
        values = zip(*(columns.of(item, self._learned_from) for item in items), strict=True)
        return {
            **dict(zip(columns.names, map(list, values), strict=True)),
            "frequency": _frequencies(self._part),
            "gold": [item.gold for item in items],
            GOLD_IN_WORDS: self._words([item.gold for item in items]),
        }

    def in_words(self, answers: list[str]) -> dict[str, Any]:
        """The word that was answered."""
        return {PREDICTED_IN_WORDS: self._words(answers)}

    def _words(self, answers: list[str]) -> list[str]:
        columns, language = TokenColumns(self._domain.name), self._part.tally.language
        return [
            columns.in_words(language, item, (answer,))[0] if answer else ""
            for item, answer in zip(self._part.items, answers, strict=True)
        ]


def _frequencies(part: PartLabels) -> list[float]:
    return [np.nan if item.frequency is None else item.frequency for item in part.items]


class _Answers:
    """The columns of a part that its answers determine."""

    def __init__(self, study: Study, kinds: Mapping[int, LabelKind]) -> None:
        self._study, self._kinds = study, kinds
        self._item_of_output = output_columns(study).item_ids
        self._peoples = peoples_labels(study)

    def of(self, part: PartLabels, table: _ItemTable) -> dict[str, Any]:
        """The answers, their labels, and what holds for the items in this run."""
        outputs = self._outputs(part)
        told = answers_and_evidence(self._study, sorted(set(outputs)))
        kinds = [self._kinds[kind] for kind in part.kinds.tolist()]
        answers = [told.get(output_id, NO_ANSWER)[0] for output_id in outputs]
        return {
            "predicted": answers,
            **table.in_words(answers),
            **{name: [value_of(kind) for kind in kinds] for name, value_of in OF_LABELS.items()},
            "evidence": [
                "" if kind.is_peoples else told.get(output_id, NO_ANSWER)[1]
                for kind, output_id in zip(kinds, outputs, strict=True)
            ],
            "source": [self._source(output_id) for output_id in outputs],
            **self._of_run(part),
        }

    def _outputs(self, part: PartLabels) -> list[int]:
        """The output of each item of the part."""
        outputs = outputs_of_part(self._study, part.tally.run_part_id, len(self._item_of_output))
        places = ItemIndex(part.item_ids).of(self._item_of_output[outputs])
        found = np.full(len(part.items), NO_OUTPUT, np.int64)
        found[places[places != NOWHERE]] = outputs[places != NOWHERE]
        return found.tolist()

    def _source(self, output_id: int) -> str:
        """Whose label it is."""
        if output_id == NO_OUTPUT:
            return ""
        return self._peoples[output_id].source if output_id in self._peoples else CLASSIFIER

    def _of_run(self, part: PartLabels) -> dict[str, Any]:
        """The learner's own score of each answer, and the circumstances of the items."""
        number = part.tally.run_part_id
        scores = scores_of_part(self._study, number)
        found: dict[str, Any] = {"score": [scores.get(item.id, np.nan) for item in part.items]}
        for name in domain_of(part.tally.domain).circumstance_names:
            held = circumstances_of(self._study, number, name)
            found[name] = [held.get(item.id, NO_CIRCUMSTANCE) for item in part.items]
        return found
