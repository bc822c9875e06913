"""Whether labels are those that the classifiers would give, and which items no language pack is about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import NamedTuple

from goed.domains.registry import AllSchemes, domains
from goed.labels.labeller import LanguageLabeller
from goed.study.items import Known, languages, n_items_by_features
from goed.study.labels import classifiers_used, n_unclassified
from goed.study.study import Study
from goed_classifiers.registry import ANY_LANGUAGE

MOST_NAMED = 3  # feature strings


def stale_labels(study: Study) -> list[str]:
    """What is labelled by no classifier, or by another than the one that is there now."""
    labeller = LanguageLabeller()
    numbers: Counter[tuple[str, str | None, str]] = Counter()
    for domain, language, features, classifier, number in classifiers_used(study):
        item = Known(domain, language, "", features, "")
        if labeller.knows(item):
            numbers[language, classifier, labeller.classifier(item)] += number
    found = []
    for (language, classifier, present), number in numbers.items():
        if classifier is None:
            found.append(f"{number:,} outputs of {language} have no label; `goed classify` gives them one")
        elif classifier != present:
            found.append(
                f"{number:,} outputs of {language} were labelled by {classifier}, not by {present}; "
                "`goed classify` labels them anew"
            )
    for language in languages(study):
        number = n_unclassified(study, language)
        if number:
            found.append(f"{number:,} gold forms of {language} have no class; `goed classify` gives them one")
    return [*found, *labeller.warnings]


class LeftToGeneric(NamedTuple):
    """The items of a language that no language pack is about."""

    language: str
    classifier: str
    number: int
    note: str

    def __str__(self) -> str:
        return f"{self.number:,} item{'' if self.number == 1 else 's'} of {self.language} {self.note}"


def left_to_generic(study: Study, of_languages: Collection[str] | None = None) -> list[LeftToGeneric]:
    """Which items no language pack is about, so that the generic classifier labels their outputs."""
    schemes = AllSchemes()
    found: dict[str, dict[str, int]] = {}
    for domain, language, features, number in n_items_by_features(study):
        is_asked = domain in domains() and (of_languages is None or language in of_languages)
        if is_asked and schemes.of(domain, language, features) is ANY_LANGUAGE:
            found.setdefault(language, {})[features] = number
    return [
        LeftToGeneric(language, ANY_LANGUAGE.classifier.name, sum(numbers.values()), _note(numbers))
        for language, numbers in found.items()
    ]


def _note(numbers: dict[str, int]) -> str:
    """(N;PL, V;NFIN and 3 more): no language pack is about them, …"""
    named = ", ".join(features or "no features" for features in list(numbers)[:MOST_NAMED])
    if len(numbers) > MOST_NAMED:
        named += f" and {len(numbers) - MOST_NAMED:,} more"
    return f"({named}): no language pack is about them, the generic classifier labels their outputs"
