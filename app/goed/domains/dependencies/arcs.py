"""Arcs of dependency trees in a text: what is asked, what was answered, and how it scores (Gelling et al. 2012).

Punctuation is no word of a tree: it is taken out of gold and answers alike, and what hung on it hangs on the next word
above. Heads are told as places in the whole sentence, punctuation counted: *The dog , barked .* has dog → 4.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from goed.corpora.corpus import Column
from goed.domains.domain import AskedTokens
from goed.models.text import NO_HEAD, Text
from goed.scores.dependencies import OTHER, ROOT, Trees, attachment, attachment_kinds, counted, places_of, without
from goed.scores.values import Marks, Numbers
from goed.study.items import Measure

Heads = NDArray[np.int32]
SHORT = 10  # tokens, punctuation counted: the sentences that papers report on beside all
LIMITS = {"": None, f" <={SHORT}": SHORT}  # what stands behind a measure's name → the longest sentence
NO_RELATION = "_"


def problem_of(text: Text) -> str:
    """Why a corpus can be no treebank; empty if it can."""
    if text.heads is None or (text.heads == NO_HEAD).all():
        return "it has no heads; a treebank in CoNLL-X, CoNLL-U or PASCAL's nine columns has"
    if (text.heads == NO_HEAD).any():
        return "some of its tokens have no head"
    return ""


def is_told(text: Text) -> Marks:
    """Of which sentences the treebank tells the heads; it does so of all their tokens, or of none."""
    assert text.heads is not None
    return np.asarray(text.heads[text.starts] != NO_HEAD)


def asked(text: Text) -> AskedTokens:
    """Every word that is no punctuation, with its relation and the place of its head."""
    assert text.heads is not None
    tokens = np.flatnonzero(~text.is_punctuation)
    relations = text.columns.get("relation")
    names = [NO_RELATION] * len(tokens) if relations is None else relations.words(tokens).tolist()
    return AskedTokens(tokens, names, list(map(str, heads_of_words(text, text.heads).tolist())))


def answers(text: Text, heads: Heads) -> Column:
    """The head of every word that is asked; the code is -1 where none was given."""
    places = heads_of_words(text, heads)
    codes = np.where(_unanswered(text, heads), NO_HEAD, places).astype(np.int32)
    return Column(codes, tuple(map(str, range(int(places.max(initial=ROOT)) + 1))))


def measures(text: Text, heads: Heads) -> Mapping[str, Measure]:
    """Directed and undirected accuracy and NED, over all sentences and over the short ones."""
    assert text.heads is not None
    kinds = attachment_kinds(_trees_of_words(text, text.heads), _trees_of_words(text, heads))
    kinds[_unanswered(text, heads)] = OTHER
    found = {}
    for name, longest in LIMITS.items():
        is_within = np.repeat(text.lengths <= (longest or text.lengths.max(initial=0)), text.lengths)
        scores = attachment(counted(kinds[is_within[~text.is_punctuation]]))
        for measure, ratio in scores._asdict().items():
            value = ratio.value if ratio.of else None
            found[measure + name] = Measure(value, ratio.of, "" if ratio.of else "no such sentence")
    return found


def heads_of_words(text: Text, heads: Heads) -> Numbers:
    """The head of each word that is no punctuation, as a place in its whole sentence."""
    words = np.flatnonzero(~text.is_punctuation)
    places = np.append(places_of(text.lengths)[words], ROOT)
    return np.asarray(places[_trees_of_words(text, heads).parents])


def _trees_of_words(text: Text, heads: Heads) -> Trees:
    return without(Trees(np.maximum(heads, ROOT).astype(np.int64), text.lengths), text.is_punctuation)


def _unanswered(text: Text, heads: Heads) -> Marks:
    """Which of the words that are no punctuation have no answer."""
    return np.asarray(heads[~text.is_punctuation] == NO_HEAD)
