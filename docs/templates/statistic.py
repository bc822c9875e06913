"""Predictions that are missing.

Copy this file to app/goed/statistics/, under the name that people type after `goed stats`; write what it counts; and
add a line to STATISTICS in app/goed/statistics/catalogue.py, with that name and what `goed stats --help` says of it:

    "missing": "Predictions that are not there: how many, and which share.",

Its command with --help and --format, and its table in the report, follow from what is declared at the end.
"""

from __future__ import annotations

import pandas as pd

from goed.statistics.catalogue import Option, Statistic
from goed.statistics.cells import cell_columns, in_order
from goed.statistics.run_accuracies import Runs, observations
from goed.study.selection import Selection


def missing(runs: Runs, selection: Selection, least: int = 0) -> pd.DataFrame:
    """Predictions that are not there: how many, and which share.

    A row for each language, corpus, sampling, model, size and part, over all seeds. What is missing counts as wrong in
    every accuracy.
    """
    observed = observations(runs, selection)  # a row for each part of a run
    cell = cell_columns(observed)
    counted = observed.groupby(cell, sort=False)[["n_items", "n_missing"]].sum().reset_index()
    counted["share"] = counted["n_missing"] / counted["n_items"]
    return in_order(counted[counted["n_missing"] >= least], cell)


STATISTIC = Statistic(
    missing,  # its docstring is the help of its command
    # Of the command, and parameters of the function. Options that select runs, --study and --format need no word here.
    options=[
        Option("--least", "least", "Only where at least N are missing.", value_type=(0, None), default=0, metavar="N")
    ],
    rates={"share"},  # columns of fractions: in per cent for people
    title="Predictions that are missing",  # of its table in the report
    about="Items that a run was asked and gave no form for, over all seeds.",
)
