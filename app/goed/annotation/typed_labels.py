"""What people say of outputs on the command line, in one act: labels with names as they type them, notes, flags."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from goed.annotation.desk import Desk
from goed.annotation.judge import Judge
from goed.annotation.typed_filter import known_annotator
from goed.domains.registry import domain_of
from goed.errors import GoedError, unknown
from goed.labels.names import NamesForPeople
from goed.study.judgements import Judgement, judgements_of
from goed.study.output_words import OutputWords


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
        return self.accepts or any(
            part is not None for part in (self.pred_class, self.gold_class, self.flags, self.verdict)
        )


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
        labels = {
            output.id: desk.judge.with_class(
                output, desk.start_to_settle(output), _class_code(desk.judge, names, output, str(pred_class))
            )
            for output in words.values()
        }
    else:
        known_annotator(desk.study, annotator)
        labels = judgements_of(desk.study, list(words)).get(annotator, {})
        for output in words.values():
            if output.id not in labels or not labels[output.id].is_label:
                raise GoedError(f"{annotator} has not labelled output {output.id} ({output.word} → {output.predicted})")
    desk.settle_all([(number, _with_verdict(output, labels[number], verdict)) for number, output in words.items()])


def _with_verdict(output: OutputWords, label: Judgement, verdict: str | None) -> Judgement:
    return label if verdict is None else label._replace(verdict=_known_verdict(output, verdict))


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
        name = _class_code(judge, names, output, saying.gold_class)
        said = judge.with_gold_class(output, said, name)
    if saying.pred_class is not None:
        said = judge.with_class(output, said, _class_code(judge, names, output, saying.pred_class))
    if saying.flags is not None:
        said = judge.with_flags(output, said, _known_flags(judge, output, saying.flags, said.flags))
    said = _with_verdict(output, said, saying.verdict)
    return said._replace(note=saying.note, is_marked=saying.is_marked)


def _class_code(judge: Judge, names: NamesForPeople, output: OutputWords, typed: str) -> str:
    """The class that somebody typed for an output: e for e and for -e."""
    language, classes = output.language, judge.classes(output)
    code = names.code(language, typed.strip())
    if code not in classes:
        raise unknown(typed, f"class of {language}", [names.of(language, name) for name in classes])
    return code


def _known_flags(
    judge: Judge, output: OutputWords, typed: Iterable[str], present: Collection[str] = ()
) -> tuple[str, ...]:
    """Flags that an output can have, or that it has already."""
    flags = tuple(dict.fromkeys(typed))
    for flag in flags:
        if flag not in judge.flags(output) and flag not in present:
            raise unknown(flag, f"flag of {output.language}", judge.flags(output))
    return flags


def _known_verdict(output: OutputWords, typed: str) -> str | None:
    """A verdict that an output's domain has; an empty word takes one away."""
    there = [verdict.name for verdict in domain_of(output.domain).verdicts]
    if typed and typed not in there:
        raise unknown(typed, f"verdict of {output.domain}", there)
    return typed or None
