"""Terms for what became of items, such as `wrong:irr`, and their counts per model.

    over-regularization     this error: any error that a classifier names, or `missing`
    any→(e)s                an error that puts a word of any other class into this one
    correct:irr             a right form of a word of this gold class
    wrong:irr               a wrong form of such a word, or none
    asked:irr               either: such a word was asked
    correct:*, wrong:*, asked:*   the same for words of every class

Accepted variants and errors of the gold form count as none of these: error rates leave them out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from goed.domains.registry import AllSchemes, domain_of
from goed.labels.names import ARROW
from goed.statistics.breakdowns import breakdowns_of
from goed.statistics.item_labels import MISSING, NO_PREDICTION, ItemLabels, KindNumbers, Marks, PartLabels, is_left_out
from goed.statistics.two_way import Bootstrap, Resampled, SeenAndAsked, weights
from goed.study.selection import Selection
from goed.study.splits import TrainingSet
from goed.study.study import Study
from goed.study.tallies import LabelKind, PartTally
from goed_classifiers.error_scheme import ErrorScheme
from goed_classifiers.values import CORRECT

ANY = "any"
EVERY_CLASS = "*"
OF_CLASSES: dict[str, Callable[[str], bool]] = {  # word before the colon → whether it covers an error
    "correct": lambda error: error == CORRECT,
    "wrong": lambda error: error != CORRECT,
    "asked": lambda error: True,
}
GoldClasses = NDArray[np.object_]


class TermMatcher:
    """Finds the outcomes of a run that some terms stand for."""

    def __init__(self, labels: ItemLabels) -> None:
        self._labels = labels
        self._numbers = cache(self._find_numbers)
        self._left_out = cache(self._find_left_out)
        self._gold_classes: dict[int, GoldClasses] = {}  # by id() of the items, which ItemLabels keeps

    def gold_classes(self, part: PartLabels) -> GoldClasses:
        """The gold classes of the items of a part."""
        if id(part.items) not in self._gold_classes:
            self._gold_classes[id(part.items)] = np.array([item.gold_class or "" for item in part.items], dtype=object)
        return self._gold_classes[id(part.items)]

    def marks(self, terms: Sequence[str], kinds: KindNumbers, gold_classes: GoldClasses) -> Marks:
        """Mark the outcomes that one of the terms stands for."""
        marked = self._labels.is_kind_in(kinds, self._numbers(tuple(terms)))
        classes = [term.partition(":")[2] for term in terms if term.startswith(("wrong:", "asked:"))]
        if classes:  # a missing prediction has no label that says its class
            is_of_class = EVERY_CLASS in classes or np.isin(gold_classes, classes)
            marked |= (kinds == NO_PREDICTION) & is_of_class
        return marked

    def left_out(self, terms: Sequence[str], kinds: KindNumbers) -> Marks:
        """Mark the outcomes that are left out, among words of the classes that the terms are about."""
        return self._labels.is_kind_in(kinds, self._left_out(tuple(terms)))

    def _find_numbers(self, terms: tuple[str, ...]) -> frozenset[int]:
        return frozenset(
            number
            for number, kind in self._labels.kinds.items()
            if not is_left_out(kind) and any(stands_for(term, kind) for term in terms)
        )

    def _find_left_out(self, terms: tuple[str, ...]) -> frozenset[int]:
        kinds = self._labels.kinds
        classes = {kinds[number].gold_class for number in self._numbers(terms)}
        return frozenset(number for number in self._labels.numbers_left_out() if kinds[number].gold_class in classes)


def stands_for(term: str, kind: LabelKind) -> bool:
    """Whether a term stands for outcomes with this kind of label."""
    word, colon, name = term.partition(":")
    if colon and word in OF_CLASSES:
        return bool(kind.gold_class) and name in (EVERY_CLASS, kind.gold_class) and OF_CLASSES[word](kind.error)
    before, arrow, after = term.partition(ARROW)
    if arrow and before == ANY:
        gold, _, predicted = kind.error.partition(ARROW)
        return predicted == after != gold
    return kind.error == term


def problem_of(term: str, classes: Sequence[str], errors: Collection[str]) -> str | None:
    """What is wrong with a term, given a language's classes and errors; None if nothing is."""
    word, colon, name = term.partition(":")
    if colon and word in OF_CLASSES:
        return None if name in (EVERY_CLASS, *classes) else f"there is no class {name}; there are {', '.join(classes)}"
    before, arrow, after = term.partition(ARROW)
    if arrow and before == ANY:
        return None if after in classes else f"there is no class {after}; there are {', '.join(classes)}"
    return None if term in (*errors, MISSING) else f"{term} is no error that the classifier knows"


