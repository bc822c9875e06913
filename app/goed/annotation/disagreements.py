"""Where judges differ: annotators with each other and with the classifier, on the whole label or on an aspect of it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

from goed.annotation.queue_filter import ASPECTS
from goed.errors import GoedError, quoted
from goed.labels.peoples_labels import CLASSIFIER
from goed.study.judgements import Judgement, Judgements
from goed.study.output_words import output_words
from goed.study.study import Study

FLAGS = "flags"
NONE = "none"  # what a judge says of a flag that they do not give


def same(one: Judgement, other: Judgement) -> bool:
    """Whether two labels say the same."""
    said = _aspect("")
    return said(one) == said(other)


def differing(
    study: Study,
    everybody: Mapping[str, Judgements],
    judges: Sequence[str] = (),
    aspect: str = "",
    cell: Sequence[str] = (),
) -> set[int]:
    """The outputs that judges label differently: of any number of people two, or the two of a pair.

    Either of a pair may be the classifier. They may differ in anything, or in an aspect of the label; a cell says what
    the first of a pair says of it, and what the second.
    """
    if len(judges) == 2 and CLASSIFIER in judges:
        (person,) = (name for name in judges if name != CLASSIFIER)
        theirs = labels_of(everybody, person)
        labels = {number: output.label for number, output in output_words(study, list(theirs)).items()}
        classifiers = {number: Judgement(*label[:4]) for number, label in labels.items() if label is not None}
        everybody = {person: theirs, CLASSIFIER: classifiers}
    said = [labels_of(everybody, name) for name in judges or everybody]
    return _in_cell(said, aspect, cell) if cell else _unlike(said, _aspect(aspect))


def labels_of(everybody: Mapping[str, Judgements], name: str) -> Judgements:
    """What a judge says of the outputs that they labelled."""
    if name not in everybody:
        raise GoedError(f"nobody called {quoted(name)} has labelled outputs of this study")
    return labelled(everybody[name])


def labelled(said: Judgements) -> Judgements:
    """The outputs that somebody has labelled, not only left a note or a mark on."""
    return {output_id: words for output_id, words in said.items() if words.is_label}


def _unlike(said: Iterable[Judgements], of: Callable[[Judgement], Hashable]) -> set[int]:
    """The outputs on which any two of the judges differ."""
    first: dict[int, Hashable] = {}
    found: set[int] = set()
    for theirs in said:
        for output_id, judgement in theirs.items():
            if first.setdefault(output_id, of(judgement)) != of(judgement):
                found.add(output_id)
    return found


def _in_cell(said: Sequence[Judgements], aspect: str, cell: Sequence[str]) -> set[int]:
    """The outputs that stand in one cell of the confusion table of two judges."""
    if len(said) != 2 or len(cell) != 2 or aspect not in ASPECTS:
        raise GoedError("a cell of a confusion table is of two judges, and of one aspect of the label")
    (one, other), (first, second) = said, cell
    wanted: tuple[Hashable, Hashable]
    of, wanted = _aspect(aspect), (first, second)
    if aspect == FLAGS:
        flag = second if first == NONE else first
        of, wanted = (lambda said: flag in said.flags), (first != NONE, second != NONE)
    return {number for number in one.keys() & other.keys() if (of(one[number]), of(other[number])) == wanted}


def _aspect(name: str) -> Callable[[Judgement], Hashable]:
    """What a label says, in everything or of an aspect; flags in no order."""
    if name == FLAGS:
        return lambda said: frozenset(said.flags)
    if name:
        place = Judgement._fields.index(name)
        return lambda said: said[place]
    return lambda said: (*said[:3], frozenset(said.flags), said.verdict)
