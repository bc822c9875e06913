"""Whether accuracy on a class of items goes up, goes down and up again, or to and fro, along the training sizes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pandas as pd

from goed.errors import WrongUsageError
from goed.statistics.breakdowns import depend_on_the_run, known_breakdowns
from goed.statistics.followed_items import Followed, FollowedItems
from goed.statistics.shapes.trajectory import SeedOutcomes
from goed.statistics.shapes.verdict import CANT_SAY, Evidence, shape_of
from goed.study.selection import Selection
from goed.study.study import Study

ALL_SEEDS = "all"
KEYS = ["language", "sampling", "model", "part"]
COLUMNS = [
    *("shape", "direction", "n_items", "n_sizes", "n_seeds", "first", "lowest", "last", "change", "low", "high"),
    *("dip", "dip_size", "main_error", "rise", "p_u", "p_monotone", "oscillation", "p_oscillation"),
]
N_OF_EVIDENCE = len(COLUMNS) - COLUMNS.index("change")


def shape(study: Study, selection: Selection, by: Sequence[str] = ()) -> pd.DataFrame:
    """The shape of accuracy along the sizes for each class of items: all seeds together, then each by itself.

    Classes are gold classes, unless `by` says otherwise. Parts are core, and test and dev together as one, unless the
    selection chooses parts.
    """
    breakdowns = known_breakdowns(by or ("gold_class",), ("part",))
    if changing := depend_on_the_run(breakdowns):
        raise WrongUsageError(f"shape follows the same items along the sizes; {changing[0]} changes with the size")
    items = FollowedItems(study, breakdowns)
    rows = [
        (*keys, *values, *numbers)
        for keys, values, followed in items.of(selection)
        for numbers in _rows(items, followed)
    ]
    return pd.DataFrame(rows, columns=[*KEYS, *breakdowns, "seed", *COLUMNS])


def _rows(items: FollowedItems, followed: Sequence[Followed]) -> Iterator[tuple[Any, ...]]:
    """A row for all seeds together, then one for each."""
    together = _numbers(items, followed)
    yield ALL_SEEDS, *together
    for one in followed:
        yield one.seed, *(together if len(followed) == 1 else _numbers(items, [one]))


def _numbers(items: FollowedItems, followed: Sequence[Followed]) -> tuple[Any, ...]:
    """What the columns say of some seeds."""
    run_at = sorted({int(size) for one in followed for size in one.sizes})
    right = [items.right(one, run_at) for one in followed]
    is_asked = ~np.all([np.isnan(of_seed).all(axis=0) for of_seed in right], axis=0)
    sizes = [size for size, asked in zip(run_at, is_asked, strict=True) if asked]
    if not sizes:
        return CANT_SAY, "", 0, 0, len(followed), *[None] * (3 + N_OF_EVIDENCE)
    seeds = [SeedOutcomes(one.items, of_seed[:, is_asked]) for one, of_seed in zip(followed, right, strict=True)]
    found = shape_of(seeds)
    accuracies = found.path.accuracies
    return (
        *(found.word, found.direction, found.path.n_items, len(sizes), len(followed)),
        *_tidy(accuracies[0], accuracies.min(), accuracies[-1]),
        *([None] * N_OF_EVIDENCE if found.evidence is None else _evidence(items, followed, sizes, found.evidence)),
    )


def _evidence(
    items: FollowedItems, followed: Sequence[Followed], sizes: Sequence[int], evidence: Evidence
) -> list[Any]:
    """The columns from change on."""
    change, turn, oscillation = evidence.change, evidence.turn, evidence.oscillation
    dip: tuple[Any, ...] = (None, "", None)
    if turn.place is not None:
        dip = (sizes[turn.place], *_grown_error(items, followed, sizes[: turn.place], sizes[turn.place]))
    return [
        *_tidy(change.value, *change.interval),
        *(*_tidy(turn.dip), *dip, turn.p),
        *(evidence.monotony.p, oscillation.sd, oscillation.p),
    ]


def _tidy(*values: float) -> list[float]:
    """Without what rounding left behind: 1 in place of 0.9999999999999998, and no minus before 0."""
    return [round(float(value), 12) + 0.0 for value in values]


def _grown_error(
    items: FollowedItems, followed: Sequence[Followed], before: Sequence[int], dip_size: int
) -> tuple[str, float | None]:
    """The error whose rate is further above that of the sizes before than any other's, and by how much."""
    earlier, now = items.rates(followed, before), items.rates(followed, [dip_size])
    rises = {error: rate - earlier.get(error, 0.0) for error, rate in now.items()}
    if not rises:
        return "", None
    error = max(rises, key=lambda name: (rises[name], name))
    return (error, rises[error]) if rises[error] > 0 else ("", None)
