"""A queue: the outputs that a filter finds, in their order, and how many of them one has checked."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b

import regex

from app.annotation.differing import Difference, differing, labels_of
from app.annotation.queue_filter import AUDIT, DISPUTES, DOUBLE, Filter
from app.errors import GoedError, quoted
from app.labels.resolved import CLASSIFIER
from app.store.annotations import Judgement, Judgements, adjudications, judgements, judgements_by
from app.store.queues import (
    Candidate,
    KindRow,
    Occurrences,
    Place,
    Scope,
    candidate_ids,
    candidates,
    forms_of_outputs,
    kinds,
    words_of_items,
)
from app.store.samples import outputs_of_sample
from app.store.study import Study

SLOWEST_SEARCH = 5.0  # seconds that a regular expression may take over all forms
SHORT = 16  # letters of a form over which no pattern takes long
AT_ONCE = 500  # forms that are searched between two looks at the time


@dataclass
class Queue:
    """The outputs of a filter, and which of them are done: counts follow from acts."""

    filter: Filter
    output_ids: list[int] = field(default_factory=list)  # in the state that the filter asked for when it was opened
    members: set[int] = field(default_factory=set)  # whatever their state
    checked: set[int] = field(default_factory=set)
    numbers: dict[int, int] | None = None  # how often each occurs in the runs that were chosen; None: in all of them

    def note_state(self, output_id: int, is_checked: bool) -> None:
        """An output was judged, or is not judged any more."""
        if output_id in self.members:
            (self.checked.add if is_checked else self.checked.discard)(output_id)


def open_queue(study: Study, chosen: Filter, mine: Judgements, occurrences: Occurrences) -> Queue:
    """The outputs that a filter finds."""
    found, numbers = _found(study, chosen, mine, occurrences)
    checked = _checked(study, chosen, mine)
    output_ids = [output_id for output_id in found if _has_state(chosen, output_id in checked)]
    done = {output_id for output_id in found if output_id in checked}
    return Queue(chosen, output_ids, set(found), done, numbers)


def population(study: Study, chosen: Filter, occurrences: Occurrences) -> list[Candidate]:
    """The outputs that a filter finds by what they are, whatever anybody said of them."""
    rows = candidates(study, _scope(study, chosen, {}, occurrences), chosen.order)
    if not chosen.pattern:
        return rows
    matching = set(_matching(study, chosen.pattern, [row.id for row in rows]))
    return [row for row in rows if row.id in matching]


def _found(
    study: Study, chosen: Filter, mine: Judgements, occurrences: Occurrences
) -> tuple[Sequence[int], dict[int, int] | None]:
    """The outputs whatever their state; and how often each occurs, where that is not to be counted over all runs."""
    if chosen.is_blind:
        chosen = chosen.without_what_labels_tell()
    if chosen.queue == AUDIT:
        return _of_sample(study, chosen, occurrences), None
    scope = _scope(study, chosen, mine, occurrences)
    if chosen.queue in (DOUBLE, DISPUTES) or chosen.other or chosen.pair:
        scope = _narrowed(scope, _of_others(study, chosen, mine))
    numbers = None
    if scope.run_part_ids is None:
        found = candidate_ids(study, scope, chosen.order)
    else:
        numbers = {row.id: row.n_predictions for row in candidates(study, scope, chosen.order)}
        found = list(numbers)
    if chosen.pattern:
        found = _matching(study, chosen.pattern, found)
    if chosen.queue == DOUBLE:  # in an order that no label has a part in, the same for everybody
        found = sorted(found, key=_shuffling_key)
    return found, numbers


def _of_sample(study: Study, chosen: Filter, occurrences: Occurrences) -> Sequence[int]:
    """The outputs of an audit in the order in which they are judged, or those of them that the filter leaves."""
    drawn = outputs_of_sample(study, chosen.sample_id or 0)
    scope = replace(_scope(study, chosen, {}, occurrences), is_correct=None, only_output_ids=drawn)
    kept = set(candidate_ids(study, scope, "frequent"))
    found = [output_id for output_id in drawn if output_id in kept]
    return _matching(study, chosen.pattern, found) if chosen.pattern else found


def _scope(study: Study, chosen: Filter, mine: Judgements, occurrences: Occurrences) -> Scope:
    run_part_ids = None
    if chosen.chooses_runs:
        run_part_ids = [number for number, place in occurrences.places.items() if _is_of_place(chosen, place)]
        if len(run_part_ids) == len(occurrences.places):  # all of them, which are counted already
            run_part_ids = None
    scope = Scope(
        languages=chosen.languages or None,
        is_correct={"wrong": False, "right": True, "all": None}[chosen.forms],
        run_part_ids=run_part_ids,
        only_output_ids=[number for number, said in mine.items() if said.is_marked] if chosen.marked else None,
    )
    return _narrowed_by_labels(study, chosen, mine, scope) if chosen.chooses_labels else scope


def _narrowed_by_labels(study: Study, chosen: Filter, mine: Judgements, scope: Scope) -> Scope:
    """One's own label counts in the place of the classifier's; rule and confidence are always the classifier's."""
    explaining = [kind for kind in kinds(study) if _explains(chosen, kind)]
    labelled = {output_id: said for output_id, said in mine.items() if said.is_label}
    return replace(
        scope,
        kind_ids=[kind.id for kind in explaining if _says(chosen, kind)],
        or_output_ids=[output_id for output_id, said in labelled.items() if _says(chosen, said)],
        not_output_ids=[output_id for output_id, said in labelled.items() if not _says(chosen, said)],
        always_kind_ids=[kind.id for kind in explaining] if chosen.rules or chosen.below is not None else None,
    )


