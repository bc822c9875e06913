"""A queue: the outputs that a filter finds, in order, and which of them are checked."""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b

import numpy as np
import regex
from numpy.typing import NDArray

from goed.annotation.disagreements import differing, labelled, labels_of
from goed.annotation.output_index import Ids, OutputIndex, OutputMask
from goed.annotation.queue_filter import AUDIT, DISPUTES, DOUBLE, Filter
from goed.domains.registry import domain_of, domains
from goed.errors import GoedError, quoted
from goed.labels.peoples_labels import CLASSIFIER
from goed.study.judgements import Judgement, Judgements, adjudications, judgements, judgements_by
from goed.study.output_words import ItemWords
from goed.study.samples import outputs_of_sample
from goed.study.study import Study
from goed.study.tallies import JoinedAnswers, LabelKind, Numbers, label_kinds

SLOWEST_SEARCH = 5.0  # seconds that a regular expression may take over all forms
SLOWEST_OF_MANY = 10.0  # the same for each million of forms, if that is more
SHORT = 16  # letters; shorter forms cannot make a pattern slow
RECURSIVE = regex.compile(r"\(\?(R|[+-]?\d+|&\w+|P>\w+)\)")  # a pattern that calls itself
AT_ONCE = 2_000  # forms searched between two looks at the clock


class OutputSet:
    """A set of output numbers, in one byte for each number up to the largest; there may be a million."""

    def __init__(self, output_ids: Ids) -> None:
        self._n = len(output_ids)
        self._are_in = np.zeros(int(output_ids.max(initial=-1)) + 1, dtype=bool)
        self._are_in[output_ids] = True

    def __len__(self) -> int:
        return self._n

    def __contains__(self, output_id: int) -> bool:
        return 0 <= output_id < len(self._are_in) and bool(self._are_in[output_id])


@dataclass
class Queue:
    """The outputs that a filter found, and which of them are done."""

    filter: Filter
    output_ids: Sequence[int] = ()  # those in the wanted state when the queue was opened
    members: OutputSet = field(default_factory=lambda: OutputSet(np.zeros(0, dtype=np.int32)))  # in any state
    checked: set[int] = field(default_factory=set)
    numbers: Numbers | None = None  # how often each output occurs in the chosen runs; None if those are all runs

    def note_state(self, output_id: int, is_checked: bool) -> None:
        """Record that an output is now done, or not done any more."""
        if output_id in self.members:
            (self.checked.add if is_checked else self.checked.discard)(output_id)


def open_queue(study: Study, chosen: Filter, mine: Judgements, index: OutputIndex) -> Queue:
    """Open the queue of the outputs that a filter finds."""
    found, numbers = _found(study, chosen, mine, index)
    members = OutputSet(found)
    done = adjudications(study) if chosen.queue == DISPUTES else labelled(mine)  # settled, or labelled by the annotator
    checked = {output_id for output_id in done if output_id in members}
    if chosen.state != "all":
        is_checked = np.isin(found, np.fromiter(checked, dtype=np.int32, count=len(checked)))
        found = found[is_checked == (chosen.state == "checked")]
    # array yields plain int, which sqlite3 takes; numpy would yield its own types.
    return Queue(chosen, array("i", found.tobytes()), members, checked, numbers)


def outputs_to_sample_from(study: Study, chosen: Filter, index: OutputIndex) -> tuple[Ids, Numbers]:
    """The outputs that a sample is drawn from, and how often each output is predicted, by its number.

    They are found by what they are, whatever anybody says about them; those that no chosen run predicts are left out.
    """
    fits, numbers = _by_what_they_are(chosen, index)
    numbers = index.numbers if numbers is None else numbers
    return _matching(chosen.pattern, index, index.in_order(fits & (numbers > 0), chosen.order, numbers)), numbers


