"""What a filter can choose from in a study: each facet with its values, and the filter with one more or one less."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from goed.annotation.queue_filter import FORMS, ORDERS, STATES, Filter
from goed.labels.names import NamesForPeople
from goed.labels.peoples_labels import CLASSIFIER
from goed.study.tallies import LabelKind, PartTally
from goed_classifiers.values import CORRECT

SURENESS = (0.99, 0.95, 0.9, 0.8, 0.7, 0.5)


class Value(NamedTuple):
    """A value of a facet, and how people are shown it."""

    value: Any
    shown: str


class Facet(NamedTuple):
    """A field of the filter, in words, with the values that it can have here."""

    field: str
    word: str
    values: tuple[Value, ...]
    several: bool  # any number of values, none of which means all; else exactly one

    def is_chosen(self, chosen: Filter, value: Any) -> bool:
        """Whether the filter has a value."""
        present = getattr(chosen, self.field)
        return value in present if self.several else value == present

    def toggled(self, chosen: Filter, value: Any) -> Filter:
        """The filter with a value more, or without it."""
        present = getattr(chosen, self.field)
        if not self.several:
            return replace(chosen, **{self.field: value})
        others = tuple(other for other in present if other != value)
        changed: dict[str, Any] = {self.field: others if value in present else (*present, value)}
        return replace(chosen, **changed)


def facets(
    chosen: Filter,
    languages: Iterable[str],
    kinds: Iterable[LabelKind],
    places: Iterable[PartTally],
    others: Iterable[str],
    names: NamesForPeople,
) -> list[Facet]:
    """The facets of a study; of a blind queue only those that tell nothing of labels."""
    languages, places, kinds = list(languages), list(places), list(kinds)
    found = [
        _several("languages", "language", languages),
        _one("forms", "forms", {form: form for form in FORMS}),
        _one("state", "state", {state: state for state in STATES}),
    ]
    if not chosen.is_blind:
        there = chosen.languages or tuple(languages)
        used = {classifier for language in there for classifier in names.classifiers(language)}
        kinds = [kind for kind in kinds if kind.classifier in used]
        found += [
            _one("order", "order", ORDERS),
            *_of_labels(kinds, there, names),
            _one("below", "less sure than", {None: "any", **{sure: f"{sure:g}" for sure in SURENESS}}),
            _one("marked", "flagged", {False: "flagged or not", True: "flagged by you"}),
            _one("other", "differs from", {"": "nobody", **{name: name for name in [CLASSIFIER, *others]}}),
        ]
    for field, word, column in (
        ("models", "model", "model"),
        ("samplings", "sampling", "sampling"),
        ("sizes", "size", "size"),
        ("seeds", "seed", "seed"),
        ("parts", "part", "part"),
    ):
        found.append(_several(field, word, sorted({getattr(place, column) for place in places})))
    if len(domains := sorted({place.domain for place in places})) > 1:
        found.insert(1, _one("domain", "domain", {"": "any", **{domain: domain for domain in domains}}))
    return found


def _of_labels(kinds: list[LabelKind], languages: Sequence[str], names: NamesForPeople) -> list[Facet]:
    """Errors, classes, rules and flags, as the classifiers of the study give them."""
    return [
        Facet(field, word, tuple(Value(name, names.of_any(name, languages)) for name in sorted(values)), several=True)
        for field, word, values in (
            ("errors", "error", {kind.error for kind in kinds} - {CORRECT}),
            ("pred_classes", "form shows", {kind.pred_class for kind in kinds}),
            ("gold_classes", "gold class", {kind.gold_class for kind in kinds}),
            ("rules", "rule", {kind.rule for kind in kinds}),
        )
    ] + [_several("flags", "flag", names.flags(languages))]


def _several(field: str, word: str, values: Iterable[Any]) -> Facet:
    return Facet(field, word, tuple(Value(value, str(value)) for value in values), several=True)


def _one(field: str, word: str, values: dict[Any, str]) -> Facet:
    return Facet(field, word, tuple(Value(value, shown) for value, shown in values.items()), several=False)
