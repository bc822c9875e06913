"""What a report is made from: tables, each with the command that prints it."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from goed.domains.domain import Domain
from goed.domains.registry import AllSchemes, domain_of
from goed.errors import visible
from goed.labels.names import title_of
from goed.report.tables import ReportTable
from goed.statistics.catalogue import NotedTable
from goed.statistics.cells import PART_ORDER, cell_columns
from goed.study.items import INFLECTION
from goed.study.selection import NOUNS, Selection, domains_there
from goed.study.study import Study

if TYPE_CHECKING:
    import pandas as pd

SELECTED = ("languages", "corpora", "samplings", "models", "sizes", "parts")  # fields of a selection, also options
Step = Callable[[str], None]  # called with the name of what has just been done


@dataclass(frozen=True)
class FilledTable:
    """A table with its rows, and the command that prints them."""

    table: ReportTable
    rows: pd.DataFrame
    call: str
    notes: Sequence[str] = ()


@dataclass
class ReportData:
    """The tables that figures and page are made from, and what they say about languages, models and sizes."""

    study: Study
    selection: Selection
    tables: dict[str, FilledTable] = field(default_factory=dict)
    left_out: dict[str, str] = field(default_factory=dict)  # title of a table that cannot be filled → why

    def fill(
        self, tables: Sequence[ReportTable], rows_of: Callable[[ReportTable], NotedTable | str], on_step: Step
    ) -> None:
        """Fill tables; those that the study cannot fill are listed in `left_out`, with the reason."""
        for table in tables:
            found = rows_of(table)
            if isinstance(found, str):
                self.left_out[table.title] = found
            else:
                call = goed_call(self.study, table.arguments, table.narrowed(self.selection))
                self.tables[table.name] = FilledTable(table, found.rows, call, found.notes)
            on_step(table.title)

    @cached_property
    def domain(self) -> Domain:
        """The domain that the report is about."""
        there = domains_there(self.study)
        return domain_of(self.selection.domain or (there[0] if len(there) == 1 else INFLECTION))

    @cached_property
    def languages(self) -> list[str]:
        """The languages with predictions, those that goed knows first."""
        known = AllSchemes().languages
        there = map(str, self.tables["accuracy"].rows["language"].unique())
        return sorted(there, key=lambda language: (language not in known, language))

    @cached_property
    def titles(self) -> dict[str, str]:
        """The title of what is learnt in each language."""
        if self.domain.text is None:
            return {language: title_of(language) for language in self.languages}
        schemes, domain = AllSchemes(), self.domain.name
        return {
            language: f"{schemes.of(domain, language).title}: {', '.join(self.corpora[language])}"
            for language in self.languages
        }

    @cached_property
    def corpora(self) -> dict[str, list[str]]:
        """The corpora of each language that have results here; none in domains without corpora."""
        rows = self.tables["accuracy"].rows
        if "corpus" not in rows:
            return {}
        by_language = rows.groupby("language")["corpus"].unique()
        return {str(language): sorted(filter(None, names)) for language, names in by_language.items()}

    @cached_property
    def part(self) -> str:
        """The part that figures show: test, unless another one was chosen."""
        return next(part for part in PART_ORDER if part in set(self.tables["accuracy"].rows["part"]))

    def rows(self, name: str, language: str | None = None) -> pd.DataFrame:
        """The rows of a table in the part that figures show, of one language or of all."""
        rows = self.tables[name].rows
        rows = rows[rows["part"] == self.part]
        return rows if language is None else rows[rows["language"] == language]

    def accuracies_by_model(self, language: str | None = None) -> pd.DataFrame:
        """Mean accuracies: a row for each cell of the grid, a column for each model."""
        rows = self.rows("accuracy", language)
        return rows.pivot_table(index=cell_columns(rows, "model", "part"), columns="model", values="mean")

    def models(self, language: str | None = None) -> list[str]:
        """Models, best first, by mean accuracy in the cells that all of them have (if there are none, in their own)."""
        by_model = self.accuracies_by_model(language)
        shared = by_model.dropna()
        means = (shared if len(shared) else by_model).mean()
        return [str(model) for model in means.sort_values(ascending=False, kind="stable").index]

    def sizes(self, language: str) -> list[int]:
        """The sizes at which a language has runs."""
        return [int(size) for size in sorted(self.rows("accuracy", language)["size"].unique())]


def goed_call(study: Study, arguments: Sequence[str], selection: Selection) -> str:
    """The command that prints the same: `goed stats accuracy --language eng --part test --study demo.goed`."""
    words = [*arguments, *selection_as_options(selection), "--study", study.path.name]
    return shlex.join(["goed", *(visible(word) for word in words)])


def selection_as_options(selection: Selection) -> list[str]:
    """A selection as options: `--model a b`, and `--model=-a` where a value begins with a hyphen."""
    options: list[str] = []
    for name in SELECTED:
        values = getattr(selection, name)
        option, words = f"--{NOUNS[name]}", [str(value) for value in values or ()]
        if any(word.startswith("-") for word in words):
            options += [f"{option}={word}" for word in words]
        elif values is not None:
            options += [option, *words]
    return [*options, *(["--domain", selection.domain] if selection.domain else [])]
