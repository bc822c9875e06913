"""CLUZH's aligner and expert written down as their description reads, without a thought for speed.

The aligner is stochastic edit distance (Ristad & Yianilos): one distribution over copies and substitutions, deletions,
insertions and the stop, learned by EM. The expert says which edit actions are best from wherever a derivation stands.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.special import logsumexp

FLOOR = -1e6  # the logarithm of nothing, and of unseen characters
EDGE = 1e-9  # costs that differ by less are meant to be equal
Pair = tuple[str, str]  # lemma, form
Action = tuple[str, str]  # ("COPY", ""), ("DELETE", ""), ("SUB", "c"), ("INS", "c"), ("END", "")

COPY, DELETE, END = ("COPY", ""), ("DELETE", ""), ("END", "")
Edit = tuple[str, str]  # source and target character; "" on one side for deletions and insertions, on both for the stop
STOP: Edit = ("", "")


class Aligner:
    """A table of log-probabilities of edits."""

    def __init__(self, pairs: Sequence[Pair]) -> None:
        sources = sorted({c for lemma, _ in pairs for c in lemma})
        targets = sorted({c for _, form in pairs for c in form})
        edits = [(s, t) for s in sources for t in targets]
        edits += [(s, "") for s in sources] + [("", t) for t in targets] + [STOP]
        self.log = dict.fromkeys(edits, float(-np.log(len(edits))))

    def of(self, source: str, target: str) -> float:
        """The log-probability of an edit."""
        return self.log.get((source, target), FLOOR)

    def learn(self, pairs: Sequence[Pair], iterations: int = 10) -> None:
        """EM over all pairs."""
        for _ in range(iterations):
            counts = {edit: float(np.exp(log)) for edit, log in self.log.items()}  # a mild smoothing towards what was
            for lemma, form in pairs:
                self._count(lemma, form, counts)
            total = sum(counts.values())
            self.log = {
                edit: max(FLOOR, float(np.log(count / total))) if count > 0 else FLOOR for edit, count in counts.items()
            }

    def _edits_from(self, lemma: str, form: str, i: int, j: int) -> list[tuple[Edit, int, int]]:
        """The edits that can follow after i characters of the lemma and j of the form, and where they lead."""
        edits: list[tuple[Edit, int, int]] = []
        if i < len(lemma):
            edits.append(((lemma[i], ""), i + 1, j))
        if j < len(form):
            edits.append((("", form[j]), i, j + 1))
        if i < len(lemma) and j < len(form):
            edits.append(((lemma[i], form[j]), i + 1, j + 1))
        return edits

    def forward(self, lemma: str, form: str) -> np.ndarray:
        """Log-probability of reaching every cell of the lattice."""
        reached: dict[tuple[int, int], list[float]] = {(0, 0): [0.0]}
        table = np.full((len(lemma) + 1, len(form) + 1), FLOOR)
        for i in range(len(lemma) + 1):
            for j in range(len(form) + 1):
                table[i, j] = logsumexp(reached[i, j])
                for edit, k, m in self._edits_from(lemma, form, i, j):
                    reached.setdefault((k, m), []).append(table[i, j] + self.of(*edit))
        return table

    def backward(self, lemma: str, form: str) -> np.ndarray:
        """Log-probability of what can follow every cell of the lattice, the stop with it."""
        table = np.full((len(lemma) + 1, len(form) + 1), FLOOR)
        for i in reversed(range(len(lemma) + 1)):
            for j in reversed(range(len(form) + 1)):
                ways = [self.of(*edit) + table[k, m] for edit, k, m in self._edits_from(lemma, form, i, j)]
                table[i, j] = logsumexp(ways) if ways else self.of(*STOP)
        return table

    def _count(self, lemma: str, form: str, counts: dict[Edit, float]) -> None:
        """Add the expected number of each edit of a pair."""
        before, after = self.forward(lemma, form), self.backward(lemma, form)
        for i in range(len(lemma) + 1):
            for j in range(len(form) + 1):
                for edit, k, m in self._edits_from(lemma, form, i, j):
                    log = before[i, j] + self.of(*edit) + after[k, m] - after[0, 0]
                    counts[edit] += float(np.exp(log))
        counts[STOP] += 1

    def cost_of_rest(self, lemma: str, form: str) -> float:
        """The cost of the best way from one string to the other, the stop with it; nothing is remembered."""
        row = [0.0]
        for t in form:
            row.append(row[-1] - self.of("", t))
        for s in lemma:
            above, row = row, [row[0] - self.of(s, "")]
            for j, t in enumerate(form):
                row.append(
                    min(above[j] - self.of(s, t), above[j + 1] - self.of(s, ""), row[j] - self.of("", t)),
                )
        return row[-1] - self.of(*STOP)


def best_prefixes(target: str, output: str) -> list[int]:
    """How much of the target the output may stand for: the lengths of all prefixes with the fewest unit edits."""
    row = list(range(len(target) + 1))
    for i, c in enumerate(output, start=1):
        above, row = row, [i]
        for j, t in enumerate(target):
            row.append(min(above[j] + (c != t), above[j + 1] + 1, row[j] + 1))
    return [j for j, edits in enumerate(row) if edits == min(row)]


def costs_of_actions(aligner: Aligner, lemma: str, target: str, pointer: int, output: str) -> dict[Action, float]:
    """What each sensible action costs, with what remains to be done after it."""
    costs: dict[Action, float] = {}

    def offer(action: Action, cost: float) -> None:
        costs[action] = min(cost, costs.get(action, cost))

    rest = lemma[pointer:]
    for j in best_prefixes(target, output):
        goal = target[j:]
        if goal:
            offer(("INS", goal[0]), -aligner.of("", goal[0]) + aligner.cost_of_rest(rest, goal[1:]))
        else:
            offer(END, -aligner.of(*STOP) + aligner.cost_of_rest(rest, ""))
        if rest:
            offer(DELETE, -aligner.of(rest[0], "") + aligner.cost_of_rest(rest[1:], goal))
        if rest and goal:
            action = COPY if rest[0] == goal[0] else ("SUB", goal[0])
            offer(action, -aligner.of(rest[0], goal[0]) + aligner.cost_of_rest(rest[1:], goal[1:]))
    return costs


def best_actions(aligner: Aligner, lemma: str, target: str, pointer: int, output: str) -> list[Action]:
    """The expert's optimal set."""
    costs = costs_of_actions(aligner, lemma, target, pointer, output)
    least = min(costs.values())
    return sorted(action for action, cost in costs.items() if cost <= least + EDGE)


def follow(action: Action, lemma: str, pointer: int, output: str) -> tuple[int, str]:
    """Where the pointer and the output stand after an action."""
    kind, character = action
    if kind == "COPY":
        return pointer + 1, output + lemma[pointer]
    if kind == "DELETE":
        return pointer + 1, output
    if kind == "SUB":
        return pointer + 1, output + character
    return pointer, output + character


def expert_walk(aligner: Aligner, lemma: str, target: str) -> list[Action]:
    """The action sequence of a training pair: always the first of the best."""
    actions: list[Action] = []
    pointer, output = 0, ""
    while not actions or actions[-1] != END:
        actions.append(best_actions(aligner, lemma, target, pointer, output)[0])
        pointer, output = follow(actions[-1], lemma, pointer, output)
    return actions
