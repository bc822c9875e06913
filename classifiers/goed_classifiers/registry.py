"""Which classifier labels the outputs of a language: another package's, goed's own, or the generic one.

Another package brings a classifier with an entry point in the group `goed.classifiers` whose value is a `Classifier`:

    [project.entry-points."goed.classifiers"]
    nahuatl = "my_package.nahuatl:CLASSIFIER"
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from importlib.metadata import EntryPoint, entry_points

from goed_classifiers import generic
from goed_classifiers.values import Case, Label

GROUP = "goed.classifiers"


@dataclass(frozen=True)
class Classifier:
    """How the outputs of one language are labelled."""

    language: str  # ISO 639-3; "*" for any
    name: str
    version: str  # another version may label otherwise: each label says which one made it
    classify: Callable[[Case], Label]
    error_name: Callable[[str, str, tuple[str, ...]], str]  # gold class, predicted class, flags → the error they make
    classes: tuple[str, ...]
    is_built_in: bool = False
    shown_as: Mapping[str, str] = field(default_factory=dict)  # class → what people are shown in its place
    # The same as classify for many predicted forms of one word, whatever the case given has: what depends on the word
    # alone is done once.
    of_word: Callable[[Case], Callable[[str], Label]] | None = None

    def __str__(self) -> str:
        return f"{self.name} {self.version}"


GENERIC = Classifier("*", "generic", "1", generic.classify, generic.error_name, generic.CLASSES, is_built_in=True)
BUILT_IN: dict[str, str] = {  # language → where its classifier is, read when it is needed
    "eng": "goed_classifiers.inflection.english:CLASSIFIER",
    "deu": "goed_classifiers.inflection.german:CLASSIFIER",
    "ara": "goed_classifiers.inflection.arabic:CLASSIFIER",
}


class Registry:
    """The classifiers that are there, and what is wrong with those that cannot be used."""

    def __init__(self, plugged_in: Mapping[str, Classifier], problems: list[str]) -> None:
        self._by_language = dict(plugged_in)
        self.problems = problems

    def of(self, language: str) -> Classifier:
        """The classifier for a language."""
        if language not in self._by_language:
            self._by_language[language] = _built_in(language)
        return self._by_language[language]

    def all(self) -> list[Classifier]:
        """Every classifier, the generic one last."""
        languages = sorted({*BUILT_IN, *(name for name, found in self._by_language.items() if found is not GENERIC)})
        return [*(self.of(language) for language in languages), GENERIC]


def registry() -> Registry:
    """All classifiers. One of another package takes the place of goed's own; a broken one stops nothing."""
    problems = []
    found: dict[str, Classifier] = {}
    plugged_in: dict[str, str] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value)):
        classifier = _plug_in(entry)
        if isinstance(classifier, str):
            problems.append(f"the classifier {entry.name} ({entry.value}) cannot be used: {classifier}")
        elif classifier.language in plugged_in:
            other = plugged_in[classifier.language]
            problems.append(
                f"the classifier {entry.value} is for {classifier.language}, as {other} is; that one is used"
            )
        else:
            plugged_in[classifier.language] = entry.value
            found[classifier.language] = classifier
    return Registry(found, problems)


def _built_in(language: str) -> Classifier:
    """goed's own classifier for a language, else the one for any."""
    if language not in BUILT_IN:
        return GENERIC
    classifier: Classifier = EntryPoint(language, BUILT_IN[language], GROUP).load()
    return classifier


def _plug_in(entry: EntryPoint) -> Classifier | str:
    """Another package's classifier, or why it cannot be used."""
    try:
        classifier = entry.load()
    except (Exception, SystemExit) as error:  # somebody else's package: anything can happen
        return f"{type(error).__name__}: {error}"
    if not isinstance(classifier, Classifier):
        return "it is no goed_classifiers.registry.Classifier"
    names = (classifier.language, classifier.name, classifier.version)
    if not all(isinstance(name, str) and name.isprintable() and 0 < len(name) <= 100 for name in names):
        return "its language, name and version must be printable words"
    if not (isinstance(classifier.classes, tuple) and all(isinstance(name, str) for name in classifier.classes)):
        return "its classes must be a tuple of words"
    shown_as = classifier.shown_as
    if not (isinstance(shown_as, Mapping) and all(isinstance(name, str) for name in (*shown_as, *shown_as.values()))):
        return "shown_as must be words for words"
    return replace(classifier, is_built_in=False, of_word=None)  # also where it was made of goed's own
