"""What a report is made from: every table that the study can fill, and what the figures choose from them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from goed.domains.registry import AllSchemes
from goed.errors import GoedError
from goed.report.commands import call
from goed.report.tables import ReportTable, told
from goed.statistics.catalogue import NotedTable
from goed.statistics.cells import PART_ORDER
from goed.study.selection import Selection
from goed.study.study import Study

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class FilledTable:
    """A table with its rows, and the call that prints them."""

    table: ReportTable
    rows: pd.DataFrame
    call: str
    notes: Sequence[str] = ()


@dataclass(frozen=True)
class Material:
    """Everything that figures and page are made from."""

    study: Study
    selection: Selection
    tables: dict[str, FilledTable]
    left_out: dict[str, str]  # title of a table that cannot be filled → why
    languages: tuple[str, ...]
    part: str  # that figures show: test, unless another one was chosen

    def rows(self, name: str) -> pd.DataFrame:
        """The rows of a table in the part that figures show."""
        rows = self.tables[name].rows
        return rows[rows["part"] == self.part]

    def of_language(self, name: str, language: str) -> pd.DataFrame:
        """The same, of one language."""
        rows = self.rows(name)
        return rows[rows["language"] == language]

    def models(self, language: str | None = None) -> list[str]:
        """Models, the best one first: by mean accuracy in the cells that all of them have."""
        return best_first(self.rows("accuracy") if language is None else self.of_language("accuracy", language))

    def sizes(self, language: str) -> list[int]:
        """The sizes that a language has runs of."""
        return [int(size) for size in sorted(self.of_language("accuracy", language)["size"].unique())]


def gather(
    study: Study, selection: Selection, tables: Sequence[ReportTable], on_step: Callable[[str], None]
) -> Material:
    """Fill tables, that of accuracies among them; one that the study cannot fill is left out, and said to be."""
    material = with_tables(
        Material(study, selection, {}, {}, (), ""), tables, lambda table: told(table, study, selection), on_step
    )
    if "accuracy" not in material.tables:
        raise GoedError("there are no predictions to report on; `goed run` makes some, `goed status` tells more")
    accuracies = material.tables["accuracy"].rows
    there = set(accuracies["language"])
    with_packs = [language for language in sorted(AllSchemes().languages) if language in there]
    languages = (*with_packs, *sorted(there - set(with_packs)))
    part = next(part for part in PART_ORDER if part in set(accuracies["part"]))
    return replace(material, languages=languages, part=part)


def with_tables(
    material: Material,
    tables: Sequence[ReportTable],
    answer: Callable[[ReportTable], NotedTable | str],
    on_step: Callable[[str], None],
) -> Material:
    """The same with further tables."""
    filled, left_out = dict(material.tables), dict(material.left_out)
    for table in tables:
        found = answer(table)
        if isinstance(found, str):
            left_out[table.title] = found
        else:
            of = call(material.study, table.arguments, table.takes(material.selection))
            filled[table.name] = FilledTable(table, found.rows, of, found.notes)
        on_step(table.title)
    return replace(material, tables=filled, left_out=left_out)


def best_first(accuracies: pd.DataFrame) -> list[str]:
    """Models by their mean accuracy over the cells that all of them have; over what each has, where there are none."""
    by_model = accuracies.pivot_table(index=["language", "sampling", "size"], columns="model", values="mean")
    shared = by_model.dropna()
    means = (shared if len(shared) else by_model).mean()
    return [str(model) for model in means.sort_values(ascending=False, kind="stable").index]
