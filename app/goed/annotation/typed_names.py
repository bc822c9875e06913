"""Filters and labels typed on the command line: their names become the stored ones.

For example, `-e` becomes the class e. An unknown name is an error that lists the known ones.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from goed.annotation.annotator import NOTHING_SAID, Judge
from goed.annotation.desk import Desk
from goed.annotation.item_properties import item_properties
from goed.annotation.queue_filter import DISPUTES, DOUBLE, Filter
from goed.domains.registry import answer_in_words, domain_of
from goed.errors import GoedError, unknown_name_error
from goed.labels.names import NamesForPeople
from goed.labels.peoples_labels import CLASSIFIER
from goed.study.items import languages as languages_of
from goed.study.judgements import Judgement, everybody_by_name, judgements, judgements_of
from goed.study.output_words import OutputWords
from goed.study.selection import refuse_unknown, what_is_there
from goed.study.study import Study
from goed.study.tallies import LabelKind, label_kinds

NamesOf = Callable[[LabelKind | Judgement], tuple[str | None, ...]]  # the names of one kind in a label


def known_annotator(study: Study, name: str, also: Sequence[str] = ()) -> str:
    """The name, if it is an annotator of the study or one of `also`; else an error."""
    return _known(name, "annotator of this study", list(dict.fromkeys([*also, *everybody_by_name(study)])))


def _known(name: str, what: str, there: Sequence[str]) -> str:
    """The name, if it is among those there; else an error that lists them."""
    if name not in there:
        raise unknown_name_error(name, what, there)
    return name


def with_stored_names(study: Study, chosen: Filter) -> Filter:
    """A filter as typed, with its names replaced by the stored ones; an error if the study lacks one."""
    for name in (*chosen.pair, *((chosen.other,) if chosen.other else ())):
        known_annotator(study, name, [] if chosen.queue in (DOUBLE, DISPUTES) else [CLASSIFIER])
    refuse_unknown(chosen.selection, what_is_there(study))
    if chosen.where:
        item_properties(study).refuse_unknown(chosen.where)
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
        """The stored names for typed names of one kind, such as errors; an error if one is unknown."""
        if not typed:
            return ()
        there = {name for kind in self.kinds for name in of(kind) if name}
        if what == "class":
            there |= {name for language in self._languages for name in self._names.classes(language)}
        if not all(self._readings(word) & there for word in typed):  # a name may occur only in people's labels
            said = (label for theirs in judgements(self._study).values() for label in theirs.values())
            there |= {name for label in said if label.is_label for name in of(label) if name}
        for word in typed:
            if not self._readings(word) & there:
                names = (self._names.shown_in_any(name, self._languages) for name in sorted(there))
                raise unknown_name_error(word, f"{what} of this study", list(dict.fromkeys(names)))
        return tuple(dict.fromkeys(code for word in typed for code in sorted(self._readings(word) & there)))

    def code(self, word: str) -> str:
        """The stored name for a typed one, or the name itself if no language shows it differently."""
        return next((code for code in sorted(self._readings(word)) if code != word), word)

    def _readings(self, word: str) -> set[str]:
        """The stored names that a typed one may stand for, over all languages of the filter."""
        word = word.replace("->", "→")
        return {self._names.code_of(language, word) for language in self._languages}


@dataclass(frozen=True)
class TypedJudgement:
    """What somebody says about outputs, with names as typed; None for a part that they say nothing about."""

    accepts: bool = False  # the label that the output has
    pred_class: str | None = None
    gold_class: str | None = None
    flags: tuple[str, ...] | None = None
    note: str | None = None
    is_marked: bool | None = None
    verdict: str | None = None  # '' for none

    @property
    def is_label(self) -> bool:
        """Whether it gives a label, and not only a note or a mark."""
        said = (self.pred_class, self.gold_class, self.flags, self.verdict)
        return self.accepts or any(part is not None for part in said)


def say(desk: Desk, output_ids: Sequence[int], typed: TypedJudgement) -> int:
    """Say the same about several outputs in one act; returns how many outputs it changes anything for."""
    words = desk.words(output_ids)
    n_hidden = sum(desk.hides(output_id) for output_id in words)
    if n_hidden and typed.accepts:
        raise GoedError("in a blind queue there is no label to accept before you have given one: say which class it is")
    if typed.is_label and 0 < n_hidden < len(words):
        raise GoedError("you have judged some of these already, and others are still blind: label them apart")
    names = NamesForPeople()
    return desk.say([(output.id, _judgement(desk, names, output, typed)) for output in words.values()])


def settle(
    desk: Desk, output_ids: Sequence[int], pred_class: str | None, annotator: str | None, verdict: str | None
) -> None:
    """Settle disagreements in one act: by giving a class, or in favour of an annotator."""
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
                raise GoedError(
                    f"{annotator} has not labelled output {output.id} ({output.word} → {answer_in_words(output)})"
                )
    desk.settle_all([(number, _with_verdict(output, labels[number], verdict)) for number, output in words.items()])


def _with_verdict(output: OutputWords, label: Judgement, typed: str | None) -> Judgement:
    """The label with a typed verdict, which the output's domain must have; an empty text removes the verdict."""
    if typed:
        _known(typed, f"verdict of {output.domain}", [verdict.name for verdict in domain_of(output.domain).verdicts])
    return label if typed is None else label._replace(verdict=typed or None)


def _judgement(desk: Desk, names: NamesForPeople, output: OutputWords, typed: TypedJudgement) -> Judgement:
    """The whole judgement of an output that follows from a typed one: label, note and mark."""
    if not typed.is_label:
        return Judgement(None, None, None, (), typed.note, typed.is_marked)
    if typed.pred_class is None and not typed.accepts:
        desk.refuse_label_without_class(output.id)
    said, judge = desk.start(output), desk.judge
    if typed.accepts and output.label is None and not desk.is_labelled(output.id):
        raise GoedError(f"output {output.id} has no label to accept: say which class it is")
    if typed.gold_class is not None:
        judge.refuse_gold_class(output)
        said = judge.with_gold_class(output, said, _class_code(judge, names, output, typed.gold_class))
    if typed.pred_class is not None:
        said = judge.with_class(output, said, _class_code(judge, names, output, typed.pred_class))
    if typed.flags is not None:
        for flag in typed.flags:
            if flag not in said.flags:
                _known(flag, f"flag of {output.language}", judge.flags(output))
        said = judge.with_flags(output, said, tuple(dict.fromkeys(typed.flags)))
    said = _with_verdict(output, said, typed.verdict)
    return said._replace(note=typed.note, is_marked=typed.is_marked)


def _class_code(judge: Judge, names: NamesForPeople, output: OutputWords, typed: str) -> str:
    """The stored class for a typed one: e for both `e` and `-e`."""
    language, classes = output.language, judge.classes(output)
    code = names.code_of(language, typed.strip())
    if code not in classes:
        raise unknown_name_error(typed, f"class of {language}", [names.shown(language, name) for name in classes])
    return code
