"""The report of a study: figures, tables, and one page that holds them all."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from goed.errors import GoedError, unknown_name_error
from goed.report.figures import FIGURES
from goed.report.folder import PAGE, drafted
from goed.report.language_figures import DrawnFigure, figures_of
from goed.report.report_data import FilledTable, ReportData, Step
from goed.report.table_processes import filled_in_background
from goed.report.tables import TABLES, rows_or_reason
from goed.study.selection import Selection
from goed.study.study import Study
from goed.study.tallies import part_tallies
from goed.tables.files import text_of_frame


@dataclass(frozen=True)
class Report:
    """The report that was written."""

    page: Path
    n_figures: int
    n_tables: int


def n_steps(study: Study, selection: Selection) -> int:
    """How often `write_report` will call `on_step`."""
    languages = {tally.language for tally in part_tallies(study) if selection.on_test().has(tally)}
    return len(TABLES) + len(languages) + 1


def write_report(
    study: Study,
    folder: Path,
    selection: Selection,
    model: str | None = None,
    replace: bool = False,
    on_step: Step = lambda what: None,
    kinds: Collection[str] = FIGURES,
) -> Report:
    """Write the report; `model` is the one whose errors are shown by size, by default the best.

    `kinds` are the kinds of figure to draw. Files in the folder that goed did not write stay as they are, but with
    `replace` those in the way are overwritten. The study is not changed.
    """
    from goed.report.page.page import page

    slow = [table for table in TABLES if table.compares_with_children]  # they draw items and splits anew, many times
    quick = [table for table in TABLES if table not in slow]
    _refuse_several_corpora(study, selection)
    with drafted(folder, replace) as draft, filled_in_background(study, selection, slow) as rows_of:
        data = ReportData(study, selection)
        data.fill(quick, lambda table: rows_or_reason(table, study, selection), on_step)
        if "accuracy" not in data.tables:
            raise GoedError("there are no predictions to report on; `goed run` makes some, `goed status` tells more")
        if model is not None and model not in data.models():
            raise unknown_name_error(model, "model with predictions to show by size", data.models())
        figures: list[DrawnFigure] = []
        for language in data.languages:
            figures += figures_of(data, language, model, kinds)
            on_step(language)
        data.fill(slow, rows_of, on_step)
        _write_figures(draft / "figures", figures)
        _write_tables(draft / "tables", list(data.tables.values()))
        (draft / PAGE).write_text(page(data, figures), encoding="utf-8", newline="\n")
        on_step("page")
    return Report(folder / PAGE, len(figures), len(data.tables))


def _refuse_several_corpora(study: Study, selection: Selection) -> None:
    """Raise an error where a language has results on several corpora: its figures show one."""
    there: dict[str, set[str]] = {}
    for tally in part_tallies(study):
        if selection.on_test().has(tally) and tally.corpus:
            there.setdefault(tally.language, set()).add(tally.corpus)
    for language, corpora in there.items():
        if len(corpora) > 1:
            there_are = f"the study has results on {' and '.join(sorted(corpora))}, all of {language}"
            raise GoedError(f"{there_are}: say with --corpus which the report shows")


def _write_figures(folder: Path, figures: list[DrawnFigure]) -> None:
    folder.mkdir()
    for figure in figures:
        (folder / f"{figure.name}.svg").write_text(figure.svg, encoding="utf-8", newline="\n")
        (folder / f"{figure.name}.pdf").write_bytes(figure.pdf)


def _write_tables(folder: Path, tables: list[FilledTable]) -> None:
    """Each table as `goed stats` prints it with --format csv."""
    folder.mkdir()
    for filled in tables:
        text = "".join(text_of_frame(filled.rows, "csv"))
        (folder / f"{filled.table.name}.csv").write_text(text, encoding="utf-8", newline="\n")
