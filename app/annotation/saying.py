"""What can be said of outputs, of one or of many in one act: a label or a part of one, a note, a flag."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.annotation.desk import Desk
from app.errors import GoedError
from app.store.annotations import Judgement, judgements_of
from app.store.queues import OutputWords


@dataclass(frozen=True)
class Saying:
    """What somebody says; None where they say nothing of that."""

    accepts: bool = False  # the label that is there
    pred_class: str | None = None
    gold_class: str | None = None
    flags: tuple[str, ...] | None = None
    note: str | None = None
    is_marked: bool | None = None

    @property
    def is_label(self) -> bool:
        """Whether it says what an output is."""
        return self.accepts or (self.pred_class, self.gold_class, self.flags) != (None, None, None)


def say(desk: Desk, output_ids: Sequence[int], saying: Saying) -> int:
    """Say something of outputs in one act; for how many it is new."""
    words = desk.words(output_ids)
    n_hidden = sum(desk.hides(output_id) for output_id in words)
    if n_hidden and saying.accepts:
        raise GoedError("in a blind queue there is no label to accept before you have given one: say which class it is")
    if saying.is_label and 0 < n_hidden < len(words):
        raise GoedError("you have judged some of these already, and others are still blind: label them apart")
    return desk.say([(output.id, _judgement(desk, output, saying)) for output in words.values()])


def settle(desk: Desk, output_ids: Sequence[int], pred_class: str) -> None:
    """Decide what people differ on, by a class, in one act."""
    words = desk.words(output_ids).values()
    desk.settle_all(
        [(output.id, desk.judge.with_class(output, desk.judge.present(output, None), pred_class)) for output in words]
    )


def settle_for(desk: Desk, output_ids: Sequence[int], annotator: str) -> None:
    """Decide what people differ on, in one act: as one of them says."""
    words = desk.words(output_ids)
    theirs = judgements_of(desk.study, list(words)).get(annotator, {})
    for output in words.values():
        if output.id not in theirs or not theirs[output.id].is_label:
            raise GoedError(f"{annotator} has not labelled output {output.id} ({output.lemma} → {output.predicted})")
    desk.settle_all([(output_id, theirs[output_id]) for output_id in words])


def _judgement(desk: Desk, output: OutputWords, saying: Saying) -> Judgement:
    """The whole label that follows, with the note and the flag."""
    if not saying.is_label:
        return Judgement(None, None, None, (), saying.note, saying.is_marked)
    said, judge = desk.start(output), desk.judge
    if saying.accepts and output.label is None and not desk.is_labelled(output.id):
        raise GoedError(f"output {output.id} has no label to accept: say which class it is")
    if saying.gold_class is not None:
        said = judge.with_gold_class(output, said, saying.gold_class)
    if saying.pred_class is not None:
        said = judge.with_class(output, said, saying.pred_class)
    if saying.flags is not None:
        said = judge.with_flags(output, said, saying.flags)
    return said._replace(note=saying.note, is_marked=saying.is_marked)
