"""Items followed along the sizes of training sets: the same ones at every size, seed by seed and class by class."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from goed.statistics.breakdowns import ItemValues, Numbers
from goed.statistics.item_labels import ItemLabels, Kinds, is_left_out
from goed.study.selection import Selection
from goed.study.study import Study
from goed.study.tallies import PartTally
from goed_classifiers.values import CORRECT

HELD_OUT = "test+dev"  # the name of test and dev taken together
PARTS_TOGETHER = {HELD_OUT: ("test", "dev"), "core": ("core",)}
Keys = tuple[str, str, str, str]  # language, sampling, model, part
Values = tuple[str, ...]  # of the breakdowns


@dataclass(frozen=True)
class Followed:
    """The items of a class in one seed, and what its runs made of them: the number of a label for each."""

    seed: int
    items: Numbers
    sizes: Numbers  # of the runs
    kinds: Kinds  # items × runs

    def only(self, chosen: NDArray[np.bool_]) -> Followed:
        """The same of some of the items."""
        return Followed(self.seed, self.items[chosen], self.sizes, self.kinds[chosen])


class FollowedItems:
    """What the runs of a study made of the items that they were all asked."""

    def __init__(self, study: Study, breakdowns: Sequence[str]) -> None:
        self._study = study
        self._values = ItemValues(study, breakdowns)
        self._labels = ItemLabels(study)
        self.kinds = self._labels.kinds
        self._right = self._labels.numbers_of(CORRECT)
        self._left_out = self._labels.numbers_left_out()

    def of(self, selection: Selection) -> Iterator[tuple[Keys, Values, list[Followed]]]:
        """Each class of items in each part, with the seeds that have such items."""
        tallies = [tally for tally in self._labels.tallies if selection.has(tally) and tally.n_items]
        together = PARTS_TOGETHER if selection.parts is None else {part: (part,) for part in selection.parts}
        for keys, of_model in groupby(tallies, key=lambda tally: (tally.language, tally.sampling, tally.model)):
            of_parts = list(of_model)
            for name, parts in together.items():
                chosen = [tally for tally in of_parts if tally.part in parts]
                for values, followed in self._by_class(chosen):
                    yield (*keys, name), values, followed

    def right(self, followed: Followed, sizes: Sequence[int]) -> NDArray[np.float64]:
        """Whether each item was right at each size: 1, 0, between where a seed was trained repeatedly, nan left out."""
        right = self._labels.which(followed.kinds, self._right).astype(float)
        right[self._labels.which(followed.kinds, self._left_out)] = np.nan
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
        """How much of what was asked at some sizes became which error."""
        kinds = np.concatenate([one.kinds[:, np.isin(one.sizes, sizes)].ravel() for one in followed])
        counts: dict[str, int] = {}
        for number, n in zip(*np.unique(kinds, return_counts=True), strict=True):
            kind = self.kinds[int(number)]
            if not is_left_out(kind):
                counts[kind.error] = counts.get(kind.error, 0) + int(n)
        total = sum(counts.values())
        return {error: n / total for error, n in counts.items() if error != CORRECT}

    def _by_class(self, tallies: Sequence[PartTally]) -> Iterator[tuple[Values, list[Followed]]]:
        found: dict[Values, list[Followed]] = {}
        for _, of_seed in groupby(sorted(tallies, key=lambda tally: tally.seed), key=lambda tally: tally.seed):
            tallies_of_seed = list(of_seed)
            followed = self._of_seed(tallies_of_seed)
            value_of: dict[int, Values] = {}
            for tally in {(tally.split_id, tally.part): tally for tally in tallies_of_seed}.values():
                value_of.update(self._values.of(tally))
            values = [value_of[item] for item in followed.items.tolist()]
            number_of = {value: number for number, value in enumerate(sorted(set(values)))}
            numbers = np.fromiter(map(number_of.__getitem__, values), dtype=np.int64, count=len(values))
            for value, number in number_of.items():
                found.setdefault(value, []).append(followed.only(numbers == number))
        yield from sorted(found.items())

    def _of_seed(self, tallies: Sequence[PartTally]) -> Followed:
        """The items that every run of a seed was asked."""
        runs = []
        for run, parts in groupby(sorted(tallies, key=_run), key=_run):
            asked = [self._labels.of_part(tally) for tally in parts]
            items = np.concatenate([part.item_ids for part in asked])
            order = np.argsort(items)
            runs.append((run[0], items[order], np.concatenate([part.kinds for part in asked])[order]))
        if all(np.array_equal(items, runs[0][1]) for _, items, _ in runs[1:]):
            common = runs[0][1]
            kinds = np.stack([of_run for *_, of_run in runs], axis=1)
        else:
            common = reduce(np.intersect1d, (items for _, items, _ in runs))
            kinds = np.stack([of_run[np.isin(items, common)] for _, items, of_run in runs], axis=1)
        return Followed(tallies[0].seed, common, np.array([size for size, *_ in runs]), kinds)


def _run(tally: PartTally) -> tuple[int, int]:
    return tally.size, tally.training_seed
