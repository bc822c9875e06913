"""The filter of a queue: which outputs to see, in which order; and its possible values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, NamedTuple

from goed.annotation.item_properties import by_name
from goed.labels.names import NamesForPeople
from goed.labels.peoples_labels import CLASSIFIER
from goed.study.selection import Selection
from goed.study.tallies import LabelKind, PartTally
from goed_classifiers.values import CORRECT

CASES, AUDIT, DOUBLE, DISPUTES = "cases", "audit", "double", "disputes"
ASPECTS = {
    "error": "the error",
    "pred_class": "what it shows",
    "gold_class": "the gold class",
    "flags": "flags",
    "verdict": "the verdict",
}
ORDERS = {"frequent": "most frequent", "unsure": "least sure", "lemma": "by lemma"}
SURENESS = (0.99, 0.95, 0.9, 0.8, 0.7, 0.5)

ONE_OF = {
    "queue": (CASES, AUDIT, DOUBLE, DISPUTES),
    "forms": ("wrong", "right", "all"),
    "state": ("unchecked", "checked", "all"),
    "order": tuple(ORDERS),
    "aspect": ("", *ASPECTS),
}
OF_RUNS = {"models": "model", "samplings": "sampling", "sizes": "size", "seeds": "seed", "parts": "part"}  # fields
LARGEST = 2**63 - 1  # number that fits into a study


@dataclass(frozen=True)
class Filter:
    """Which outputs a queue holds, and their order. An empty tuple does not restrict anything."""

    queue: str = CASES  # see ONE_OF; double: what another annotator labelled; disputes: what people differ on
    languages: tuple[str, ...] = ()
    forms: str = "wrong"
    state: str = "unchecked"  # by this annotator
    errors: tuple[str, ...] = ()
    gold_classes: tuple[str, ...] = ()
    pred_classes: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()  # of labels
    marked: bool = False  # only outputs that this annotator marked to come back to
    below: float | None = None  # only outputs that the classifier is less sure of than this
    models: tuple[str, ...] = ()
    samplings: tuple[str, ...] = ()
    sizes: Sequence[int] = ()
    seeds: Sequence[int] = ()
    parts: tuple[str, ...] = ()
    where: tuple[str, ...] = ()  # what items have: tag=NOUN, tag=VERB (either of them), length=1 (and this)
    pattern: str = ""  # a regular expression over lemma, gold and predicted form
    order: str = "frequent"
    sample_id: int | None = None  # of an audit
    other: str = ""  # double: who labelled them; cases: whose label must differ from this annotator's
    pair: tuple[str, ...] = ()  # disputes: who differs, empty for any two; cases: the two judges that differ
    aspect: str = ""  # a key of ASPECTS: what the pair differs on; empty for anything
    cell: tuple[str, ...] = ()  # of their confusion table: the aspect as the first and the second judge see it
    domain: str = ""  # empty: any

    @property
    def is_blind(self) -> bool:
        """Whether labels are hidden until the annotator has given their own."""
        return self.queue in (AUDIT, DOUBLE)

    def includes(self, part_tally: PartTally) -> bool:
        """Whether a part of a run is among those that the filter chooses."""
        wanted = ((getattr(self, field), getattr(part_tally, word)) for field, word in OF_RUNS.items())
        return all(not values or value in values for values, value in wanted)

    @property
    def selection(self) -> Selection:
        """The part of the grid of runs that the filter chooses."""
        return Selection(**{name: getattr(self, name) or None for name in ("languages", *OF_RUNS, "domain")})

    def in_words(self, names: NamesForPeople | None = None) -> str:
        """The filter as one line: `English · wrong · unchecked · most frequent`."""
        names = names or NamesForPeople()
        if self.queue != AUDIT:
            return _line(self.scope_in_words(names), _state(self), "" if self.is_blind else ORDERS[self.order])
        language = _languages(self, names) if self.languages else ""  # what it was drawn from is shown elsewhere
        return _line(_queue(self), language, self.domain, *_of_runs(self), *_where(self), _pattern(self), _state(self))

    def scope_in_words(self, names: NamesForPeople | None = None) -> str:
        """What it finds, without state and order: `German · wrong`."""
        names = names or NamesForPeople()
        languages = self.languages or tuple(names.languages)

        def either(codes: Sequence[str], noun: str = "") -> str:
            return _either((names.shown_in_any(code, languages) for code in codes), noun)

        other = "the classifier" if self.other == CLASSIFIER else self.other
        return _line(
            *(_queue(self), _pair(self, names), _languages(self, names), self.domain),
            {"all": "right and wrong"}.get(self.forms, self.forms),
            *(either(self.errors), _either(self.rules)),
            *(either(self.gold_classes, "gold "), either(self.pred_classes, "shows "), _either(self.flags, "flag ")),
            "flagged" if self.marked else "",
            "" if self.below is None else f"less sure than {self.below:g}",
            *_of_runs(self),
            *_where(self),
            f"differs from {other}" if self.queue == CASES and other else "",
            _pattern(self),
        )

    def without_what_labels_tell(self) -> Filter:
        """The filter without all that depends on the classifier's labels, as a blind queue may use it."""
        return replace(self, errors=(), gold_classes=(), pred_classes=(), rules=(), flags=(), below=None, order="lemma")

    def as_population(self) -> Filter:
        """The filter for drawing a random sample: without all that depends on what anybody says about an output."""
        return replace(
            self.without_what_labels_tell(),
            queue=CASES, state="all", marked=False, other="", pair=(), aspect="", cell=(), sample_id=None,
        )  # fmt: skip

    def as_values(self) -> dict[str, Any]:
        """The fields that differ from the default filter, to be stored as JSON."""
        standing = vars(Filter())
        return {name: value for name, value in vars(self).items() if value != standing[name]}


