"""Do two files hold the same words? Where they do not, scores of tokens would mean nothing."""

from __future__ import annotations

import numpy as np

from goed.corpora.column import Column
from goed.corpora.corpus import Corpus
from goed.corpora.layouts import NO_VALUE
from goed.errors import InputError, quoted
from goed.scores.arrays import Marks


def check_same_words(gold: Corpus, other: Corpus) -> None:
    """Say where the words of two files part."""
    n = min(len(gold), len(other))
    numbers = {word: code for code, word in enumerate(gold.forms.values)}
    in_gold = np.array([numbers.get(word, -1) for word in other.forms.values] or [-1])[other.forms.codes[:n]]
    differs = in_gold != gold.forms.codes[:n]
    if differs.any():
        differs &= ~(_is_silent(gold.forms, n) | _is_silent(other.forms, n))
    if differs.any():
        place = int(differs.argmax())
        ours, theirs = quoted(gold.forms.word(place), 30), quoted(other.forms.word(place), 30)
        raise other.error(place, f"{theirs} where {gold.path}, line {gold.lines[place]}, has {ours}")
    if len(gold) != len(other):
        longer, shorter = (gold, other) if len(gold) > len(other) else (other, gold)
        problem = f"{quoted(longer.forms.word(n), 30)} comes after the last of the {n:,} tokens of {shorter.path}"
        raise longer.error(n, problem)


def _is_silent(forms: Column, n: int) -> Marks:
    """Where a treebank gives no word."""
    silent = [code for code, word in enumerate(forms.values) if word == NO_VALUE]
    return np.isin(forms.codes[:n], silent)


def check_same_sentences(gold: Corpus, other: Corpus) -> None:
    """Say where the sentences of two files, whose words are the same, do not end alike."""
    if np.array_equal(gold.starts, other.starts):
        return
    n = min(len(gold.starts), len(other.starts))
    differs = np.flatnonzero(gold.starts[:n] != other.starts[:n])
    place = int(differs[0]) if len(differs) else n
    ends = [
        int(corpus.starts[place]) - 1 if place < len(corpus.starts) else len(corpus) - 1 for corpus in (gold, other)
    ]
    shorter = gold if ends[0] < ends[1] else other
    longer = other if shorter is gold else gold
    raise InputError(
        shorter.path,
        f"a sentence ends here that goes on in {longer.path}, line {longer.lines[min(ends)]}",
        int(shorter.lines[min(ends)]),
    )
