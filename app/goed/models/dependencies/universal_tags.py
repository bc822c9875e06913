"""Which tags may govern which, in universal tags: the table of RULES (Søgaard 2012)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from goed.errors import quoted
from goed.models.dependencies.kept_words import KeptWords
from goed.models.dependencies.tag_reader import tags_of
from goed.models.interface import ModelError

GOVERNORS: Mapping[str, frozenset[str]] = {
    "VERB": frozenset({"VERB"}),
    "NOUN": frozenset({"VERB", "NOUN", "ADP"}),
    "ADJ": frozenset({"NOUN", "VERB"}),
    "ADV": frozenset({"VERB", "ADP"}),
    "ADP": frozenset({"VERB"}),
    "CONJ": frozenset({"VERB"}),
    "DET": frozenset({"NOUN", "VERB"}),
    "NUM": frozenset({"NOUN", "VERB"}),
    "PRON": frozenset({"VERB"}),
    "PRT": frozenset({"VERB"}),
    "X": frozenset({"VERB"}),
}

# The table knows the twelve tags of Petrov et al. (2012). Universal Dependencies split some of them and renamed others:
# what they split off is taken for what it was before, so that auxiliaries are verbs and names are nouns.
OF_UNIVERSAL_DEPENDENCIES = {
    "AUX": "VERB",
    "PROPN": "NOUN",
    "CCONJ": "CONJ",
    "SCONJ": "CONJ",
    "PART": "PRT",
    "INTJ": "X",
    "SYM": "X",
}


def universal_tags(words: KeptWords, tags: str) -> Sequence[str]:
    """The universal tag of each word; an error if the tags are others."""
    found = [OF_UNIVERSAL_DEPENDENCIES.get(tag, tag) for tag in tags_of(words, tags)]
    if found and not any(tag in GOVERNORS for tag in found):
        example = quoted(found[0], 20)
        raise ModelError(f"{example} and the other tags of {tags} are no universal tags (NOUN, VERB …), as are needed")
    return found


def may_govern(head: str, dependent: str) -> bool:
    """Whether the table lets one tag govern another."""
    return head in GOVERNORS.get(dependent, ())
