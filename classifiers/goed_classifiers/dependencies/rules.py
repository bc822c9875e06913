"""Labelling heads that learners give to words: what the head is in the gold tree, the first kind that fits.

right        the gold head
root-lost    a head, where the word is the gold root
root-false   no head, where the gold tree has one
reversed     a word that hangs on this one in the gold tree
grandparent  the gold head's head
sibling      another word that hangs on the gold head
near         a word on the same side as the gold head, nearer
far          a word on the same side, farther off
side         a word on the other side

A wrong head is flagged `convention` where it is reversed or a grandparent and one of the words is a function word, as
treebanks differ there; `crossing` where the gold arc crosses another, so that a projective learner cannot have both;
and `variant` where another gold tree of the sentence has it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from goed_classifiers.classifier import Classifier
from goed_classifiers.dependencies.attachment import (
    FAR,
    GRANDPARENT,
    KINDS,
    NEAR,
    REVERSED,
    RIGHT,
    ROOT_FALSE,
    ROOT_LOST,
    SIBLING,
    WordAttachment,
)
from goed_classifiers.dependencies.evidence import other_readings, reason
from goed_classifiers.dependencies.gold_tree import GoldTree, gold_tree
from goed_classifiers.dependencies.values import NO_ANSWER, ROOT, AttachmentCase
from goed_classifiers.values import CORRECT, NO_CLASS, VARIANT, Label

CONVENTION, CROSSING = "convention", "crossing"  # flags
NO_HEAD = "no-head"  # the error of an answer that names no word
MAY_BE_CONVENTION = (REVERSED, GRANDPARENT)

# A kind follows from the two trees. What people may doubt is whether the learner is wrong: the more, the likelier
# another treebank, or another annotator, would have what the learner has.
SURE = 0.97
ONE_WORD_OFF = 0.9  # near or far by one word: often the other end of the same phrase
FUNCTION_WORD = 0.9  # flagged as a convention, but no treebank in sight has it as the learner does
FRAGMENTS = 0.85  # of several gold roots, most are what annotators did not know where to hang
SIBLING_OF_FUNCTION_WORD = 0.8  # the subject on the auxiliary or on the verb
NO_HEAD_BY_MEANING = 0.7  # in chains, names and fixed phrases
SAID_TWICE = 0.7  # og … og: either may be the one that is meant
CONVENTIONAL = 0.6  # what some other treebank has


class AskedWord(NamedTuple):
    """A word whose head learners are asked for, and what all its answers are compared with."""

    tree: GoldTree
    place: int
    gold: int
    gold_class: str
    accepted: frozenset[int]


def classify(case: AttachmentCase) -> Label:
    """Label a predicted head."""
    return of_word(case)(str(case.predicted))


def of_word(case: AttachmentCase) -> Callable[[str], Label]:
    """A function that labels predicted heads of a word, given as text: 7, 0 for the root, -1 for no answer."""
    tree = gold_tree(case.sentence)
    return partial(
        _labelled, AskedWord(tree, case.place, tree.heads[case.place], tree.relation(case.place), case.accepted)
    )


def error_name(gold_class: str, pred_class: str, flags: tuple[str, ...]) -> str:
    """The name of an error, which is its kind."""
    return {NO_CLASS: NO_HEAD, RIGHT: CORRECT}.get(pred_class, pred_class)


def _labelled(word: AskedWord, answer: str) -> Label:
    predicted = _place(word, answer)
    if predicted is None:
        nothing = answer in ("", str(NO_ANSWER))
        told = "no head was given" if nothing else f"“{answer[:20]}” is no other word of the sentence"
        return Label(word.gold_class, NO_CLASS, NO_HEAD, (), NO_HEAD, told)
    attachment = WordAttachment(word.tree, word.place, word.gold, predicted)
    kind = attachment.kind
    if kind == RIGHT:
        told = "it is the root in the treebank, too" if predicted == ROOT else "the treebank has the same head"
        return Label(word.gold_class, RIGHT, CORRECT, (), "gold", told)
    is_accepted = predicted in word.accepted
    return Label(
        word.gold_class,
        kind,
        kind,
        _flags(attachment, kind, is_accepted),
        f"{kind}-by-convention" if kind in MAY_BE_CONVENTION and attachment.disputed else kind,
        reason(attachment, kind, is_accepted),
        _confidence(attachment, kind),
        other_readings(attachment, kind),
    )


def _place(word: AskedWord, answer: str) -> int | None:
    """The head that an answer names; None where it names no word on which this one could hang."""
    try:
        place = int(answer)
    except ValueError:
        return None
    is_head = 0 <= place < len(word.tree.heads) and place != word.place and not word.tree.is_punctuation[place]
    return place if is_head else None


def _flags(attachment: WordAttachment, kind: str, is_accepted: bool) -> tuple[str, ...]:
    found = []
    if kind in MAY_BE_CONVENTION and attachment.function_words:
        found.append(CONVENTION)
    if attachment.tree.is_crossed[attachment.place]:
        found.append(CROSSING)
    if is_accepted:
        found.append(VARIANT)
    return tuple(found)


def _confidence(attachment: WordAttachment, kind: str) -> float:
    """How sure it is that people would call this head wrong, and wrong in this way."""
    doubts = [SURE]
    if attachment.disputed:
        doubts.append(SIBLING_OF_FUNCTION_WORD if kind == SIBLING else CONVENTIONAL)
    elif kind in MAY_BE_CONVENTION and attachment.function_words:
        doubts.append(FUNCTION_WORD)
    if kind in (ROOT_LOST, ROOT_FALSE) and attachment.tree.has_several_roots:
        doubts.append(FRAGMENTS)
    if kind in (NEAR, FAR) and attachment.n_words_off == 1:
        doubts.append(ONE_WORD_OFF)
    if attachment.is_in_chain or attachment.is_headless:
        doubts.append(NO_HEAD_BY_MEANING)
    if attachment.is_repeated:
        doubts.append(SAID_TWICE)
    return min(doubts)


# Its classes are those that people may give: nobody can say of an answer that names a word that it names none.
CLASSIFIER = Classifier("*", "dependencies", "1", classify, error_name, KINDS, is_built_in=True, of_word=of_word)
