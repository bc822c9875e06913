"""Writes the acts of an annotator: each is on disk when a method returns, and each can be taken back."""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from itertools import pairwise

from goed.annotation.disagreements import same
from goed.errors import GoedError
from goed.study import acts, sittings
from goed.study.acts import Act, Circumstances
from goed.study.annotations import judgements_by, judgements_of
from goed.study.judgement import Judgement, Judgements
from goed.study.study import WAY_BACK, Study

LONGEST_NOTE = 10_000  # characters
PAUSE = 60.0  # seconds without an act that do not count as work
RECENT = 30  # acts from which the pace is told

NOTHING_SAID = Judgement(None, None, None, ())
Said = Sequence[tuple[int, Judgement]]


class ActWriter:
    """Writes what one person says, and knows what they say now."""

    def __init__(self, study: Study, annotator: str) -> None:
        self._study = study
        self.annotator = annotator
        self.says: Judgements = judgements_by(study, annotator)
        self.sitting_id: int | None = None
        self._moments: list[float] = []  # of acts in this sitting

    def sit_down(self) -> None:
        """Begin a sitting; acts from now on are recorded as part of it."""
        self.sitting_id = sittings.begin_sitting(self._study, self.annotator)

    def get_up(self) -> None:
        """End the sitting."""
        if self.sitting_id is not None:
            sittings.end_sitting(self._study, self.sitting_id)
            self.sitting_id = None

    def say(self, said: Said, is_blind: bool = False, sample_id: int | None = None) -> int:
        """Record labels, notes and marks of outputs as one act; returns for how many outputs it says anything new."""
        new = [(output_id, words) for output_id, words in said if self._adds(output_id, words)]
        if new:
            is_label = any(words.is_label for _, words in new)
            is_note = any(words.note is not None for _, words in new)
            kind = acts.LABEL if is_label else acts.NOTE if is_note else acts.MARK
            self._write(kind, new, is_blind and is_label, sample_id if is_label else None)
        return len(new)

    def adjudicate(self, said: Said) -> None:
        """Record decisions on outputs that annotators label differently."""
        self._write(acts.ADJUDICATE, said)

    def note(self, output_id: int, text: str) -> None:
        """Leave a note, in the place of the one before; an empty one takes it away."""
        self._write(acts.NOTE, [(output_id, NOTHING_SAID._replace(note=text.strip()[:LONGEST_NOTE]))])

    def mark(self, output_id: int, is_marked: bool) -> None:
        """Mark an output to come back to, or no longer."""
        self._write(acts.MARK, [(output_id, NOTHING_SAID._replace(is_marked=is_marked))])

    def last(self) -> Act | None:
        """The act that an undo would take back."""
        return acts.last_standing(self._study, self.annotator)

    def undo(self) -> Act | None:
        """Take the last act back; None where there is none."""
        act = self.last()
        while act is not None and not acts.undo(self._study, self.annotator, act.id, Circumstances(self.sitting_id)):
            before, act = act, self.last()  # somebody of the same name was faster
            if act is not None and act.id == before.id:
                raise GoedError(f"{self._study.path}: the file is damaged: no act can be taken back; {WAY_BACK}")
        return self._reread_after(act)

    def redo(self) -> Act | None:
        """Say again what was undone last; None where something else was said since."""
        act = acts.last_undone(self._study, self.annotator)
        if act is None or acts.redo(self._study, self.annotator, act.id, Circumstances(self.sitting_id)) is None:
            return None
        return self._reread_after(act)

    def reread(self, output_ids: Collection[int]) -> None:
        """Read again what the person has said of some outputs, as the study has it now."""
        said = judgements_of(self._study, list(output_ids)).get(self.annotator, {})
        for output_id in output_ids:
            self.says.pop(output_id, None)
        self.says |= said

    def per_minute(self) -> float | None:
        """The recent number of acts per minute, leaving out pauses; None until there are enough."""
        moments = self._moments[-RECENT:]
        gaps = [later - sooner for sooner, later in pairwise(moments)]
        at_work = [gap for gap in gaps if gap < PAUSE]
        return 60 * len(at_work) / sum(at_work) if len(at_work) > 2 and sum(at_work) > 0 else None

    def _adds(self, output_id: int, words: Judgement) -> bool:
        """Whether the label, the note or the mark differs from what the person has said already."""
        before = self.says.get(output_id, NOTHING_SAID)
        return (
            (words.is_label and not (before.is_label and same(before, words)))
            or (words.note is not None and words.note != (before.note or ""))
            or (words.is_marked is not None and words.is_marked != bool(before.is_marked))
        )

    def _write(self, kind: str, said: Said, is_blind: bool = False, sample_id: int | None = None) -> None:
        acts.add_act(self._study, self.annotator, kind, said, Circumstances(self.sitting_id, is_blind, sample_id))
        self._moments.append(time.monotonic())
        self.reread([output_id for output_id, _ in said])

    def _reread_after(self, act: Act | None) -> Act | None:
        if act is not None:
            self.reread(act.output_ids)
        return act
