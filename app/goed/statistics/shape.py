"""Whether accuracy on a class of items goes up, goes down and up again, or to and fro, along the training sizes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pandas as pd

from goed.errors import WrongUsageError
from goed.statistics.breakdowns import depend_on_the_run, known_breakdowns
from goed.statistics.catalogue import RATES, Statistic, by_option
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
    """Does learning go up, down and up again, or to and fro?

    For each class of items: the shape of its accuracy along the training sizes, for all seeds together (seed `all`)
    and for each by itself. Parts are core (words the learner knows) and test and dev as one (test+dev), unless --part
    chooses. Outputs flagged `variant` or `gold-error` are left out; missing predictions are wrong.

    \b
    u-shaped     falls, then rises, and no other swing is near as large
    monotone     goes one way; direction says which
    oscillating  goes to and fro by more than the noise of items
    hump-shaped  rises, then falls
    flat         nothing moves it, and a change of 15 points would show
    can't say    under 30 items or 4 sizes, too much noise, or another shape

    \b
    first, lowest, last  accuracies: at the first size, the lowest, at the last
    change, low, high    rise along a straight line, with its 95 % interval
    dip, dip_size        how far the lowest stretch lies under what comes before
                         and after it (the nearer of both), and where it begins
    main_error, rise     the error that grew most there, and by how much
    p_u                  two-lines test (Simonsohn 2018): small where one line
                         falls and then one rises
    p_monotone           small where no path that only rises or only falls fits
    oscillation          standard deviation of runs around their best path with
                         one turn at most, beyond the noise of items
    p_oscillation        small where that is more than the noise of items gives
    n_items, n_seeds     different items, and seeds; n_sizes: sizes

    A u must have both lines of the two-lines test (p_u < .05), a dip of 3 points or more, no other swing of more than
    45 % of the dip, and a third of the dip must be left without any one seed (or, in one seed, without any one size
    between the ends). Noise: the same items right at one size and wrong at another; runs, whose noise is taken as 2
    points at least; and seeds that drift apart.
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


STATISTIC = Statistic(
    shape,
    options=[by_option("Part the items by these in place of gold_class; `--by part` takes all items together.")],
    rates=RATES | {"first", "lowest", "last", "dip", "rise", "oscillation"},
    has_own_parts=True,
    is_of_children=True,
    title="Shapes of trajectories",
    about=(
        "Whether accuracy on a class of words rises, is u-shaped, or goes to and fro along the sizes: in core "
        "(words the learner knows) and in test + dev."
    ),
)
