"""What an annotator says about outputs, completed to whole labels and recorded as acts.

The annotator gives the class that a form shows; the name of the error and the flags that still fit follow from it.
Each act is on disk when the method returns, and each can be undone.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import NamedTuple

from goed.annotation.disagreements import same_label
from goed.domains.registry import domain_of
from goed.errors import GoedError
from goed.labels.labeller import SafeLabeller
from goed.study import acts, sittings
from goed.study.acts import Act, Circumstances
from goed.study.judgements import Judgement, Judgements, judgements_by, judgements_of
from goed.study.output_words import OutputWords
from goed.study.study import WAY_BACK, Study
from goed_classifiers.error_scheme import ErrorScheme
from goed_classifiers.values import CORRECT, NO_CLASS

LONGEST_NOTE = 10_000  # characters
PAUSE = 60.0  # seconds; a longer gap between two acts does not count as work
RECENT = 30  # latest acts from which the pace is computed

NOTHING_SAID = Judgement(None, None, None, ())
Said = Sequence[tuple[int, Judgement]]


class PendingLabelParts(NamedTuple):
    """What a person says about a form before giving its class; it becomes part of the label with the class."""

    flags: frozenset[str] = frozenset()  # to be toggled: added to the label, or removed if it has them
    gold_class: str | None = None
    verdict: str | None = None

    def toggled(self, flag: str) -> PendingLabelParts:
        """With a flag added, or removed if it was there."""
        return self._replace(flags=self.flags ^ {flag})

    def added_to(self, label: Judgement) -> PendingLabelParts:
        """Without the flags that a label has: what a person says who does not see the label adds flags, takes none."""
        return self._replace(flags=self.flags.difference(label.flags))


NOTHING_PENDING = PendingLabelParts()


class Judge:
    """Turns what people say into complete labels."""

    def __init__(self) -> None:
        self._labeller = SafeLabeller()

    def classes(self, output: OutputWords) -> tuple[str, ...]:
        """The classes that an output may have, in the order of their keys."""
        right_kind = domain_of(output.domain).right_kind
        return (right_kind,) if right_kind and output.is_right else self._scheme(output).classifier.classes

    def flags(self, output: OutputWords) -> tuple[str, ...]:
        """The flags that an output may have."""
        return tuple(flag.name for flag in self._scheme(output).flags)

    def _scheme(self, output: OutputWords) -> ErrorScheme:
        return self._labeller.schemes.of(output.domain, output.language, output.features)

    def current_label(self, output: OutputWords, mine: Judgement | None) -> Judgement:
        """The label to start from: the person's own if there is one, else the classifier's."""
        if mine is not None and mine.is_label:
            return mine.label
        if output.label is not None:
            return Judgement(*output.label[:4])
        gold_class = output.gold_class or NO_CLASS
        return self._with_error_name(output, Judgement(gold_class, NO_CLASS, None, ()))

    def label_without_classifier(self, output: OutputWords) -> Judgement:
        """The label to start from if the classifier's is hidden; it keeps flags that anybody can see in the form."""
        start = self.current_label(output._replace(label=None), None)
        flags = output.label.flags if output.label is not None else ()
        seen = {flag.name for flag in self._scheme(output).flags if flag.is_seen}
        return start._replace(flags=tuple(flag for flag in flags if flag in seen))

    def with_class(self, output: OutputWords, start: Judgement, pred_class: str) -> Judgement:
        """The label with another predicted class, without flags that no longer fit or that the new error says itself.

        A right form shows the class of the gold form: for it, the gold class is set as well. Where classes are kinds
        of error, there is only one for right answers.
        """
        if output.is_right:
            is_kind = pred_class == domain_of(output.domain).right_kind
            return self._with_error_name(output, start) if is_kind else self.with_gold_class(output, start, pred_class)
        said = self._with_error_name(output, start._replace(pred_class=pred_class))
        shown = {said.pred_class, said.error}
        dropped = {
            flag.name
            for flag in self._scheme(output).flags
            if (flag.only_with and shown.isdisjoint(flag.only_with)) or flag.said_by == said.error
        }
        return self._with_error_name(
            output, said._replace(flags=tuple(flag for flag in said.flags if flag not in dropped))
        )

    def with_gold_class(self, output: OutputWords, start: Judgement, gold_class: str) -> Judgement:
        """The label with another gold class; where classes are kinds of error, the treebank gives it."""
        self.refuse_gold_class(output)
        return self._with_error_name(output, start._replace(gold_class=gold_class))

    def refuse_gold_class(self, output: OutputWords) -> None:
        """Refuse to give another gold class where classes are kinds of error."""
        if domain_of(output.domain).right_kind:
            raise GoedError("the data say the gold class here; a verdict says they are wrong")

    def with_flags(self, output: OutputWords, start: Judgement, flags: tuple[str, ...]) -> Judgement:
        """The label with other flags."""
        return self._with_error_name(output, start._replace(flags=tuple(sorted(flags))))

    def with_pending(self, output: OutputWords, start: Judgement, pending: PendingLabelParts) -> Judgement:
        """The label completed with the flags, gold class and verdict that were held back."""
        said = self.with_flags(output, start, tuple(set(start.flags) ^ pending.flags)) if pending.flags else start
        said = said if pending.verdict is None else said._replace(verdict=pending.verdict)
        return said if pending.gold_class is None else self.with_gold_class(output, said, pending.gold_class)

    def _with_error_name(self, output: OutputWords, said: Judgement) -> Judgement:
        """The label with its error renamed to fit its classes and flags."""
        if output.is_right:
            return said._replace(pred_class=domain_of(output.domain).right_kind or said.gold_class, error=CORRECT)
        classes = str(said.gold_class), str(said.pred_class)
        return said._replace(error=self._labeller.error_name(self._scheme(output).classifier, *classes, said.flags))


