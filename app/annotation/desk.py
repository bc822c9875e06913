"""The desk that an annotator works at: one study, one person, one queue. All that the UI does is a method here."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from app.annotation.alike import AlikeIndex
from app.annotation.audit import draw_audit
from app.annotation.case import Case, Example, Row
from app.annotation.differing import same
from app.annotation.facets import Facet, facets
from app.annotation.judging import Judge
from app.annotation.pen import Pen, TakenBack
from app.annotation.queue import Queue, open_queue
from app.annotation.queue_filter import AUDIT, DISPUTES, DOUBLE, Filter, from_values
from app.annotation.trend import trend
from app.annotation.typed import as_stored
from app.errors import GoedError
from app.labels.names import NamesForPeople
from app.store import queues, sittings
from app.store.acts import ActLog
from app.store.annotations import Judgement, adjudications, annotators, judgements_of
from app.store.items import languages as languages_of
from app.store.queues import Occurrences, OutputWords, Scope
from app.store.samples import samples
from app.store.study import Study

FILTER = "filter"  # the name under which the filter is remembered
MOST_ALIKE = 5  # examples that a case shows
LOOKED_THROUGH = 60  # outputs among which they are found
WAYS = ("change", "rule", "lemma", "classes")  # of being similar
MOST_SIMILAR = 5_000  # outputs that one act may label


class Desk:
    """Reads a study for an annotator, and writes what they say."""

    def __init__(self, study: Study, annotator: str) -> None:
        self.study = study
        self._log = ActLog(study)  # before anything is read: what comes in meanwhile is read again
        self.pen = Pen(study, annotator)
        self.judge = Judge()
        self.queue = Queue(Filter())
        self.shows_others = False
        self._occurrences = Occurrences(study)
        self._alike: AlikeIndex | None = None

    # Queues

    def remembered_filter(self) -> Filter:
        """The filter of the last time."""
        values = sittings.preference(self.study, self.pen.annotator, FILTER)
        return from_values(values) if isinstance(values, dict) else Filter()

    def open(self, chosen: Filter, is_remembered: bool = True) -> Queue:
        """Open a queue and remember its filter; after an error the old one is still open."""
        if self._occurrences.refresh():
            self._alike = None
        self.queue = open_queue(self.study, chosen, self.pen.says, self._occurrences)
        if is_remembered and not self.study.read_only and chosen != self.remembered_filter():
            sittings.set_preference(self.study, self.pen.annotator, FILTER, chosen.as_values())
        return self.queue

    def as_stored(self, chosen: Filter) -> Filter:
        """A filter whose names somebody typed, with those that are stored."""
        return as_stored(self.study, chosen, self._occurrences.places.values())

    def draw_audit(self, chosen: Filter, size: int, seed: int) -> Filter:
        """Draw a random sample of what a filter finds; the filter that opens it, blind."""
        sample_id = draw_audit(self.study, chosen, self.pen.annotator, size, seed, self._occurrences)
        return Filter(queue=AUDIT, sample_id=sample_id)

    def facets_of(self, names: NamesForPeople) -> Callable[[Filter], list[Facet]]:
        """What a filter can choose from."""
        languages, kinds = languages_of(self.study), queues.kinds(self.study)
        places, others = list(self._occurrences.places.values()), self._others()
        return lambda chosen: facets(chosen, languages, kinds, places, others, names)

    def blind_queues(self) -> list[tuple[str, Filter]]:
        """The blind queues that can be opened: audits that were drawn, and what others have labelled."""
        audits = []
        for sample in samples(self.study):
            drawn = f"{sample.size:,} of {sample.n_outputs:,} outputs, seed {sample.seed}, drawn by {sample.annotator}"
            words = f"audit {sample.id}: {drawn}; {from_values(sample.scope).scope_in_words()}"
            audits.append((words, Filter(queue=AUDIT, sample_id=sample.id)))
        double = [
            (f"what {name} has labelled", Filter(queue=DOUBLE, other=name, forms="all")) for name in self._others()
        ]
        return audits + double

    def _others(self) -> list[str]:
        return [name for name in annotators(self.study) if name != self.pen.annotator]

    def rows(self, output_ids: Sequence[int]) -> list[Row]:
        """Outputs as lines of the queue."""
        words = queues.output_words(self.study, output_ids)
        numbers = queues.how_often(self.study, output_ids)
        return [self._row(words[number], numbers.get(number, 0)) for number in output_ids if number in words]

    def _row(self, output: OutputWords, n_predictions: int) -> Row:
        mine = self.pen.says.get(output.id)
        return Row(
            output.id,
            output.language,
            output.lemma,
            output.predicted,
            None if self.hides(output.id) else self.judge.present(output, mine).error,
            n_predictions,
            is_checked=output.id in self.queue.checked or bool(mine and mine.is_label),
            is_marked=bool(mine and mine.is_marked),
            has_note=bool(mine and mine.note),
        )

    # A case

    def hides(self, output_id: int) -> bool:
        """Whether what others say of an output is hidden: in a blind queue, until one has judged it."""
        mine = self.pen.says.get(output_id)
        return self.queue.filter.is_blind and not (mine is not None and mine.is_label)

    def case(self, output_id: int) -> Case:
        """An output with everything that helps to judge it."""
        words = self._words(output_id)
        mine = self.pen.says.get(output_id)
        is_blind = self.hides(output_id)
        visible = words._replace(label=None) if is_blind else words
        sees_others = self.sees_others and not is_blind
        answers = queues.answers_for_item(self.study, words.item_id)
        return Case(
            output=visible,
            accepted=queues.accepted_forms_of(self.study, words.item_id),
            n_predictions=queues.how_often(self.study, [output_id]).get(output_id, 0),
            mine=mine,
            present=self.judge.present(visible, mine),
            is_blind=is_blind,
            trend=trend(answers, output_id, self._occurrences.places),
            others=self.others_of([output_id]).get(output_id, {}) if sees_others else {},
            verdict=adjudications(self.study, output_id).get(output_id) if sees_others else None,
            alike=() if is_blind else self._examples(words),
        )

    def words(self, output_ids: Iterable[int]) -> dict[int, OutputWords]:
        """Outputs in words, each once and in this order; all of them are in the study."""
        wanted = list(dict.fromkeys(output_ids))
        words = queues.output_words(self.study, wanted)
        missing = next((number for number in wanted if number not in words), None)
        if missing is not None:
            raise GoedError(f"the study has no output {missing} (any more, if its predictions were replaced)")
        return {number: words[number] for number in wanted}

    def make_sure_of(self, output: OutputWords) -> None:
        """Refuse an output that is gone since it was shown, and whose number another form may have by now."""
        present = queues.output_words(self.study, [output.id]).get(output.id)
        if present is None or (present.item_id, present.predicted) != (output.item_id, output.predicted):
            raise GoedError("this output is not in the study any more: its predictions were replaced")

    def _words(self, output_id: int) -> OutputWords:
        return self.words([output_id])[output_id]

    def others_of(self, output_ids: Sequence[int]) -> dict[int, dict[str, Judgement]]:
        """Labels and notes of others, where the annotator asked for them or the queue is about them."""
        if not self.sees_others:
            return {}
        found: dict[int, dict[str, Judgement]] = {}
        for name, theirs in judgements_of(self.study, output_ids).items():
            if name != self.pen.annotator:
                for output_id, said in theirs.items():
                    found.setdefault(output_id, {})[name] = said
        return found

    @property
    def sees_others(self) -> bool:
        """Whether what others say is shown, where it is not hidden."""
        chosen = self.queue.filter
        return self.shows_others or chosen.is_blind or chosen.queue == DISPUTES or bool(chosen.other or chosen.pair)

    # What is like it

    def learn_what_is_alike(self, index: AlikeIndex) -> None:
        """Take an index of changes into use, which somebody made while the annotator was at work already."""
        self._alike = index

    def _examples(self, output: OutputWords) -> tuple[Example, ...] | None:
        """Outputs with the same change and the same classes, those that the annotator has judged first."""
        if self._alike is None:
            return None
        like = self._alike.like(output.language, output.lemma, output.predicted)
        judged = [number for number in like if number in self.pen.says and number != output.id]
        looked_at = [*judged[:LOOKED_THROUGH], *like[:LOOKED_THROUGH]]
        words = queues.output_words(self.study, list(dict.fromkeys(looked_at)))
        found = [
            self._example(words[number])
            for number in dict.fromkeys(looked_at)
            if number != output.id
            and number in words
            and _classes(words[number]) == _classes(output)
            and not self.hides(number)  # to be among them tells its classes
        ]
        return tuple(found[:MOST_ALIKE])

    def _example(self, output: OutputWords) -> Example:
        mine = self.pen.says.get(output.id)
        if mine is None or not mine.is_label or output.label is None:
            return Example(output.id, output.lemma, output.predicted)
        agrees = same(mine, Judgement(*output.label[:4]))
        return Example(output.id, output.lemma, output.predicted, mine.error, agrees)

    def similar(self, output_id: int, way: str) -> list[int]:
        """The wrong outputs that are like this one and that the annotator has not labelled; this one first."""
        output = self._words(output_id)
        if self.queue.filter.is_blind:
            raise GoedError("in a blind queue every case is judged by itself")
        found = [number for number in self._similar(output, way) if not self.is_labelled(number)]
        return [output_id, *(number for number in found if number != output_id)][:MOST_SIMILAR]

    def _similar(self, output: OutputWords, way: str) -> Iterable[int]:
        if way == "change":
            index = self._alike or AlikeIndex(self.study)
            ids: Collection[int] = index.like(output.language, output.lemma, output.predicted)
            scope = Scope(is_correct=False, only_output_ids=ids)
        elif way == "lemma":
            scope = Scope(is_correct=False, item_id=output.item_id)
        else:
            alike = [
                kind.id
                for kind in queues.kinds(self.study)
                if output.label is not None
                and (kind.gold_class, kind.pred_class) == _classes(output)
                and (way == "classes" or kind.rule == output.label.rule)
            ]
            scope = Scope(languages=[output.language], is_correct=False, kind_ids=alike)
        return queues.candidate_ids(self.study, scope, "frequent")

    # Acts

    def accept(self, output_id: int) -> bool:
        """Confirm the label that is shown; False where it is the annotator's own already."""
        if self.hides(output_id):
            raise GoedError("this queue is blind: judge the form yourself, with a digit")
        output = self._words(output_id)
        if output.label is None and not self.is_labelled(output_id):
            raise GoedError("this output has no label to accept; give it a class with a digit")
        return self._label(output, self.judge.present(output, self.pen.says.get(output_id)))

    def give_class(self, output_id: int, pred_class: str) -> bool:
        """Say which class the form shows."""
        output = self._words(output_id)
        return self._label(output, self.judge.with_class(output, self.start(output), pred_class))

    def give_gold_class(self, output_id: int, gold_class: str) -> bool:
        """Say of which class the gold form is."""
        self._refuse_half_a_label(output_id)
        output = self._words(output_id)
        return self._label(output, self.judge.with_gold_class(output, self.start(output), gold_class))

    def give_flags(self, output_id: int, flags: tuple[str, ...]) -> bool:
        """Say which flags a form has."""
        self._refuse_half_a_label(output_id)
        output = self._words(output_id)
        return self._label(output, self.judge.with_flags(output, self.start(output), flags))

    def toggle_flag(self, output_id: int, flag: str) -> bool:
        """Give a flag to a form, or take it away."""
        flags = set(self.start(self._words(output_id)).flags) ^ {flag}
        return self.give_flags(output_id, tuple(flags))

    def label_all(self, output_ids: Sequence[int], pred_class: str | None) -> int:
        """Give several outputs a class, or confirm the label of each, in one act; how many it labels."""
        words = queues.output_words(self.study, output_ids[:MOST_SIMILAR])
        said = []
        for output in words.values():
            start = self.start(output)
            said.append((output.id, self.judge.with_class(output, start, pred_class) if pred_class else start))
        self.pen.label(said)
        self._note_states(words)
        return len(said)

    def say(self, said: Sequence[tuple[int, Judgement]]) -> int:
        """Say anything of outputs in one act; for how many it is new."""
        is_blind = all(self.hides(output_id) for output_id, _ in said)
        n_new = self.pen.say(said, is_blind, self.queue.filter.sample_id)
        self._note_states([output_id for output_id, _ in said])
        return n_new

    def settle(self, output_id: int, label: Judgement) -> None:
        """Decide a disagreement."""
        self.settle_all([(output_id, label)])

    def settle_all(self, labels: Sequence[tuple[int, Judgement]]) -> None:
        """Decide disagreements in one act."""
        self.pen.adjudicate([(output_id, Judgement(*label[:4])) for output_id, label in labels])
        self._note_states([output_id for output_id, _ in labels])

    def settle_with_class(self, output_id: int, pred_class: str) -> None:
        """Decide a disagreement by another class."""
        output = self._words(output_id)
        self.settle(output_id, self.judge.with_class(output, self.judge.present(output, None), pred_class))

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
        """The label to start from; in a blind queue the classifier's flags are not taken over unseen."""
        visible = output._replace(label=None) if self.hides(output.id) else output
        return self.judge.present(visible, self.pen.says.get(output.id))

    def _refuse_half_a_label(self, output_id: int) -> None:
        """Where one starts from nothing, a flag alone would say that the form shows no class, and uncover the rest."""
        if self.hides(output_id):
            raise GoedError("this queue is blind: say first which class the form shows, with a digit")

    def _label(self, output: OutputWords, label: Judgement) -> bool:
        is_blind = self.hides(output.id)
        is_new = self.pen.label([(output.id, label)], is_blind, self.queue.filter.sample_id)
        self._note_states([output.id])
        return is_new

    def _after(self, taken_back: TakenBack | None) -> TakenBack | None:
        if taken_back is not None:
            self._note_states(taken_back.output_ids)
        return taken_back

    def _note_states(self, output_ids: Iterable[int]) -> None:
        settled = adjudications(self.study) if self.queue.filter.queue == DISPUTES else None
        for output_id in output_ids:
            is_checked = output_id in settled if settled is not None else self.is_labelled(output_id)
            self.queue.note_state(output_id, is_checked)

    def is_labelled(self, output_id: int) -> bool:
        """Whether the annotator has labelled an output."""
        said = self.pen.says.get(output_id)
        return said is not None and said.is_label


def _classes(output: OutputWords) -> tuple[str, str] | None:
    return None if output.label is None else (output.label.gold_class, output.label.pred_class)
