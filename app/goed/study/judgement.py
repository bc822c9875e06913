"""What somebody says of an output, and how a later act changes it."""

from __future__ import annotations

from collections.abc import Sequence
from sys import intern
from typing import Any, NamedTuple

COLUMNS = "gold_class, pred_class, error, flags, note, is_marked, verdict"  # of an annotation


class Judgement(NamedTuple):
    """A person's label of an output; `None` in all four columns where they only left a note."""

    gold_class: str | None
    pred_class: str | None
    error: str | None
    flags: tuple[str, ...]
    note: str | None = None  # '' where a note was taken away
    is_marked: bool | None = None  # to come back to; None where an act says nothing of it
    verdict: str | None = None  # apart from the kind of error, in the words of the domain; part of the label

    @property
    def label(self) -> Judgement:
        """The label alone, without note and mark."""
        return self._replace(note=None, is_marked=None)

    @property
    def is_label(self) -> bool:
        """Whether it says what the output is."""
        return self.error is not None

    @property
    def marks(self) -> tuple[str, ...]:
        """What it says besides classes and error: flags and the verdict."""
        return (*self.flags, *filter(None, [self.verdict]))


Judgements = dict[int, Judgement]  # output → what an annotator says of it now


def newer(before: Judgement | None, columns: Sequence[Any]) -> Judgement:
    """A later act over what was said before: it replaces the label, the note and the mark where it has them."""
    gold_class, pred_class, error, flags = (
        intern(word) if word else word for word in columns[:4]
    )  # few different ones
    note, is_marked, verdict = columns[4:]
    if before is not None:
        note = before.note if note is None else note
        is_marked = before.is_marked if is_marked is None else is_marked
    marked = None if is_marked is None else bool(is_marked)
    if error is None and before is not None:
        return before._replace(note=note, is_marked=marked)
    return Judgement(gold_class, pred_class, error, tuple(flags.split(",")) if flags else (), note, marked, verdict)