def _found(study: Study, chosen: Filter, mine: Judgements, index: OutputIndex) -> tuple[Ids, Numbers | None]:
    """The outputs that a filter finds, in any state; and how often each occurs, None if all runs are chosen."""
    if chosen.is_blind:
        chosen = chosen.without_what_labels_tell()
    if chosen.queue == AUDIT:  # in the order in which they were drawn
        fits, _ = _by_what_they_are(replace(chosen, forms="all"), index)
        drawn = np.array(outputs_of_sample(study, chosen.sample_id or 0), dtype=np.int32)
        drawn = drawn[drawn < len(index)]
        return _matching(chosen.pattern, index, drawn[fits[drawn]]), None
    fits, numbers = _by_what_they_are(chosen, index)
    if chosen.marked:
        fits &= index.of_ids([number for number, said in mine.items() if said.is_marked])
    sought = (chosen.errors, chosen.gold_classes, chosen.pred_classes, chosen.rules, chosen.flags)
    if any(sought) or chosen.below is not None:
        fits &= _by_labels(study, chosen, mine, index)
    if chosen.queue in (DOUBLE, DISPUTES) or chosen.other or chosen.pair:
        fits &= index.of_ids(_of_others(study, chosen, mine))
    found = _matching(chosen.pattern, index, index.in_order(fits, chosen.order, numbers))
    if chosen.queue == DOUBLE:  # in an order that depends on no label and is the same for everybody
        found = np.array(
            sorted(found.tolist(), key=lambda number: blake2b(str(number).encode(), digest_size=8).digest()), np.int32
        )
    return found, numbers


def _by_what_they_are(chosen: Filter, index: OutputIndex) -> tuple[OutputMask, Numbers | None]:
    """Which outputs have the wanted items and runs; and how often each occurs, None if all runs are chosen."""
    fits, numbers = index.all(), None
    if chosen.languages:
        fits &= index.of_languages(chosen.languages)
    if chosen.domain:
        fits &= index.of_domain(chosen.domain)
    if chosen.where:
        fits &= index.of_items_where(chosen.where)
    if chosen.forms != "all":
        fits &= index.columns.are_correct == (chosen.forms == "right")
    run_part_ids = [number for number, tally in index.part_tallies.items() if chosen.includes(tally)]
    if len(run_part_ids) < len(index.part_tallies):  # for all runs, the index has the counts
        numbers = index.how_often_in(run_part_ids)
        fits &= numbers > 0
    return fits, numbers


def _by_labels(study: Study, chosen: Filter, mine: Judgements, index: OutputIndex) -> OutputMask:
    """Which outputs have the wanted labels.

    The annotator's own label, if there is one, replaces the classifier's; rule and confidence are always the
    classifier's.
    """
    explaining = [
        kind
        for kind in label_kinds(study)
        if (not chosen.rules or kind.rule in chosen.rules)
        and (chosen.below is None or (kind.confidence or 0.0) < chosen.below)
    ]
    fits = index.of_kinds(kind.id for kind in explaining if _says(chosen, kind))
    fits |= index.of_ids([output_id for output_id, said in labelled(mine).items() if _says(chosen, said)])
    fits &= ~index.of_ids([output_id for output_id, said in labelled(mine).items() if not _says(chosen, said)])
    if chosen.rules or chosen.below is not None:
        fits &= index.of_kinds(kind.id for kind in explaining)
    return fits


def _says(chosen: Filter, label: LabelKind | Judgement) -> bool:
    """Whether a label has one of the wanted errors, classes and flags."""
    return (
        (not chosen.errors or label.error in chosen.errors)
        and (not chosen.gold_classes or label.gold_class in chosen.gold_classes)
        and (not chosen.pred_classes or label.pred_class in chosen.pred_classes)
        and (not chosen.flags or not set(label.flags).isdisjoint(chosen.flags))
    )