cell_key = attrgetter("language", "corpus", "sampling", "model", "part")  # over all sizes and seeds


class Among(NamedTuple):
    """Some items: those with one of these values of a breakdown."""

    breakdown: str
    values: tuple[str, ...]


class _Run(NamedTuple):
    """One run: the index of its size, split and items among those of its cell, and what became of the items."""

    tally: PartTally
    size: int
    split: int
    items: NDArray[np.intp]
    kinds: KindNumbers
    gold_classes: GoldClasses


class ModelCounts:
    """All runs of one model on the splits of one language and sampling, in one part."""

    def __init__(
        self, labels: ItemLabels, matcher: TermMatcher, tallies: Sequence[PartTally], draws: Bootstrap
    ) -> None:
        first = tallies[0]
        self.domain = first.domain
        self.language, self.corpus, self.sampling, self.model, self.part = cell_key(first)
        self.sizes = sorted({tally.size for tally in tallies})
        self._matcher = matcher
        self._draws = draws
        splits = sorted({tally.split_id for tally in tallies})
        parts = [labels.of_part(tally) for tally in tallies]
        item_ids, first_places = np.unique(np.concatenate([part.item_ids for part in parts]), return_index=True)
        asked = [part.items for part in parts]
        ends = np.cumsum([len(items) for items in asked])
        of_part = np.searchsorted(ends, first_places, side="right")
        places = (first_places - np.append(0, ends)[of_part]).tolist()
        self.items = [asked[part][place] for part, place in zip(of_part.tolist(), places, strict=True)]
        self.features = np.array([item.features for item in self.items], dtype=object)
        self._shape = (len(self.sizes), len(splits), len(item_ids))
        self._runs = []
        for tally, part in zip(tallies, parts, strict=True):
            size, split = self.sizes.index(tally.size), splits.index(tally.split_id)
            items = np.searchsorted(item_ids, part.item_ids)
            self._runs.append(_Run(tally, size, split, items, part.kinds, matcher.gold_classes(part)))

    def resampled(self, numerator_terms: Sequence[str], other_terms: Sequence[str], items: Marks) -> Resampled:
        """The proportion numerator / (numerator + others) among some items, with its bootstrap draws."""
        counted = SeenAndAsked(*np.zeros((2, *self._shape), dtype=np.float32))
        for run in self._runs:
            both = (numerator_terms, other_terms)
            is_seen, is_other = (self._matcher.marks(terms, run.kinds, run.gold_classes) for terms in both)
            is_among = items[run.items]
            counted.seen[run.size, run.split][run.items] += is_seen & is_among  # a run is asked each item once
            counted.asked[run.size, run.split][run.items] += (is_seen | is_other) & is_among
        _, n_splits, n_items = self._shape
        return Resampled(counted, weights(n_items, n_splits, *self._draws))

    def labelled_by(self, scheme: ErrorScheme, schemes: AllSchemes) -> Marks:
        """Mark the items that are labelled by a scheme."""
        its_own = {each for each in set(self.features) if schemes.of(self.domain, self.language, each) == scheme}
        return np.array([each in its_own for each in self.features], dtype=bool)

    def having(self, among: Among) -> Marks:
        """Mark the items with some values of a breakdown that does not depend on the run."""
        value_of, learned_from = breakdowns_of(domain_of(self.domain))[among.breakdown], TrainingSet()
        return np.array([value_of(item, learned_from) in among.values for item in self.items], dtype=bool)

    def n_runs(self, sizes: Sequence[int]) -> int:
        """How many seeds (of splits and of training) have runs at one of the sizes."""
        tallies = (run.tally for run in self._runs)
        return len({(tally.seed, tally.training_seed) for tally in tallies if tally.size in sizes})

    def n_left_out(self, terms: Sequence[str], sizes: Sequence[int], items: Marks) -> int:
        """How many outcomes of some items are no error of the learner, in the classes that the terms are about."""
        runs = (run for run in self._runs if run.tally.size in sizes)
        return sum(int(np.sum(self._matcher.left_out(terms, run.kinds) & items[run.items])) for run in runs)


def model_counts(study: Study, selection: Selection, draws: Bootstrap) -> Iterator[ModelCounts]:
    """Every selected model in every selected part, one at a time: memory need not hold all predictions at once."""
    labels = ItemLabels(study, selection)
    matcher = TermMatcher(labels)
    for _, of_cell in groupby(sorted(labels.tallies, key=cell_key), key=cell_key):
        yield ModelCounts(labels, matcher, list(of_cell), draws)
