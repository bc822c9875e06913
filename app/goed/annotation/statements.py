"""What can be said of outputs, of one or of many in one act: a label or a part of one, a note, a flag."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from goed.annotation.desk import Desk
from goed.annotation.typed_names import class_code, known_annotator, known_flags, known_verdict
from goed.errors import GoedError
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


def settle(desk: Desk, output_ids: Sequence[int], pred_class: str, verdict: str | None = None) -> None:
    """Decide what people differ on, by a class, in one act."""
    names, judge = NamesForPeople(), desk.judge
    said = []
    for output in desk.words(output_ids).values():
        name = class_code(judge, names, output, pred_class)
        label = judge.with_class(output, desk.start_to_settle(output), name)
        said.append((output.id, _with_verdict(output, label, verdict)))
    desk.settle_all(said)


def settle_for(desk: Desk, output_ids: Sequence[int], annotator: str, verdict: str | None = None) -> None:
    """Decide what people differ on, in one act: as one of them says."""
    known_annotator(desk.study, annotator)
    words = desk.words(output_ids)
    theirs = judgements_of(desk.study, list(words)).get(annotator, {})
    for output in words.values():
        if output.id not in theirs or not theirs[output.id].is_label:
            raise GoedError(f"{annotator} has not labelled output {output.id} ({output.word} → {output.predicted})")
    desk.settle_all([(number, _with_verdict(output, theirs[number], verdict)) for number, output in words.items()])


def _with_verdict(output: OutputWords, label: Judgement, verdict: str | None) -> Judgement:
    return label if verdict is None else label._replace(verdict=known_verdict(output, verdict))


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
        name = class_code(judge, names, output, saying.gold_class)
        said = judge.with_gold_class(output, said, name)
    if saying.pred_class is not None:
        said = judge.with_class(output, said, class_code(judge, names, output, saying.pred_class))
    if saying.flags is not None:
        said = judge.with_flags(output, said, known_flags(judge, output, saying.flags, said.flags))
    said = _with_verdict(output, said, saying.verdict)
    return said._replace(note=saying.note, is_marked=saying.is_marked)
