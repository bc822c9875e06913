"""What people type on the command line: filters, and labels of outputs, with names made those that are stored.

What is no name of anything is told with what there is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from goed.annotation.annotator import NOTHING_SAID, Judge
from goed.annotation.desk import Desk
from goed.annotation.queue_filter import DISPUTES, DOUBLE, Filter
from goed.domains.registry import domain_of
from goed.errors import GoedError, unknown
from goed.labels.names import NamesForPeople
from goed.labels.peoples_labels import CLASSIFIER
from goed.study.items import languages as languages_of
from goed.study.judgements import Judgement, everybody, judgements, judgements_of
from goed.study.output_words import OutputWords
from goed.study.selection import refuse_unknown, what_is_there
from goed.study.study import Study
from goed.study.tallies import LabelKind, label_kinds

NamesOf = Callable[[LabelKind | Judgement], tuple[str | None, ...]]  # that stand in a label


def known_annotator(study: Study, name: str, also: Sequence[str] = ()) -> str:
    """The name of somebody who has ever said something of outputs of the study, or one of some others."""
    return _known(name, "annotator of this study", list(dict.fromkeys([*also, *everybody(study)])))


def _known(name: str, what: str, there: Sequence[str]) -> str:
    """A name that is there; any other one is told with those that are."""
    if name not in there:
        raise unknown(name, what, there)
    return name


def as_stored(study: Study, chosen: Filter) -> Filter:
    """A filter whose names were typed by somebody, with those that are stored; every one of them is there."""
    for name in (*chosen.pair, *((chosen.other,) if chosen.other else ())):
        known_annotator(study, name, [] if chosen.queue in (DOUBLE, DISPUTES) else [CLASSIFIER])
    refuse_unknown(chosen.selection, what_is_there(study))
    known = _NamesInUse(study, chosen)
    rules = sorted({kind.rule for kind in known.kinds})
    for rule in chosen.rules:
        _known(rule, "rule of this study", rules)
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


class _NamesInUse:
    """The names of classes, errors and flags in the languages of a filter."""

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


@dataclass(frozen=True)
class Saying:
    """What somebody says, with names as they type them; None where they say nothing of that."""

    accepts: bool = False  # the label that is there
    pred_class: str | None = None
    gold_class: str | None = None
    flags: tuple[str, ...] | None = None
    note: str | None = None
    is_marked: bool | None = None
    verdict: str | None = None  # '' for none

    @property
    def is_label(self) -> bool:
        """Whether it says what an output is."""
        said = (self.pred_class, self.gold_class, self.flags, self.verdict)
        return self.accepts or any(part is not None for part in said)


def say(desk: Desk, output_ids: Sequence[int], saying: Saying) -> int:
    """Say something of outputs in one act; for how many it is new."""
    words = desk.words(output_ids)
    n_hidden = sum(desk.hides(output_id) for output_id in words)
    if n_hidden and saying.accepts:
        raise GoedError("in a blind queue there is no label to accept before you have given one: say which class it is")
    if saying.is_label and 0 < n_hidden < len(words):
        raise GoedError("you have judged some of these already, and others are still blind: label them apart")
    names = NamesForPeople()
    return desk.say([(output.id, _judgement(desk, names, output, saying)) for output in words.values()])


def settle(
    desk: Desk, output_ids: Sequence[int], pred_class: str | None, annotator: str | None, verdict: str | None
) -> None:
    """Decide what people differ on, in one act: by a class, or as an annotator says."""
    words = desk.words(output_ids)
    if annotator is None:
        names = NamesForPeople()
        labels = {}
        for output in words.values():
            code = _class_code(desk.judge, names, output, str(pred_class))
            labels[output.id] = desk.judge.with_class(output, desk.start_to_settle(output), code)
    else:
        known_annotator(desk.study, annotator)
        labels = judgements_of(desk.study, list(words)).get(annotator, {})
        for output in words.values():
            if not labels.get(output.id, NOTHING_SAID).is_label:
                raise GoedError(f"{annotator} has not labelled output {output.id} ({output.word} → {output.predicted})")
    desk.settle_all([(number, _with_verdict(output, labels[number], verdict)) for number, output in words.items()])


def _with_verdict(output: OutputWords, label: Judgement, typed: str | None) -> Judgement:
    """The label with a verdict that the output's domain has; an empty word takes one away."""
    if typed:
        _known(typed, f"verdict of {output.domain}", [verdict.name for verdict in domain_of(output.domain).verdicts])
    return label if typed is None else label._replace(verdict=typed or None)


def _judgement(desk: Desk, names: NamesForPeople, output: OutputWords, saying: Saying) -> Judgement:
    """The whole label that follows, with the note and the flag."""
    if not saying.is_label:
        return Judgement(None, None, None, (), saying.note, saying.is_marked)
    if saying.pred_class is None and not saying.accepts:
        desk.refuse_half_a_judgement(output.id)
    said, judge = desk.start(output), desk.judge
    if saying.accepts and output.label is None and not desk.is_labelled(output.id):
        raise GoedError(f"output {output.id} has no label to accept: say which class it is")
    if saying.gold_class is not None:
        said = judge.with_gold_class(output, said, _class_code(judge, names, output, saying.gold_class))
    if saying.pred_class is not None:
        said = judge.with_class(output, said, _class_code(judge, names, output, saying.pred_class))
    if saying.flags is not None:
        for flag in saying.flags:
            if flag not in said.flags:
                _known(flag, f"flag of {output.language}", judge.flags(output))
        said = judge.with_flags(output, said, tuple(dict.fromkeys(saying.flags)))
    said = _with_verdict(output, said, saying.verdict)
    return said._replace(note=saying.note, is_marked=saying.is_marked)


def _class_code(judge: Judge, names: NamesForPeople, output: OutputWords, typed: str) -> str:
    """The class that somebody typed for an output: e for e and for -e."""
    language, classes = output.language, judge.classes(output)
    code = names.code(language, typed.strip())
    if code not in classes:
        raise unknown(typed, f"class of {language}", [names.of(language, name) for name in classes])
    return code