class ActWriter:
    """Writes one person's acts, and knows what that person currently says about each output."""

    def __init__(self, study: Study, annotator: str) -> None:
        self._study = study
        self.annotator = annotator
        self.own_judgements: Judgements = judgements_by(study, annotator)
        self.sitting_id: int | None = None
        self._moments: list[float] = []  # when the acts of this sitting were done

    def begin_sitting(self) -> None:
        """Begin a sitting: a stretch of work that the following acts are recorded as part of."""
        self.sitting_id = sittings.begin_sitting(self._study, self.annotator)

    def end_sitting(self) -> None:
        """End the sitting."""
        if self.sitting_id is not None:
            sittings.end_sitting(self._study, self.sitting_id)
            self.sitting_id = None

    def say(self, said: Said, is_blind: bool = False, sample_id: int | None = None) -> int:
        """Record labels, notes and marks of outputs as one act; returns how many outputs it changes anything for."""
        new = [(output_id, words) for output_id, words in said if self._is_news(output_id, words)]
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
        """Write a note, replacing the previous one; an empty text removes it."""
        self._write(acts.NOTE, [(output_id, NOTHING_SAID._replace(note=text.strip()[:LONGEST_NOTE]))])

    def mark(self, output_id: int, is_marked: bool) -> None:
        """Mark an output to come back to, or remove the mark."""
        self._write(acts.MARK, [(output_id, NOTHING_SAID._replace(is_marked=is_marked))])

    def last(self) -> Act | None:
        """The act that an undo would take back."""
        return acts.last_standing(self._study, self.annotator)

    def undo(self) -> Act | None:
        """Undo the last act and return it; None if there is none."""
        act = self.last()
        while act is not None and not acts.undo(self._study, self.annotator, act.id, Circumstances(self.sitting_id)):
            before, act = act, self.last()  # the same annotator undid it first, in another window
            if act is not None and act.id == before.id:
                raise GoedError(f"{self._study.path}: the file is damaged: no act can be taken back; {WAY_BACK}")
        if act is not None:
            self.reread(act.output_ids)
        return act

    def redo(self) -> Act | None:
        """Redo the act that was undone last, and return it; None if nothing was undone, or another act came since."""
        act = acts.last_undone(self._study, self.annotator)
        if act is None or acts.redo(self._study, self.annotator, act.id, Circumstances(self.sitting_id)) is None:
            return None
        self.reread(act.output_ids)
        return act

    def reread(self, output_ids: Collection[int]) -> None:
        """Update what the person says about some outputs from the study."""
        said = judgements_of(self._study, list(output_ids)).get(self.annotator, {})
        for output_id in output_ids:
            self.own_judgements.pop(output_id, None)
        self.own_judgements |= said

    def per_minute(self) -> float | None:
        """Acts per minute over the last few acts, without pauses; None until there are enough acts."""
        moments = self._moments[-RECENT:]
        gaps = [later - sooner for sooner, later in pairwise(moments)]
        at_work = [gap for gap in gaps if gap < PAUSE]
        return 60 * len(at_work) / sum(at_work) if len(at_work) > 2 and sum(at_work) > 0 else None

    def _is_news(self, output_id: int, words: Judgement) -> bool:
        """Whether the label, the note or the mark differs from what the person already says about the output."""
        before = self.own_judgements.get(output_id, NOTHING_SAID)
        return (
            (words.is_label and not (before.is_label and same_label(before, words)))
            or (words.note is not None and words.note != (before.note or ""))
            or (words.is_marked is not None and words.is_marked != bool(before.is_marked))
        )

    def _write(self, kind: str, said: Said, is_blind: bool = False, sample_id: int | None = None) -> None:
        acts.add_act(self._study, self.annotator, kind, said, Circumstances(self.sitting_id, is_blind, sample_id))
        self._moments.append(time.monotonic())
        self.reread([output_id for output_id, _ in said])
