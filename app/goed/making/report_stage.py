"""The last stage: the report, written anew only where the study has changed since."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from goed import __version__
from goed.drafts import write_whole
from goed.making.declaration import ReportWish
from goed.statistics.selection import Selection
from goed.study.overview import state_of_results
from goed.study.study import Study

PAGE = "index.html"
MADE_FROM = "made-from.json"  # beside the page: what of the study it shows


class WrittenReport(NamedTuple):
    """Where the report is."""

    page: Path
    n_figures: int
    n_tables: int
    was_there: bool


def report_there(study: Study, folder: Path, wish: ReportWish) -> WrittenReport | None:
    """The report that is in the folder, if it shows the study as it is now."""
    try:
        said = json.loads((folder / MADE_FROM).read_text(encoding="utf-8"))
        if said["state"] != _state(study, wish) or not (folder / PAGE).is_file():
            return None
        return WrittenReport(folder / PAGE, int(said["figures"]), int(said["tables"]), was_there=True)
    except (OSError, ValueError, TypeError, KeyError):  # not there, or not as goed wrote it
        return None


def make_report(
    study: Study, folder: Path, wish: ReportWish, replace: bool, on_step: Callable[[str], None]
) -> WrittenReport:
    """Write the report, and what it was made from."""
    from goed.report.report import write_report

    written = write_report(study, folder, Selection(), wish.model, replace, on_step, wish.figures)
    note = {"state": _state(study, wish), "figures": written.n_figures, "tables": written.n_tables}
    write_whole(folder / MADE_FROM, json.dumps(note, indent=1).encode() + b"\n")
    return WrittenReport(written.page, written.n_figures, written.n_tables, was_there=False)


def _state(study: Study, wish: ReportWish) -> list[object]:
    return [__version__, wish.model, list(wish.figures), state_of_results(study)]
