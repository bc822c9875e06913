"""What an annotator sees of a study: a queue, a case, and what is like it. Nothing in a blind queue tells too much."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from goed.annotation.audit import draw_audit
from goed.annotation.candidates import Candidates, Indexes
from goed.annotation.case import Case, Row, certainty
from goed.annotation.facets import Facet, facets
from goed.annotation.judge import Judge
from goed.annotation.pen import Pen
from goed.annotation.queue import Queue, open_queue
from goed.annotation.queue_filter import AUDIT, DISPUTES, DOUBLE, Filter, from_values
from goed.annotation.similar import Similar
from goed.annotation.typed_names import as_stored
from goed.domains.registry import domain_of
from goed.errors import GoedError
from goed.labels.names import NamesForPeople
from goed.labels.relabel import label_after_interruption
from goed.study import output_words as queues
from goed.study import sittings
from goed.study.acts import ActLog
from goed.study.items import languages as languages_of
from goed.study.judgements import Judgement, adjudications, annotators, judgements_of
from goed.study.measures import circumstances_of_item
from goed.study.output_words import OutputWords, details_of
from goed.study.samples import samples
from goed.study.study import Study
from goed.study.tallies import label_kinds

FILTER = "filter"  # the name under which the filter is remembered
MOST_SIMILAR = 5_000  # outputs that one act may label


class ReadingDesk:
    """Queues and cases, as one annotator is to see them."""

    def __init__(self, study: Study, annotator: str) -> None:
        self.study = study
        label_after_interruption(study)
        self._log = ActLog(study)  # before anything is read: what comes in meanwhile is read again
        self.pen = Pen(study, annotator)
        self.judge = Judge()
        self.queue = Queue(Filter())
        self.shows_others = False
        self._candidates = Candidates(study)
        self._similar = Similar(study, self.pen, self._candidates)

    # Queues

    def remembered_filter(self) -> Filter:
        """The filter of the last time."""
        values = sittings.preference(self.study, self.pen.annotator, FILTER)
        return from_values(values) if isinstance(values, dict) else Filter()

    def open(self, chosen: Filter, is_remembered: bool = True) -> Queue:
        """Open a queue and remember its filter; after an error the old one is still open."""
        if self._candidates.refresh():
            self._similar.index = None
        self.queue = open_queue(self.study, chosen, self.pen.says, self._candidates)
        if is_remembered and not self.study.read_only and chosen != self.remembered_filter():
            sittings.set_preference(self.study, self.pen.annotator, FILTER, chosen.as_values())
        return self.queue

    def as_stored(self, chosen: Filter) -> Filter:
        """A filter whose names somebody typed, with those that are stored."""
        return as_stored(self.study, chosen)

    def draw_audit(self, chosen: Filter, size: int, seed: int) -> Filter:
        """Draw a random sample of what a filter finds; the filter that opens it, blind."""
        sample_id = draw_audit(self.study, chosen, self.pen.annotator, size, seed, self._candidates)
        return Filter(queue=AUDIT, sample_id=sample_id)

    def facets_of(self, names: NamesForPeople) -> Callable[[Filter], list[Facet]]:
        """What a filter can choose from."""
        languages, kinds = languages_of(self.study), label_kinds(self.study)
        places, others = list(self._candidates.places.values()), self._others()
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
        numbers = self.how_often(output_ids)
        return [self._row(words[number], numbers.get(number, 0)) for number in output_ids if number in words]

    def how_often(self, output_ids: Sequence[int]) -> dict[int, int]:
        """How often outputs occur in the runs that the queue is about."""
        if self.queue.numbers is None:
            return self._candidates.how_often(output_ids)
        return {output_id: int(self.queue.numbers[output_id]) for output_id in output_ids}

    def _row(self, output: OutputWords, n_predictions: int) -> Row:
        mine = self.pen.says.get(output.id)
        return Row(
            output.id,
            output.language,
            output.word,
            output.predicted,
            None if self.hides(output.id) else self.judge.present(output, mine).error,
            n_predictions,
            is_checked=self._is_done(output.id),
            is_marked=bool(mine and mine.is_marked),
            has_note=bool(mine and mine.note),
            domain=output.domain,
        )

    def _is_done(self, output_id: int) -> bool:
        """Whether a disagreement is settled; of other queues, whether the annotator has labelled it."""
        is_dispute = self.queue.filter.queue == DISPUTES
        return output_id in self.queue.checked or (not is_dispute and self.is_labelled(output_id))

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
        occurs, given_in = self._candidates.trend(words.item_id, words.language, output_id)
        return Case(
            output=visible,
            accepted=queues.accepted_answers_of(self.study, words.item_id),
            n_predictions=self._candidates.how_often([output_id]).get(output_id, 0),
            mine=mine,
            present=self.judge.present(visible, mine),
            is_blind=is_blind,
            trend=occurs,
            certainty=certainty(details_of(self.study, words.item_id, given_in), self._candidates.places),
            others=self.others_of([output_id]).get(output_id, {}) if sees_others else {},
            circumstances=self._circumstances_of(words, given_in),
            verdict=adjudications(self.study, output_id).get(output_id) if sees_others else None,
            alike=() if is_blind else self._similar.examples(words, self.hides),
        )

    def _circumstances_of(self, output: OutputWords, given_in: list[int]) -> Mapping[str, Mapping[str, int]]:
        """What depends on the runs that gave an output, where its domain has something of the kind."""
        has_some = domain_of(output.domain).circumstance_names
        return circumstances_of_item(self.study, output.item_id, given_in) if has_some else {}

    def words(self, output_ids: Iterable[int]) -> dict[int, OutputWords]:
        """Outputs in words, each once and in this order; all of them are in the study."""
        wanted = list(dict.fromkeys(output_ids))
        words = queues.output_words(self.study, wanted)
        missing = next((number for number in wanted if number not in words), None)
        if missing is not None:
            raise GoedError(f"the study has no output {missing} (any more, if its predictions were replaced)")
        return {number: words[number] for number in wanted}

    def make_sure_of(self, *outputs: OutputWords) -> None:
        """Refuse outputs that are gone since they were shown, and whose numbers other forms may have by now."""
        present = queues.output_words(self.study, [output.id for output in outputs])
        for output in outputs:
            now = present.get(output.id)
            if now is None or (now.item_id, now.predicted) != (output.item_id, output.predicted):
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

    def make_indexes(self, study: Study) -> Indexes:
        """What makes cases faster; for another thread, with a connection of its own, while the annotator is at work."""
        return self._candidates.make_indexes(study)

    def take_into_use(self, indexes: Indexes) -> None:
        """Use indexes that somebody has made, unless they are of what was there before."""
        if self._candidates.take_into_use(indexes):
            self._similar.index = indexes.alike

    def similar(self, output_id: int, way: str) -> list[int]:
        """The wrong outputs that are like this one and that the annotator has not labelled; this one first."""
        if self.queue.filter.is_blind:
            raise GoedError("in a blind queue every case is judged by itself")
        found = [number for number in self._similar.find(self._words(output_id), way) if not self.is_labelled(number)]
        return [output_id, *(number for number in found if number != output_id)][:MOST_SIMILAR]

    def is_labelled(self, output_id: int) -> bool:
        """Whether the annotator has labelled an output."""
        said = self.pen.says.get(output_id)
        return said is not None and said.is_label
