"""Results of systems as a reader of a paper looks for them: a system a row, a measure a column, the best first."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd

from goed.statistics.printed_results import ALL, TRACKS

RESULT = ("measure", "length", "value", "sd", "mark", "difference", "paper", "table")  # all other columns say whose
COUNTS = ("size", "n_seeds", "n_treebanks")  # not said of all results
NOT_SAID: Mapping[str, set[str]] = {"track": {TRACKS[0]}, "part": {"", "test"}, "n_treebanks": {"1"}}
TO_BEST = "to best"


def league_table(results: pd.DataFrame) -> pd.DataFrame:
    """Results in per cent, with the difference to the best printed one in the first measure; * is printed in bold.

    Results come measure by measure, the best first. Columns are left out where they say the same, or nothing, of all.
    """
    whose = [str(name) for name in results if name not in RESULT]
    counts = {name: results[name].astype(str).replace("<NA>", "") for name in COUNTS}
    results = results.assign(**counts)
    results[whose] = results[whose].fillna("")
    results["mark"] = results["mark"].fillna("")
    names = [_name(*pair) for pair in zip(results["measure"], results["length"], strict=True)]
    first = names[0] if names else ""
    rows: dict[tuple[str, ...], dict[str, str]] = {}
    for name, row in zip(names, results.to_dict("records"), strict=True):
        of_system = rows.setdefault(tuple(row[column] for column in whose), {})
        of_system[name] = f"{100 * row['value']:5.1f}{'*' if row['mark'] else ''}"
        if name == first and pd.notna(row["difference"]):
            of_system[TO_BEST] = f"{100 * row['difference']:+5.1f}"
    columns = [*dict.fromkeys(names), TO_BEST]
    cells = [[*system, *(of_system.get(column, "") for column in columns)] for system, of_system in rows.items()]
    return _telling(pd.DataFrame(cells, columns=[*whose, *columns]))


def _name(measure: str, length: str) -> str:
    return measure if length == ALL else f"{measure} {length}"


def _telling(table: pd.DataFrame) -> pd.DataFrame:
    """The table without columns that need not be told."""
    silent = [name for name in table if set(table[name]) <= NOT_SAID.get(str(name), {""})]
    if table["corpus"].isin(["", *table["treebank"]]).all():
        silent.append("corpus")
    return table.drop(columns=silent)
