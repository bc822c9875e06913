"""Tables of the page: sortable, with the command that prints them, and no longer than a reader wants."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from goed.labels.names import NamesForPeople
from goed.report.material import FilledTable
from goed.report.page import html
from goed.report.page.html import Markup, joined, sentence, tag, word
from goed.tables.files import plain

if TYPE_CHECKING:
    import pandas as pd

LONGEST_WORD = 24  # what is longer is a sentence
MOST_OPEN = 30  # rows of a table that stands open
MOST_ROWS = 300  # in the page; the file has all
OF_LABELS = ("error", "main_error", "shows", "gold_class", "pred_class")  # columns with names of classes


def table_section(filled: FilledTable) -> Markup:
    """A table under its title."""
    table = filled.table
    shown, said = for_page(filled.rows)
    shown = shown[list(table.shown)] if table.shown else shown
    n_rows, path = f"{len(filled.rows):,}", f"tables/{table.name}.csv"
    number = f"{n_rows} row{'' if len(filled.rows) == 1 else 's'}"
    body = table_element(shown, table.statistic.rates, f"{table.title}{f' ({said})' if said else ''}")
    if len(shown) > MOST_OPEN:
        summary = f"{len(shown):,} rows" + (f": {said}" if said else "")
        body = tag("details", tag("summary", summary), body)
    return tag(
        "section",
        tag("h3", table.title),
        tag("p", table.about),
        body,
        *(tag("p", sentence(note), class_="from") for note in filled.notes),
        tag(
            "p",
            f"All {number}: " if said else f"{number}: ",
            tag("a", path, href=path),
            ". ",
            command(filled.call),
            class_="from",
        ),
        id=f"table-{table.name}",
    )


def command(call: str) -> Markup:
    """The call that prints the same numbers."""
    return joined("Printed by ", tag("code", call))


def for_page(rows: pd.DataFrame) -> tuple[pd.DataFrame, str]:
    """The rows that a reader wants of a long table, and which those are."""
    said: list[str] = []
    for column in ("seed", "size"):  # rates and shapes have rows that take all of them together
        if len(rows) > MOST_ROWS and column in rows and (is_all := rows[column].astype(str) == "all").any():
            rows, said = rows[is_all], [*said, f"all {column}s together"]
    if len(rows) > MOST_ROWS and {"size", "language"} <= set(rows.columns) and rows["size"].dtype.kind in "iu":
        rows = rows[rows["size"] == rows.groupby("language")["size"].transform("max")]
        said.append("the largest size")
    if len(rows) > MOST_ROWS:
        rows = rows.head(MOST_ROWS)
        said.append(f"the first {MOST_ROWS}")
    return rows, ", ".join(said)


def table_element(rows: pd.DataFrame, rates: Collection[str], label: str) -> Markup:
    """Rows as a table; numbers to the right, rates in per cent, names of classes as people are shown them."""
    columns = [str(column) for column in rows.columns]
    values = [[plain(value) for value in row] for row in rows.astype(object).itertuples(index=False, name=None)]
    if "language" in columns:
        _name_classes(columns, values)
    kinds = [_kind([row[place] for row in values]) for place in range(len(columns))]
    head = [
        tag("th", heading(column, rates), scope="col", class_=kind) for column, kind in zip(columns, kinds, strict=True)
    ]
    lines = [
        tag("tr", *(_cell(column, value, rates, kind) for column, value, kind in zip(columns, row, kinds, strict=True)))
        for row in values
    ]
    return html.table(label, tag("tr", *head), lines)


def _kind(column: list[Any]) -> str | None:
    """The class of a column's cells: n for numbers, w for sentences, which are broken into lines."""
    if all(isinstance(value, int | float | None) for value in column):
        return "n"
    return "w" if any(len(str(value)) > LONGEST_WORD for value in column) else None


def heading(column: str, rates: Collection[str]) -> str:
    """The name of a column as people read it: `n_seeds` is n seeds."""
    return column.rstrip("_").replace("_", " ") + (" %" if column in rates else "")


def _name_classes(columns: list[str], values: list[list[Any]]) -> None:
    names = NamesForPeople()
    language = columns.index("language")
    for place in (columns.index(column) for column in OF_LABELS if column in columns):
        for row in values:
            if isinstance(row[place], str):
                row[place] = names.of(row[language], row[place])


def _cell(column: str, value: Any, rates: Collection[str], kind: str | None) -> Markup:
    shown = number(value, column in rates) if isinstance(value, bool | int | float | None) else word(str(value))
    return tag("td", shown, class_=kind)


def number(value: bool | int | float | None, is_rate: bool = False) -> str:
    """A number as people read it: per cent with two decimals, others with four digits that count."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if is_rate:
        return f"{100 * value:.2f}".replace("-", "−")
    if isinstance(value, int) or value == int(value):
        return f"{value:,.0f}".replace("-", "−") if abs(value) >= 10_000 else f"{value:.0f}".replace("-", "−")
    return (f"{value:.3f}" if abs(value) >= 0.1 else f"{value:.3g}").replace("-", "−")
