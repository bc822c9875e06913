"""Which outputs an annotator wants to see, and in which order: kept as plain values, said in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from goed.labels.names import NamesForPeople
from goed.labels.peoples_labels import CLASSIFIER

CASES, AUDIT, DOUBLE, DISPUTES = "cases", "audit", "double", "disputes"
BLIND = (AUDIT, DOUBLE)
FORMS = ("wrong", "right", "all")
STATES = ("unchecked", "checked", "all")
ASPECTS = {"error": "the error", "pred_class": "what it shows", "gold_class": "the gold class", "flags": "flags"}
ORDERS = {"frequent": "most frequent", "unsure": "least sure", "lemma": "by lemma"}


ONE_OF = {
    "queue": (CASES, AUDIT, DOUBLE, DISPUTES),
    "forms": FORMS,
    "state": STATES,
    "order": tuple(ORDERS),
    "aspect": ("", *ASPECTS),
}
NUMBERS = ("sizes", "seeds")
LARGEST = 2**63 - 1  # number that a study can hold


@dataclass(frozen=True)
class Filter:
    """What a queue holds. An empty tuple stands for all."""

    queue: str = CASES  # cases; audit: a random sample; double: what another labelled; disputes: what people differ on
    languages: tuple[str, ...] = ()
    forms: str = "wrong"
    state: str = "unchecked"  # by this annotator
    errors: tuple[str, ...] = ()
    gold_classes: tuple[str, ...] = ()
    pred_classes: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()  # of labels
    marked: bool = False  # only those that this annotator marked to come back to
    below: float | None = None  # only what the classifier is less sure of
    models: tuple[str, ...] = ()
    samplings: tuple[str, ...] = ()
    sizes: Sequence[int] = ()
    seeds: Sequence[int] = ()
    parts: tuple[str, ...] = ()
    pattern: str = ""  # a regular expression over lemma, gold and predicted form
    order: str = "frequent"
    sample_id: int | None = None  # of an audit
    other: str = ""  # double: whose outputs; cases: only where this annotator's label differs from that one's
    pair: tuple[str, ...] = ()  # disputes: between whom, empty: between any; cases: two judges that differ
    aspect: str = ""  # of the label: what the pair differs on; empty: anything
    cell: tuple[str, ...] = ()  # of their confusion table: what the first says of the aspect, and what the second
    domain: str = ""  # empty: any

    @property
    def is_blind(self) -> bool:
        """Whether labels are hidden until one has judged for oneself."""
        return self.queue in BLIND

    @property
    def chooses_runs(self) -> bool:
        """Whether only some runs are looked at."""
        return any((self.models, self.samplings, self.sizes, self.seeds, self.parts))

    @property
    def chooses_labels(self) -> bool:
        """Whether it matters what an output is labelled as."""
        named = (self.errors, self.gold_classes, self.pred_classes, self.rules, self.flags)
        return any(named) or self.below is not None

    def in_words(self, names: NamesForPeople | None = None) -> str:
        """The filter as one line: English · wrong · unchecked · most frequent."""
        return " · ".join(_words(self, names or NamesForPeople()))

    def scope_in_words(self, names: NamesForPeople | None = None) -> str:
        """What it finds, whatever its state and order: German · wrong."""
        return " · ".join(_scope_words(self, names or NamesForPeople()))

    def without_what_labels_tell(self) -> Filter:
        """The filter as a blind queue may have it: nothing in it depends on what the classifier says."""
        return replace(self, errors=(), gold_classes=(), pred_classes=(), rules=(), flags=(), below=None, order="lemma")

    def as_population(self) -> Filter:
        """What a random sample is drawn from: nothing that anybody says of an output has a part in it."""
        return replace(
            self.without_what_labels_tell(),
            queue=CASES, state="all", marked=False, other="", pair=(), aspect="", cell=(), sample_id=None,
        )  # fmt: skip

    def as_values(self) -> dict[str, Any]:
        """What differs from the standing filter, to be kept as JSON."""
        standing = Filter()
        return {
            field.name: getattr(self, field.name)
            for field in fields(self)
            if getattr(self, field.name) != getattr(standing, field.name)
        }


def from_values(values: Mapping[str, Any]) -> Filter:
    """A filter that was kept; what a later goed kept and this one does not know is left out, and so is rubbish."""
    known = {field.name: field.default for field in fields(Filter)}
    kept: dict[str, Any] = {
        name: tuple(value) if isinstance(known[name], tuple) else value
        for name, value in values.items()
        if name in known and _can_be(name, value, known[name])
    }
    return Filter(**kept)


def _can_be(name: str, value: Any, standing: Any) -> bool:
    """Whether a field of a filter can have a value that was kept."""
    if name in ONE_OF:
        return value in ONE_OF[name]
    if isinstance(standing, tuple):
        kind = int if name in NUMBERS else str
        return isinstance(value, list | tuple) and all(type(each) is kind for each in value)
    if name == "sample_id":
        return type(value) is int and 0 < value <= LARGEST
    return isinstance(value, int | float) if name == "below" else type(value) is type(standing)


def _words(chosen: Filter, names: NamesForPeople) -> list[str]:
    if chosen.queue == AUDIT:  # what it was drawn from is said where it is chosen
        language = _languages(chosen, names) if chosen.languages else ""
        words = (_queue(chosen), language, chosen.domain, *_of_runs(chosen), _pattern(chosen), _state(chosen))
        return [word for word in words if word]
    order = "" if chosen.is_blind else ORDERS[chosen.order]
    return [word for word in (*_scope_words(chosen, names), _state(chosen), order) if word]


def _scope_words(chosen: Filter, names: NamesForPeople) -> list[str]:
    words = [_queue(chosen), _pair(chosen, names), _languages(chosen, names), chosen.domain]
    words.append({"wrong": "wrong", "right": "right", "all": "right and wrong"}[chosen.forms])
    languages = chosen.languages or tuple(names.languages)
    words.append(_either(names.of_any(name, languages) for name in chosen.errors))
    words.append(_either(chosen.rules))
    for classes, arrow in ((chosen.gold_classes, "gold {}"), (chosen.pred_classes, "shows {}")):
        if classes:
            words.append(arrow.format(_either(names.of_any(name, languages) for name in classes)))
    if chosen.flags:
        words.append(f"flag {_either(chosen.flags)}")
    if chosen.marked:
        words.append("flagged")
    if chosen.below is not None:
        words.append(f"less sure than {chosen.below:g}")
    words += _of_runs(chosen)
    if chosen.queue == CASES and chosen.other:
        words.append("differs from the classifier" if chosen.other == CLASSIFIER else f"differs from {chosen.other}")
    return [word for word in (*words, _pattern(chosen)) if word]


def _of_runs(chosen: Filter) -> list[str]:
    words = [_either(chosen.models), _either(chosen.samplings)]
    for values, noun in ((chosen.sizes, "size"), (chosen.seeds, "seed"), (chosen.parts, "part")):
        if values:
            words.append(f"{noun} {_either(map(str, values))}")
    return words


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
    """Who differs, and on what: sp and jk differ on error; sp: umlaut, jk: -e→-(e)n."""
    if chosen.is_blind or not (chosen.pair or chosen.aspect):
        return ""
    if len(chosen.cell) == len(chosen.pair) == 2:
        languages = chosen.languages or tuple(names.languages)
        said = zip(chosen.pair, chosen.cell, strict=True)
        return ", ".join(f"{name}: {names.of_any(word, languages)}" for name, word in said)
    on = f" on {ASPECTS[chosen.aspect]}" if chosen.aspect else ""
    *others, last = chosen.pair or ("any two",)
    return f"{', '.join(others)}{' and ' if others else ''}{last} differ{on}"


def _languages(chosen: Filter, names: NamesForPeople) -> str:
    return _either(map(names.language, chosen.languages)) or "all languages"


def _either(names: Any) -> str:
    return " or ".join(names)
