"""Where judges differ: annotators with each other and with the classifier, on the whole label or on an aspect of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from typing import NamedTuple

from goed.annotation.queue_filter import ASPECTS
from goed.errors import GoedError, quoted
from goed.labels.peoples_labels import CLASSIFIER
from goed.study.judgements import Judgement, Judgements
from goed.study.output_words import output_words
from goed.study.study import Study

FLAGS = "flags"
NONE = "none"  # what a judge says of a flag that they do not give


class Difference(NamedTuple):
    """What is looked for: outputs on which judges differ, or on which two judges give particular answers."""

    aspect: str = ""  # of the label; empty: anything in it
    cell: Sequence[str] = ()  # what the first says of it, and what the second; empty: whatever they say, if they differ


def same(one: Judgement, other: Judgement) -> bool:
    """Whether two labels say the same."""
    said = _aspect("")
    return said(one) == said(other)


def differing(study: Study, everybody: Mapping[str, Judgements], judges: Sequence[str], sought: Difference) -> set[int]:
    """The outputs that judges label differently: of any number of people two, or the two of a pair.

    Either of a pair may be the classifier.
    """
    if len(judges) == 2 and CLASSIFIER in judges:
        (person,) = (name for name in judges if name != CLASSIFIER)
        theirs = labels_of(everybody, person)
        everybody = {person: theirs, CLASSIFIER: _classifiers_labels(study, theirs)}
    said = [labels_of(everybody, name) for name in judges or everybody]
    if sought.cell:
        return _in_cell(said, sought)
    return _unlike(said, _aspect(sought.aspect))


def labels_of(everybody: Mapping[str, Judgements], name: str) -> Judgements:
    """What a judge says of the outputs that they labelled."""
    if name not in everybody:
        raise GoedError(f"nobody called {quoted(name)} has labelled outputs of this study")
    return {output_id: said for output_id, said in everybody[name].items() if said.is_label}


def _classifiers_labels(study: Study, output_ids: Collection[int]) -> Judgements:
    words = output_words(study, list(output_ids))
    return {number: Judgement(*output.label[:4]) for number, output in words.items() if output.label is not None}


def _unlike(said: Iterable[Judgements], of: Callable[[Judgement], Hashable]) -> set[int]:
    """The outputs on which any two of the judges differ."""
    first: dict[int, Hashable] = {}
    found: set[int] = set()
    for theirs in said:
        for output_id, judgement in theirs.items():
            if first.setdefault(output_id, of(judgement)) != of(judgement):
                found.add(output_id)
    return found


def _in_cell(said: Sequence[Judgements], sought: Difference) -> set[int]:
    """The outputs that stand in one cell of the confusion table of two judges."""
    if len(said) != 2 or len(sought.cell) != 2 or sought.aspect not in ASPECTS:
        raise GoedError("a cell of a confusion table is of two judges, and of one aspect of the label")
    one, other = said
    return {number for number in one.keys() & other.keys() if _stands_in(one[number], other[number], sought)}


def _stands_in(one: Judgement, other: Judgement, sought: Difference) -> bool:
    first, second = sought.cell
    if sought.aspect != FLAGS:
        said = _aspect(sought.aspect)
        return (said(one), said(other)) == (first, second)
    flag = second if first == NONE else first
    return (flag in one.flags, flag in other.flags) == (first != NONE, second != NONE)


def _aspect(name: str) -> Callable[[Judgement], Hashable]:
    """What a label says, in everything or of an aspect; flags in no order."""
    if name == FLAGS:
        return lambda said: frozenset(said.flags)
    if name:
        place = Judgement._fields.index(name)
        return lambda said: said[place]
    return lambda said: (*said[:3], frozenset(said.flags), said.verdict)
