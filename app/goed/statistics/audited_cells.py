"""Errors in each cell of runs: the classifier's for all outputs, people's for a sample."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from goed.annotation.queue_filter import Filter
from goed.labels.peoples_labels import ensure_labels_visible
from goed.statistics.audit_samples import NO_ERROR, Audited, JudgedOutput, error_of
from goed.statistics.audited_leniency import CERTAIN, JudgedOutputs
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
    predictions_of,
)
from goed_classifiers.values import CORRECT


class AuditedCell(NamedTuple):
    """Parts of runs whose error rates are estimated together."""

    values: Mapping[str, Any]  # of the --by columns
    run_part_ids: frozenset[int]
    n_items: int  # asked in these parts
    n_correct: int
    n_missing: int  # items without an answer
    classifier_counts: Mapping[str, int]  # error → how many wrong predictions the classifier gives it

    @property
    def n_wrong(self) -> int:
        """The number of wrong predictions, except accepted variants and errors of the gold form."""
        return sum(number for error, number in self.classifier_counts.items() if error != NO_ERROR)


class Sampled(NamedTuple):
    """How often people give each error to predictions of a cell: as known, and in the rest of the sample."""

    n_certain_by_error: Floats  # predictions that people give it, of outputs that were certain to be judged
    n_to_estimate: int  # other wrong predictions, which the rest of the sample stands for
    counts: Counts  # of the rest of the sample

    def in_all(self, rates: Floats) -> Floats:
        """How many predictions of the cell have each error, given its rate among the `n_to_estimate`."""
        numbers: Floats = self.n_certain_by_error + self.n_to_estimate * rates
        return numbers


class Judged(NamedTuple):
    """What people's judgements say about a cell; arrays have a column for each error, the last one for NO_ERROR."""

    errors: tuple[str, ...]
    strict: Sampled
    lenient: Sampled  # without errors that people call defensible
    said: Floats  # outputs × errors: the share of each one's judges who name it
    defensible: Floats  # the same: of those who call it defensible
    wrong: JudgedOutputs  # the same outputs
    right: JudgedOutputs  # right ones, where samples hold them
    n_disagree: Floats  # per error: judged outputs that only people, or only the classifier, give it
    n_effective: float  # number of equally weighted outputs that would say as much

    @property
    def n(self) -> int:
        """The number of wrong outputs that were judged."""
        return len(self.said)


