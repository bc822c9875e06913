"""The tables of the report, each with the command that prints exactly the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from goed.errors import GoedError
from goed.statistics.catalogue import STATISTICS, NotedTable, Statistic, declared
from goed.study.selection import Selection
from goed.study.study import Study

NOT_THERE = "there is nothing to count"
# Statistics in the order of the page; all others follow. Each declares its own tables.
IN_ORDER = (
    *("accuracy", "seeds", "sampling", "regression", "audited_errors", "paper", "errors", "trajectory", "agreement"),
    *("expectations", "rates", "shape"),
)
TYPED = {"audited_errors": ("errors", "--audited")}  # what is typed for a statistic, if not its name


@dataclass(frozen=True)
class ReportTable:
    """A table that the report can hold."""

    name: str  # of its file, and of its section in the page
    title: str
    about: str
    arguments: tuple[str, ...]  # of goed, before the options of the selection
    statistic: Statistic
    options: Mapping[str, object]  # for the statistic's function: what the arguments say beyond its name
    shown: Sequence[str] = ()  # columns that the page shows; empty: all

    @property
    def compares_with_children(self) -> bool:
        """Whether it compares models with findings about children."""
        return self.statistic.compares_with_children

    def narrowed(self, selection: Selection) -> Selection:
        """The selection that the table's command makes of this one: part test, unless the statistic chooses its own."""
        if self.statistic.ignores_runs:
            return Selection(selection.languages, corpora=selection.corpora)
        return selection if self.statistic.has_own_parts else selection.on_test()


def rows_or_reason(table: ReportTable, study: Study, selection: Selection) -> NotedTable | str:
    """The rows of a table, or why there are none."""
    statistic = table.statistic
    if statistic.applies_to and not statistic.applies_to(study):
        return NOT_THERE
    try:
        found = statistic.compute(study, table.narrowed(selection), **table.options)
    except GoedError as error:
        return str(error)
    return NOT_THERE if found.rows.empty else found


def _tables() -> Iterator[ReportTable]:
    others = [name for name in STATISTICS if name not in (*IN_ORDER, "sessions")]  # sessions have a command only
    for name in (*IN_ORDER, *others):
        statistic, file_name = declared(name), name.replace("_", "-")
        typed = ("stats", *TYPED.get(name, (name,)))
        if statistic.title:
            yield ReportTable(file_name, statistic.title, statistic.about, typed, statistic, {}, statistic.shown)
        for more in statistic.further_tables:
            yield ReportTable(more.name, more.title, more.about, (*typed, *more.typed), statistic, more.options)


TABLES = tuple(_tables())
