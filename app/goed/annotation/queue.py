"""A queue: the outputs that a filter finds, in their order, and how many of them one has checked."""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b

import numpy as np
import regex

from goed.annotation.candidates import Candidates, Found, Ids, Marks, Scope
from goed.annotation.disagreements import Difference, differing, labels_of
from goed.annotation.queue_filter import AUDIT, DISPUTES, DOUBLE, Filter
from goed.errors import GoedError, quoted
from goed.labels.peoples_labels import CLASSIFIER
from goed.study.judgements import Judgement, Judgements, adjudications, judgements, judgements_by
from goed.study.output_words import words_of_items
from goed.study.samples import outputs_of_sample
from goed.study.study import Study
from goed.study.tallies import LabelKind, Numbers, PartTally, label_kinds

SLOWEST_SEARCH = 5.0  # seconds that a regular expression may take over all forms
SLOWEST_OF_MANY = 10.0  # over a million of them, and so on
SHORT = 16  # letters of a form over which no pattern takes long
RECURSIVE = regex.compile(r"\(\?(R|[+-]?\d+|&\w+|P>\w+)\)")  # a pattern that calls itself
AT_ONCE = 500  # forms that are searched between two looks at the time


class OutputSet:
    """Numbers of outputs, of which there may be a million: a byte for each number up to the largest."""

    def __init__(self, output_ids: Ids) -> None:
        self._n = len(output_ids)
        self._are_in = np.zeros(int(output_ids.max(initial=-1)) + 1, dtype=bool)
        self._are_in[output_ids] = True

    def __len__(self) -> int:
        return self._n

    def __contains__(self, output_id: int) -> bool:
        return 0 <= output_id < len(self._are_in) and bool(self._are_in[output_id])

    def has(self, output_ids: Ids) -> Marks:
        """Which of some outputs are in the set."""
        are_in = np.zeros(len(output_ids), dtype=bool)
        known = output_ids < len(self._are_in)
        are_in[known] = self._are_in[output_ids[known]]
        return are_in


NOTHING = np.zeros(0, dtype=np.int32)


@dataclass
class Queue:
    """The outputs of a filter, and which of them are done: counts follow from acts."""

    filter: Filter
    output_ids: Sequence[int] = ()  # in the state that the filter asked for when it was opened
    members: OutputSet = field(default_factory=lambda: OutputSet(NOTHING))  # whatever their state
    checked: set[int] = field(default_factory=set)
    numbers: Numbers | None = None  # how often each output occurs in the runs that were chosen; None: in all of them

    def note_state(self, output_id: int, is_checked: bool) -> None:
        """An output was judged, or is not judged any more."""
        if output_id in self.members:
            (self.checked.add if is_checked else self.checked.discard)(output_id)


def open_queue(study: Study, chosen: Filter, mine: Judgements, candidates: Candidates) -> Queue:
    """The outputs that a filter finds."""
    found, numbers = _found(study, chosen, mine, candidates)
    members = OutputSet(found)
    checked = {output_id for output_id in _checked(study, chosen, mine) if output_id in members}
    if chosen.state != "all":
        is_checked = np.isin(found, np.fromiter(checked, dtype=np.int32, count=len(checked)))
        in_state = found[is_checked == (chosen.state == "checked")]
    else:
        in_state = found
    # An array gives int, as sqlite3 wants them, where numpy gives numbers of its own.
    return Queue(chosen, array("i", in_state.tobytes()), members, checked, numbers)


def population(study: Study, chosen: Filter, candidates: Candidates) -> Found:
    """The outputs that a filter finds by what they are, whatever anybody said of them, and that are predicted."""
    found = candidates.find(_scope(study, chosen, {}, candidates), chosen.order)
    matching = _matching(study, chosen.pattern, candidates, found.output_ids) if chosen.pattern else found.output_ids
    return Found(matching[found.numbers[matching] > 0], found.numbers)


def _found(study: Study, chosen: Filter, mine: Judgements, candidates: Candidates) -> tuple[Ids, Numbers | None]:
    """The outputs whatever their state; and how often each occurs, where that is not to be counted over all runs."""
    if chosen.is_blind:
        chosen = chosen.without_what_labels_tell()
    if chosen.queue == AUDIT:
        return _of_sample(study, chosen, candidates), None
    scope = _scope(study, chosen, mine, candidates)
    if chosen.queue in (DOUBLE, DISPUTES) or chosen.other or chosen.pair:
        scope = _narrowed(scope, _of_others(study, chosen, mine))
    there = candidates.find(scope, chosen.order)
    found = there.output_ids
    if chosen.pattern:
        found = _matching(study, chosen.pattern, candidates, found)
    if chosen.queue == DOUBLE:  # in an order that no label has a part in, the same for everybody
        found = np.array(sorted(found.tolist(), key=_shuffling_key), dtype=np.int32)
    return found, None if scope.run_part_ids is None else there.numbers


def _of_sample(study: Study, chosen: Filter, candidates: Candidates) -> Ids:
    """The outputs of an audit in the order in which they are judged, or those of them that the filter leaves."""
    drawn = outputs_of_sample(study, chosen.sample_id or 0)
    scope = replace(_scope(study, chosen, {}, candidates), is_correct=None, only_output_ids=drawn)
    kept = set(candidates.find(scope, "frequent").output_ids.tolist())
    found = np.array([output_id for output_id in drawn if output_id in kept], dtype=np.int32)
    return _matching(study, chosen.pattern, candidates, found) if chosen.pattern else found


