"""Whether each model does what children are known to do, or what is expected of it: met, not met, or can't say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import groupby
from math import isinf
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

from goed.domains.registry import AllSchemes
from goed.statistics.catalogue import Option, Statistic
from goed.statistics.children.findings import Criterion, Expectation, all_expectations, of_languages
from goed.statistics.children.measures import (
    MEASURES,
    PER_CENT,
    POINTS,
    Facts,
    Measured,
    NoSuchDataError,
    Number,
    shapes_by_class,
)
from goed.statistics.outcome_counts import model_counts
from goed.statistics.shape import PART_GROUPS
from goed.statistics.two_way import DRAWS_OPTIONS, Bootstrap
from goed.study.items import domains_and_languages
from goed.study.selection import Selection
from goed.study.study import Study

COLUMNS = (
    *("id", "language", "corpus", "sampling", "model", "part", "finding", "reference", "child", "measure"),
    *("value", "low", "high", "n_items", "verdict", "why", "note"),
)
MET, NOT_MET, CANNOT_SAY = "met", "not met", "can't say"
FEWEST_ITEMS = 30  # different items, as for `stats shape`


def expectations(
    study: Study,
    selection: Selection,
    own: Path | None = None,
    n_draws: int = Bootstrap().n_draws,
    seed: int = Bootstrap().seed,
) -> pd.DataFrame:
    """What children do, and whether the models do it, too.

    For each finding about children (in corpora: about learners): the reference, the children's figure where there is
    one, and for every model its own figure with a 95 % interval (see `goed stats rates`) and a verdict. It is `met` or
    `not met` where the whole interval lies on one side of what is expected, else `can't say`; so it is, too, with fewer
    than 30 different words. --format csv has a column `note`, which says what words like "few" and "early" stand for.

    The list is data/expectations.tsv, beside the embedded items. FILE has more of it: a table with the columns id,
    language (* is any), finding, reference, figure, part, measure, arguments, comparison, note and, if it is not about
    inflection, domain. Measures and their arguments:

    \b
      proportion  P         < 0.1, > 0.25
      ratio       P; P      > 10: the first divided by the second
      difference  P; P      > 0: the first minus the second
      spell       P         > 0.02: its peak above both ends of the sizes
      shape       CLASS     = u-shaped: what `goed stats shape` says

    P is the name of a rate, or outcomes among outcomes: `Br→Br / wrong:Br`. An outcome is an error; any→(e)s, a word of
    another class put into this one; correct:irr, wrong:irr, asked:irr for the words of a class, * for all. `early P`
    and `late P` take the smallest and the largest third of the sizes. `accuracy length=1,2` is what is right of the
    items with these values of what --by takes.
    """
    there = domains_and_languages(study)
    domains = {domain for domain, _ in there if selection.domain in (None, domain)}
    rows = [row for row in all_expectations(own) if row.domain in domains]
    rows = [row for row in rows if selection.parts is None or row.part in selection.parts]
    chosen = [language for _, language in there if selection.languages is None or language in selection.languages]
    selected = replace(selection, languages=of_languages(rows, chosen))
    found = [
        _row(row, facts)
        for facts in _all_facts(study, selected, rows, Bootstrap(n_draws, seed))
        for row in rows
        if row.is_about(facts.domain, facts.model_key[0])
    ]
    table = pd.DataFrame(found, columns=COLUMNS)
    order = {row.id: place for place, row in enumerate(rows)}
    table = table.sort_values("id", key=lambda ids: ids.map(order), kind="stable", ignore_index=True)
    return table if table["corpus"].any() else table.drop(columns="corpus")


def _all_facts(study: Study, selection: Selection, rows: Sequence[Expectation], draws: Bootstrap) -> Iterator[Facts]:
    """What was measured of each model, one model at a time."""
    of_shape = [row for row in rows if row.measure == "shape"]
    languages = of_languages(of_shape, selection.languages or ())
    with_shape = replace(selection, languages=languages, parts=sorted({row.part for row in of_shape}))
    shapes, schemes = cache(partial(shapes_by_class, study, with_shape)), AllSchemes()
    parts = {part for row in rows for part in PART_GROUPS.get(row.part, (row.part,))}
    counts = model_counts(study, replace(selection, parts=parts), draws)
    for model_key, of_model in groupby(counts, key=attrgetter("language", "corpus", "sampling", "model")):
        cells = {cell.part: cell for cell in of_model}
        yield Facts(model_key, next(iter(cells.values())).domain, cells, shapes, schemes)


def _row(row: Expectation, facts: Facts) -> tuple[Any, ...]:
    measure = MEASURES[row.measure]
    try:
        found = measure.find(facts, row.part, row.arguments)
        verdict = judged(found, row.comparison, row.measure, measure.unit)
    except NoSuchDataError as reason:
        found, verdict = Measured(None, 0), ModelVerdict(CANNOT_SAY, str(reason))
    number = found.number or (None, None, None)
    what = (row.part, row.finding, row.reference, row.figure, row.measure)
    return (row.id, *facts.model_key, *what, *number, found.n_items, *verdict, row.note)


class ModelVerdict(NamedTuple):
    """A verdict, and the numbers that it rests on, in words."""

    word: str
    why: str


def judged(found: Measured, comparison: Criterion, measure: str, unit: str) -> ModelVerdict:
    """The verdict on what a measure found."""
    if found.n_items < FEWEST_ITEMS:
        return ModelVerdict(CANNOT_SAY, f"different words: {found.n_items}; {FEWEST_ITEMS} are needed")
    if found.word == CANNOT_SAY:
        return ModelVerdict(CANNOT_SAY, "the trajectory does not tell; see `goed stats shape`")
    if found.word:
        said = f"{found.word}, {found.n_items:,} words; expected {comparison.word}"
        return ModelVerdict(MET if found.word == comparison.word else NOT_MET, said)
    if found.number is None:
        return ModelVerdict(CANNOT_SAY, "nothing of the kind happens")
    said = f"{measure} {_in_words(found.number, comparison, unit)}"
    is_above, is_below = found.number.low > comparison.bound, found.number.high < comparison.bound
    if not (is_above or is_below):
        return ModelVerdict(CANNOT_SAY, said)
    return ModelVerdict(MET if is_above == (comparison.sign == ">") else NOT_MET, said)


def _in_words(number: Number, comparison: Criterion, unit: str) -> str:
    """A number with its interval, and what is expected, for people: 4.3 % (1.5–11.5), expected below 1 %."""
    scale, word = (100, f" {unit}") if unit in (PER_CENT, POINTS) else (1, "")
    value, low, high = (_amount(scale * one) for one in number)
    expected = f"{'above' if comparison.sign == '>' else 'below'} {scale * comparison.bound:g}"
    dash = " to " if low.startswith("-") else "–"
    return f"{value}{word} ({low}{dash}{high}), expected {expected}{' %' if unit == PER_CENT else ''}"


def _amount(number: float) -> str:
    """One decimal below 100, none from there on, and never -0.0."""
    if isinf(number):
        return "∞" if number > 0 else "-∞"
    shown = round(number, 1) + 0.0
    return f"{shown:,.0f}" if abs(shown) >= 100 else f"{shown:.1f}"


STATISTIC = Statistic(
    expectations,
    options=[
        Option("--expectations", "own", "A table of further findings; see below.", Path, metavar="FILE"),
        *DRAWS_OPTIONS,
    ],
    rates=(),
    has_own_parts=True,
    compares_with_children=True,
    title="What children do, and whether the models do it",
    about=(
        "Each finding about children, the model's own figure with a 95 % interval, and the verdict: met, not met, "
        "or can't say."
    ),
    shown=("finding", "reference", "child", "sampling", "model", "verdict", "why"),
)