def _explains(chosen: Filter, kind: KindRow) -> bool:
    """Whether the classifier has decided by a rule, and with a confidence, that is looked for."""
    return (not chosen.rules or kind.rule in chosen.rules) and (chosen.below is None or kind.confidence < chosen.below)


def _says(chosen: Filter, label: KindRow | Judgement) -> bool:
    """Whether a label has one of the classes, errors and flags that are looked for."""
    return (
        (not chosen.errors or label.error in chosen.errors)
        and (not chosen.gold_classes or label.gold_class in chosen.gold_classes)
        and (not chosen.pred_classes or label.pred_class in chosen.pred_classes)
        and (not chosen.flags or not set(label.flags).isdisjoint(chosen.flags))
    )


def _is_of_place(chosen: Filter, place: Place) -> bool:
    columns = {"models": "model", "samplings": "sampling", "sizes": "size", "seeds": "seed", "parts": "part"}
    return all(
        not getattr(chosen, several) or getattr(place, one) in getattr(chosen, several)
        for several, one in columns.items()
    )


def _narrowed(scope: Scope, output_ids: Collection[int]) -> Scope:
    if scope.only_output_ids is not None:
        output_ids = set(output_ids) & set(scope.only_output_ids)
    return replace(scope, only_output_ids=output_ids)


def _of_others(study: Study, chosen: Filter, mine: Judgements) -> Collection[int]:
    """The outputs that what others say makes part of a queue."""
    everybody = _judgements_that_count(study, chosen)
    if chosen.queue == DOUBLE:
        return labels_of(everybody, chosen.other).keys()
    if chosen.queue == DISPUTES or chosen.pair:
        return differing(study, everybody, chosen.pair, Difference(chosen.aspect, chosen.cell))
    judges = {"": mine} | ({} if chosen.other == CLASSIFIER else {chosen.other: labels_of(everybody, chosen.other)})
    return differing(study, judges, ("", chosen.other), Difference())


def _judgements_that_count(study: Study, chosen: Filter) -> Mapping[str, Judgements]:
    """What those say whom a queue is about; everybody only where it is about everybody."""
    names = chosen.pair or ((chosen.other,) if chosen.other else ())
    if not names:
        return judgements(study)
    said = {name: judgements_by(study, name) for name in names if name != CLASSIFIER}
    return {name: theirs for name, theirs in said.items() if theirs}


def _matching(study: Study, pattern: str, output_ids: Sequence[int]) -> list[int]:
    """The outputs whose lemma, gold or predicted form has the pattern in it."""
    search = compiled(pattern)
    deadline = time.monotonic() + SLOWEST_SEARCH
    found: set[int] = set()
    try:
        items = {
            item_id: bool(_patient(search, lemma) or _patient(search, gold))
            for item_id, (_, lemma, gold) in words_of_items(study).items()
        }
        for batch in batched(forms_of_outputs(study), AT_ONCE):
            found.update(
                output_id
                for output_id, item_id, form in batch
                if items[item_id] or (search(form) if len(form) < SHORT else _patient(search, form))
            )
            if time.monotonic() > deadline:
                raise TimeoutError
    except TimeoutError:
        raise GoedError(f"the pattern {quoted(pattern)} takes too long; look for something simpler") from None
    return [output_id for output_id in output_ids if output_id in found]


def _patient(search: Callable[..., object], form: str) -> object:
    """A search that watches the time over a long form; over a word that would take ten times as long as the search."""
    return search(form) if len(form) < SHORT else search(form, timeout=1.0)


def batched(rows: Iterable[tuple[int, int, str]], size: int) -> Iterator[list[tuple[int, int, str]]]:
    """Rows, so many at a time."""
    rows = iter(rows)
    while batch := list(itertools.islice(rows, size)):
        yield batch


def compiled(pattern: str) -> Callable[..., object]:
    """A regular expression's search, or a sentence that says what is wrong with it."""
    try:
        search: Callable[..., object] = regex.compile(pattern).search
    except regex.error as error:
        raise GoedError(f"{quoted(pattern)} is no regular expression: {error}") from None
    return search


def _checked(study: Study, chosen: Filter, mine: Judgements) -> Collection[int]:
    """What counts as done in a queue: disagreements that are settled, cases that one has labelled."""
    if chosen.queue == DISPUTES:
        return adjudications(study).keys()
    return {output_id for output_id, said in mine.items() if said.is_label}


def _has_state(chosen: Filter, is_checked: bool) -> bool:
    return chosen.state == "all" or is_checked == (chosen.state == "checked")


def _shuffling_key(output_id: int) -> bytes:
    return blake2b(str(output_id).encode(), digest_size=8).digest()
