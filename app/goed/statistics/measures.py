"""Measures of a domain other than accuracy: those that do not count right answers."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from goed.domains.registry import domain_of
from goed.statistics.catalogue import Option, Statistic
from goed.statistics.cells import SPREAD, cell_columns, grid_columns, in_order, spread, whole_numbers
from goed.statistics.references import BEST, REFERENCE, against_references
from goed.study import measures as stored
from goed.study.selection import Selection
from goed.study.study import Study
from goed.study.tallies import part_tallies

SHARE = "share"  # the unit of measures that are fractions; others have none that goed knows


def measures(study: Study, selection: Selection, references: Sequence[str] = ()) -> pd.DataFrame:
    """Measures of a domain beside its accuracy, over seeds.

    Each in its own unit; n is what it is a share or a mean of. Inflection has none besides its accuracy. Dependencies
    have directed, undirected and ned (neutral edge direction) over all sentences, and over those of at most ten tokens
    (<=10), as `goed score dependencies` counts them.

    --reference holds the same answers against further annotations: corpora with the same words, of the whole corpus or
    of the part that was asked. There is a row for each, and one for the best: the best of a measure over the whole
    part, never sentence by sentence.
    """
    tallies = [tally for tally in part_tallies(study) if selection.has(tally)]
    found = pd.DataFrame(stored.measures(study), columns=stored.MeasureRow._fields)
    further = []
    if references:
        found = against_references(study, tallies, found, references)
        further = [REFERENCE]
    grid = grid_columns(tallies).assign(
        run_part_id=[tally.run_part_id for tally in tallies], domain=[tally.domain for tally in tallies]
    )
    keys = [*cell_columns(grid), "measure", *further]
    as_numbers = {"run_part_id": "int64", "value": "float64", "n": "float64"}  # also where there are no rows
    groups = (
        found.astype(as_numbers)
        .merge(grid.astype({"run_part_id": "int64"}), on="run_part_id")
        .groupby(keys, sort=False)
    )
    table = pd.DataFrame(
        {
            **spread(groups["value"]),
            "n_seeds": groups["value"].count(),
            "n": whole_numbers(groups["n"].mean()),
            "domain": groups["domain"].first(),
            "flags": groups["flag"].agg(lambda flags: ", ".join(sorted(set(flags) - {""}))),
        }
    ).reset_index()
    table["unit"] = [_unit(*pair) for pair in zip(table["domain"], table["measure"], strict=True)]
    orders = {"measure": _in_reading_order(table[["domain", "measure"]].drop_duplicates())}
    if references:  # in the order in which they are named, after the corpus itself
        own = [name for name in found[REFERENCE].unique() if name not in (*references, BEST)]
        orders[REFERENCE] = [*own, *dict.fromkeys(references), BEST]
    for name, order in orders.items():
        table[name] = pd.Categorical(table[name], order, ordered=True)
    in_columns = [*keys, *SPREAD, "n_seeds", "n", "unit", "flags"]
    return in_order(table, keys).astype(dict.fromkeys(orders, str))[in_columns]


def _in_reading_order(measures: pd.DataFrame) -> list[str]:
    """All measures: of all sentences before those of some (`directed <=10`), each in the order of its domain."""

    def place(domain: str, measure: str) -> tuple[str, int, str]:
        name, _, limit = measure.partition(" ")
        shares = list(domain_of(domain).shares)
        return limit, shares.index(name) if name in shares else len(shares), measure

    pairs = measures.itertuples(index=False, name=None)
    return list(dict.fromkeys(measure for _, measure in sorted(pairs, key=lambda pair: place(*pair))))


def _unit(domain: str, measure: str) -> str:
    """`directed <=10` is a share, as `directed` is."""
    return SHARE if measure.partition(" ")[0] in domain_of(domain).shares else ""


def shares_in_per_cent(table: pd.DataFrame) -> pd.DataFrame:
    """The table as people are shown it: shares as 47.42 %; the column of units says nothing else."""
    if not (table["unit"] == SHARE).any():
        return table.drop(columns="unit")
    is_share = (table["unit"] == SHARE).tolist()
    cells = {name: [_cell(value, share) for value, share in zip(table[name], is_share, strict=True)] for name in SPREAD}
    widths = {name: max(map(len, column)) for name, column in cells.items()}
    shown = {name: [cell.rjust(widths[name]) for cell in column] for name, column in cells.items()}
    return table.assign(**shown).drop(columns="unit")


def _cell(value: float, is_share: bool) -> str:
    if value != value:
        return ""
    return f"{100 * value:.2f} %" if is_share else f"{value:.3f}  "


def has_measures(study: Study) -> bool:
    """Whether any run has measures besides its accuracy."""
    return stored.has_measures(study)


STATISTIC = Statistic(
    measures,
    options=[
        Option("--reference", "references", "Corpora that annotate the same words otherwise.", metavar="NAME ..."),
    ],
    rates=(),
    applies_to=has_measures,
    for_people=shares_in_per_cent,
    title="Measures beside accuracy",
    about="Each measure of the domain: mean, sd (n−1), lowest and highest over seeds; n is what it is a share of.",
)
