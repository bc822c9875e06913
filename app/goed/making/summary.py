"""What a study holds after it was made, in a few rows."""

from __future__ import annotations

from itertools import groupby

from goed.making.report_stage import WrittenReport
from goed.study import overview
from goed.study.study import Study

Row = tuple[str, str, str, int, str]  # what, language, name, number, note


def summary(study: Study, report: WrittenReport | None) -> list[Row]:
    """The rows of `goed status`, with one for all seeds of a way to sample, and one for the report."""
    rows: list[Row] = []
    for (what, language, first), group in groupby(overview.rows(study), _alike):
        of_group = list(group)
        if what == "split":
            rows.append(("splits", language, first, len(of_group), of_group[0][4]))
        else:
            rows += [row[:-1] for row in of_group]
    if report is not None:
        note = f"{report.n_figures} figures, {report.n_tables} tables"
        rows.append(("report", "", str(report.page), 1, note))
    return rows


def _alike(row: overview.Row) -> tuple[str, str, str]:
    what, language, name, *_ = row
    return what, language, name.rpartition(" ")[0] if what == "split" else name
