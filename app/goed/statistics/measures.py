"""Measures of a domain that are no count of right answers."""

from __future__ import annotations

import pandas as pd

from goed.statistics.catalogue import Statistic
from goed.statistics.cells import CELL, in_order, places_of, spread
from goed.study import measures as stored
from goed.study.selection import Selection
from goed.study.study import Study
from goed.study.tallies import part_tallies


def measures(study: Study, selection: Selection) -> pd.DataFrame:
    """Measures of a domain beside its accuracy, over seeds.

    Each in its own unit; n is what it is a share or a mean of. Inflection has none besides its accuracy.
    """
    tallies = [tally for tally in part_tallies(study) if selection.has(tally)]
    run_part_ids = [tally.run_part_id for tally in tallies]
    places = dict(zip(run_part_ids, places_of(tallies)[CELL].itertuples(index=False), strict=True))
    found = pd.DataFrame(
        [
            (*places[row.run_part_id], row.measure, row.value, row.n, row.flag)
            for row in stored.measures(study)
            if row.run_part_id in places
        ],
        columns=[*CELL, "measure", "value", "n", "flag"],
    )
    keys = [*CELL, "measure"]
    groups = found.groupby(keys, sort=False)
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