def from_values(values: Mapping[str, Any]) -> Filter:
    """A filter from stored values; fields that this version of goed does not know, and invalid values, are ignored."""
    known = vars(Filter())
    kept: dict[str, Any] = {
        name: tuple(value) if isinstance(known[name], tuple) else value
        for name, value in values.items()
        if name in known and _can_be(name, value, known[name])
    }
    return Filter(**kept)


def _can_be(name: str, value: Any, standing: Any) -> bool:
    """Whether a stored value is valid for a field of the filter."""
    if name in ONE_OF:
        return value in ONE_OF[name]
    if name == "where" and not (isinstance(value, list | tuple) and all("=" in str(each) for each in value)):
        return False
    if isinstance(standing, tuple):
        kind = int if name in ("sizes", "seeds") else str
        return isinstance(value, list | tuple) and all(type(each) is kind for each in value)
    if name == "sample_id":
        return type(value) is int and 0 < value <= LARGEST
    return isinstance(value, int | float) if name == "below" else type(value) is type(standing)


def _line(*words: str) -> str:
    return " · ".join(filter(None, words))


def _of_runs(chosen: Filter) -> list[str]:
    nouns = {"models": "", "samplings": "", "sizes": "size ", "seeds": "seed ", "parts": "part "}
    return [_either(getattr(chosen, field), noun) for field, noun in nouns.items()]


def _where(chosen: Filter) -> list[str]:
    """What items must have: `tag NOUN or VERB`, `length 1`."""
    return [_either(values, f"{name} ") for name, values in by_name(chosen.where).items()]


def _pattern(chosen: Filter) -> str:
    return f"/{chosen.pattern}/" if chosen.pattern else ""


def _state(chosen: Filter) -> str:
    if chosen.queue == DISPUTES:
        return {"unchecked": "not settled", "checked": "settled", "all": "settled or not"}[chosen.state]
    return {"all": "checked or not"}.get(chosen.state, chosen.state)


