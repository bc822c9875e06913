"""A queue as a table: a line for each output, without what a blind queue hides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from goed.annotation.desk import Desk
from goed.labels.names import NamesForPeople
from goed.study import output_words as queues
from goed.study.items import INFLECTION
from goed.study.judgements import Adjudication, Judgement, adjudications
from goed.study.output_words import OutputWords

BATCH = 500  # outputs read at a time
NAMED = ("gold_class", "pred_class", "error", "mine", "mine_class", "settled")


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
    settled: str | None = None  # the error that was decided on, likewise
    evidence: str | None = None
    considered: str | None = None
    mine_verdict: str | None = None  # this and the next are the last, for studies of domains that have some
    domain: str = INFLECTION


def listing(desk: Desk, output_ids: Sequence[int], names: NamesForPeople | None = None) -> Iterator[Line]:
    """Lines for outputs of the desk's queue, in their order; with names, as people are shown them."""
    verdicts = adjudications(desk.study) if desk.sees_others else {}
    for start in range(0, len(output_ids), BATCH):
        batch = output_ids[start : start + BATCH]
        words = queues.output_words(desk.study, batch)
        numbers = desk.how_often(batch)
        others = desk.others_of([number for number in batch if not desk.hides(number)])
        for number in batch:
            if number in words:
                line = _line(desk, words[number], numbers.get(number, 0))
                if not desk.hides(number):
                    line = _with_others(line, others.get(number, {}), verdicts.get(number), names)
                yield _named(line, names) if names else line


def _line(desk: Desk, output: OutputWords, n_predictions: int) -> Line:
    """An output with the classifier's label, unless it is hidden, and what the annotator says."""
    line = Line(output.id, output.language, output.word, output.features, output.gold, output.predicted)
    line = line._replace(n_predictions=n_predictions, domain=output.domain)
    if output.label is not None and not desk.hides(output.id):
        columns = {name: value for name, value in output.label._asdict().items() if name in Line._fields}
        line = line._replace(**{**columns, "flags": ",".join(output.label.flags)})
    mine = desk.pen.says.get(output.id)
    if mine is not None:
        line = line._replace(note=mine.note or None, flagged=bool(mine.is_marked))
        if mine.is_label:
            line = line._replace(mine=mine.error, mine_class=mine.pred_class, mine_flags=",".join(mine.flags))
            line = line._replace(mine_verdict=mine.verdict)
    return line


def _with_others(
    line: Line, others: Mapping[str, Judgement], verdict: Adjudication | None, names: NamesForPeople | None
) -> Line:
    def named(word: str | None) -> str:
        return names.of(line.language, word or "") if names else word or ""

    said = []
    for name, judgement in others.items():
        words = [f"{named(judgement.error)} ({named(judgement.pred_class)})"] if judgement.is_label else []
        words += [*judgement.marks, *([f'"{judgement.note}"'] if judgement.note else [])]
        said.append(f"{name}: {', '.join(words)}")
    return line._replace(others=" | ".join(said) or None, settled=verdict.judgement.error if verdict else None)


def _named(line: Line, names: NamesForPeople) -> Line:
    said = line._asdict()
    return Line(**said | {column: names.of(line.language, said[column]) for column in NAMED if said[column]})
