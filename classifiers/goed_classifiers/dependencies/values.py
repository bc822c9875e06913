"""What the rules for attachments are given: a sentence with its gold tree, and a head that a learner gave to a word."""

from __future__ import annotations

from typing import NamedTuple

ROOT = 0  # the head of a word that hangs on no other
NO_ANSWER = -1  # the head of a word that a learner said nothing about


class ParsedSentence(NamedTuple):
    """A sentence and its gold tree, shared by the cases of its words: all tuples have one value for each token.

    Places count from 1, punctuation included; but punctuation is out of the way: no other token hangs on it.
    """

    forms: tuple[str, ...]
    tags: tuple[str, ...]  # universal ones, or whatever coarse tags there are
    heads: tuple[int, ...]  # places; ROOT; -1 for punctuation
    relations: tuple[str, ...]  # as the treebank names them; _ where it does not
    is_punctuation: tuple[bool, ...]


class AttachmentCase(NamedTuple):
    """One answer to be labelled: the head that a learner gave to a word of a sentence."""

    sentence: ParsedSentence
    place: int  # of the word
    predicted: int  # the place of its head; ROOT; or NO_ANSWER
    accepted: frozenset[int] = frozenset()  # the heads that the word has in other gold trees of the sentence
