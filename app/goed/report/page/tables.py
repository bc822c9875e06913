"""Tables as the page shows them: shortened, rates in per cent, with readable names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from goed.labels.names import NamesForPeople
from goed.report.report_data import FilledTable
from goed.tables.files import as_python

if TYPE_CHECKING:
    import pandas as pd

LONGEST_WORD = 24  # longer cells count as sentences
MOST_OPEN = 30  # rows; longer tables are folded at first
MOST_ROWS = 300  # in the page; the file has all
OF_LABELS = ("error", "main_error", "shows", "gold_class", "pred_class")  # columns with names of classes


class PageColumn(NamedTuple):
    """A column of a table on the page."""

    heading: str
    kind: str = ""  # n: numbers; w: sentences, which wrap; empty: words
    is_rate: bool = False


class PageTable(NamedTuple):
    """A table as the page shows it."""

    columns: list[PageColumn]
    rows: list[list[Any]]
    which: str  # which rows are shown, in words; empty if all are


def page_table(filled: FilledTable) -> PageTable:
    """The rows and columns of a table that the page shows."""
    for_people = filled.table.statistic.for_people
    frame, which = _rows_for_page(for_people(filled.rows) if for_people else filled.rows)
    names = list(filled.table.shown or map(str, frame.columns))
    rows = [
        [as_python(value) for value in row] for row in frame[names].astype(object).itertuples(index=False, name=None)
    ]
    if "language" in names:
        _name_classes(names, rows)
    rates = filled.table.statistic.rates_of(filled.rows)
    columns = [
        PageColumn(_heading(name, name in rates), _kind([row[place] for row in rows]), name in rates)
        for place, name in enumerate(names)
    ]
    return PageTable(columns, rows, which)


def _rows_for_page(rows: pd.DataFrame) -> tuple[pd.DataFrame, str]:
    """The rows of a long table that the page shows, and in words which these are."""
    which: list[str] = []
    for column in ("seed", "size"):  # rates and shapes have rows for all seeds or sizes together
        if len(rows) > MOST_ROWS and column in rows and (is_all := rows[column].astype(str) == "all").any():
            rows, which = rows[is_all], [*which, f"all {column}s together"]
    if len(rows) > MOST_ROWS and {"size", "language"} <= set(rows.columns) and rows["size"].dtype.kind in "iu":
        rows = rows[rows["size"] == rows.groupby("language")["size"].transform("max")]
        which.append("the largest size")
    if len(rows) > MOST_ROWS:
        rows = rows.head(MOST_ROWS)
        which.append(f"the first {MOST_ROWS}")
    return rows, ", ".join(which)


def _name_classes(columns: list[str], rows: list[list[Any]]) -> None:
    names = NamesForPeople()
    language = columns.index("language")
    for place in (columns.index(column) for column in OF_LABELS if column in columns):
        for row in rows:
            if isinstance(row[place], str):
                row[place] = names.shown(row[language], row[place])


def _heading(column: str, is_rate: bool) -> str:
    """The name of a column as people read it: `n seeds` for `n_seeds`."""
    return column.rstrip("_").replace("_", " ") + (" %" if is_rate else "")


def _kind(values: list[Any]) -> str:
    if all(isinstance(value, int | float | None) for value in values):
        return "n"
    return "w" if any(len(str(value)) > LONGEST_WORD for value in values) else ""


def number(value: bool | int | float | None, is_rate: bool = False) -> str:
    """A number as people read it: rates in per cent with two decimals, whole numbers as such, others rounded."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if is_rate:
        shown = f"{100 * value:.2f}"
    elif value == int(value):
        shown = f"{value:,.0f}" if abs(value) >= 10_000 else f"{value:.0f}"
    else:
        shown = f"{value:.3f}" if abs(value) >= 0.1 else f"{value:.3g}"
    return shown.replace("-", "−")
