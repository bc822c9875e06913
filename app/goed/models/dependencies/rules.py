"""RULES (after Søgaard 2012): heads from a table of which tags may govern which, and from nearness. Nothing is learned.

The root is the first verb, else the first noun, else the first word. Every other word, from left to right, takes the
nearest word that may govern it (where two are as near, the left one); where there is none, the word before it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from goed.models.dependencies.kept_words import LONGEST, KeptWords
from goed.models.dependencies.settings import RulesSettings
from goed.models.dependencies.universal_tags import may_govern, universal_tags
from goed.models.text import TextTask, TokenAnswers
from goed.scores.dependencies import ROOT, Trees

NO_HEAD_YET = -1


def predict(task: TextTask) -> TokenAnswers:
    """The trees of the questions."""
    questions = KeptWords(task.questions)
    tags = universal_tags(questions, task.settings_as(RulesSettings).tags)
    ends = np.cumsum(questions.lengths).tolist()
    heads: list[int] = []
    for end, n in zip(ends, questions.lengths.tolist(), strict=True):
        heads += range(n) if n > LONGEST else heads_by_rules(tags[end - n : end])
    trees = Trees(np.array(heads, np.int64), questions.lengths)
    return TokenAnswers({task.settings["name"]: questions.in_text(trees)}, questions.told_of_long_ones())


def heads_by_rules(tags: Sequence[str]) -> list[int]:
    """The heads of a sentence, as places from 1; 0 is the root's.

    >>> heads_by_rules(["DET", "NOUN", "VERB", "DET", "NOUN", "ADP", "NOUN"])
    [2, 3, 0, 3, 6, 3, 6]
    """
    heads = [NO_HEAD_YET] * len(tags)
    if not tags:
        return heads
    root = next((tags.index(tag) for tag in ("VERB", "NOUN") if tag in tags), 0)
    heads[root] = ROOT
    for word in range(len(tags)):
        if word != root:
            heads[word] = _governor(word, root, tags, heads) + 1
    return heads


def _governor(word: int, root: int, tags: Sequence[str], heads: Sequence[int]) -> int:
    """The nearest word that may govern a word, else its neighbour, else the root; never one that is below it."""
    for each in by_nearness(word, len(tags)):
        if may_govern(tags[each], tags[word]) and not _is_below(each, word, heads):
            return each
    neighbour = word - 1 if word else 1
    return root if _is_below(neighbour, word, heads) else neighbour


def by_nearness(word: int, n: int) -> Iterator[int]:
    """The other words of a sentence from the nearest to the farthest, left before right."""
    for distance in range(1, n):
        if word - distance >= 0:
            yield word - distance
        if word + distance < n:
            yield word + distance


def _is_below(word: int, other: int, heads: Sequence[int]) -> bool:
    """Whether a word is below another one, by the heads given so far."""
    while heads[word] > ROOT:
        word = heads[word] - 1
        if word == other:
            return True
    return False
