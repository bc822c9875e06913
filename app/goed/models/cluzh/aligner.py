"""The aligner: stochastic edit distance, learned by EM from pairs of lemma and form.

After Ristad & Yianilos (1998). There is one table of chances for substituting (a copy substitutes a letter for itself),
deleting and inserting letters, and for stopping. All pairs are aligned at once: the recurrences go cell by cell over
the lattice, and each cell is a vector with a place for every pair.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

LOWEST = -1e6  # the log chance of what never happens
PAIRS_AT_ONCE = 512  # of similar lengths: the lattice of a group is as large as its longest pair
CELLS_AT_ONCE = 1_000_000  # in all lattices of a group: keeps a single very long word from taking gigabytes


@dataclass(frozen=True)
class Costs:
    """What edits cost: negative natural logs of their chances. The last row and column are for letters never seen."""

    substitution: Floats  # (source letters + 1, target letters + 1)
    deletion: Floats  # (source letters + 1)
    insertion: Floats  # (target letters + 1)
    stop: float
    sources: dict[str, int]
    targets: dict[str, int]


def learn_costs(pairs: Sequence[tuple[str, str]], iterations: int) -> Costs:
    """The costs after this many rounds of EM over all pairs, from a uniform start."""
    sources = {letter: i for i, letter in enumerate(dict.fromkeys("".join(lemma for lemma, _ in pairs)))}
    targets = {letter: i for i, letter in enumerate(dict.fromkeys("".join(form for _, form in pairs)))}
    n_edits = len(sources) * len(targets) + len(sources) + len(targets) + 1
    chances = np.full(n_edits, 1 / n_edits)
    costs = _costs(chances, sources, targets)
    lattices = [_Lattices(group, costs) for group in _groups(pairs)]
    for _ in range(iterations):
        # The released program counts on top of the chances of the round before: a mild smoothing towards them.
        counts = chances.copy()
        for lattice in lattices:
            counts += lattice.expected_counts(costs)
        chances = counts / counts.sum()
        costs = _costs(chances, sources, targets)
    return costs


def costs_to_finish(pairs: Sequence[tuple[str, str]], costs: Costs) -> list[Floats]:
    """For each pair a table: the cost of the cheapest way from (letters read, letters written) to its end."""
    tables: dict[tuple[str, str], Floats] = {}
    for group in _groups(list(dict.fromkeys(pairs))):
        best = _Lattices(group, costs).log_chances(costs, np.maximum, from_end=True)
        for k, (lemma, form) in enumerate(group):
            n, m = len(lemma), len(form)
            tables[lemma, form] = -(best[n::-1, m::-1, k] - costs.stop)
    return [tables[pair] for pair in pairs]


def _costs(chances: Floats, sources: dict[str, int], targets: dict[str, int]) -> Costs:
    """Tables of costs from one vector of chances, with a place for unseen letters added."""
    with np.errstate(divide="ignore"):
        logs = np.maximum(np.log(chances), LOWEST)
    n, m = len(sources), len(targets)
    substitution, deletion, insertion, stop = np.split(logs, np.cumsum([n * m, n, m]))
    return Costs(
        substitution=-np.pad(substitution.reshape(n, m), (0, 1), constant_values=LOWEST),
        deletion=-np.append(deletion, LOWEST),
        insertion=-np.append(insertion, LOWEST),
        stop=-float(stop[0]),
        sources=sources,
        targets=targets,
    )


def _groups(pairs: Sequence[tuple[str, str]]) -> Sequence[Sequence[tuple[str, str]]]:
    """The pairs in groups of similar lengths."""
    groups: list[list[tuple[str, str]]] = []
    n = m = 0  # lengths of the longest words of the last group
    for pair in sorted(pairs, key=lambda pair: (len(pair[0]), len(pair[1]))):
        n, m = max(n, len(pair[0])), max(m, len(pair[1]))
        has_room = groups and len(groups[-1]) < PAIRS_AT_ONCE and (len(groups[-1]) + 1) * n * m <= CELLS_AT_ONCE
        if not has_room:
            groups.append([])
            n, m = len(pair[0]), len(pair[1])
        groups[-1].append(pair)
    return groups


class _Lattices:
    """The edit lattices of a group of pairs, aligned at their starts, and once more at their ends."""

    def __init__(self, pairs: Sequence[tuple[str, str]], costs: Costs) -> None:
        self._n_pairs = len(pairs)
        self._lengths = np.array([(len(lemma), len(form)) for lemma, form in pairs]).reshape(-1, 2)
        lemmas, forms = zip(*pairs, strict=True)
        self._sources, self._targets = _padded(lemmas, costs.sources), _padded(forms, costs.targets)
        self._from_end = (
            _padded([lemma[::-1] for lemma in lemmas], costs.sources),
            _padded([form[::-1] for form in forms], costs.targets),
        )

    def log_chances(self, costs: Costs, combine: Callable[..., Any], from_end: bool = False) -> Floats:
        """Log chance of reaching each cell (i, j) of each pair: `combine` joins all ways there, or takes the best."""
        sources, targets = self._from_end if from_end else (self._sources, self._targets)
        deletion, insertion = -costs.deletion[sources], -costs.insertion[targets]
        substitution = -costs.substitution[sources[:, None], targets[None]]
        n, m = len(sources), len(targets)
        reached = np.zeros((n + 1, m + 1, self._n_pairs))
        reached[1:, 0] = np.cumsum(deletion, axis=0)
        reached[0, 1:] = np.cumsum(insertion, axis=0)
        for i in range(n):
            without_insertion = combine(reached[i, :-1] + substitution[i], reached[i, 1:] + deletion[i])
            for j in range(m):
                combine(without_insertion[j], reached[i + 1, j] + insertion[j], out=reached[i + 1, j + 1])
        return reached

    def expected_counts(self, costs: Costs) -> Floats:
        """How often each edit is expected to happen in these pairs, in the order of the vector of chances."""
        before = self.log_chances(costs, np.logaddexp)
        n, m = self._lengths.T
        i, j = np.ogrid[: len(before), : before.shape[1]]
        inside = (i[..., None] <= n) & (j[..., None] <= m)
        after = self.log_chances(costs, np.logaddexp, from_end=True)[
            np.maximum(n - i[..., None], 0), np.maximum(m - j[..., None], 0), np.arange(self._n_pairs)
        ]
        total = before[n, m, np.arange(self._n_pairs)]
        before = np.where(inside, before, -np.inf) - total
        after = np.where(inside, after, -np.inf)
        sources, targets = self._sources[:, None], self._targets[None]
        n_sources, n_targets = len(costs.sources), len(costs.targets)
        substituted = np.exp(before[:-1, :-1] - costs.substitution[sources, targets] + after[1:, 1:])
        deleted = np.exp(before[:-1] - costs.deletion[sources] + after[1:]).sum(axis=1)
        inserted = np.exp(before[:, :-1] - costs.insertion[targets] + after[:, 1:]).sum(axis=0)
        # Padding stands at the place of unseen letters, where nothing is counted.
        cells = (sources * (n_targets + 1) + targets).ravel()
        substitutions = np.bincount(cells, substituted.ravel(), (n_sources + 1) * (n_targets + 1))
        substitutions = substitutions.reshape(n_sources + 1, n_targets + 1)[:-1, :-1].ravel()
        deletions = np.bincount(self._sources.ravel(), deleted.ravel(), n_sources + 1)[:-1]
        insertions = np.bincount(self._targets.ravel(), inserted.ravel(), n_targets + 1)[:-1]
        return np.concatenate([substitutions, deletions, insertions, [self._n_pairs]])


def _padded(words: Sequence[str], places: Mapping[str, int]) -> Integers:
    """Words as the letters' places in the tables (position, pair), filled up with the place of unseen letters."""
    filled = np.full((max(map(len, words)), len(words)), len(places), dtype=np.int64)
    for k, word in enumerate(words):
        filled[: len(word), k] = [places.get(letter, len(places)) for letter in word]
    return filled
