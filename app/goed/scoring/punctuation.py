"""Which tokens are punctuation: what the user says, or the tag by which the layout knows it.

Tags are chosen by patterns, as a shell chooses files: `I*` is every tag that begins with I, `!ID` but not that one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import translate

import numpy as np

from goed.corpora.corpus import Corpus
from goed.corpora.layouts import CONLL_X
from goed.errors import WrongUsageError
from goed.scores.arrays import Marks

NONE = "none"


@dataclass(frozen=True)
class Punctuation:
    """Tags of a column (the layout's own, unless one is named) that mark punctuation; None for the layout's own."""

    patterns: tuple[str, ...] | None = None
    column: str = "tag"


def is_punctuation(corpus: Corpus, punctuation: Punctuation) -> Marks:
    """Which tokens of a text are punctuation."""
    patterns = _patterns(corpus, punctuation)
    column = corpus.column(punctuation.column)
    chosen = set(chosen_tags(column.values, patterns))
    if punctuation.patterns and not chosen and len(corpus) and set(patterns) != {NONE}:
        there = ", ".join(sorted(column.values)[:12]) + (" …" if len(column.values) > 12 else "")
        raise WrongUsageError(
            f"no {punctuation.column} of {corpus.path} fits --punctuation {' '.join(patterns)}; there are {there}"
        )
    return np.array([value in chosen for value in column.values] or [False])[column.codes]


def _patterns(corpus: Corpus, punctuation: Punctuation) -> Sequence[str]:
    if punctuation.patterns is not None:
        return punctuation.patterns
    if corpus.layout is CONLL_X:  # knows no tag of its own; UPOS that a table gave it does
        return (".", "PUNCT")
    return () if corpus.layout.punctuation is None else (corpus.layout.punctuation,)


def may_be_punctuation(word: str) -> bool:
    """Whether a word has neither letter nor digit."""
    return not any(character.isalnum() for character in word)


def chosen_tags(tags: Iterable[str], patterns: Sequence[str]) -> list[str]:
    """The tags that one of the patterns fits, and none of those with a ! before them; `none` fits nothing."""
    wanted = [re.compile(translate(pattern)) for pattern in patterns if pattern != NONE and pattern[:1] != "!"]
    unwanted = [re.compile(translate(pattern[1:])) for pattern in patterns if pattern[:1] == "!"]
    return [tag for tag in tags if _fits(tag, wanted) and not _fits(tag, unwanted)]


def _fits(tag: str, patterns: Sequence[re.Pattern[str]]) -> bool:
    return any(pattern.match(tag) for pattern in patterns)
