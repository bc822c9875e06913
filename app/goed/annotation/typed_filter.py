"""Names as people type them, made those that are stored; what is no name of anything is told with what there is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from goed.annotation.queue_filter import DISPUTES, DOUBLE, Filter
from goed.errors import unknown
from goed.labels.names import NamesForPeople
from goed.labels.peoples_labels import CLASSIFIER
from goed.study.items import languages as languages_of
from goed.study.judgements import Judgement, everybody, judgements
from goed.study.selection import refuse_unknown, what_is_there
from goed.study.study import Study
from goed.study.tallies import LabelKind, label_kinds

NamesOf = Callable[[LabelKind | Judgement], tuple[str | None, ...]]  # that stand in a label


def known_annotator(study: Study, name: str, also: Sequence[str] = ()) -> str:
    """The name of somebody who has ever said something of outputs of the study, or one of some others."""
    there = list(dict.fromkeys([*also, *everybody(study)]))
    if name not in there:
        raise unknown(name, "annotator of this study", there)
    return name


def as_stored(study: Study, chosen: Filter) -> Filter:
    """A filter whose names were typed by somebody, with those that are stored; every one of them is there."""
    for name in (*chosen.pair, *((chosen.other,) if chosen.other else ())):
        known_annotator(study, name, [] if chosen.queue in (DOUBLE, DISPUTES) else [CLASSIFIER])
    refuse_unknown(chosen.selection, what_is_there(study))
    known = _Known(study, chosen)
    rules = {kind.rule for kind in known.kinds}
    for rule in chosen.rules:
        if rule not in rules:
            raise unknown(rule, "rule of this study", sorted(rules))
    return replace(
        chosen,
        sizes=tuple(chosen.sizes),
        seeds=tuple(chosen.seeds),
        errors=known.codes("error", chosen.errors, lambda label: (label.error,)),
        gold_classes=known.codes("class", chosen.gold_classes, lambda label: (label.gold_class,)),
        pred_classes=known.codes("class", chosen.pred_classes, lambda label: (label.pred_class,)),
        flags=known.codes("flag", chosen.flags, lambda label: (*label.flags, *known.flags)),
        cell=tuple(known.code(word) for word in chosen.cell),
    )


class _Known:
    """The names in use in the languages of a filter."""

    def __init__(self, study: Study, chosen: Filter) -> None:
        self._study = study
        self._languages = chosen.languages or tuple(languages_of(study))
        self._names = NamesForPeople()
        self.kinds = label_kinds(study)
        self.flags = self._names.flags(self._languages)

    def codes(self, what: str, typed: Sequence[str], of: NamesOf) -> tuple[str, ...]:
        """What is stored for names of one kind."""
        if not typed:
            return ()
        there = {name for kind in self.kinds for name in of(kind) if name}
        if what == "class":
            there |= {name for language in self._languages for name in self._names.classes(language)}
        if not all(self._readings(word) & there for word in typed):  # perhaps a person's own
            said = (label for theirs in judgements(self._study).values() for label in theirs.values())
            there |= {name for label in said if label.is_label for name in of(label) if name}
        for word in typed:
            if not self._readings(word) & there:
                names = (self._names.of_any(name, self._languages) for name in sorted(there))
                raise unknown(word, f"{what} of this study", list(dict.fromkeys(names)))
        return tuple(dict.fromkeys(code for word in typed for code in sorted(self._readings(word) & there)))

    def code(self, word: str) -> str:
        """What is stored for a name, in the first language that has another one for it."""
        return next((code for code in sorted(self._readings(word)) if code != word), word)

    def _readings(self, word: str) -> set[str]:
        """What a name may stand for, in one language or another."""
        word = word.replace("->", "→")
        return {self._names.code(language, word) for language in self._languages}
