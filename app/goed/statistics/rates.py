"""Rates as the child-language literature counts them: over-regularization, and what is like it elsewhere.

A rate is the errors ÷ (the errors + the right forms of the same words). Wrong forms of another kind are no chance
taken: Marcus et al. (1992) leave *bringed* and *brought* in, and *bring* for *brought* out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pandas as pd

from goed.domains.registry import AllSchemes
from goed.statistics.accuracy import in_order
from goed.statistics.cell_counts import Cell, Draws, cells
from goed.statistics.outcomes import Marks
from goed.statistics.two_way import DRAWS, SEED, Proportion
from goed.study.items import domains_and_languages
from goed.study.selection import Selection
from goed.study.study import Study
from goed_classifiers.error_scheme import ErrorScheme

PARTS = ("test", "core")
SCHEME = "scheme"  # a column where a language has several that have rates
ALL = "all"  # in the column size: all sizes together
COLUMNS = (
    *("language", "sampling", "model", "part", "rate", "size"),
    *("value", "low", "high", "numerator", "denominator"),
    *("n_items", "n_seeds", "n_left_out", "resampled"),
)


def rates(study: Study, selection: Selection, n_draws: int = DRAWS, seed: int = SEED) -> pd.DataFrame:
    """Each rate of each language, by sampling, model, part (test and core unless chosen) and size, and over all sizes.

    A rate is counted over the items of its scheme: numerator counts errors, denominator errors and right forms, over
    seeds; n_items the different items among them. low and high are the ends of a two-way bootstrap interval. value is
    empty where there was no chance for the error.
    """
    schemes = AllSchemes()
    with_rates = {
        (domain, language): [scheme for scheme in schemes.of_language(language, [domain]) if scheme.rates]
        for domain, language in domains_and_languages(study)
    }
    languages = {language for (_, language), of_language in with_rates.items() if of_language}
    chosen = languages if selection.languages is None else languages & set(selection.languages)
    selected = replace(selection, languages=chosen, parts=PARTS if selection.parts is None else selection.parts)
    observed = cells(study, selected, Draws(n_draws, seed))
    rows = [
        row
        for cell in observed
        for scheme in with_rates[cell.domain, cell.language]
        for row in _rows_of_scheme(cell, scheme, cell.labelled_by(scheme, schemes))
    ]
    table = pd.DataFrame(rows, columns=["language", SCHEME, *COLUMNS[1:]])  # of a cell in the order of its scheme
    one_each = (table.groupby("language")[SCHEME].nunique() < 2).all()
    table = in_order(table, ["language", SCHEME, "sampling", "model", "part"])
    return table.drop(columns=SCHEME) if one_each else table


def _rows_of_scheme(cell: Cell, scheme: ErrorScheme, items: Marks) -> Iterator[tuple[Any, ...]]:
    place = (cell.language, scheme.title or scheme.classifier.name, cell.sampling, cell.model, cell.part)
    all_sizes: list[tuple[int | str, list[int]]] = [*((size, [size]) for size in cell.sizes), (ALL, cell.sizes)]
    for rate in scheme.rates if items.any() else ():
        resampled = cell.resampled(rate.errors, rate.right, items)
        for size, sizes in all_sizes:
            found = resampled.over([cell.sizes.index(each) for each in sizes])
            low, high = found.interval or (None, None)
            counts = (found.n_items, cell.n_runs(sizes), cell.n_left_out(rate.terms, sizes, items))
            numbers = (found.value, low, high, found.n_seen, found.n_asked, *counts)
            yield (*place, rate.name, size, *numbers, _resampled_over(found))


def _resampled_over(found: Proportion) -> str:
    """What the interval takes into account: with one split there is nothing to draw but items."""
    return "items and splits" if found.n_splits > 1 else "items"