class WrongPredictions:
    """The wrong predictions of the selected runs; `output_ids` are the outputs that were judged in audits."""

    def __init__(self, study: Study, selection: Selection, output_ids: Iterable[int]) -> None:
        ensure_labels_visible(study)
        with study.one_moment():  # runs and labels may come in meanwhile
            # The classifier's flags come from word lists, so they hold even where nobody has judged.
            self.errors: dict[int | None, str] = {
                kind.id: error_of(kind.error, kind.flags) for kind in label_kinds(study)
            }
            self.tallies = [tally for tally in part_tallies(study) if selection.has(tally) and tally.n_items]
            columns = output_columns(study)
        self.errors[None] = self.errors[NO_LABEL] = "unlabelled"
        run_part_ids = [tally.run_part_id for tally in self.tallies]
        self._classifier_counts = {number: self._errors_of_part(study, number, columns) for number in run_part_ids}
        is_sampled = np.zeros(len(columns), dtype=bool)
        is_sampled[list(output_ids)] = True
        self._outputs_at: dict[int, list[int]] = {}  # run part id → judged outputs that it predicts
        for output_id, run_part_id in predictions_of(study, run_part_ids, is_sampled):
            self._outputs_at.setdefault(run_part_id, []).append(output_id)

    def _errors_of_part(self, study: Study, run_part_id: int, columns: OutputColumns) -> Counter[str]:
        """How many wrong predictions of a part the classifier gives each error."""
        outputs = outputs_of_part(study, run_part_id, len(columns))
        label_kinds, numbers = np.unique(columns.kind_ids[outputs[~columns.are_correct[outputs]]], return_counts=True)
        given: Counter[str] = Counter()
        for kind_id, n in zip(label_kinds.tolist(), numbers.tolist(), strict=True):
            given[self.errors[kind_id]] += n
        return given

    def cells(self, scope: Filter, by: Sequence[str]) -> list[AuditedCell]:
        """The runs within a scope, grouped by the columns `by`."""
        parts: dict[tuple[Any, ...], list[PartTally]] = {}
        for tally in self.tallies:
            if scope.selection.has(tally):
                parts.setdefault(tuple(getattr(tally, column) for column in by), []).append(tally)
        found = []
        for values, tallies in sorted(parts.items()):
            run_part_ids = frozenset(tally.run_part_id for tally in tallies)
            given: Counter[str] = sum((self._classifier_counts[tally.run_part_id] for tally in tallies), Counter())
            n_items, n_correct, n_predicted = (
                sum(getattr(tally, name) for tally in tallies) for name in ("n_items", "n_correct", "n_predicted")
            )
            counts = (n_items, n_correct, n_items - n_predicted, given)
            found.append(AuditedCell(dict(zip(by, values, strict=True)), run_part_ids, *counts))
        return found

    def judged(self, cell: AuditedCell, audited: Audited) -> Judged | None:
        """What people said about a cell; None where no rate can be estimated from it.

        Outputs that were certain to be judged are counted as known, and only the others are estimated from the sample.
        The arrays here are outputs × errors, or outputs × 1.
        """
        how_often = Counter(chain.from_iterable(self._outputs_at.get(part, ()) for part in cell.run_part_ids))
        there = [(audited.outputs[number], n) for number, n in sorted(how_often.items()) if number in audited.outputs]
        sample = [(each, name, n) for each, n in there if (name := self.errors[each.kind_id]) != NO_ERROR]
        if not sample:
            return None
        named = {error for output, *_ in sample for error in output.said}
        errors = (*sorted((named | set(cell.classifier_counts)) - {NO_ERROR}), NO_ERROR)
        said, leniently = (
            np.array([[shares.get(error, 0.0) for error in errors] for shares in each])
            for each in ([one.said for one, *_ in sample], [one.said_leniently for one, *_ in sample])
        )
        classifiers = np.array([[float(name == error) for error in errors] for _, name, _ in sample])
        times = np.array([[float(n)] for *_, n in sample])
        chances = np.array([[output.chance] for output, *_ in sample])
        certain = chances[:, 0] > CERTAIN
        rest = ~certain
        n_to_estimate = cell.n_wrong - int(times[certain].sum())
        if n_to_estimate and not rest.any():
            return None
        given = np.array(
            [0.0 if error == NO_ERROR else float(cell.classifier_counts.get(error, 0)) for error in errors]
        )
        share = (given - (times * classifiers)[certain].sum(axis=0)) / max(n_to_estimate, 1)
        weights = times / chances
        strict, lenient = (
            Sampled(
                (times * persons)[certain].sum(axis=0),
                n_to_estimate,
                count(persons[rest], classifiers[rest], weights[rest], share),
            )
            for persons in (said, leniently)
        )
        right = [(audited.right[number], n) for number, n in sorted(how_often.items()) if number in audited.right]
        return Judged(
            errors=errors,
            strict=strict,
            lenient=lenient,
            said=said,
            defensible=np.maximum(said - leniently, 0.0) * (np.array(errors) != NO_ERROR),
            wrong=_judged_outputs([(each, n) for each, _, n in sample], cell.n_wrong),
            right=_judged_outputs(right, cell.n_correct),
            n_disagree=(said != classifiers).sum(axis=0),
            n_effective=float(weights.sum() ** 2 / (weights**2).sum()),
        )


def _judged_outputs(sample: Sequence[tuple[JudgedOutput, int]], n_predictions: int) -> JudgedOutputs:
    """Outputs of a sample, each with how often it is predicted in a cell, as numbers."""
    columns = [
        (n, each.chance, each.said.get(NO_ERROR, 0.0), each.said_leniently.get(CORRECT, 0.0)) for each, n in sample
    ]
    times, chances, left_out, defensible = np.array(columns, dtype=np.float64).reshape(-1, 4).T
    return JudgedOutputs(times, chances, left_out, defensible, n_predictions)