def _scope(study: Study, chosen: Filter, mine: Judgements, candidates: Candidates) -> Scope:
    run_part_ids = None
    if chosen.chooses_runs:
        run_part_ids = [number for number, place in candidates.places.items() if _is_of_place(chosen, place)]
        if len(run_part_ids) == len(candidates.places):  # all of them, which are counted already
            run_part_ids = None
    scope = Scope(
        languages=chosen.languages or None,
        domain=chosen.domain or None,
        is_correct={"wrong": False, "right": True, "all": None}[chosen.forms],
        run_part_ids=run_part_ids,
        only_output_ids=[number for number, said in mine.items() if said.is_marked] if chosen.marked else None,
    )
    return _narrowed_by_labels(study, chosen, mine, scope) if chosen.chooses_labels else scope


def _narrowed_by_labels(study: Study, chosen: Filter, mine: Judgements, scope: Scope) -> Scope:
    """One's own label counts in the place of the classifier's; rule and confidence are always the classifier's."""
    explaining = [kind for kind in label_kinds(study) if _explains(chosen, kind)]
    labelled = {output_id: said for output_id, said in mine.items() if said.is_label}
    return replace(
        scope,
        kind_ids=[kind.id for kind in explaining if _says(chosen, kind)],
        or_output_ids=[output_id for output_id, said in labelled.items() if _says(chosen, said)],
        not_output_ids=[output_id for output_id, said in labelled.items() if not _says(chosen, said)],
        always_kind_ids=[kind.id for kind in explaining] if chosen.rules or chosen.below is not None else None,
    )


def _explains(chosen: Filter, kind: LabelKind) -> bool:
    """Whether the classifier has decided by a rule, and with a confidence, that is looked for."""
    is_unsure = chosen.below is None or (kind.confidence or 0.0) < chosen.below
    return is_unsure and (not chosen.rules or kind.rule in chosen.rules)


def _says(chosen: Filter, label: LabelKind | Judgement) -> bool:
    """Whether a label has one of the classes, errors and flags that are looked for."""
    return (
        (not chosen.errors or label.error in chosen.errors)
        and (not chosen.gold_classes or label.gold_class in chosen.gold_classes)
        and (not chosen.pred_classes or label.pred_class in chosen.pred_classes)
        and (not chosen.flags or not set(label.flags).isdisjoint(chosen.flags))
    )


def _is_of_place(chosen: Filter, place: PartTally) -> bool:
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


def _matching(study: Study, pattern: str, candidates: Candidates, output_ids: Ids) -> Ids:
    """Those of some outputs whose lemma, gold or predicted form has the pattern in it."""
    search = compiled(pattern)
    deadline = time.monotonic() + max(SLOWEST_SEARCH, SLOWEST_OF_MANY * len(candidates) / 1_000_000)
    found = [np.zeros(0, dtype=np.int32)]
    try:
        items = words_of_items(study)
        item_ids = [number for number, item in items.items() if any(_matches(search, (item.word, item.gold)))]
        for ids, forms in candidates.forms():
            for first in range(0, len(forms), AT_ONCE):
                matches = _matches(search, forms[first : first + AT_ONCE])
                found.append(ids[first : first + AT_ONCE][matches])
                if time.monotonic() > deadline:
                    raise TimeoutError
    except (TimeoutError, MemoryError):
        raise GoedError(f"the pattern {quoted(pattern)} takes too long; look for something simpler") from None
    by_form = OutputSet(np.concatenate(found)).has(output_ids)
    return output_ids[by_form | np.isin(candidates.items_of(output_ids), item_ids)]


def _matches(search: Callable[..., object], words: Sequence[str]) -> Marks:
    """Which words have a pattern in them. Over long ones the time is watched; over others that would take longer than
    the search itself.
    """
    found = [search(word) if len(word) < SHORT else search(word, timeout=1.0) for word in words]
    return np.array([match is not None for match in found], dtype=bool)


def compiled(pattern: str) -> Callable[..., object]:
    """A regular expression's search, or a sentence that says what is wrong with it."""
    if RECURSIVE.search(pattern):
        raise GoedError(f"the pattern {quoted(pattern)} calls itself, which takes very much memory; do without")
    try:
        search: Callable[..., object] = regex.compile(pattern).search
    except regex.error as error:
        raise GoedError(f"{quoted(pattern)} is no regular expression: {error}") from None
    except (ValueError, OverflowError, RecursionError):
        raise GoedError(f"{quoted(pattern)} is no regular expression that can be searched for") from None
    return search


def _checked(study: Study, chosen: Filter, mine: Judgements) -> Collection[int]:
    """What counts as done in a queue: disagreements that are settled, cases that one has labelled."""
    if chosen.queue == DISPUTES:
        return adjudications(study).keys()
    return {output_id for output_id, said in mine.items() if said.is_label}


def _shuffling_key(output_id: int) -> bytes:
    return blake2b(str(output_id).encode(), digest_size=8).digest()
