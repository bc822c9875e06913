"""Trees as they are written into files: of a learner's answers, and of a treebank that people have corrected."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from goed.domains.domain import Mended
from goed.models.sentence import Sentence
from goed.models.text import Text
from goed.scores.dependencies import ROOT, places_of

NO_ANSWER = "_"


def answer_columns(text: Text, answers: Sequence[str | None]) -> Mapping[str, Sequence[str]]:
    """The heads that were answered for the words; punctuation hangs on the next word at its left, else on none."""
    is_word = ~text.is_punctuation
    places = places_of(text.lengths)
    first_tokens = np.arange(len(text)) - places + 1
    last_words = np.maximum.accumulate(np.where(is_word, np.arange(len(text)), -1))  # at each token or before it
    heads = np.where(last_words >= first_tokens, places[last_words], ROOT).astype(str).astype(object)
    heads[is_word] = [NO_ANSWER if answer is None else answer for answer in answers]
    return {"head": heads.tolist()}


def mended(sentence: Sentence, corrections: Mapping[int, str]) -> Mended:
    """The sentence's heads, some of them corrected; corrections that close a circle together are left out."""
    assert sentence.heads is not None, "a treebank has heads"
    heads = list(sentence.heads)
    for position, head in corrections.items():
        heads[position - 1] = int(head)
    left_out: list[int] = []
    while circle := _circle(heads):
        in_circle = [position for position in corrections if position in circle and position not in left_out]
        assert in_circle, "a treebank's own heads make a tree"
        for position in in_circle:
            heads[position - 1] = sentence.heads[position - 1]
        left_out += in_circle
    return Mended({"head": list(map(str, heads))}, left_out)


def _circle(heads: Sequence[int]) -> set[int]:
    """The positions of a circle of heads; empty in a tree."""
    is_tree = {ROOT}
    for position in range(1, len(heads) + 1):
        way: list[int] = []
        while position not in is_tree and position not in way:
            way.append(position)
            position = heads[position - 1]
        if position in way:
            return set(way[way.index(position) :])
        is_tree.update(way)
    return set()
