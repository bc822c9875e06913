"""Error rates as studies of child language count them, such as over-regularization.

A rate is errors ÷ (errors + right forms of the same words). Wrong forms of another kind count nowhere: Marcus et al.
(1992) count *bringed* and *brought*, but not *bring* for *brought*.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pandas as pd

from goed.domains.registry import AllSchemes
from goed.statistics.catalogue import NotedTable, Statistic
from goed.statistics.cells import in_order
from goed.statistics.item_labels import Marks
from goed.statistics.outcome_counts import ModelCounts, model_counts
from goed.statistics.paper import notes_on_others
from goed.statistics.two_way import DRAWS_OPTIONS, Bootstrap
from goed.study.items import domains_and_languages
from goed.study.selection import Selection
from goed.study.study import Study
from goed_classifiers.error_scheme import ErrorScheme

PARTS = ("test", "core")
SCHEME = "scheme"  # a column only where a language has several schemes with rates
ALL = "all"  # in the column size: all sizes together
COLUMNS = (
    *("language", "corpus", "sampling", "model", "part", "rate", "size"),
    *("value", "low", "high", "numerator", "denominator"),
    *("n_items", "n_seeds", "n_left_out", "resampled"),
)


def rates(
    study: Study, selection: Selection, n_draws: int = Bootstrap().n_draws, seed: int = Bootstrap().seed
) -> NotedTable:
    """Over-regularization and its like, as studies of children count.

    A rate is errors / (errors + right forms of the same kind of word). English: over-regularization (bringed / bringed
    or brought) and over-irregularization (truck / truck or tricked). German: how often words of other classes get this
    ending (any→-(e)s). Arabic: one kind of plural for another, Snd for both sound ones. Parts test and core (words the
    learner knows), unless --part says otherwise.

    value is the rate, numerator and denominator what it is made of, over seeds; n_items counts different items, and
    n_left_out the outputs of the same words flagged `variant` or `gold-error`, which are left out. Size `all` takes all
    sizes together.

    low and high: a 95 % interval from a bootstrap over items and splits at once, since the same items stand in many
    runs (`resampled` says so; with one split there are only items to draw). It is rather too wide than too narrow, and
    never a point: where an error never happens, each different item counts once.
    """
    schemes = AllSchemes()
    with_rates = {
        (domain, language): [scheme for scheme in schemes.of_language(language, [domain]) if scheme.rates]
        for domain, language in domains_and_languages(study)
    }
    languages = {language for (_, language), of_language in with_rates.items() if of_language}
    chosen = languages if selection.languages is None else languages & set(selection.languages)
    selected = replace(selection, languages=chosen, parts=PARTS if selection.parts is None else selection.parts)
    rows = [
        row
        for cell in model_counts(study, selected, Bootstrap(n_draws, seed))
        for scheme in with_rates[cell.domain, cell.language]
        for row in _rows_of_scheme(cell, scheme, cell.labelled_by(scheme, schemes))
    ]
    table = pd.DataFrame(rows, columns=["language", SCHEME, *COLUMNS[1:]])  # within a cell in the order of its scheme
    one_each = (table.groupby("language")[SCHEME].nunique() < 2).all()
    table = in_order(table, ["language", SCHEME, "corpus", "sampling", "model", "part"])
    silent = [*([SCHEME] if one_each else []), *(["corpus"] if not table["corpus"].any() else [])]
    return NotedTable(table.drop(columns=silent), notes_on_others(study, selection) if table.empty else [])


def _rows_of_scheme(cell: ModelCounts, scheme: ErrorScheme, items: Marks) -> Iterator[tuple[Any, ...]]:
    title = scheme.title or scheme.classifier.name
    place = (cell.language, title, cell.corpus, cell.sampling, cell.model, cell.part)
    for rate in scheme.rates if items.any() else ():
        resampled = cell.resampled(rate.errors, rate.right, items)
        for size, sizes in [*((size, [size]) for size in cell.sizes), (ALL, cell.sizes)]:
            found = resampled.pooled_over([cell.sizes.index(each) for each in sizes])
            low, high = found.interval or (None, None)
            counts = (found.n_items, cell.n_runs(sizes), cell.n_left_out(rate.terms, sizes, items))
            numbers = (found.value, low, high, found.n_seen, found.n_asked, *counts)
            # With one split, only items can be drawn anew.
            yield (*place, rate.name, size, *numbers, "items and splits" if found.n_splits > 1 else "items")


STATISTIC = Statistic(
    rates,
    options=DRAWS_OPTIONS,
    of_classes=["rate"],
    has_own_parts=True,
    compares_with_children=True,
    title="Rates as studies of children count",
    about=(
        "Errors ÷ (errors + right forms of the same kind of word), with intervals from items and splits drawn anew."
    ),
)
