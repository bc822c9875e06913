"""The runs that rates are told for, what the classifier says there of everything, and what people say of a sample."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from goed.annotation.queue_filter import Filter
from goed.labels.peoples_labels import see_labels
from goed.statistics.audit_samples import NO_ERROR, Audited, error_of
from goed.statistics.audited_rates import Counts, Floats, count
from goed.study.selection import Selection
from goed.study.study import Study
from goed.study.tallies import (
    NO_LABEL,
    OutputColumns,
    PartTally,
    label_kinds,
    output_columns,
    outputs_of_part,
    part_tallies,
    parts_with,
)


class AuditedCell(NamedTuple):
    """Parts of runs that share rates."""

    values: Mapping[str, Any]  # of the columns that tell cells apart
    run_part_ids: frozenset[int]
    n_items: int  # that were asked
    given: Mapping[str, int]  # error → how many wrong predictions the classifier gives it

    @property
    def n_wrong(self) -> int:
        """Wrong predictions of which people were asked: all but those that are listed as no errors."""
        return sum(number for error, number in self.given.items() if error != NO_ERROR)


class Judged(NamedTuple):
    """What a cell's sample says, a column for each error; the last is NO_ERROR."""

    errors: tuple[str, ...]
    known: Floats  # predictions whose outputs were judged for certain, and that people give each error
    n_left: int  # predictions that the others stand for
    counts: Counts  # of the others
    n: int  # outputs that were judged
    n_disagree: Floats  # of them, for each error: people say it and the classifier does not, or the other way about
    n_effective: float  # as many as say as much where all weigh the same

    def in_all(self, rates: Floats) -> Floats:
        """How many predictions of the cell have each error, where it has these rates among what is left."""
        numbers: Floats = self.known + self.n_left * rates
        return numbers


class WrongPredictions:
    """The wrong predictions of the runs that are selected."""

    def __init__(self, study: Study, selection: Selection, output_ids: Iterable[int]) -> None:
        see_labels(study)
        with study.one_moment():  # runs and labels may come in meanwhile
            # The classifier has flags from lists of words, so they hold without a judge.
            self.errors: dict[int | None, str] = {
                kind.id: error_of(kind.error, kind.flags) for kind in label_kinds(study)
            }
            self.tallies = [tally for tally in part_tallies(study) if selection.has(tally) and tally.n_items]
            columns = output_columns(study)
        self.errors[None] = self.errors[NO_LABEL] = "unlabelled"
        run_part_ids = [tally.run_part_id for tally in self.tallies]
        self._given = {number: self._errors_of_part(study, number, columns) for number in run_part_ids}
        is_sampled = np.zeros(len(columns), dtype=bool)
        is_sampled[list(output_ids)] = True
        self._outputs_at: dict[int, list[int]] = {}  # part of a run → the outputs of samples that it predicts
        for output_id, run_part_id in parts_with(study, run_part_ids, is_sampled):
            self._outputs_at.setdefault(run_part_id, []).append(output_id)

    def _errors_of_part(self, study: Study, run_part_id: int, columns: OutputColumns) -> Counter[str]:
        """How often the classifier gives each error to a wrong prediction of a part."""
        outputs = outputs_of_part(study, run_part_id, len(columns))
        label_kinds, numbers = np.unique(columns.kind_ids[outputs[~columns.are_correct[outputs]]], return_counts=True)
        given: Counter[str] = Counter()
        for kind_id, n in zip(label_kinds.tolist(), numbers.tolist(), strict=True):
            given[self.errors[kind_id]] += n
        return given

    def cells(self, scope: Filter, by: Sequence[str]) -> list[AuditedCell]:
        """The runs that a scope takes in, parted by some columns."""
        parts: dict[tuple[Any, ...], list[PartTally]] = {}
        for tally in self.tallies:
            if scope.selection.has(tally):
                parts.setdefault(tuple(getattr(tally, column) for column in by), []).append(tally)
        found = []
        for values, tallies in sorted(parts.items()):
            run_part_ids = frozenset(tally.run_part_id for tally in tallies)
            given: Counter[str] = sum((self._given[tally.run_part_id] for tally in tallies), Counter())
            n_items = sum(tally.n_items for tally in tallies)
            found.append(AuditedCell(dict(zip(by, values, strict=True)), run_part_ids, n_items, given))
        return found

    def judged(self, cell: AuditedCell, audited: Audited) -> Judged | None:
        """What was judged of a cell, in tables of outputs × errors, and of outputs × 1; None where that tells nothing.

        What was judged for certain is known, and taken out of what the rest is an estimate of.
        """
        how_often = Counter(chain.from_iterable(self._outputs_at.get(part, ()) for part in cell.run_part_ids))
        there = [(audited.outputs[number], n) for number, n in sorted(how_often.items()) if number in audited.outputs]
        sample = [(each, name, n) for each, n in there if (name := self.errors[each.kind_id]) != NO_ERROR]
        if not sample:
            return None
        said = {error for output, *_ in sample for error in output.said}
        errors = (*sorted((said | set(cell.given)) - {NO_ERROR}), NO_ERROR)
        persons = np.array([[output.said.get(error, 0.0) for error in errors] for output, *_ in sample])
        classifiers = np.array([[float(name == error) for error in errors] for _, name, _ in sample])
        times = np.array([[float(n)] for *_, n in sample])
        chances = np.array([[output.chance] for output, *_ in sample])
        certain = chances[:, 0] > 1 - 1e-9
        rest = ~certain
        n_left = cell.n_wrong - int(times[certain].sum())
        if n_left and not rest.any():
            return None
        given = np.array([0.0 if error == NO_ERROR else float(cell.given.get(error, 0)) for error in errors])
        share = (given - (times * classifiers)[certain].sum(axis=0)) / max(n_left, 1)
        weights = times / chances
        return Judged(
            errors=errors,
            known=(times * persons)[certain].sum(axis=0),
            n_left=n_left,
            counts=count(persons[rest], classifiers[rest], weights[rest], share),
            n=len(persons),
            n_disagree=(persons != classifiers).sum(axis=0),
            n_effective=float(weights.sum() ** 2 / (weights**2).sum()),
        )
