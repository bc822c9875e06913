"""A language pack: all that is special to a language of inflection, in plain values, so that no other file knows it.

A language is one folder, `inflection/english`, whose `PACK` says which features it is about, who labels their outputs,
and how classes, errors and rates of theirs are named, ordered, counted and coloured. All but the first three fields may
be left out: a language without them is shown and counted as the generic classifier's labels are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from typing import NamedTuple

from goed_classifiers.classifier import Classifier
from goed_classifiers.values import COMMON_FLAGS, CORRECT, GOLD_ERROR, VARIANT, Flag

BETWEEN_TAGS = re.compile(r"[;,|\s]+")  # N;NOM;PL, as UniMorph writes features
NO_ERROR = ""  # what a form shows in a paper's scheme where it is right, or wrong and left out
LARGEST_SET = 1000  # training items, where a language says nothing else


class Features(NamedTuple):
    """Features that a pack is about: those that have all of some tags, and none of others."""

    with_tags: tuple[str, ...] = ()
    without_tags: tuple[str, ...] = ()

    def fit(self, features: str) -> bool:
        """Whether a feature string is among them: N;NOM;MASC;PL for nouns in the plural, not in the dative."""
        tags = set(BETWEEN_TAGS.split(features))
        return tags.issuperset(self.with_tags) and tags.isdisjoint(self.without_tags)

    def __str__(self) -> str:
        return ";".join(self.with_tags) or "any"


ANY_FEATURES = Features()


class Rate(NamedTuple):
    """A rate of the child-language literature: errors ÷ (errors + right forms of the same kind of word)."""

    name: str
    errors: tuple[str, ...]  # in the words of goed.statistics.what_counts
    right: tuple[str, ...]

    @property
    def terms(self) -> tuple[str, ...]:
        """All that it counts."""
        return (*self.errors, *self.right)


class Shown(NamedTuple):
    """What a paper's scheme goes by: a label without its reason, and whether the lemma is one of a special kind."""

    pred_class: str
    error: str
    lemma_is_special: bool = False


def _class_shown(shown: Shown) -> str:
    return shown.pred_class


@dataclass(frozen=True)
class PaperScheme:
    """How Kodner, Khalifa, Payne & Liu (2023) name an error: by what the wrong form shows."""

    name_of: Callable[[Shown], str] = _class_shown
    names: Mapping[str, str] = field(default_factory=dict)  # name → as the paper's figures have it: reg, -(e)d
    special_ends: tuple[str, ...] = ()  # of lemmas whose bare form may be a pattern: hit–hit
    gold_error: str = NO_ERROR  # the name of an error of the gold form; without one it is left out

    def of(self, error: str, pred_class: str, flags: tuple[str, ...], lemma_is_special: bool) -> str:
        """The name of an error; nothing where the form is right, or wrong but no error of the learner."""
        if error == CORRECT or VARIANT in flags:
            return NO_ERROR
        if GOLD_ERROR in flags:
            return self.gold_error
        return self.name_of(Shown(pred_class, error, lemma_is_special)) if pred_class else error


@dataclass(frozen=True)
class LanguagePack:
    """What is known of the inflection of a language, or of a part of it."""

    language: str  # ISO 639-3
    about: Features
    labelled_by: str | Classifier  # or where it is, since its word lists take a while to load: "package.module:NAME"
    name: str = ""  # English
    title: str = ""  # of what is learnt: English past tense
    tag: str = ""  # of the language in web pages, by BCP 47: en
    largest_set: int = LARGEST_SET  # training items of the largest set, where nobody says
    flags: tuple[Flag, ...] = COMMON_FLAGS  # that outputs may have
    class_order: tuple[str, ...] = ()  # in figures, from the bottom of a bar to its top
    colours: tuple[int, ...] = ()  # of the same classes: places in the report's ramp, from dark to light
    classes_of_errors: Mapping[str, tuple[str, str]] = field(default_factory=dict)  # gold and shown class, for colours
    rates: tuple[Rate, ...] = ()
    paper: PaperScheme = PaperScheme()

    @cached_property
    def classifier(self) -> Classifier:
        """Who labels its outputs."""
        if isinstance(self.labelled_by, Classifier):
            return self.labelled_by
        module, _, name = self.labelled_by.partition(":")
        classifier: Classifier = getattr(import_module(module), name)
        return classifier