def _queue(chosen: Filter) -> str:
    if chosen.queue == AUDIT:
        return f"blind audit {chosen.sample_id}"
    if chosen.queue == DOUBLE:
        return f"blind, also labelled by {chosen.other}"
    return "disagreements" if chosen.queue == DISPUTES and not chosen.pair else ""


def _pair(chosen: Filter, names: NamesForPeople) -> str:
    """Who differs, and on what: `sp and jk differ on the error`, or `sp: umlaut, jk: -e→-(e)n` for a cell."""
    if chosen.is_blind or not (chosen.pair or chosen.aspect):
        return ""
    if len(chosen.cell) == len(chosen.pair) == 2:
        languages = chosen.languages or tuple(names.languages)
        said = zip(chosen.pair, chosen.cell, strict=True)
        return ", ".join(f"{name}: {names.shown_in_any(word, languages)}" for name, word in said)
    on = f" on {ASPECTS[chosen.aspect]}" if chosen.aspect else ""
    *others, last = chosen.pair or ("any two",)
    return f"{', '.join(others)}{' and ' if others else ''}{last} differ{on}"


def _languages(chosen: Filter, names: NamesForPeople) -> str:
    return _either(map(names.language, chosen.languages)) or "all languages"


def _either(values: Iterable[object], noun: str = "") -> str:
    """The values as alternatives: `size 100 or 300`; an empty text for no values."""
    words = " or ".join(map(str, values))
    return f"{noun}{words}" if words else ""


class Value(NamedTuple):
    """A value of a facet, and how it is shown to people."""

    value: Any
    shown: str


class Facet(NamedTuple):
    """A field of the filter, its name in words, and the values that it can have in this study."""

    field: str
    word: str
    values: tuple[Value, ...]
    several: bool  # any number of values can be chosen, and none means all; else exactly one is

    def is_chosen(self, chosen: Filter, value: Any) -> bool:
        """Whether a value is chosen in the filter."""
        present = getattr(chosen, self.field)
        return value in present if self.several else value == present

    def toggled(self, chosen: Filter, value: Any) -> Filter:
        """The filter with a value added, or removed; if there can be only one, it replaces the old one."""
        changed: Any = value
        if self.several:
            present = getattr(chosen, self.field)
            others = tuple(other for other in present if other != value)
            changed = others if value in present else (*present, value)
        return replace(chosen, **{self.field: changed})


def facets(
    chosen: Filter,
    languages: Iterable[str],
    kinds: Iterable[LabelKind],
    tallies: Iterable[PartTally],
    others: Iterable[str],
    names: NamesForPeople,
    properties: Mapping[str, Sequence[str]] = MappingProxyType({}),  # of items, with their values
) -> list[Facet]:
    """The facets that a study offers; for a blind queue only those that reveal nothing about labels."""
    languages, tallies, kinds = list(languages), list(tallies), list(kinds)
    found = [
        _several("languages", "language", languages),
        *(_one(field, field, {value: value for value in ONE_OF[field]}) for field in ("forms", "state")),
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
    for field, word in OF_RUNS.items():
        found.append(_several(field, word, sorted({getattr(tally, word) for tally in tallies})))
    if len(domains := sorted({tally.domain for tally in tallies})) > 1:
        found.insert(1, _one("domain", "domain", {"": "any", **{domain: domain for domain in domains}}))
    return found + [_of_items(name, values) for name, values in properties.items() if len(values) > 1]


def _of_items(name: str, values: Sequence[str]) -> Facet:
    """The facet of a property that items have. All of these are values of one field, which holds name and value."""
    return Facet("where", name, tuple(Value(f"{name}={value}", value) for value in values), several=True)


def _of_labels(kinds: list[LabelKind], languages: Sequence[str], names: NamesForPeople) -> list[Facet]:
    """The facets of errors, classes, rules and flags: the values that the study's classifiers give."""
    return [
        Facet(
            field,
            word,
            tuple(Value(name, names.shown_in_any(name, languages)) for name in sorted(values)),
            several=True,
        )
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
