"""Rates as the child-language literature counts them: over-regularization, and what is like it elsewhere.

A rate is the errors ÷ (the errors + the right forms of the same words). Wrong forms of another kind are no chance
taken: Marcus et al. (1992) leave *bringed* and *brought* in, and *bring* for *brought* out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pandas as pd

from goed.domains.registry import AllSchemes
from goed.statistics.accuracy import in_order
from goed.statistics.cell_counts import Cell, Draws, cells
from goed.statistics.selection import Selection
from goed.statistics.two_way import DRAWS, SEED, Proportion
from goed.study.items import domains_and_languages
from goed.study.study import Study
from goed_classifiers.error_scheme import Rate

PARTS = ("test", "core")
ALL = "all"  # in the column size: all sizes together
COLUMNS = (
    *("language", "sampling", "model", "part", "rate", "size"),
    *("value", "low", "high", "numerator", "denominator"),
    *("n_items", "n_seeds", "n_left_out", "resampled"),
)


def rates(study: Study, selection: Selection, n_draws: int = DRAWS, seed: int = SEED) -> pd.DataFrame:
    """Each rate of each language, by sampling, model, part (test and core unless chosen) and size, and over all sizes.

    numerator counts errors, denominator errors and right forms, over seeds; n_items the different items among them.
    low and high are the ends of a two-way bootstrap interval. value is empty where there was no chance for the error.
    """
    schemes = AllSchemes()
    rates_of = {
        key: [rate for scheme in schemes.of_language(key[1], [key[0]]) for rate in scheme.rates]
        for key in domains_and_languages(study)
    }
    languages = {language for (_, language), its_rates in rates_of.items() if its_rates}
    chosen = languages if selection.languages is None else languages & set(selection.languages)
    selected = replace(selection, languages=chosen, parts=PARTS if selection.parts is None else selection.parts)
    observed = cells(study, selected, Draws(n_draws, seed))
    rows = [row for cell in observed for row in _rows_of_cell(cell, rates_of[cell.domain, cell.language])]
    table = pd.DataFrame(rows, columns=COLUMNS)
    order = {rate.name: place for its_rates in rates_of.values() for place, rate in enumerate(its_rates)}
    table = table.assign(place=table["rate"].map(order), is_all=table["size"] == ALL)
    keys = ["language", "sampling", "model", "part", "place", "is_all"]
    return in_order(table, keys).drop(columns=["place", "is_all"])


def _rows_of_cell(cell: Cell, rates: Sequence[Rate]) -> Iterator[tuple[Any, ...]]:
    for rate in rates:
        resampled = cell.resampled(rate.errors, rate.right)
        for place, size in enumerate(cell.sizes):
            yield _row(cell, rate, size, [size], resampled.over([place]))
        yield _row(cell, rate, ALL, cell.sizes, resampled.over(range(len(cell.sizes))))


def _row(cell: Cell, rate: Rate, size: int | str, sizes: Sequence[int], found: Proportion) -> tuple[Any, ...]:
    low, high = found.interval or (None, None)
    place = (cell.language, cell.sampling, cell.model, cell.part, rate.name, size)
    counts = (found.n_items, cell.n_runs(sizes), cell.n_left_out(rate.terms, sizes))
    return (*place, found.value, low, high, found.n_seen, found.n_asked, *counts, _resampled_over(found))


def _resampled_over(found: Proportion) -> str:
    """What the interval takes into account: with one split there is nothing to draw but items."""
    return "items and splits" if found.n_splits > 1 else "items"
