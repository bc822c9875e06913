"""All outputs of a study as columns of numbers, to filter and sort a million at once.

Each output takes some twenty bytes, and a queue of a million is made in hundredths of a second. Words are read only
for the outputs that somebody looks at.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from goed.annotation.case import Certainty, OtherAnswer, SizeCount, Trend
from goed.annotation.item_properties import item_properties
from goed.study.items import item_ids_of
from goed.study.output_words import Detail, ItemWords, answers_of, words_of_items
from goed.study.study import Study
from goed.study.tallies import (
    JoinedAnswers,
    Numbers,
    OutputColumns,
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

MOST_OTHERS = 6  # other answers that a case shows
OutputMask = NDArray[np.bool_]  # a boolean for each output, at its number
Ids = NDArray[np.int32]


@dataclass(frozen=True)
class PreparedAnswers:
    """Answers sorted for quick lookup; prepared in the background, since that takes seconds in a large study."""

    state: object  # of the outputs when the preparation began
    columns: OutputColumns
    by_item: AnswersByItem
    forms: list[JoinedAnswers]
    item_words: Mapping[int, ItemWords]


class Occurrences(NamedTuple):
    """Where an output occurs, and what else is answered to its item."""

    trend: Trend
    run_part_ids: list[int]  # of the parts of runs that give it
    others: tuple[OtherAnswer, ...]


class OutputIndex:
    """All outputs that queues choose from, and how often each occurs; consistent as of one moment."""

    def __init__(self, study: Study) -> None:
        self._study = study
        self._version: object = None
        self.state: object = None  # changes whenever outputs, labels or runs do
        self.part_tallies: Mapping[int, PartTally] = {}
        self.refresh()

    def __len__(self) -> int:
        return len(self.columns)

    def refresh(self) -> bool:
        """Read what has changed since the last call; returns whether outputs or counts are different now."""
        with self._study.one_moment():
            version = self._study.output_version()
            if version == self._version:
                return False
            self._items = item_columns(self._study)  # item frequencies may have changed
            state = state_of_outputs(self._study)
            if state == self.state:
                self._version = version
                return False
            self.columns = output_columns(self._study)
            self.part_tallies = {each.run_part_id: each for each in sorted(part_tallies(self._study))}
            self.numbers = how_often_predicted(self._study, list(self.part_tallies), len(self.columns))
            self._by_form: Ids | None = None
            self._forms: list[JoinedAnswers] = []
            self._by_item: AnswersByItem | None = None
            self._item_words: Mapping[int, ItemWords] = {}
            self._version, self.state = version, state
            return True

    def how_often(self, output_ids: Sequence[int]) -> dict[int, int]:
        """How often outputs are predicted in all runs."""
        return {number: int(self.numbers[number]) for number in output_ids if number < len(self.numbers)}

    def how_often_in(self, run_part_ids: Sequence[int]) -> Numbers:
        """How often each output is predicted in some parts of runs, by its number."""
        return how_often_predicted(self._study, list(run_part_ids), len(self.columns))

    # Which outputs are of some kind: a boolean for each output, at its number

    def all(self) -> OutputMask:
        """All outputs that exist; some numbers belonged to outputs that were deleted."""
        return self.columns.item_ids > 0

    def of_languages(self, languages: Collection[str]) -> OutputMask:
        """The outputs for items of some languages."""
        are_wanted = np.array([language in languages for language in self._items.languages], dtype=bool)
        return are_wanted[self._items.language_of][self.columns.item_ids]

    def of_domain(self, domain: str) -> OutputMask:
        """The outputs for items of a domain."""
        return np.isin(self.columns.item_ids, item_ids_of(self._study, domain))

    def of_items_where(self, where: Sequence[str]) -> OutputMask:
        """The outputs for items with some properties: tag=NOUN."""
        item_ids = self.columns.item_ids
        return item_properties(self._study).fitting(where, 1 + int(item_ids.max(initial=0)))[item_ids]

    def of_kinds(self, kind_ids: Iterable[int]) -> OutputMask:
        """The outputs that the classifier gave one of some labels, by the ids in `label_kinds`."""
        return np.isin(self.columns.kind_ids, np.fromiter(kind_ids, dtype=np.int32), kind="table")

    def of_ids(self, output_ids: Collection[int]) -> OutputMask:
        """The outputs with these numbers."""
        mask = np.zeros(len(self), dtype=bool)
        numbers = np.fromiter(output_ids, dtype=np.int64, count=len(output_ids))
        mask[numbers[numbers < len(mask)]] = True
        return mask

    def in_order(self, fits: OutputMask, order: str, numbers: Numbers | None = None) -> Ids:
        """The outputs that fit: the most frequent first, the least sure first, or by lemma and form.

        Frequency is counted over all runs, unless `numbers` has the counts of some runs only.
        """
        if order == "lemma":
            return self._ids_by_lemma()[fits[self._ids_by_lemma()]]
        ids = np.flatnonzero(fits).astype(np.int32)
        counts = (self.numbers if numbers is None else numbers)[ids]
        if order == "frequent":  # equally frequent outputs: those of frequent items first
            ranks = _ranks(-self._items.frequencies)
            keys = ranks[self.columns.item_ids[ids]] - counts * len(ranks)
        else:
            keys = _ranks(self._confidences())[self.columns.kind_ids[ids]] * (1 + counts.max(initial=0)) - counts
        return ids[np.argsort(keys, kind="stable")]

    # Slow to read, so kept

    def forms(self) -> list[JoinedAnswers]:
        """All outputs with their forms, many joined into one text each, which takes little memory."""
        self._forms = self._forms or list(joined_answers(self._study))
        return self._forms

    def item_words(self) -> Mapping[int, ItemWords]:
        """All items in words."""
        self._item_words = self._item_words or words_of_items(self._study)
        return self._item_words

    def occurrences(self, item_id: int, language: str, output_id: int) -> Occurrences:
        """Where an output occurs, as a case shows it, and what else is answered to its item."""
        if self._by_item is not None:
            asked, answers = self._by_item.of(item_id)
        else:
            of_language = sorted(number for number, tally in self.part_tallies.items() if tally.language == language)
            asked, answers = answers_for_item(self._study, item_id, json.dumps(of_language))
        given: list[int] = asked[answers == output_id].tolist()
        others = _other_answers(self._study, self.part_tallies, asked, answers, output_id)
        return Occurrences(_trend(self.part_tallies, asked, answers, output_id), given, others)

    def prepared(self, study: Study) -> PreparedAnswers:
        """Prepare quick lookup of cases and patterns; runs in a background thread, with its own connection."""
        state, columns = self.state, self.columns
        by_item = AnswersByItem(study, list(self.part_tallies), columns.item_ids)
        return PreparedAnswers(state, columns, by_item, list(joined_answers(study)), words_of_items(study))

    def adopt(self, prepared: PreparedAnswers) -> bool:
        """Start using prepared answers, unless the study has changed since; returns whether they are used."""
        if prepared.state != self.state:
            return False
        self._by_item, self._forms, self._item_words = prepared.by_item, prepared.forms, prepared.item_words
        return True

    def _confidences(self) -> NDArray[np.float64]:
        """The confidence of each kind of label, by its id; having no label counts as 0."""
        confidence_of = {kind.id: kind.confidence or 0.0 for kind in label_kinds(self._study)}
        return np.array([confidence_of.get(number, 0.0) for number in range(self.columns.kind_ids.max(initial=0) + 1)])

    def _ids_by_lemma(self) -> Ids:
        """The numbers of all outputs, sorted by language, lemma and form."""
        if self._by_form is None:
            ids = ids_by_answer(self._study)
            ids = ids[ids < len(self.columns)]
            order = np.argsort(self._items.word_ranks[self.columns.item_ids[ids]], kind="stable")
            self._by_form = ids[order].astype(np.int32)
        return self._by_form


class AnswersByItem:
    """Every prediction, found by its item; eight bytes each."""

    def __init__(self, study: Study, run_part_ids: Sequence[int], item_ids: NDArray[np.int32]) -> None:
        numbers = np.zeros(int(item_ids.max(initial=0)) + 1, dtype=np.int64)
        for run_part_id in run_part_ids:
            # Each part of a run has at most one form for an item, so no item occurs twice here.
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
        """The parts of runs that predict a form for an item, and the output that each gives."""
        if item_id + 1 >= len(self._starts):
            return np.zeros(0, np.int64), np.zeros(0, np.int64)
        chosen = slice(self._starts[item_id], self._starts[item_id + 1])
        return self._parts[chosen].astype(np.int64), self._outputs[chosen].astype(np.int64)


def _ranks(values: NDArray[np.float64]) -> Numbers:
    """The rank of each value among the distinct ones: whole numbers, so that several keys can be combined into one."""
    ranks: Numbers = np.unique(values, return_inverse=True)[1].astype(np.int64)
    return ranks


def _trend(tallies: Mapping[int, PartTally], run_part_ids: Numbers, answers: Numbers, output_id: int) -> Trend:
    """Where an output occurs, from the parts of runs that answered its item and the output that each gave."""
    asked = [tallies[part] for part in run_part_ids.tolist() if part in tallies]
    giving = [tallies[part] for part in run_part_ids[answers == output_id].tolist() if part in tallies]
    n_asked, n_given = (Counter((tally.model, tally.size) for tally in some) for some in (asked, giving))
    by_model: dict[str, list[SizeCount]] = {model: [] for model, _ in sorted(n_asked)}
    models_giving = {tally.model for tally in giving}
    for model, size in sorted(n_asked):
        if model in models_giving:
            by_model[model].append(SizeCount(size, n_given[model, size], n_asked[model, size]))
    seeds, asked_seeds = (len({tally.seed for tally in some}) for some in (giving, asked))
    return Trend(by_model, seeds, asked_seeds, tuple(sorted({tally.part for tally in giving})))


def _other_answers(
    study: Study, tallies: Mapping[int, PartTally], run_part_ids: Numbers, answers: Numbers, output_id: int
) -> tuple[OtherAnswer, ...]:
    """What runs answer to an item instead of an output, the commonest first, and how often each model does."""
    by_answer: dict[int, Counter[str]] = {}
    for part, answer in zip(run_part_ids.tolist(), answers.tolist(), strict=True):
        if part in tallies and answer != output_id:
            by_answer.setdefault(answer, Counter())[tallies[part].model] += 1
    commonest = sorted(by_answer, key=lambda answer: (-by_answer[answer].total(), answer))[:MOST_OTHERS]
    words = answers_of(study, commonest)
    return tuple(
        OtherAnswer(words[answer], dict(by_answer[answer].most_common())) for answer in commonest if answer in words
    )


def certainty(details: Iterable[Detail], tallies: Mapping[int, PartTally]) -> Certainty | None:
    """How certain models were of an output; None if none reports that."""
    told = [detail for detail in details if detail.run_part_id in tallies]
    if not told:
        return None
    surest = max(told, key=lambda detail: (detail.score is not None, detail.score or 0.0, detail.actions is not None))
    scores = [detail.score for detail in told if detail.score is not None]
    tally = tallies[surest.run_part_id]
    highest, lowest = max(scores, default=None), min(scores, default=None)
    return Certainty(highest, lowest, len(told), surest.actions, tally.model, tally.size)
