"""Measures of a domain that are no count of right answers: mean, sd, min and max over seeds."""

from __future__ import annotations

import pandas as pd

from goed.statistics.accuracy import in_order, spread
from goed.statistics.coded_values import place_of
from goed.statistics.run_accuracies import CELL, SEEDS
from goed.study import measures as stored
from goed.study.selection import Selection
from goed.study.study import Study
from goed.study.tallies import part_tallies


def measures(study: Study, selection: Selection) -> pd.DataFrame:
    """Each measure in each cell of the grid; n_seeds counts the runs in which it is defined, flags says why not."""
    chosen = {tally.run_part_id: tally for tally in part_tallies(study) if selection.has(tally)}
    rows = [
        (*place_of(chosen[row.run_part_id]), row.measure, row.value, row.n, row.flag)
        for row in stored.measures(study)
        if row.run_part_id in chosen
    ]
    observed = pd.DataFrame(rows, columns=[*CELL, *SEEDS, "measure", "value", "n", "flag"])
    keys = [*CELL, "measure"]
    groups = observed.groupby(keys, sort=False)
    values = groups["value"]
    table = pd.DataFrame(
        {
            **spread(values),
            "n_seeds": values.count(),
            "n": groups["n"].mean(),
            "flags": groups["flag"].agg(lambda flags: ", ".join(sorted(set(flags) - {""}))),
        }
    )
    return in_order(table.reset_index(), keys)
