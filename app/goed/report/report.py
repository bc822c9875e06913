"""The report of a study: figures, tables, and one page that holds them all."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path

from goed.errors import unknown
from goed.report.figures import FIGURES
from goed.report.folder import drafted
from goed.report.language_figures import DrawnFigure, figures_of
from goed.report.material import FilledTable, Material, gather, with_tables
from goed.report.page.language import Examples
from goed.report.table_processes import filling
from goed.report.tables import TABLES
from goed.study.selection import Selection
from goed.study.study import Study
from goed.study.tallies import part_tallies

Step = Callable[[str], None]
PAGE = "index.html"


@dataclass(frozen=True)
class Report:
    """What was written."""

    page: Path
    n_figures: int
    n_tables: int


def n_steps(study: Study, selection: Selection) -> int:
    """How often `write_report` tells that it has come a step further."""
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
    """Write the report; `model` is the one whose errors are shown by size, the best where none is named.

    `kinds` are those of the figures that are wanted. Files in the folder that goed did not write stay as they are;
    `replace` lets it write over them where they are in the way. The study is not changed.
    """
    slow = [table for table in TABLES if table.is_of_children]  # they draw items and splits anew many times
    quick = [table for table in TABLES if table not in slow]
    with drafted(folder, replace) as draft, filling(study, selection, slow) as answer:
        material = gather(study, selection, quick, on_step)
        _check_model(material, model)
        figures: list[DrawnFigure] = []
        for language in material.languages:
            figures += figures_of(material, language, model, kinds)
            on_step(language)
        material = with_tables(material, slow, answer, on_step)
        _write_figures(draft / "figures", figures)
        _write_tables(draft / "tables", list(material.tables.values()))
        _write_page(draft / PAGE, material, figures)
        on_step("page")
    return Report(folder / PAGE, len(figures), len(material.tables))


def _check_model(material: Material, model: str | None) -> None:
    if model is not None and model not in material.models():
        raise unknown(model, "model with predictions to show by size", material.models())


def _write_figures(folder: Path, figures: list[DrawnFigure]) -> None:
    folder.mkdir()
    for figure in figures:
        (folder / f"{figure.name}.svg").write_text(figure.svg, encoding="utf-8", newline="\n")
        (folder / f"{figure.name}.pdf").write_bytes(figure.pdf)


def _write_tables(folder: Path, tables: list[FilledTable]) -> None:
    """Each table as `goed stats` prints it with --format csv."""
    from goed.tables.files import text_of_frame

    folder.mkdir()
    for filled in tables:
        text = "".join(text_of_frame(filled.rows, "csv"))
        (folder / f"{filled.table.name}.csv").write_text(text, encoding="utf-8", newline="\n")


def _write_page(path: Path, material: Material, figures: list[DrawnFigure]) -> None:
    from goed.report.page.page import page

    examples = {language: _examples(material, language) for language in material.languages}
    path.write_text(page(material, figures, examples), encoding="utf-8", newline="\n")


def _examples(material: Material, language: str) -> Examples:
    """Wrong outputs by kind of error, the commonest kind first."""
    from goed.report.page.language import MOST_FORMS
    from goed.statistics.examples import commonest_outputs

    if "errors" not in material.tables:
        return {}
    found = commonest_outputs(material.study, material.selection.on_test(), language, MOST_FORMS)
    counts = material.of_language("errors", language).groupby("error")["n"].sum()
    order = counts.sort_values(ascending=False, kind="stable").index
    return {error: found[error] for error in map(str, order) if error in found}
