"""How accuracy develops along training sizes: monotone, u-shaped, oscillating, flat.

The same items are followed through all sizes, seed by seed and class by class.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from goed.errors import WrongUsageError
from goed.statistics.breakdowns import ItemValues, Numbers, depend_on_the_run, known_breakdowns
from goed.statistics.catalogue import RATES, Statistic, by_option
from goed.statistics.item_labels import ItemLabels, KindNumbers, is_left_out
from goed.statistics.shapes.trajectory import SeedOutcomes
from goed.statistics.shapes.verdict import CANT_SAY, Evidence, shape_of
from goed.study.selection import Selection
from goed.study.study import Study
from goed.study.tallies import PartTally
from goed_classifiers.values import CORRECT

HELD_OUT = "test+dev"  # the name of test and dev taken together
PART_GROUPS = {HELD_OUT: ("test", "dev"), "core": ("core",)}
Keys = tuple[str, ...]  # language, corpus, sampling, model, part
Values = tuple[str, ...]  # of the breakdowns
KEYS = ["language", "corpus", "sampling", "model", "part"]


class Followed(NamedTuple):
    """The items of a class in one seed, and the kind of label that each got in each run."""

    seed: int
    items: Numbers
    sizes: Numbers  # of the runs
    kinds: KindNumbers  # items × runs


class ItemHistories:
    """The items that all runs of a seed were asked, and what the runs made of them."""

    def __init__(self, study: Study, selection: Selection, breakdowns: Sequence[str]) -> None:
        self._values = ItemValues(study, breakdowns)
        self._labels = ItemLabels(study, selection)
        self._parts = PART_GROUPS if selection.parts is None else {part: (part,) for part in selection.parts}
        self._right = self._labels.numbers_of(CORRECT)
        self._left_out = self._labels.numbers_left_out()

    def by_class(self) -> Iterator[tuple[Keys, Values, list[Followed]]]:
        """Each class of items in each part, with the seeds that have such items."""
        model_of = attrgetter(*KEYS[:-1])
        for keys, of_model in groupby(self._labels.tallies, key=model_of):
            tallies = list(of_model)
            for name, parts in self._parts.items():
                for values, followed in self._classes([tally for tally in tallies if tally.part in parts]):
                    yield (*keys, name), values, followed

    def right(self, followed: Followed, sizes: Sequence[int]) -> NDArray[np.float64]:
        """How right each item was at each size: 1, 0, the mean of repeated trainings of a seed, nan where left out."""
        right = self._labels.is_kind_in(followed.kinds, self._right).astype(float)
        right[self._labels.is_kind_in(followed.kinds, self._left_out)] = np.nan
        if followed.sizes.tolist() == list(sizes):  # one run at each size
            return right
        result = np.full((len(followed.items), len(sizes)), np.nan)
        for place, size in enumerate(sizes):
            runs = right[:, followed.sizes == size]
            asked = ~np.isnan(runs)
            n_asked = asked.sum(axis=1)
            result[n_asked > 0, place] = np.where(asked, runs, 0).sum(axis=1)[n_asked > 0] / n_asked[n_asked > 0]
        return result

    def rates(self, followed: Sequence[Followed], sizes: Sequence[int]) -> dict[str, float]:
        """The rate of each error among all that was asked at some sizes."""
        kinds = np.concatenate([one.kinds[:, np.isin(one.sizes, sizes)].ravel() for one in followed])
        counts: Counter[str] = Counter()
        for number, n in zip(*np.unique(kinds, return_counts=True), strict=True):
            kind = self._labels.kinds[int(number)]
            if not is_left_out(kind):
                counts[kind.error] += int(n)
        return {error: n / counts.total() for error, n in counts.items() if error != CORRECT}

    def _classes(self, tallies: Sequence[PartTally]) -> Iterator[tuple[Values, list[Followed]]]:
        found: dict[Values, list[Followed]] = {}
        seed_of = attrgetter("seed")
        for _, of_seed in groupby(sorted(tallies, key=seed_of), key=seed_of):
            tallies_of_seed = list(of_seed)
            followed = self._of_seed(tallies_of_seed)
            value_of: dict[int, Values] = {}
            for tally in {(tally.split_id, tally.part): tally for tally in tallies_of_seed}.values():
                value_of.update(self._values.of(tally))
            values = [value_of[item] for item in followed.items.tolist()]
            number_of = {value: number for number, value in enumerate(sorted(set(values)))}
            numbers = np.fromiter(map(number_of.__getitem__, values), dtype=np.int64, count=len(values))
            for value, number in number_of.items():
                of_class = numbers == number
                class_of_seed = followed._replace(items=followed.items[of_class], kinds=followed.kinds[of_class])
                found.setdefault(value, []).append(class_of_seed)
        yield from sorted(found.items())

    def _of_seed(self, tallies: Sequence[PartTally]) -> Followed:
        """The items that every run of a seed was asked, with the kinds of label that they got."""
        runs = []
        run_of = attrgetter("size", "training_seed")
        for (size, _), parts in groupby(sorted(tallies, key=run_of), key=run_of):
            asked = [self._labels.of_part(tally) for tally in parts]
            items = np.concatenate([part.item_ids for part in asked])
            order = np.argsort(items)
            runs.append((size, items[order], np.concatenate([part.kinds for part in asked])[order]))
        sizes, items_of_runs, kinds_of_runs = map(list, zip(*runs, strict=True))
        common = items_of_runs[0]
        if not all(np.array_equal(items, common) for items in items_of_runs[1:]):
            common = reduce(np.intersect1d, items_of_runs)
            kinds_of_runs = [kinds[np.isin(items, common)] for _, items, kinds in runs]
        return Followed(tallies[0].seed, common, np.array(sizes), np.stack(kinds_of_runs, axis=1))


ALL_SEEDS = "all"
COLUMNS = [
    *("shape", "direction", "n_items", "n_sizes", "n_seeds", "first", "lowest", "last", "change", "low", "high"),
    *("dip", "dip_size", "main_error", "rise", "p_u", "p_monotone", "oscillation", "p_oscillation"),
]
N_EVIDENCE_COLUMNS = len(COLUMNS) - COLUMNS.index("change")


def shape(study: Study, selection: Selection, by: Sequence[str] = ()) -> pd.DataFrame:
    """Does learning go up, down and up again, or to and fro?

    For each class of items: the shape of its accuracy along the training sizes, for all seeds together (seed `all`)
    and for each by itself. Parts are core (words the learner knows) and test and dev as one (test+dev), unless --part
    chooses. Of core, those are followed that the smallest set has, too. Outputs flagged `variant` or `gold-error` are
    left out; missing predictions are wrong.

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
    items = ItemHistories(study, selection, breakdowns)
    rows: list[tuple[Any, ...]] = []
    for keys, values, followed in items.by_class():
        together = _numbers(items, followed)
        rows.append((*keys, *values, ALL_SEEDS, *together))
        for one in followed:
            rows.append((*keys, *values, one.seed, *(together if len(followed) == 1 else _numbers(items, [one]))))
    table = pd.DataFrame(rows, columns=[*KEYS, *breakdowns, "seed", *COLUMNS])
    return table if table["corpus"].any() else table.drop(columns="corpus")


