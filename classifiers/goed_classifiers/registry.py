"""Which language pack, and so which classifier, serves a language and its features.

Another package adds a classifier with an entry point in the group `goed.classifiers`. Its value is a `Classifier`,
which then labels all outputs of its language, or a `LanguagePack`, with everything else that a language may have:

    [project.entry-points."goed.classifiers"]
    nahuatl = "my_package.nahuatl:CLASSIFIER"

Outputs that no pack covers are labelled by the generic classifier.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from goed_classifiers import generic
from goed_classifiers.classifier import Classifier as Classifier  # where other packages look for it
from goed_classifiers.error_scheme import Rate
from goed_classifiers.language_pack import ANY_FEATURES, Features, LanguagePack
from goed_classifiers.values import Flag

GROUP = "goed.classifiers"
BETWEEN_TAGS = re.compile(r"[;,|\s]+")  # N;NOM;PL, as UniMorph writes features
GENERIC = Classifier("*", "generic", "1", generic.classify, generic.error_name, generic.CLASSES, is_built_in=True)
ANY_LANGUAGE = LanguagePack("*", ANY_FEATURES, labelled_by=GENERIC)
BUILT_IN = (  # folders of goed_classifiers.inflection; a new language is one more
    "english",
    "german",
    "arabic",
)


class Registry:
    """The available language packs, and what is wrong with those that cannot be used."""

    def __init__(self, packs: Sequence[LanguagePack], problems: list[str]) -> None:
        self._packs: dict[str, tuple[LanguagePack, ...]] = {}
        for pack in packs:
            self._packs[pack.language] = (*self._packs.get(pack.language, ()), pack)
        self.problems = problems

    @property
    def languages(self) -> list[str]:
        """The languages that have a pack, in the order of the packs."""
        return list(self._packs)

    def pack(self, language: str, features: str | None = None) -> LanguagePack:
        """The pack that covers these features of a language; without features, the main pack of the language.

        The main pack is goed's own or its replacement, not another package's for other words: English nouns beside
        verbs.
        """
        packs = self._packs.get(language, ())
        if features is None:
            mains = (ANY_FEATURES, *(pack.about for pack in _built_in().values() if pack.language == language))
            return next((pack for pack in packs if pack.about in mains), next(iter(packs), ANY_LANGUAGE))
        return next((pack for pack in packs if is_covered(features, pack.about)), ANY_LANGUAGE)

    def packs(self, language: str) -> tuple[LanguagePack, ...]:
        """All packs of a language, and the one for any language."""
        return (*self._packs.get(language, ()), ANY_LANGUAGE)

    def rates(self, language: str) -> list[Rate]:
        """The rates of a language; none where the literature has none."""
        return [rate for pack in self.packs(language) for rate in pack.rates]

    def of(self, language: str, features: str | None = None) -> Classifier:
        """The classifier for features of a language."""
        return self.pack(language, features).classifier

    def all(self) -> list[LanguagePack]:
        """Every pack, the one for all other languages last."""
        return [*(pack for language in sorted(self._packs) for pack in self._packs[language]), ANY_LANGUAGE]


def is_covered(features: str, covered: Features) -> bool:
    """Whether a feature string is covered: N;NOM;MASC;PL is by nouns in the plural that are not dative."""
    tags = set(BETWEEN_TAGS.split(features))
    return tags.issuperset(covered.with_tags) and tags.isdisjoint(covered.without_tags)


def registry() -> Registry:
    """All language packs. Another package's pack replaces goed's own; a broken one is noted and stops nothing."""
    problems = []
    found: list[LanguagePack] = []
    plugged_in: dict[tuple[str, Features], str] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value)):
        pack = _plug_in(entry)
        if isinstance(pack, str):
            problems.append(f"the classifier {entry.name} ({entry.value}) cannot be used: {pack}")
        elif (key := (pack.language, pack.about)) in plugged_in:
            problems.append(
                f"the classifier {entry.value} is for {pack.language}, as {plugged_in[key]} is; that one is used"
            )
        else:
            plugged_in[key] = entry.value
            found.append(pack)
    return Registry([*found, *_built_in().values()], problems)


@cache
def _built_in() -> dict[str, LanguagePack]:
    """goed's own packs, by their languages."""
    folders = (EntryPoint(name, f"goed_classifiers.inflection.{name}:PACK", GROUP) for name in BUILT_IN)
    return {pack.language: pack for pack in (folder.load() for folder in folders)}


def _plug_in(entry: EntryPoint) -> LanguagePack | str:
    """Another package's pack, or why it cannot be used. A bare classifier gets the rest from goed's own pack."""
    try:
        value = entry.load()
        classifier = value.classifier if isinstance(value, LanguagePack) else value
    except (Exception, SystemExit) as error:  # somebody else's package: anything can happen
        return f"{type(error).__name__}: {error}"
    problem = _problem_of_classifier(classifier) or (isinstance(value, LanguagePack) and _problem_of_pack(value)) or ""
    if problem:
        return problem
    classifier = replace(classifier, is_built_in=False, of_word=None)  # even if it was made from goed's own
    if isinstance(value, LanguagePack):
        return replace(value, labelled_by=classifier)
    own = _built_in().get(classifier.language, ANY_LANGUAGE)
    return replace(own, language=classifier.language, about=ANY_FEATURES, labelled_by=classifier)


def _problem_of_classifier(classifier: object) -> str:
    if not isinstance(classifier, Classifier):
        return "it is no goed_classifiers.registry.Classifier"
    names = (classifier.language, classifier.name, classifier.version)
    if not all(map(_is_name, names)):
        return "its language, name and version must be printable words"
    if not _are_words(classifier.classes):
        return "its classes must be a tuple of words"
    shown_as = classifier.shown_as
    if not (isinstance(shown_as, Mapping) and all(isinstance(name, str) for name in (*shown_as, *shown_as.values()))):
        return "shown_as must be words for words"
    return ""


def _problem_of_pack(pack: LanguagePack) -> str:
    """What is wrong with a pack, apart from its classifier."""
    if pack.language != pack.classifier.language:
        return f"it is for {pack.language}, and its classifier for {pack.classifier.language}"
    if not isinstance(pack.about, Features):
        return "what it is about must be goed_classifiers.language_pack.Features"
    if not all(isinstance(flag, Flag) and _is_name(flag.name) for flag in pack.flags):
        return "its flags must be goed_classifiers.values.Flag"
    if not all(_are_words(flag.only_with) for flag in pack.flags):
        return "what its flags are only_with must be a tuple of words"
    for rate in pack.rates:
        if not (isinstance(rate, Rate) and _is_name(rate.name) and _are_words(rate.errors) and _are_words(rate.right)):
            return "its rates must be goed_classifiers.language_pack.Rate, made of words"
    if not all(isinstance(word, str) and word.isprintable() for word in (pack.name, pack.title, pack.tag)):
        return "its name, title and tag must be printable words"
    if not (_are_words(pack.class_order) and len(pack.colours) in (0, len(pack.class_order))):
        return "its class_order must be a tuple of words, with as many colours or none"
    return ""


def _is_name(name: object) -> bool:
    return isinstance(name, str) and name.isprintable() and 0 < len(name) <= 100


def _are_words(words: object) -> bool:
    return isinstance(words, tuple) and all(isinstance(word, str) for word in words)
