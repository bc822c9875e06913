"""Measures of a domain other than accuracy: those that do not count right answers."""

from __future__ import annotations

import pandas as pd

from goed.statistics.catalogue import Statistic
from goed.statistics.cells import CELL, grid_columns, in_order, spread
from goed.study import measures as stored
from goed.study.selection import Selection
from goed.study.study import Study
from goed.study.tallies import part_tallies


def measures(study: Study, selection: Selection) -> pd.DataFrame:
    """Measures of a domain beside its accuracy, over seeds.

    Each in its own unit; n is what it is a share or a mean of. Inflection has none besides its accuracy.
    """
    tallies = [tally for tally in part_tallies(study) if selection.has(tally)]
    grid = grid_columns(tallies).assign(run_part_id=[tally.run_part_id for tally in tallies])
    found = pd.DataFrame(stored.measures(study), columns=stored.MeasureRow._fields)
    keys = [*CELL, "measure"]
    groups = found.merge(grid, on="run_part_id").groupby(keys, sort=False)
    table = pd.DataFrame(
        {
            **spread(groups["value"]),
            "n_seeds": groups["value"].count(),
            "n": groups["n"].mean(),
            "flags": groups["flag"].agg(lambda flags: ", ".join(sorted(set(flags) - {""}))),
        }
    )
    return in_order(table.reset_index(), keys)


STATISTIC = Statistic(measures, rates=())
