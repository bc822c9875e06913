"""A language pack: everything special to one language of inflection, as plain values.

No other file knows anything about a language. A language is one folder, such as `inflection/english`, with a `PACK`
that says which features it covers, who labels their outputs, and how classes, errors and rates are named, ordered,
counted and coloured. Only language, features and classifier are required; without the rest, a language is shown and
counted in the way of the generic classifier.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from goed_classifiers.error_scheme import ErrorScheme
from goed_classifiers.error_scheme import Rate as Rate  # where other packages look for it
from goed_classifiers.values import CORRECT, GOLD_ERROR, VARIANT

NO_ERROR = ""  # what a form shows in a paper's scheme where it is right, or wrong and left out
LARGEST_SET = 1000  # training items, unless a language says otherwise


class Features(NamedTuple):
    """The features that a pack covers: those with all of some tags, and none of others."""

    with_tags: tuple[str, ...] = ()
    without_tags: tuple[str, ...] = ()

    def __str__(self) -> str:
        return ";".join(self.with_tags) or "any"


ANY_FEATURES = Features()


class WrongForm(NamedTuple):
    """What a paper's scheme looks at: what a wrong form shows, and whether its lemma is of a special kind."""

    pred_class: str
    error: str
    lemma_is_special: bool = False


def _class_shown(wrong: WrongForm) -> str:
    return wrong.pred_class


@dataclass(frozen=True)
class PaperScheme:
    """How Kodner, Khalifa, Payne & Liu (2023) name an error: by what the wrong form shows."""

    name_of: Callable[[WrongForm], str] = _class_shown
    names: Mapping[str, str] = field(default_factory=dict)  # name → as the paper's figures have it: reg, -(e)d
    special_ends: tuple[str, ...] = ()  # of lemmas whose bare form may be a pattern: hit–hit
    gold_error: str = NO_ERROR  # the name of an error of the gold form; without one it is left out

    def of(self, error: str, pred_class: str, flags: tuple[str, ...], lemma_is_special: bool) -> str:
        """The name of an error; nothing where the form is right, or wrong but no error of the learner."""
        if error == CORRECT or VARIANT in flags:
            return NO_ERROR
        if GOLD_ERROR in flags:
            return self.gold_error
        return self.name_of(WrongForm(pred_class, error, lemma_is_special)) if pred_class else error


@dataclass(frozen=True)
class LanguagePack(ErrorScheme):
    """Everything about the inflection of a language, or of a part of it."""

    language: str  # ISO 639-3
    about: Features
    name: str = ""  # English
    tag: str = ""  # of the language in web pages, by BCP 47: en
    largest_set: int = LARGEST_SET  # training items of the largest set, unless a user says otherwise
    paper: PaperScheme = PaperScheme()
