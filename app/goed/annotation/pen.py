"""The pen of an annotator: every act is on disk when a method returns, and every act can be taken back."""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import NamedTuple

from goed.annotation.disagreements import same
from goed.errors import GoedError
from goed.study import acts, sittings
from goed.study.acts import Act, Circumstances
from goed.study.judgements import Judgement, Judgements, judgements_by, judgements_of, labelled_by
from goed.study.study import Study
from goed.study.study_file import WAY_BACK

LONGEST_NOTE = 10_000  # characters
PAUSE = 60.0  # seconds without an act that do not count as work
RECENT = 30  # acts from which the pace is told

Said = Sequence[tuple[int, Judgement]]


class TakenBack(NamedTuple):
    """An act that was undone, or said again."""

    kind: str
    made_at: str
    output_ids: tuple[int, ...]


class Pen:
    """Writes what one person says, and knows what they say now."""

    def __init__(self, study: Study, annotator: str) -> None:
        self._study = study
        self.annotator = annotator
        self.says: Judgements = judgements_by(study, annotator)
        self.sitting_id: int | None = None
        self._moments: list[float] = []  # of acts in this sitting

    def sit_down(self) -> None:
        """Begin a sitting, to which acts belong from now on."""
        self.sitting_id = sittings.begin_sitting(self._study, self.annotator)

    def get_up(self) -> None:
        """End the sitting."""
        if self.sitting_id is not None:
            sittings.end_sitting(self._study, self.sitting_id)
            self.sitting_id = None

    def label(self, said: Said, is_blind: bool = False, sample_id: int | None = None) -> bool:
        """Label outputs in one act; False where nothing of it is new."""
        new = [(output_id, label) for output_id, label in said if not self._says_already(output_id, label)]
        if new:
            self._write(acts.LABEL, new, is_blind, sample_id)
        return bool(new)

    def say(self, said: Said, is_blind: bool = False, sample_id: int | None = None) -> int:
        """Say anything of outputs in one act, labels, notes and marks; for how many it is new."""
        new = [(output_id, words) for output_id, words in said if self._adds(output_id, words)]
        if new:
            is_label = any(words.is_label for _, words in new)
            is_note = any(words.note is not None for _, words in new)
            kind = acts.LABEL if is_label else acts.NOTE if is_note else acts.MARK
            self._write(kind, new, is_blind and is_label, sample_id if is_label else None)
        return len(new)

    def adjudicate(self, said: Said) -> None:
        """Settle what people differ on."""
        self._write(acts.ADJUDICATE, said)

    def note(self, output_id: int, text: str) -> None:
        """Leave a note, in the place of the one before; an empty one takes it away."""
        self._write(acts.NOTE, [(output_id, Judgement(None, None, None, (), text.strip()[:LONGEST_NOTE]))])

    def mark(self, output_id: int, is_marked: bool) -> None:
        """Mark an output to come back to, or no longer."""
        self._write(acts.MARK, [(output_id, Judgement(None, None, None, (), None, is_marked))])

    def last(self) -> Act | None:
        """The act that an undo would take back."""
        return acts.last_standing(self._study, self.annotator)

    def undo(self) -> TakenBack | None:
        """Take the last act back; None where there is none."""
        act = self.last()
        while act is not None and not acts.undo(self._study, self.annotator, act.id, self._circumstances()):
            before, act = act, self.last()  # somebody of the same name was faster
            if act is not None and act.id == before.id:
                raise GoedError(f"{self._study.path}: the file is damaged: no act can be taken back; {WAY_BACK}")
        return self._taken_back(act)

    def redo(self) -> TakenBack | None:
        """Say again what was undone last; None where something else was said since."""
        act = acts.last_undone(self._study, self.annotator)
        if act is None or acts.redo(self._study, self.annotator, act.id, self._circumstances()) is None:
            return None
        return self._taken_back(act)

    def has_ever_labelled(self, output_ids: Collection[int]) -> bool:
        """Whether the person has labelled one of some outputs, be it taken back."""
        return labelled_by(self._study, self.annotator, output_ids)

    def reread(self, output_ids: Collection[int]) -> None:
        """Learn what the study holds now of the person's own acts on some outputs."""
        said = judgements_of(self._study, list(output_ids)).get(self.annotator, {})
        for output_id in output_ids:
            if output_id in said:
                self.says[output_id] = said[output_id]
            else:
                self.says.pop(output_id, None)

    def per_minute(self) -> float | None:
        """Acts a minute lately, pauses left out; None before there are some."""
        moments = self._moments[-RECENT:]
        gaps = [later - sooner for sooner, later in pairwise(moments)]
        at_work = [gap for gap in gaps if gap < PAUSE]
        return 60 * len(at_work) / sum(at_work) if len(at_work) > 2 and sum(at_work) > 0 else None

    def _adds(self, output_id: int, words: Judgement) -> bool:
        """Whether anything of it is new: the label, the note or the mark."""
        before = self.says.get(output_id)
        note, is_marked = (before.note, before.is_marked) if before else (None, None)
        return (
            (words.is_label and not self._says_already(output_id, words))
            or (words.note is not None and words.note != (note or ""))
            or (words.is_marked is not None and words.is_marked != bool(is_marked))
        )

    def _says_already(self, output_id: int, label: Judgement) -> bool:
        before = self.says.get(output_id)
        return before is not None and before.is_label and same(before, label)

    def _write(self, kind: str, said: Said, is_blind: bool = False, sample_id: int | None = None) -> None:
        acts.add_act(self._study, self.annotator, kind, said, Circumstances(self.sitting_id, is_blind, sample_id))
        self._moments.append(time.monotonic())
        self.reread([output_id for output_id, _ in said])

    def _circumstances(self) -> Circumstances:
        return Circumstances(self.sitting_id)

    def _taken_back(self, act: Act | None) -> TakenBack | None:
        if act is None:
            return None
        self.reread(act.output_ids)
        return TakenBack(*act[1:])
