"""The desk that an annotator works at: one study, one person, one queue. All that the UI does is a method of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from goed.annotation.judge import NOTHING_HELD, Held
from goed.annotation.pen import TakenBack
from goed.annotation.queue_filter import DISPUTES
from goed.annotation.reading_desk import ReadingDesk
from goed.errors import GoedError
from goed.study.judgements import Judgement, adjudications, judgements_of
from goed.study.output_words import OutputWords


class Desk(ReadingDesk):
    """Reads a study for an annotator, and writes what they say."""

    def accept(self, output_id: int) -> bool:
        """Confirm the label that is shown; False where it is the annotator's own already."""
        if self.hides(output_id):
            raise GoedError("this queue is blind: judge the form yourself, with a digit")
        output = self._words(output_id)
        if output.label is None and not self.is_labelled(output_id):
            raise GoedError("this output has no label to accept; give it a class with a digit")
        return self._label(output, self.judge.present(output, self.pen.says.get(output_id)))

    def give_class(self, output_id: int, pred_class: str, held: Held = NOTHING_HELD) -> bool:
        """Say which class the form shows."""
        output = self._words(output_id)
        label = self.judge.with_class(output, self.start(output), pred_class)
        return self._label(output, self.judge.with_held(output, label, held))

    def give_gold_class(self, output_id: int, gold_class: str) -> bool:
        """Say of which class the gold form is."""
        self.refuse_half_a_judgement(output_id)
        output = self._words(output_id)
        return self._label(output, self.judge.with_gold_class(output, self.start(output), gold_class))

    def give_flags(self, output_id: int, flags: tuple[str, ...]) -> bool:
        """Say which flags a form has."""
        self.refuse_half_a_judgement(output_id)
        output = self._words(output_id)
        return self._label(output, self.judge.with_flags(output, self.start(output), flags))

    def toggle_verdict(self, output_id: int, verdict: str) -> bool:
        """Say something of the answer apart from its kind of error, or no longer."""
        self.refuse_half_a_judgement(output_id)
        output = self._words(output_id)
        start = self.start(output)
        return self._label(output, start._replace(verdict=None if start.verdict == verdict else verdict))

    def toggle_flag(self, output_id: int, flag: str) -> bool:
        """Give a flag to a form, or take it away."""
        flags = set(self.start(self._words(output_id)).flags) ^ {flag}
        return self.give_flags(output_id, tuple(flags))

    def label_all(self, outputs: Sequence[OutputWords], pred_class: str | None) -> None:
        """Give several outputs a class, or confirm the label of each, in one act."""
        self.make_sure_of(*outputs)
        said = []
        for output in outputs:
            start = self.start(output)
            said.append((output.id, self.judge.with_class(output, start, pred_class) if pred_class else start))
        self.pen.label(said)
        self._note_states(output.id for output in outputs)

    def say(self, said: Sequence[tuple[int, Judgement]]) -> int:
        """Say anything of outputs in one act; for how many it is new."""
        n_new = self.pen.say(said, *self._circumstances([output_id for output_id, _ in said]))
        self._note_states([output_id for output_id, _ in said])
        return n_new

    def settle(self, output_id: int, label: Judgement, held: Held = NOTHING_HELD) -> None:
        """Decide a disagreement."""
        output = self._words(output_id)
        self.settle_all([(output_id, self.judge.with_held(output, label.label, held))])

    def settle_all(self, labels: Sequence[tuple[int, Judgement]]) -> None:
        """Decide disagreements in one act."""
        self.pen.adjudicate([(output_id, label.label) for output_id, label in labels])
        self._note_states([output_id for output_id, _ in labels])

    def settle_with_class(self, output_id: int, pred_class: str, held: Held = NOTHING_HELD) -> None:
        """Decide a disagreement by another class."""
        output = self._words(output_id)
        self.settle(output_id, self.judge.with_class(output, self.start_to_settle(output), pred_class), held)

    def start_to_settle(self, output: OutputWords) -> Judgement:
        """The label that a decision starts from: the classifier's, with the verdict on which annotators agree."""
        said = [theirs[output.id] for theirs in judgements_of(self.study, [output.id]).values() if output.id in theirs]
        verdicts = {each.verdict for each in said if each.is_label}
        return self.judge.present(output, None)._replace(verdict=verdicts.pop() if len(verdicts) == 1 else None)

    def undo(self) -> TakenBack | None:
        """Take the annotator's last act back."""
        return self._after(self.pen.undo())

    def redo(self) -> TakenBack | None:
        """Say again what was undone last."""
        return self._after(self.pen.redo())

    def take_in(self) -> Collection[int]:
        """Learn what anybody has said since; the outputs that it is about."""
        changed = self._log.new_outputs()
        if changed:
            self.pen.reread(changed)
            self._note_states(changed)
        return changed

    def start(self, output: OutputWords) -> Judgement:
        """The label to start from; in a blind queue nothing of the classifier's judgement is taken over unseen."""
        if self.hides(output.id):
            return self.judge.unseen(output)
        return self.judge.present(output, self.pen.says.get(output.id))

    def refuse_half_a_judgement(self, output_id: int) -> None:
        """Of what is blind the class is said first: nobody's would stand beside flags, and all would be revealed."""
        if self.hides(output_id):
            raise GoedError("this queue is blind: say first what the form shows")

    def _circumstances(self, output_ids: Sequence[int]) -> tuple[bool, int | None]:
        """Whether none of these outputs' labels was ever shown, and the sample that all of them are of.

        What was judged and taken back was revealed in between, though it is hidden again.
        """
        is_blind = all(self.hides(output_id) for output_id in output_ids) and not self.pen.has_ever_labelled(output_ids)
        is_sampled = all(output_id in self.queue.members for output_id in output_ids)
        return is_blind, self.queue.filter.sample_id if is_sampled else None

    def _label(self, output: OutputWords, label: Judgement) -> bool:
        is_new = self.pen.label([(output.id, label)], *self._circumstances([output.id]))
        self._note_states([output.id])
        return is_new

    def _after(self, taken_back: TakenBack | None) -> TakenBack | None:
        if taken_back is not None:
            self._note_states(taken_back.output_ids)
        return taken_back

    def _note_states(self, output_ids: Iterable[int]) -> None:
        is_dispute = self.queue.filter.queue == DISPUTES
        for output_id in output_ids:
            is_settled = is_dispute and bool(adjudications(self.study, output_id))
            self.queue.note_state(output_id, is_settled if is_dispute else self.is_labelled(output_id))
