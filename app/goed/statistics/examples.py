"""Examples of errors: the commonest wrong outputs of each kind."""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter

import numpy as np

from goed.labels.peoples_labels import ensure_labels_visible, label_counts
from goed.statistics.breakdowns import Numbers
from goed.statistics.item_labels import is_left_out
from goed.study.selection import Selection
from goed.study.study import Study
from goed.study.tallies import OutputRow, how_often_predicted, item_columns, output_columns, part_tallies
from goed_classifiers.values import CORRECT


def commonest_outputs(study: Study, selection: Selection, language: str, most: int) -> dict[str, list[OutputRow]]:
    """Up to `most` wrong outputs of each kind of error: first those of most runs, then those of frequent words."""
    ensure_labels_visible(study)
    with study.one_moment():  # runs and labels may come in meanwhile
        tallies = [tally for tally in part_tallies(study) if selection.has(tally) and tally.language == language]
        counts, columns, items = label_counts(study), output_columns(study), item_columns(study)
        number_of = how_often_predicted(study, [tally.run_part_id for tally in tallies], len(columns))
    frequency_of = items.frequencies[columns.item_ids]
    kind_of, is_there = counts.of_outputs(columns), number_of > 0
    kinds_of: dict[str, list[int]] = {}
    for number, kind in counts.kinds.items():
        if kind.error != CORRECT and not is_left_out(kind):
            kinds_of.setdefault(kind.error, []).append(number)
    found: dict[str, list[OutputRow]] = {}
    for error, kinds in kinds_of.items():
        output_ids = np.flatnonzero(is_there & np.isin(kind_of, kinds))
        if len(output_ids):
            foremost = _top_with_ties(output_ids, number_of[output_ids], frequency_of[output_ids], most)
            outputs = sorted(counts.words_of(foremost.tolist()), key=attrgetter("predicted", "id"))
            outputs.sort(key=lambda output: (-number_of[output.id], -(output.frequency or 0.0)))
            found[error] = outputs[:most]
    return found


def _top_with_ties(output_ids: Numbers, numbers: Numbers, frequencies: Iterable[float], most: int) -> Numbers:
    """The first `most` outputs by number and frequency, with all that are tied with the last of them."""
    keys = np.stack([-numbers, -np.asarray(frequencies)])
    order = np.lexsort(keys[::-1])
    last = keys[:, order[min(most, len(order)) - 1]]
    is_before = (keys[0] < last[0]) | ((keys[0] == last[0]) & (keys[1] <= last[1]))
    foremost: Numbers = output_ids[is_before]
    return foremost
