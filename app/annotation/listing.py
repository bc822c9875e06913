"""A queue as a table: a line for each output, without what a blind queue hides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from app.annotation.desk import Desk
from app.store import queues
from app.store.annotations import Judgement
from app.store.queues import OutputWords

BATCH = 500  # outputs read at a time


class Line(NamedTuple):
    """An output; the names are the columns of the table."""

    id: int
    language: str
    lemma: str
    features: str
    gold: str
    predicted: str
    gold_class: str | None = None  # this and the next five are the classifier's; None where they are hidden
    pred_class: str | None = None
    error: str | None = None
    flags: str | None = None
    rule: str | None = None
    confidence: float | None = None
    n_predictions: int = 0
    mine: str | None = None  # the error that the annotator's own label says
    mine_class: str | None = None  # what the form shows, by it
    mine_flags: str | None = None
    note: str | None = None  # the annotator's
    flagged: bool = False
    others: str | None = None  # what others say, where that is shown
    evidence: str | None = None
    considered: str | None = None


def listing(desk: Desk, output_ids: Sequence[int]) -> Iterator[Line]:
    """Lines for outputs of the desk's queue, in their order."""
    for start in range(0, len(output_ids), BATCH):
        batch = output_ids[start : start + BATCH]
        words = queues.output_words(desk.study, batch)
        numbers = queues.how_often(desk.study, batch)
        others = desk.others_of([number for number in batch if not desk.hides(number)])
        for number in batch:
            if number in words:
                said = others.get(number, {})
                yield _line(desk, words[number], numbers.get(number, 0), said)


def _line(desk: Desk, output: OutputWords, n_predictions: int, others: dict[str, Judgement]) -> Line:
    line = Line(output.id, output.language, output.lemma, output.features, output.gold, output.predicted)
    line = line._replace(n_predictions=n_predictions)
    if output.label is not None and not desk.hides(output.id):
        columns = {name: value for name, value in output.label._asdict().items() if name in Line._fields}
        line = line._replace(**{**columns, "flags": ",".join(output.label.flags)})
    mine = desk.pen.says.get(output.id)
    if mine is not None:
        line = line._replace(note=mine.note or None, flagged=bool(mine.is_marked))
        if mine.is_label:
            line = line._replace(mine=mine.error, mine_class=mine.pred_class, mine_flags=",".join(mine.flags))
    return line._replace(others=" | ".join(_in_words(name, said) for name, said in others.items()) or None)


def _in_words(name: str, said: Judgement) -> str:
    """What somebody says: jk: umlaut+ (e→e), case "sure of it"."""
    words = []
    if said.is_label:
        words.append(f"{said.error} ({said.gold_class}→{said.pred_class})")
    words += said.flags
    if said.note:
        words.append(f'"{said.note}"')
    return f"{name}: {', '.join(words)}"
