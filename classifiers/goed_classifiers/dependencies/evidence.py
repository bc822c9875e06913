"""The reasons of labels in words: “the” takes “dog” as its dependent; the treebank has it the other way round."""

from __future__ import annotations

from collections.abc import Callable

from goed_classifiers.dependencies.attachment import (
    FAR,
    GRANDPARENT,
    NEAR,
    REVERSED,
    ROOT_FALSE,
    ROOT_LOST,
    SIBLING,
    SIDE,
    WordAttachment,
)
from goed_classifiers.dependencies.values import ROOT

LONGEST_WORD = 20  # characters of a word in a reason, which has three words at most, and 160 characters
LONGEST_NUMBERED = 11  # of a word with its number behind it


def reason(attachment: WordAttachment, kind: str, is_accepted: bool) -> str:
    """What the learner did, what the treebank has, and whether others would have it as the learner does."""
    told = TOLD[kind](attachment, *_quoted(attachment))
    if is_accepted:
        return f"{told}; another analysis has it so"
    is_told = attachment.disputed and kind in (REVERSED, GRANDPARENT)  # of others among their other readings
    return f"{told}; {attachment.disputed} differ between treebanks" if is_told else told


def other_readings(attachment: WordAttachment, kind: str) -> str:
    """What else could be said of a wrong head, and why."""
    word, right, given = _quoted(attachment)
    disputed = f"{attachment.disputed} differ between treebanks" if attachment.disputed else ""
    found = []
    if kind == ROOT_LOST and attachment.family == REVERSED:
        found += [f"reversed: the treebank hangs {given} on {word}", disputed]
    elif kind == ROOT_FALSE and attachment.family == GRANDPARENT:
        found += [f"grandparent: {right} is {_the_root(attachment)} in the treebank", disputed]
    elif kind == SIBLING and disputed:
        found.append(f"right: {disputed}")
    elif attachment.is_headless:
        found.append("right: none of these words is the head by its meaning")
    elif attachment.function_words and not disputed:
        found.append(f"right: {attachment.function_words} differ between treebanks, but hardly in this way")
    if attachment.is_in_chain:
        found.append("right: treebanks hang such words on the first or in a chain")
    if attachment.is_repeated:
        found.append(f"right: “{_cut(attachment.tree.forms[attachment.gold], LONGEST_WORD)}” stands here twice")
    return "; ".join(filter(None, found))


def _quoted(attachment: WordAttachment) -> tuple[str, str, str]:
    """The word, its gold head and its predicted head in quotation marks; with numbers where they are the same words."""
    forms = attachment.tree.forms
    places = (attachment.place, attachment.gold, attachment.predicted)
    words = [forms[place] for place in places if place != ROOT]
    if len(set(words)) == len(words):
        word, right, given = (f"“{_cut(forms[place], LONGEST_WORD)}”" for place in places)
    else:
        word, right, given = (f"“{_cut(forms[place], LONGEST_NUMBERED)}” (word {place})" for place in places)
    return word, right, given


def _cut(form: str, longest: int) -> str:
    return form if len(form) <= longest else f"{form[: longest - 1]}…"


# ---- one sentence for each kind: of the word, its gold head and the head given to it ----


def _root_lost(attachment: WordAttachment, word: str, right: str, given: str) -> str:
    return f"{word} hangs on {given}; in the treebank it is {_the_root(attachment)}"


def _root_false(attachment: WordAttachment, word: str, right: str, given: str) -> str:
    return f"{word} is made the root; in the treebank it hangs on {right}"


def _reversed(attachment: WordAttachment, word: str, right: str, given: str) -> str:
    return f"{given} takes {word} as its dependent; the treebank has it the other way round"


def _grandparent(attachment: WordAttachment, word: str, right: str, given: str) -> str:
    return f"{word} hangs on {given}, the head of its head {right}"


def _sibling(attachment: WordAttachment, word: str, right: str, given: str) -> str:
    return f"{word} hangs on {given}; in the treebank both hang on {right}"


def _near(attachment: WordAttachment, word: str, right: str, given: str) -> str:
    direction = "back" if attachment.gold < attachment.place else "on"
    return f"{word} hangs on {given}; the treebank has {right}, {_n_words(attachment)} farther {direction}"


def _far(attachment: WordAttachment, word: str, right: str, given: str) -> str:
    return f"{word} hangs on {given}; the treebank has {right}, {_n_words(attachment)} nearer"


def _side(attachment: WordAttachment, word: str, right: str, given: str) -> str:
    before, after = ("before", "after") if attachment.predicted < attachment.place else ("after", "before")
    return f"{word} hangs on {given} {before} it; the treebank has {right} {after} it"


def _the_root(attachment: WordAttachment) -> str:
    return "a root" if attachment.tree.has_several_roots else "the root"


def _n_words(attachment: WordAttachment) -> str:
    n_words = attachment.n_words_off
    return "1 word" if n_words == 1 else f"{n_words} words"


TOLD: dict[str, Callable[[WordAttachment, str, str, str], str]] = {
    ROOT_LOST: _root_lost,
    ROOT_FALSE: _root_false,
    REVERSED: _reversed,
    GRANDPARENT: _grandparent,
    SIBLING: _sibling,
    NEAR: _near,
    FAR: _far,
    SIDE: _side,
}
