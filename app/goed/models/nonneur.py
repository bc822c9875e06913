"""NONNEUR, the shared tasks' baseline: rules for how endings and beginnings change.

Rules are kept apart by feature string (`N;NOM;FEM;PL` is one unit). From *walk → walked* it collects the suffix
rules `walk› → walked›`, … `k› → ked›`, `› → ed›`, and prefix rules likewise; a new lemma takes the suffix rule with
the longest left side that fits it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from goed.models.interface import Answers, Example, Prediction, Question, Task

GAP = "\0"  # an empty place in an alignment; words hold no control characters, so it cannot be mistaken for one
START, END = "\2", "\3"  # mark the edges of a word inside rules

Rule = tuple[str, str]  # what is there → what takes its place
SUBSTITUTION = 1.1  # its cost; an insertion or a deletion costs 1


def learn_and_predict(task: Task) -> Answers:
    """Learn from train and fine-tune part together, as the paper did, and answer the questions."""
    grammar = learn((*task.train, *task.finetune))
    return Answers({"nonneur": [Prediction(grammar.inflect(question)) for question in task.questions]})


@dataclass
class RuleSet:
    """The rules of one feature string: for each left side the best right side."""

    suffixes: dict[str, str]
    prefixes: list[Rule]  # the most frequent first


@dataclass
class Grammar:
    """What NONNEUR has learned: rule sets by feature string, and whether words are read backwards."""

    reads_backwards: bool
    rules: dict[str, RuleSet] = field(default_factory=dict)

    def inflect(self, question: Question) -> str:
        """The predicted form; the lemma itself where the features were never seen."""
        rules = self.rules.get(question.features)
        if rules is None:
            return question.lemma
        lemma = question.lemma[::-1] if self.reads_backwards else question.lemma
        form = _change_prefix(_change_suffix(START + lemma + END, rules.suffixes), rules.prefixes)
        form = form.replace(START, "").replace(END, "")
        return form[::-1] if self.reads_backwards else form


def learn(examples: Sequence[Example]) -> Grammar:
    """Count the rules of every example, and keep for each left side the right side that wins."""
    grammar = Grammar(reads_backwards=_prefers_prefixes(examples))
    counts: dict[str, tuple[Counter[Rule], Counter[Rule]]] = {}  # of suffix rules and of prefix rules, by features
    for lemma, form, features in examples:
        of_features = counts.setdefault(features, (Counter(), Counter()))
        for counted, rules in zip(of_features, _rules_of(lemma, form, grammar.reads_backwards), strict=True):
            counted.update(rules)
    for features, (suffixes, prefixes) in counts.items():
        by_count = [rule for rule, _ in prefixes.most_common()]  # of equals the first seen is first
        grammar.rules[features] = RuleSet(_best_right_sides(suffixes), by_count)
    return grammar


def _best_right_sides(counts: Counter[Rule]) -> dict[str, str]:
    """For each left side the most frequent right side; of equals the longest, then the first seen."""
    best: dict[str, tuple[int, int]] = {}
    right_sides: dict[str, str] = {}
    for (left, right), count in counts.items():
        rank = (count, len(right))
        if left not in best or rank > best[left]:
            best[left] = rank
            right_sides[left] = right
    return right_sides


def _change_suffix(word: str, suffixes: dict[str, str]) -> str:
    """Apply the rule with the longest left side: *talk›* ends in *alk›*, *lk›*, *k›*, *›*."""
    for start in range(len(word)):
        right = suffixes.get(word[start:])
        if right is not None:
            return word[:start] + right
    return word


def _change_prefix(word: str, prefixes: Iterable[Rule]) -> str:
    """Apply the most frequent prefix rule that fits, whatever its length; most often it changes nothing."""
    for left, right in prefixes:
        if word.startswith(left):
            return right + word[len(left) :]
    return word


def _prefers_prefixes(examples: Iterable[Example]) -> bool:
    """Whether forms add more material in front of their lemma than behind it."""
    of_one_word = [example for example in examples if " " not in example.lemma and "-" not in example.lemma]
    overhangs = [_overhang(example.lemma, example.form) for example in of_one_word]
    return sum(in_front - behind for in_front, behind in overhangs) > 0


@lru_cache(maxsize=100_000)
def _overhang(lemma: str, form: str) -> tuple[int, int]:
    """How far the form extends beyond the lemma on either side, where the lemma, slid past it, matches best.

    The lemma starts at each offset from wholly left of the form to wholly right of it. The offset with the fewest
    columns that differ wins, the first among equals; a letter beside nothing differs, too.
    """
    if form.startswith(lemma):  # no other offset has fewer differing columns
        return 0, len(form) - len(lemma)
    best_offset, best_cost = -len(lemma), len(lemma) + len(form)
    for offset in range(1 - len(lemma), len(form) + 1):
        columns = max(len(form), offset + len(lemma)) - min(0, offset)
        overlap = min(len(form), offset + len(lemma)) - max(0, offset)
        if columns - overlap >= best_cost:
            continue
        lemma_part = lemma[max(0, -offset) :]
        same = sum(map(str.__eq__, lemma_part, form[max(0, offset) :]))
        if columns - same < best_cost:
            best_offset, best_cost = offset, columns - same
    return max(0, best_offset), max(0, len(form) - best_offset - len(lemma))


@lru_cache(maxsize=100_000)
def _rules_of(lemma: str, form: str, backwards: bool) -> tuple[tuple[Rule, ...], tuple[Rule, ...]]:
    """The suffix and the prefix rules that one pair shows, each once."""
    if backwards:
        lemma, form = lemma[::-1], form[::-1]
    upper, lower = align(lemma, form)
    stem_start = max(_leading_gaps(upper), _leading_gaps(lower))
    stem_end = len(upper) - max(_leading_gaps(upper[::-1]), _leading_gaps(lower[::-1]))

    lemma_end, form_end = upper[stem_start:] + END, lower[stem_start:] + END
    suffixes = [(lemma_end[i:], form_end[i:]) for i in range(len(lemma_end))]

    # A prefix rule shows the beginning of the form's stem on both sides: ‹ → ‹ge, ‹k → ‹gek, …
    form_stem = lower[stem_start:stem_end]
    lemma_start, form_start = START + upper[:stem_start], START + lower[:stem_start]
    contexts = [form_stem[:i] for i in range(len(form_stem))]
    prefixes = [(lemma_start + context, form_start + context) for context in contexts]
    return _without_gaps(suffixes), _without_gaps(prefixes)


def _leading_gaps(aligned: str) -> int:
    return len(aligned) - len(aligned.lstrip(GAP))


def _without_gaps(rules: list[Rule]) -> tuple[Rule, ...]:
    return tuple(dict.fromkeys((left.replace(GAP, ""), right.replace(GAP, "")) for left, right in rules))


def align(lemma: str, form: str) -> tuple[str, str]:
    """The cheapest alignment of two words, gaps filled in; of equals the one that substitutes, then inserts, first."""
    if form.startswith(lemma):  # walk, walked: nothing can beat the plain continuation
        return lemma + GAP * (len(form) - len(lemma)), form
    if not form:
        return lemma, GAP * len(lemma)
    moves = _cheapest_moves(lemma, form)
    upper, lower = [], []
    i = j = 0
    while i < len(lemma) and j < len(form):
        move = moves[i][j]
        upper.append(GAP if move == INSERT else lemma[i])
        lower.append(GAP if move == DELETE else form[j])
        i += move != INSERT
        j += move != DELETE
    upper.append(lemma[i:] + GAP * (len(form) - j))
    lower.append(form[j:] + GAP * (len(lemma) - i))
    return "".join(upper), "".join(lower)


INSERT, DELETE, SUBSTITUTE = range(3)


def _cheapest_moves(lemma: str, form: str) -> list[list[int]]:
    """For each pair of remaining suffixes the move that the organisers' memoised recursion takes.

    Their costs are floats that are carried in from the left, and subtracted again when the cost of the rest is
    remembered; the rounding noise decides between alignments of the same true cost (8 of 15,600 predictions of
    SIGMORPHON 2022), so it is reproduced. What is carried in at the *first* visit counts: the recursion runs down the
    main diagonal first, then leaves it by insertions above and by deletions below.
    """
    n, m = len(lemma), len(form)
    carried = _carried_costs(lemma, form)
    rest = [[0.0] * (m + 1) for _ in range(n + 1)]  # cost of the remaining suffixes, as remembered
    for i in range(n + 1):
        rest[i][m] = (carried[i][m] + (n - i)) - carried[i][m]
    for j in range(m + 1):
        rest[n][j] = (carried[n][j] + (m - j)) - carried[n][j]

    moves = [[SUBSTITUTE] * m for _ in range(n)]
    for i in range(n - 1, -1, -1):
        letter, row, below, carried_row, move_row = lemma[i], rest[i], rest[i + 1], carried[i], moves[i]
        for j in range(m - 1, -1, -1):
            cost = carried_row[j]
            best = below[j + 1] + (cost if letter == form[j] else cost + SUBSTITUTION)
            insertion = row[j + 1] + (cost + 1.0)
            if insertion < best:
                best, move_row[j] = insertion, INSERT
            deletion = below[j] + (cost + 1.0)
            if deletion < best:
                best, move_row[j] = deletion, DELETE
            row[j] = best - cost
    return moves


def _carried_costs(lemma: str, form: str) -> list[list[float]]:
    """The cost that the recursion has run up when it first comes to each pair of suffixes."""
    n, m = len(lemma), len(form)
    carried = [[0.0] * (m + 1) for _ in range(n + 1)]
    for k in range(min(n, m)):
        for j in range(k + 1, m + 1):
            carried[k][j] = carried[k][j - 1] + 1.0
        for i in range(k + 1, n + 1):
            carried[i][k] = carried[i - 1][k] + 1.0
        carried[k + 1][k + 1] = carried[k][k] + (0.0 if lemma[k] == form[k] else SUBSTITUTION)
    # The ends beyond the diagonal are first reached by a substitution or match.
    for j in range(n + 1, m + 1):
        carried[n][j] = carried[n - 1][j - 1] + (0.0 if lemma[n - 1] == form[j - 1] else SUBSTITUTION)
    for i in range(m + 1, n + 1):
        carried[i][m] = carried[i - 1][m - 1] + (0.0 if lemma[i - 1] == form[m - 1] else SUBSTITUTION)
    return carried
