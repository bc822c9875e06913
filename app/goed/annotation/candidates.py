"""All outputs of a study in columns of numbers: which of them fit a scope, and in which order; and which part
of a run gave which of them.

A million outputs are held in some twenty bytes each and sorted through in hundredths of a second; words are read of
those only that somebody looks at.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from goed.annotation.alike import AlikeIndex
from goed.annotation.case import Trend, Trends
from goed.study.items import item_ids_of
from goed.study.study import Study
from goed.study.tallies import (
    JoinedAnswers,
    Numbers,
    PartTally,
    answers_for_item,
    how_often_predicted,
    ids_by_answer,
    item_columns,
    joined_answers,
    label_kinds,
    output_columns,
    outputs_of_part,
    part_tallies,
    state_of_outputs,
)

Marks = NDArray[np.bool_]
Ids = NDArray[np.int32]


class AnswersByItem:
    """Every prediction by its item, in eight bytes each."""

    def __init__(self, study: Study, run_part_ids: Sequence[int], item_ids: NDArray[np.int32]) -> None:
        numbers = np.zeros(int(item_ids.max(initial=0)) + 1, dtype=np.int64)
        for run_part_id in run_part_ids:
            # A part of a run predicts one form for an item.
            numbers[item_ids[outputs_of_part(study, run_part_id, len(item_ids))]] += 1
        self._starts = np.concatenate([[0], np.cumsum(numbers)])
        self._parts = np.zeros(self._starts[-1], dtype=np.int32)
        self._outputs = np.zeros(self._starts[-1], dtype=np.int32)
        free = self._starts[:-1].copy()
        for run_part_id in run_part_ids:
            outputs = outputs_of_part(study, run_part_id, len(item_ids))
            items = item_ids[outputs]
            self._parts[free[items]] = run_part_id
            self._outputs[free[items]] = outputs
            free[items] += 1

    def of(self, item_id: int) -> tuple[Numbers, Numbers]:
        """The parts of runs that predict something for an item, and the output that each gives."""
        if item_id + 1 >= len(self._starts):
            return np.zeros(0, np.int64), np.zeros(0, np.int64)
        chosen = slice(self._starts[item_id], self._starts[item_id + 1])
        return self._parts[chosen].astype(np.int64), self._outputs[chosen].astype(np.int64)


@dataclass(frozen=True)
class Scope:
    """Which outputs are candidates; None stands for all."""

    languages: Collection[str] | None = None
    domain: str | None = None
    is_correct: bool | None = None
    kind_ids: Collection[int] | None = None
    or_output_ids: Collection[int] = ()  # these, too, whatever their kind
    not_output_ids: Collection[int] = ()  # these never
    always_kind_ids: Collection[int] | None = None  # of one of these kinds in any case
    run_part_ids: Collection[int] | None = None
    only_output_ids: Collection[int] | None = None
    item_id: int | None = None


@dataclass(frozen=True)
class Found:
    """Outputs in their order; and how often each occurs in the runs that were chosen, by its number."""

    output_ids: Ids
    numbers: Numbers


@dataclass(frozen=True)
class Indexes:
    """What is made beside the annotator's work, since it takes seconds in a large study."""

    state: object  # of the study when they were begun
    answers: AnswersByItem
    forms: list[JoinedAnswers]
    alike: AlikeIndex