def _numbers(items: ItemHistories, followed: Sequence[Followed]) -> tuple[Any, ...]:
    """The values of COLUMNS for some seeds taken together."""
    run_at = sorted({int(size) for one in followed for size in one.sizes})
    right = [items.right(one, run_at) for one in followed]
    is_asked = ~np.all([np.isnan(of_seed).all(axis=0) for of_seed in right], axis=0)
    sizes = [size for size, asked in zip(run_at, is_asked, strict=True) if asked]
    if not sizes:
        return CANT_SAY, "", 0, 0, len(followed), *[None] * (3 + N_EVIDENCE_COLUMNS)
    seeds = [SeedOutcomes(one.items, of_seed[:, is_asked]) for one, of_seed in zip(followed, right, strict=True)]
    found = shape_of(seeds)
    accuracies = found.path.accuracies
    return (
        *(found.word, found.direction, found.path.n_items, len(sizes), len(followed)),
        *_tidy(accuracies[0], accuracies.min(), accuracies[-1]),
        *([None] * N_EVIDENCE_COLUMNS if found.evidence is None else _evidence(items, followed, sizes, found.evidence)),
    )


def _evidence(
    items: ItemHistories, followed: Sequence[Followed], sizes: Sequence[int], evidence: Evidence
) -> list[Any]:
    """The values of the columns from `change` on."""
    turn = evidence.turn
    dip: tuple[Any, ...] = (None, "", None)
    if turn.size_index is not None:
        dip = (sizes[turn.size_index], *_grown_error(items, followed, sizes[: turn.size_index], sizes[turn.size_index]))
    return [
        *_tidy(evidence.change, *evidence.interval, turn.dip),
        *(*dip, turn.p, evidence.p_monotone, evidence.oscillation, evidence.p_oscillation),
    ]


def _tidy(*values: float) -> list[float]:
    """Remove what rounding left behind: 1 instead of 0.9999999999999998, and 0 instead of -0.0."""
    return [round(float(value), 12) + 0.0 for value in values]


def _grown_error(
    items: ItemHistories, followed: Sequence[Followed], before: Sequence[int], dip_size: int
) -> tuple[str, float | None]:
    """The error whose rate rose most above that of the sizes before, and by how much."""
    earlier, now = items.rates(followed, before), items.rates(followed, [dip_size])
    rises = {error: rate - earlier.get(error, 0.0) for error, rate in now.items()}
    rise, error = max(((rise, error) for error, rise in rises.items()), default=(0.0, ""))
    return (error, rise) if rise > 0 else ("", None)


STATISTIC = Statistic(
    shape,
    options=[by_option("Part the items by these in place of gold_class; `--by part` takes all items together.")],
    rates=RATES | {"first", "lowest", "last", "dip", "rise", "oscillation"},
    has_own_parts=True,
    compares_with_children=True,
    title="Shapes of trajectories",
    about=(
        "Whether accuracy on a class of words rises, is u-shaped, or goes to and fro along the sizes: in core "
        "(words the learner knows) and in test + dev."
    ),
)