def _of_others(study: Study, chosen: Filter, mine: Judgements) -> Collection[int]:
    """The outputs that belong to a queue because of what other judges say."""
    names = chosen.pair or ((chosen.other,) if chosen.other else ())
    if names:  # reading only theirs is faster than reading everybody's
        of_names = {name: judgements_by(study, name) for name in names if name != CLASSIFIER}
        everybody = {name: theirs for name, theirs in of_names.items() if theirs}
    else:
        everybody = judgements(study)
    if chosen.queue == DOUBLE:
        return labels_of(everybody, chosen.other).keys()
    if chosen.queue == DISPUTES or chosen.pair:
        return differing(study, everybody, chosen.pair, chosen.aspect, chosen.cell)
    judges = {"": mine} | ({} if chosen.other == CLASSIFIER else {chosen.other: labels_of(everybody, chosen.other)})
    return differing(study, judges, ("", chosen.other))


def _matching(pattern: str, index: OutputIndex, output_ids: Ids) -> Ids:
    """The outputs whose item, gold or predicted answer contains the pattern; all of them if there is no pattern."""
    if not pattern:
        return output_ids
    search = compiled(pattern)
    items = index.item_words()
    deadline = time.monotonic() + max(SLOWEST_SEARCH, SLOWEST_OF_MANY * len(index) / 1_000_000)
    found = [np.zeros(0, dtype=np.int32)]
    try:
        searched = [_searched(item) for item in items.values()]
        fits = _matches(search, [word for word, _ in searched]) | _matches(search, [gold for _, gold in searched])
        item_ids = np.fromiter(items, dtype=np.int64, count=len(items))[fits]
        for joined in index.forms():
            answers = _answers_in_words(joined, items, index)
            for first in range(0, len(answers), AT_ONCE):
                matches = _matches(search, answers[first : first + AT_ONCE])
                found.append(joined.ids[first : first + AT_ONCE][matches])
                if time.monotonic() > deadline:
                    raise TimeoutError
    except (TimeoutError, MemoryError):
        raise GoedError(f"the pattern {quoted(pattern)} takes too long; look for something simpler") from None
    return output_ids[
        np.isin(output_ids, np.concatenate(found)) | np.isin(index.columns.item_ids[output_ids], item_ids)
    ]


def _searched(item: ItemWords) -> tuple[str, str]:
    """The item and its gold answer as people are shown them."""
    domain = domains().get(item.domain)
    return (item.word, item.gold) if domain is None else (domain.item_in_words(item), domain.in_words(item, item.gold))


def _answers_in_words(joined: JoinedAnswers, items: Mapping[int, ItemWords], index: OutputIndex) -> Sequence[str]:
    """Answers as people are shown them; those to items of no corpus are so already, which saves time."""
    known = joined.ids < len(index)  # others came in since the index was read
    item_ids = index.columns.item_ids[np.where(known, joined.ids, 0)].tolist()
    of_items = [items.get(item_id) for item_id in item_ids]
    if not any(item is not None and item.place for item in of_items):
        return joined.answers
    return [
        answer if item is None or item.place is None else domain_of(item.domain).in_words(item, answer)
        for item, answer in zip(of_items, joined.answers, strict=True)
    ]


def _matches(search: Callable[..., object], words: Sequence[str]) -> NDArray[np.bool_]:
    """Which words contain a pattern. Only long words have a time limit: to set one takes longer than a short search."""
    # The same word occurs often where answers are words of sentences; it is searched once.
    found = {
        word: (search(word) if len(word) < SHORT else search(word, timeout=1.0)) is not None
        for word in dict.fromkeys(words)
    }
    return np.array([found[word] for word in words], dtype=bool)


def compiled(pattern: str) -> Callable[..., object]:
    """The search function of a regular expression; an error that says what is wrong with it, if it is invalid."""
    if RECURSIVE.search(pattern):
        raise GoedError(f"the pattern {quoted(pattern)} calls itself, which takes very much memory; do without")
    try:
        search: Callable[..., object] = regex.compile(pattern).search
    except regex.error as error:
        raise GoedError(f"{quoted(pattern)} is no regular expression: {error}") from None
    except (ValueError, OverflowError, RecursionError):
        raise GoedError(f"{quoted(pattern)} is no regular expression that can be searched for") from None
    return search
