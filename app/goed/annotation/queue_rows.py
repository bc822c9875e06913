"""A queue as rows of a table, as `goed cases` prints it; blind queues hide labels."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from goed.annotation.annotator import NOTHING_SAID
from goed.annotation.desk import Desk
from goed.domains.registry import answer_in_words
from goed.labels.names import NamesForPeople
from goed.study.judgements import Judgement, adjudications
from goed.study.output_words import OutputWords, output_words

BATCH = 500  # outputs read at a time
NAMED = ("gold_class", "pred_class", "error", "mine", "mine_class", "settled")


IN_CORPUS = ("corpus", "sentence", "place")  # where a word of a corpus stands; both are counted from 1
COLUMNS = (
    *("id", "language", "lemma", "features", "gold", "predicted"),
    *("gold_class", "pred_class", "error", "flags", "rule", "confidence"),  # the classifier's; None if hidden
    "n_predictions",
    *("mine", "mine_class", "mine_flags", "note", "flagged"),  # the annotator's own; `mine` is the error
    *("others", "settled"),  # what others say, and the error that was decided on; None if not shown
    *("evidence", "considered"),  # the classifier's
    *IN_CORPUS,
    *("mine_verdict", "domain"),  # only for studies of domains with verdicts, or of several domains
)
Row = dict[str, Any]  # by column


def listed_outputs(desk: Desk, output_ids: Sequence[int], names: NamesForPeople | None = None) -> Iterator[Row]:
    """Rows for outputs of the desk's queue, in the given order; `names` makes classes, errors and answers readable."""
    verdicts = adjudications(desk.study) if desk.sees_others else {}
    for start in range(0, len(output_ids), BATCH):
        batch = output_ids[start : start + BATCH]
        numbers = desk.how_often(batch)
        others = desk.others_of([number for number in batch if not desk.hides(number)])
        words = output_words(desk.study, batch)
        for output in (words[number] for number in batch if number in words):
            named = partial(names.shown, output.language) if names else str
            row = _row(desk, output, numbers.get(output.id, 0))
            if names:
                row |= {"gold": answer_in_words(output, output.gold), "predicted": answer_in_words(output)}
            if not desk.hides(output.id):
                row["others"] = _in_words(others.get(output.id, {}), named)
                row["settled"] = verdicts[output.id].judgement.error if output.id in verdicts else None
            yield row | {column: named(row[column]) for column in NAMED if row[column]}


def _row(desk: Desk, output: OutputWords, n_predictions: int) -> Row:
    """The row of an output: the classifier's label, unless it is hidden, and what the annotator says."""
    row: Row = dict.fromkeys(COLUMNS) | {
        **{"id": output.id, "language": output.language, "lemma": output.word, "features": output.features},
        **{"gold": output.gold, "predicted": output.predicted, "n_predictions": n_predictions, "domain": output.domain},
    }
    if output.place is not None:
        row |= zip(IN_CORPUS, (output.place.corpus, output.place.utterance + 1, output.place.position), strict=True)
    if output.label is not None and not desk.hides(output.id):
        row |= {name: value for name, value in output.label._asdict().items() if name in COLUMNS}
        row["flags"] = ",".join(output.label.flags)
    mine = desk.writer.own_judgements.get(output.id, NOTHING_SAID)
    row |= {"note": mine.note or None, "flagged": bool(mine.is_marked), "mine_verdict": mine.verdict}
    if mine.is_label:
        row |= {"mine": mine.error, "mine_class": mine.pred_class, "mine_flags": ",".join(mine.flags)}
    return row


def _in_words(others: Mapping[str, Judgement], named: Callable[[str], str]) -> str | None:
    """What others say about an output, in one cell: `sp: -e→umlaut (umlaut), "sure" | jk: …`."""
    said = []
    for name, judgement in others.items():
        words = []
        if judgement.is_label:
            words = [_class_and_error(judgement, named)]
        words += [*judgement.flags_and_verdict, *([f'"{judgement.note}"'] if judgement.note else [])]
        said.append(f"{name}: {', '.join(words)}")
    return " | ".join(said) or None


def _class_and_error(said: Judgement, named: Callable[[str], str]) -> str:
    """The error, and the class that the answer shows unless it has the same name: where it is the kind of error."""
    error, shown = (named(word or "") for word in (said.error, said.pred_class))
    return error if error == shown else f"{error} ({shown})"
