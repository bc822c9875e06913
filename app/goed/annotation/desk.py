"""The desk: all that one annotator sees of a study and says about its outputs.

Whatever the Label screen reads or writes goes through a method here, and so does what a blind queue must hide.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from goed.annotation.annotator import NOTHING_PENDING, NOTHING_SAID, ActWriter, Judge, PendingLabelParts
from goed.annotation.audit import draw_audit
from goed.annotation.case import OutputCase, QueueRow
from goed.annotation.item_properties import item_properties, keep_properties
from goed.annotation.output_index import OutputIndex, certainty
from goed.annotation.queue import Queue, open_queue
from goed.annotation.queue_filter import AUDIT, DISPUTES, DOUBLE, Facet, Filter, facets, from_values
from goed.annotation.similar import Indexes, SameChangeIndex, Similar
from goed.domains.registry import answer_in_words, domain_of
from goed.errors import GoedError
from goed.labels.names import NamesForPeople
from goed.labels.relabel import label_after_interruption
from goed.study import sittings
from goed.study.acts import Act, ActLog
from goed.study.items import languages as languages_of
from goed.study.judgements import Judgement, adjudications, annotators, judgements_of, labelled_by
from goed.study.measures import circumstances_of_item
from goed.study.output_words import OutputWords, accepted_answers_of, details_of, output_words
from goed.study.samples import samples
from goed.study.study import Study
from goed.study.tallies import label_kinds

FILTER = "filter"  # the name under which the filter is remembered
MOST_SIMILAR = 5_000  # outputs that one act may label together


class Desk:
    """One annotator's work: opens queues, shows cases, and records what the annotator says."""

    def __init__(self, study: Study, annotator: str) -> None:
        self.study = study
        label_after_interruption(study)
        self._log = ActLog(study)  # made before anything else is read, so that no act that comes in meanwhile is missed
        self.writer = ActWriter(study, annotator)
        self.judge = Judge()
        self.queue = Queue(Filter())
        self.shows_others = False
        self._outputs = OutputIndex(study)
        self._similar = Similar(study, self.writer, self._outputs)

    # Queues

    def remembered_filter(self) -> Filter:
        """The filter that this annotator used last."""
        values = sittings.preference(self.study, self.writer.annotator, FILTER)
        return from_values(values) if isinstance(values, dict) else Filter()

    def open(self, chosen: Filter, is_remembered: bool = True) -> Queue:
        """Open a queue and remember its filter; if that fails, the previous queue stays open."""
        if self._outputs.refresh():
            self._similar.index = None
        self.queue = open_queue(self.study, chosen, self.writer.own_judgements, self._outputs)
        if is_remembered and not self.study.read_only and chosen != self.remembered_filter():
            sittings.set_preference(self.study, self.writer.annotator, FILTER, chosen.as_values())
        return self.queue

    def draw_audit(self, chosen: Filter, size: int, seed: int) -> Filter:
        """Draw a random sample of what a filter finds; returns the filter that opens it as a blind queue."""
        sample_id = draw_audit(self.study, chosen, self.writer.annotator, size, seed, self._outputs)
        return Filter(queue=AUDIT, sample_id=sample_id)

    def facets_of(self, names: NamesForPeople) -> Callable[[Filter], list[Facet]]:
        """A function that lists the facets of a filter: its fields, and the values that the study has for each."""
        languages, kinds = languages_of(self.study), label_kinds(self.study)
        tallies, others = list(self._outputs.part_tallies.values()), self._others()
        properties = item_properties(self.study).values()
        return lambda chosen: facets(chosen, languages, kinds, tallies, others, names, properties)

    def blind_queues(self) -> list[tuple[str, Filter]]:
        """The blind queues that can be opened, described in words: existing audits, and what others have labelled."""
        audits = []
        for sample in samples(self.study):
            drawn = f"{sample.size:,} of {sample.n_outputs:,} outputs, seed {sample.seed}, drawn by {sample.annotator}"
            words = f"audit {sample.id}: {drawn}; {from_values(sample.scope).scope_in_words()}"
            audits.append((words, Filter(queue=AUDIT, sample_id=sample.id)))
        doubles = {name: Filter(queue=DOUBLE, other=name, forms="all") for name in self._others()}
        return audits + [(f"what {name} has labelled", double) for name, double in doubles.items()]

    def _others(self) -> list[str]:
        return [name for name in annotators(self.study) if name != self.writer.annotator]

    def rows(self, output_ids: Sequence[int]) -> list[QueueRow]:
        """Outputs as lines of the queue."""
        words = output_words(self.study, output_ids)
        numbers = self.how_often(output_ids)
        return [self._row(words[number], numbers.get(number, 0)) for number in output_ids if number in words]

    def how_often(self, output_ids: Sequence[int]) -> dict[int, int]:
        """How often outputs occur in the runs that the queue is about."""
        if self.queue.numbers is None:
            return self._outputs.how_often(output_ids)
        return {output_id: int(self.queue.numbers[output_id]) for output_id in output_ids}

    def _row(self, output: OutputWords, n_predictions: int) -> QueueRow:
        mine = self.writer.own_judgements.get(output.id, NOTHING_SAID)
        is_dispute = self.queue.filter.queue == DISPUTES  # a dispute is done when settled, any other case when labelled
        return QueueRow(
            *(output.id, output.language, domain_of(output.domain).item_in_words(output), answer_in_words(output)),
            error=None if self.hides(output.id) else self.judge.current_label(output, mine).error,
            n_predictions=n_predictions,
            is_checked=output.id in self.queue.checked or (mine.is_label and not is_dispute),
            is_marked=bool(mine.is_marked),
            domain=output.domain,
        )

    # A case

    def hides(self, output_id: int) -> bool:
        """Whether the labels of an output are hidden: in a blind queue, until the annotator has labelled it."""
        return self.queue.filter.is_blind and not self.is_labelled(output_id)

    def case(self, output_id: int) -> OutputCase:
        """An output with everything that helps to judge it."""
        words = self._words(output_id)
        mine = self.writer.own_judgements.get(output_id)
        is_blind = self.hides(output_id)
        visible = words._replace(label=None) if is_blind else words
        sees_others = self.sees_others and not is_blind
        found = self._outputs.occurrences(words.item_id, words.language, output_id)
        return OutputCase(
            output=visible,
            accepted=accepted_answers_of(self.study, words.item_id),
            n_predictions=self._outputs.how_often([output_id]).get(output_id, 0),
            mine=mine,
            current_label=self.judge.current_label(visible, mine),
            is_blind=is_blind,
            trend=found.trend,
            other_answers=found.others,
            certainty=certainty(details_of(self.study, words.item_id, found.run_part_ids), self._outputs.part_tallies),
            others=self.others_of([output_id]).get(output_id, {}) if sees_others else {},
            circumstances=self._circumstances(words, found.run_part_ids),
            verdict=adjudications(self.study, output_id).get(output_id) if sees_others else None,
            similar=() if is_blind else self._similar.examples(words, self.hides),
        )

    def _circumstances(self, output: OutputWords, run_part_ids: list[int]) -> Mapping[str, Mapping[str, int]]:
        """What held for the item in these parts of runs, if the domain knows of any such thing."""
        if not domain_of(output.domain).circumstance_names:
            return {}
        return circumstances_of_item(self.study, output.item_id, run_part_ids)

    def words(self, output_ids: Iterable[int]) -> dict[int, OutputWords]:
        """Outputs in words, without repetitions and in the given order; an error if any is not in the study."""
        wanted = list(dict.fromkeys(output_ids))
        words = output_words(self.study, wanted)
        missing = next((number for number in wanted if number not in words), None)
        if missing is not None:
            raise GoedError(f"the study has no output {missing} (any more, if its predictions were replaced)")
        return {number: words[number] for number in wanted}

    def refuse_replaced(self, *outputs: OutputWords) -> None:
        """Refuse outputs that were replaced since they were shown: their numbers may now belong to other forms."""
        now_there = output_words(self.study, [output.id for output in outputs])
        there = {(now.id, now.item_id, now.predicted) for now in now_there.values()}
        if not there.issuperset((output.id, output.item_id, output.predicted) for output in outputs):
            raise GoedError("this output is not in the study any more: its predictions were replaced")

    def _words(self, output_id: int) -> OutputWords:
        return self.words([output_id])[output_id]

    def others_of(self, output_ids: Sequence[int]) -> dict[int, dict[str, Judgement]]:
        """What other annotators say about outputs, by output and name; empty unless `sees_others`."""
        if not self.sees_others:
            return {}
        others = judgements_of(self.study, output_ids)
        others.pop(self.writer.annotator, None)
        return {each: {name: said[each] for name, said in others.items() if each in said} for each in output_ids}

    @property
    def sees_others(self) -> bool:
        """Whether others' labels are shown, on request or because the queue is about them; unless `hides` them."""
        chosen = self.queue.filter
        return self.shows_others or chosen.is_blind or chosen.queue == DISPUTES or bool(chosen.other or chosen.pair)

    # Similar outputs

    def make_indexes(self, study: Study) -> Indexes:
        """Build the indexes that make cases faster. Runs in a background thread, with a connection of its own."""
        answers = self._outputs.prepared(study)
        same_change = SameChangeIndex(answers.item_words, answers.forms, answers.columns)
        return Indexes(answers, same_change, item_properties(study))

    def adopt(self, indexes: Indexes) -> None:
        """Start using indexes that were built in the background, unless the study has changed since."""
        if self._outputs.adopt(indexes.answers):
            self._similar.index = indexes.same_change
            keep_properties(self.study, indexes.properties)

    def similar(self, output_id: int, way: str) -> list[int]:
        """This output, then similar wrong outputs that the annotator has not labelled; `way` is one of `WAYS`."""
        if self.queue.filter.is_blind:
            raise GoedError("in a blind queue every case is judged by itself")
        found = [number for number in self._similar.find(self._words(output_id), way) if not self.is_labelled(number)]
        return [output_id, *(number for number in found if number != output_id)][:MOST_SIMILAR]

    def is_labelled(self, output_id: int) -> bool:
        """Whether the annotator has labelled an output."""
        return self.writer.own_judgements.get(output_id, NOTHING_SAID).is_label

    # What the annotator says

    def accept(self, output_id: int) -> bool:
        """Confirm the label that is shown; False if the annotator had already given this label."""
        if self.hides(output_id):
            raise GoedError("this queue is blind: judge the form yourself, with a digit")
        output = self._words(output_id)
        if output.label is None and not self.is_labelled(output_id):
            raise GoedError("this output has no label to accept; give it a class with a digit")
        return self._label(output, self.judge.current_label(output, self.writer.own_judgements.get(output_id)))

    def give_class(self, output_id: int, pred_class: str, pending: PendingLabelParts = NOTHING_PENDING) -> bool:
        """Say which class the form shows."""
        output = self._words(output_id)
        label = self.judge.with_class(output, self.start(output), pred_class)
        pending = pending.added_to(label) if self.hides(output_id) else pending
        return self._label(output, self.judge.with_pending(output, label, pending))

    def give_gold_class(self, output_id: int, gold_class: str) -> bool:
        """Say which class the gold form has."""
        return self._label_changed(
            output_id, lambda output, start: self.judge.with_gold_class(output, start, gold_class)
        )

    def give_flags(self, output_id: int, flags: tuple[str, ...]) -> bool:
        """Say which flags a form has."""
        return self._label_changed(output_id, lambda output, start: self.judge.with_flags(output, start, flags))

    def toggle_verdict(self, output_id: int, verdict: str) -> bool:
        """Give the answer a verdict, which is independent of its kind of error, or remove that verdict."""
        return self._label_changed(
            output_id, lambda _, start: start._replace(verdict=None if start.verdict == verdict else verdict)
        )

    def toggle_flag(self, output_id: int, flag: str) -> bool:
        """Add a flag to a form's label, or remove it."""
        return self._label_changed(
            output_id, lambda output, start: self.judge.with_flags(output, start, tuple({*start.flags} ^ {flag}))
        )

    def label_all(self, outputs: Sequence[OutputWords], pred_class: str | None) -> None:
        """Give several outputs a class in one act; without a class, confirm the label of each."""
        self.refuse_replaced(*outputs)
        said = []
        for output in outputs:
            start = self.start(output)
            said.append((output.id, self.judge.with_class(output, start, pred_class) if pred_class else start))
        self.say(said)

    def say(self, said: Sequence[tuple[int, Judgement]]) -> int:
        """Record judgements of outputs as one act; returns how many outputs it changes anything for.

        The act counts as blind only if none of its outputs was ever labelled by this annotator: labelling one reveals
        its label, even if that is undone afterwards. It belongs to the audit sample if all its outputs do.
        """
        output_ids = [output_id for output_id, _ in said]
        is_blind = all(map(self.hides, output_ids)) and not labelled_by(self.study, self.writer.annotator, output_ids)
        is_sampled = all(output_id in self.queue.members for output_id in output_ids)
        n_new = self.writer.say(said, is_blind, self.queue.filter.sample_id if is_sampled else None)
        self._note_states(output_ids)
        return n_new

    def settle(self, output_id: int, label: Judgement, pending: PendingLabelParts = NOTHING_PENDING) -> None:
        """Decide a disagreement."""
        output = self._words(output_id)
        self.settle_all([(output_id, self.judge.with_pending(output, label.label, pending))])

    def settle_all(self, labels: Sequence[tuple[int, Judgement]]) -> None:
        """Decide disagreements in one act."""
        self.writer.adjudicate([(output_id, label.label) for output_id, label in labels])
        self._note_states([output_id for output_id, _ in labels])

    def settle_with_class(self, output_id: int, pred_class: str, pending: PendingLabelParts = NOTHING_PENDING) -> None:
        """Decide a disagreement by giving the class that the form shows."""
        output = self._words(output_id)
        self.settle(output_id, self.judge.with_class(output, self.start_to_settle(output), pred_class), pending)

    def start_to_settle(self, output: OutputWords) -> Judgement:
        """The label that a decision starts from: the classifier's, with the annotators' verdict if they agree."""
        said = [theirs[output.id] for theirs in judgements_of(self.study, [output.id]).values() if output.id in theirs]
        verdicts = {each.verdict for each in said if each.is_label}
        return self.judge.current_label(output, None)._replace(verdict=verdicts.pop() if len(verdicts) == 1 else None)

    def undo(self) -> Act | None:
        """Undo the annotator's last act."""
        return self._with_states_noted(self.writer.undo())

    def redo(self) -> Act | None:
        """Redo the act that was undone last."""
        return self._with_states_noted(self.writer.redo())

    def take_in(self) -> Collection[int]:
        """Read the acts that anybody has added since the last call; returns the outputs that they are about."""
        changed = self._log.new_outputs()
        if changed:
            self.writer.reread(changed)
            self._note_states(changed)
        return changed

    def start(self, output: OutputWords) -> Judgement:
        """The label that a change starts from; while labels are hidden, nothing of the classifier's judgement."""
        if self.hides(output.id):
            return self.judge.label_without_classifier(output)
        return self.judge.current_label(output, self.writer.own_judgements.get(output.id))

    def refuse_label_without_class(self, output_id: int) -> None:
        """Refuse flags and gold classes for a hidden output that has no class yet: they would reveal its label."""
        if self.hides(output_id):
            raise GoedError("this queue is blind: say first what the form shows")

    def _label_changed(self, output_id: int, changed: Callable[[OutputWords, Judgement], Judgement]) -> bool:
        """Change one part of an output's label, starting from the label that is shown."""
        self.refuse_label_without_class(output_id)
        output = self._words(output_id)
        return self._label(output, changed(output, self.start(output)))

    def _label(self, output: OutputWords, label: Judgement) -> bool:
        return bool(self.say([(output.id, label)]))

    def _with_states_noted(self, taken_back: Act | None) -> Act | None:
        if taken_back is not None:
            self._note_states(taken_back.output_ids)
        return taken_back

    def _note_states(self, output_ids: Iterable[int]) -> None:
        is_dispute = self.queue.filter.queue == DISPUTES
        for output_id in output_ids:
            is_settled = is_dispute and bool(adjudications(self.study, output_id))
            self.queue.note_state(output_id, is_settled if is_dispute else self.is_labelled(output_id))