class Candidates:
    """What queues choose from, with how often each output occurs; all of it as the study was at one moment."""

    def __init__(self, study: Study) -> None:
        self._study = study
        self._version: object = None
        self.state: object = None  # another one once there are other outputs, labels or runs
        self.places: Mapping[int, PartTally] = {}
        self.refresh()

    def __len__(self) -> int:
        return len(self._outputs)

    def refresh(self) -> bool:
        """Take in what has come or changed since the last time; whether other outputs or counts are there now."""
        with self._study.one_moment():
            version = self._study.output_version()
            if version == self._version:
                return False
            self._items = item_columns(self._study)  # their frequencies may be others
            state = state_of_outputs(self._study)
            if state == self.state:
                self._version = version
                return False
            self._outputs, self.places = (
                output_columns(self._study),
                {each.run_part_id: each for each in sorted(part_tallies(self._study))},
            )
            self._numbers = how_often_predicted(self._study, list(self.places), len(self._outputs))
            self._by_form: Ids | None = None
            self._forms: list[JoinedAnswers] = []
            self._trends: Trends | None = None
            self._answers: AnswersByItem | None = None
            self._version, self.state = version, state
            return True

    def how_often(self, output_ids: Sequence[int]) -> dict[int, int]:
        """How often outputs are predicted in all runs."""
        return {number: int(self._numbers[number]) for number in output_ids if number < len(self._numbers)}

    def find(self, scope: Scope, order: str) -> Found:
        """The outputs of a scope in an order; where the scope chooses runs, those that are predicted in them."""
        numbers = self._numbers
        fits = self._fitting(scope)
        if scope.run_part_ids is not None:
            numbers = how_often_predicted(self._study, list(scope.run_part_ids), len(self._outputs))
            fits &= numbers > 0
        return Found(self._in_order(fits, order, numbers), numbers)

    def forms(self) -> Iterator[tuple[Ids, list[str]]]:
        """All outputs and their forms, many at a time; kept as texts, in as many bytes as they have letters."""
        if not self._forms:
            self._forms = list(joined_answers(self._study))
        for joined in self._forms:
            yield joined.ids, joined.answers

    def alike(self) -> AlikeIndex:
        """An index of outputs that change their lemma alike."""
        self._forms = self._forms or list(joined_answers(self._study))
        return AlikeIndex(self._study, self._forms, self._outputs)

    def items_of(self, output_ids: Ids) -> Ids:
        """The item of each of some outputs."""
        items: Ids = self._outputs.item_ids[output_ids]
        return items

    def trend(self, item_id: int, language: str, output_id: int) -> tuple[Trend, list[int]]:
        """Where an output occurs, and the parts of runs in which it does."""
        if self._trends is None:
            self._trends = Trends(self.places)
            of_language: dict[str, list[int]] = {}
            for run_part_id, place in self.places.items():
                of_language.setdefault(place.language, []).append(run_part_id)
            self._parts_of_language = {name: json.dumps(sorted(numbers)) for name, numbers in of_language.items()}
        if self._answers is not None:
            asked, answers = self._answers.of(item_id)
        else:
            asked, answers = answers_for_item(self._study, item_id, self._parts_of_language.get(language, "[]"))
        given: list[int] = asked[answers == output_id].tolist()
        return self._trends.of(asked, answers, output_id), given

    def make_indexes(self, study: Study) -> Indexes:
        """What makes cases and patterns faster; in another thread, with a connection of its own."""
        state, outputs = self.state, self._outputs
        answers = AnswersByItem(study, list(self.places), outputs.item_ids)
        forms = list(joined_answers(study))
        there = [joined for joined in forms if not len(joined.ids) or joined.ids[-1] < len(outputs)]
        return Indexes(state, answers, forms, AlikeIndex(study, there, outputs))

    def take_into_use(self, indexes: Indexes) -> bool:
        """Use indexes, unless they are of what was there before; whether they are used."""
        if indexes.state != self.state:
            return False
        self._answers, self._forms = indexes.answers, indexes.forms
        return True

    def _fitting(self, scope: Scope) -> Marks:
        outputs = self._outputs
        fits = outputs.item_ids > 0
        if scope.is_correct is not None:
            fits &= outputs.are_correct == scope.is_correct
        if scope.languages is not None:
            are_wanted = np.array([language in scope.languages for language in self._items.languages], dtype=bool)
            fits &= are_wanted[self._items.language_of][outputs.item_ids]
        if scope.domain is not None:
            fits &= np.isin(outputs.item_ids, item_ids_of(self._study, scope.domain))
        if scope.item_id is not None:
            fits &= outputs.item_ids == scope.item_id
        if scope.kind_ids is not None:
            fits &= self._of_kinds(scope.kind_ids) | self._marked(scope.or_output_ids)
        if scope.always_kind_ids is not None:
            fits &= self._of_kinds(scope.always_kind_ids)
        if scope.only_output_ids is not None:
            fits &= self._marked(scope.only_output_ids)
        if scope.not_output_ids:
            fits &= ~self._marked(scope.not_output_ids)
        return fits

    def _of_kinds(self, kind_ids: Collection[int]) -> Marks:
        are_wanted = np.zeros(int(self._outputs.kind_ids.max(initial=0)) + 1, dtype=bool)
        are_wanted[[number for number in kind_ids if number < len(are_wanted)]] = True
        of_outputs: Marks = are_wanted[self._outputs.kind_ids]
        return of_outputs

    def _marked(self, output_ids: Collection[int]) -> Marks:
        marks = np.zeros(len(self._outputs), dtype=bool)
        numbers = np.fromiter(output_ids, dtype=np.int64, count=len(output_ids))
        marks[numbers[numbers < len(marks)]] = True
        return marks

    def _in_order(self, fits: Marks, order: str, numbers: Numbers) -> Ids:
        """Those that fit: the most frequent first, the least sure first, or by lemma and form."""
        if order == "lemma":
            return self._ids_by_lemma()[fits[self._ids_by_lemma()]]
        ids = np.flatnonzero(fits).astype(np.int32)
        keys = [-numbers[ids]]
        if order == "frequent":
            keys.append(_ranks(-self._items.frequencies)[self._outputs.item_ids[ids]])
        else:
            keys.insert(0, self._ranks_of_confidence()[self._outputs.kind_ids[ids]])
        return ids[_sorted_by(keys)]

    def _ranks_of_confidence(self) -> Numbers:
        """For each kind of label how sure it is among the others; what has no label is the least sure."""
        confidences = np.zeros(int(self._outputs.kind_ids.max(initial=0)) + 1)
        for kind in label_kinds(self._study):
            if kind.id < len(confidences):
                confidences[kind.id] = kind.confidence or 0.0
        return _ranks(confidences)

    def _ids_by_lemma(self) -> Ids:
        """All outputs by language, lemma and form."""
        if self._by_form is None:
            ids = ids_by_answer(self._study)
            ids = ids[ids < len(self._outputs)]
            order = np.argsort(self._items.word_ranks[self._outputs.item_ids[ids]], kind="stable")
            self._by_form = ids[order].astype(np.int32)
        return self._by_form


def _ranks(values: NDArray[np.float64]) -> Numbers:
    """The place of each value among the different ones."""
    ranks: Numbers = np.unique(values, return_inverse=True)[1].astype(np.int64)
    return ranks


def _sorted_by(keys: Sequence[Numbers]) -> Numbers:
    """The order by the first key, then by the second; what is level stays as it was."""
    together = np.zeros(len(keys[0]), dtype=np.int64)
    for key in keys:
        lowest, highest = int(key.min(initial=0)), int(key.max(initial=0))
        together = together * (highest - lowest + 1) + (key - lowest)
    order: Numbers = np.argsort(together, kind="stable")
    return order
