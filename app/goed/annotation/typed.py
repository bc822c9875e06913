"""Names as people type them, made those that are stored; what is no name of anything is told with what there is."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace

from goed.annotation.judging import Judge
from goed.annotation.queue_filter import DISPUTES, DOUBLE, Filter
from goed.domains.registry import domain_of
from goed.errors import GoedError, quoted
from goed.labels.names import NamesForPeople
from goed.labels.resolved import CLASSIFIER
from goed.study.annotations import everybody, judgements
from goed.study.items import languages as languages_of
from goed.study.judgement import Judgement
from goed.study.queues import KindRow, OutputWords, Place, kinds
from goed.study.study import Study

MOST_NAMED = 20


def class_code(judge: Judge, names: NamesForPeople, output: OutputWords, typed: str) -> str:
    """The class that somebody typed for an output: e for e and for -e."""
    language, classes = output.language, judge.classes(output)
    code = names.code(language, typed.strip())
    if code not in classes:
        raise _unknown(f"class of {language}", typed, [names.of(language, name) for name in classes])
    return code


def known_flags(
    judge: Judge, output: OutputWords, typed: Iterable[str], present: Collection[str] = ()
) -> tuple[str, ...]:
    """Flags that an output can have, or that it has already."""
    flags = tuple(dict.fromkeys(typed))
    for flag in flags:
        if flag not in judge.flags(output) and flag not in present:
            raise _unknown(f"flag of {output.language}", flag, judge.flags(output))
    return flags


def known_verdict(output: OutputWords, typed: str) -> str | None:
    """A verdict that an output's domain has; an empty word takes one away."""
    there = [verdict.name for verdict in domain_of(output.domain).verdicts]
    if typed and typed not in there:
        raise _unknown(f"verdict of {output.domain}", typed, there)
    return typed or None


def known_annotator(study: Study, name: str, also: Sequence[str] = ()) -> str:
    """The name of somebody who has ever said something of outputs of the study, or one of some others."""
    there = [*also, *everybody(study)]
    if name not in there:
        raise _unknown("annotator of this study", name, there)
    return name


def as_stored(study: Study, chosen: Filter, places: Collection[Place]) -> Filter:
    """A filter whose names were typed by somebody, with those that are stored; every one of them is there."""
    for name in (*chosen.pair, *((chosen.other,) if chosen.other else ())):
        known_annotator(study, name, [] if chosen.queue in (DOUBLE, DISPUTES) else [CLASSIFIER])
    for what, typed, there in (
        ("language", chosen.languages, set(languages_of(study))),
        ("model", chosen.models, {place.model for place in places}),
        ("sampling", chosen.samplings, {place.sampling for place in places}),
    ):
        _check(f"{what} of this study", typed, there)
    used, known = kinds(study), _Known(study, chosen)
    _check("rule of this study", chosen.rules, {kind.rule for kind in used})
    return replace(
        chosen,
        errors=known.codes("error", chosen.errors, used, lambda label: (label.error,)),
        gold_classes=known.codes("class", chosen.gold_classes, used, lambda label: (label.gold_class,)),
        pred_classes=known.codes("class", chosen.pred_classes, used, lambda label: (label.pred_class,)),
        flags=known.codes("flag", chosen.flags, used, lambda label: (*label.flags, *known.flags)),
        cell=tuple(known.code(word) for word in chosen.cell),
    )


class _Known:
    """The names in use in the languages of a filter."""

    def __init__(self, study: Study, chosen: Filter) -> None:
        self._study = study
        self._languages = chosen.languages or tuple(languages_of(study))
        self._names = NamesForPeople()
        self.flags = self._names.flags(self._languages)

    def codes(
        self,
        what: str,
        typed: Sequence[str],
        used: Sequence[KindRow],
        of: Callable[[KindRow | Judgement], tuple[str | None, ...]],
    ) -> tuple[str, ...]:
        """What is stored for names of one kind."""
        if not typed:
            return ()
        there = {name for kind in used for name in of(kind) if name}
        if what == "class":
            there |= {name for language in self._languages for name in self._names.classes(language)}
        if not all(self._readings(word) & there for word in typed):  # perhaps a person's own
            said = (label for theirs in judgements(self._study).values() for label in theirs.values())
            there |= {name for label in said if label.is_label for name in of(label) if name}
        for word in typed:
            if not self._readings(word) & there:
                names = (self._names.of_any(name, self._languages) for name in sorted(there))
                raise _unknown(f"{what} of this study", word, list(dict.fromkeys(names)))
        return tuple(dict.fromkeys(code for word in typed for code in sorted(self._readings(word) & there)))

    def code(self, word: str) -> str:
        """What is stored for a name, in the first language that has another one for it."""
        return next((code for code in sorted(self._readings(word)) if code != word), word)

    def _readings(self, word: str) -> set[str]:
        """What a name may stand for, in one language or another."""
        word = word.replace("->", "→")
        return {self._names.code(language, word) for language in self._languages}


def _check(what: str, typed: Iterable[str], there: Collection[str]) -> None:
    for word in typed:
        if word not in there:
            raise _unknown(what, word, sorted(there))


def _unknown(what: str, typed: str, there: Sequence[str]) -> GoedError:
    named = ", ".join(there[:MOST_NAMED]) + (", …" if len(there) > MOST_NAMED else "")
    return GoedError(f"{quoted(typed)} is no {what}; there are: {named or 'none so far'}")
