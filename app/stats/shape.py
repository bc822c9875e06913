"""Whether accuracy on a class of items goes up, goes down and up again, or to and fro, along the training sizes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pandas as pd

from app.errors import WrongUsageError
from app.stats.breakdowns import FROM_TRAINING, known_breakdowns
from app.stats.followed_items import Followed, FollowedItems
from app.stats.selection import Selection
from app.stats.shapes.trajectory import SeedOutcomes
from app.stats.shapes.turns import Turn
from app.stats.shapes.verdict import CANT_SAY, shape_of
from app.store.study import Study

ALL_SEEDS = "all"
KEYS = ["language", "sampling", "model", "part"]
COLUMNS = [
    *("shape", "direction", "n_items", "n_sizes", "n_seeds", "first", "lowest", "last", "change", "low", "high"),
    *("dip", "dip_size", "main_error", "rise", "p_u", "p_monotone", "oscillation", "p_oscillation"),
]


def shape(study: Study, selection: Selection, by: Sequence[str] = ("gold_class",)) -> pd.DataFrame:
    """The shape of accuracy along the sizes for each class of items: all seeds together, then each by itself.

    Parts are core, and test and dev together as one, unless the selection chooses parts.
    """
    breakdowns = known_breakdowns(by, ("part",))
    if from_training := sorted(FROM_TRAINING.intersection(breakdowns)):
        raise WrongUsageError(f"shape follows the same items along the sizes; {from_training[0]} changes with the size")
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
        return CANT_SAY, "", 0, 0, len(followed), *[None] * (len(COLUMNS) - 5)
    found = shape_of([SeedOutcomes(one.items, of_seed[:, is_asked]) for one, of_seed in zip(followed, right, strict=True)])
    accuracies = found.path.accuracies
    return (
        *(found.word, found.direction, found.path.n_items, len(sizes), len(followed)),
        *(float(accuracies[0]), float(accuracies.min()), float(accuracies[-1])),
        *((None,) * 3 if found.change is None else (found.change.value, *found.change.interval)),
        *_dip(items, followed, sizes, found.turn),
        None if found.monotony is None else found.monotony.p,
        *((None,) * 2 if found.oscillation is None else (found.oscillation.sd, found.oscillation.p)),
    )


def _dip(
    items: FollowedItems, followed: Sequence[Followed], sizes: Sequence[int], turn: Turn | None
) -> tuple[float | None, int | None, str, float | None, float | None]:
    """How deep the dip is, at which size, the error that grew there, by how much, and the p of the two-lines test."""
    if turn is None:
        return None, None, "", None, None
    if turn.place is None:
        return 0.0, None, "", None, turn.p
    error, rise = _grown_error(items, followed, sizes[: turn.place], sizes[turn.place])
    return turn.dip, sizes[turn.place], error, rise, turn.p


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
