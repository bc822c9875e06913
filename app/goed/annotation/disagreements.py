"""Which outputs judges label differently; a judge is an annotator or the classifier.

They may differ anywhere in the label, or in one aspect of it, such as the predicted class.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

from goed.annotation.queue_filter import ASPECTS
from goed.errors import GoedError, quoted
from goed.labels.peoples_labels import CLASSIFIER
from goed.study.judgements import Judgement, Judgements
from goed.study.output_words import output_words
from goed.study.study import Study

FLAGS = "flags"
VERDICT = "verdict"
NONE = "none"  # stands in a confusion table for not giving a flag, or no verdict


def same_label(one: Judgement, other: Judgement) -> bool:
    """Whether two labels are equal, whatever the order of their flags."""
    said = _aspect_getter("")
    return said(one) == said(other)


def differing(
    study: Study,
    everybody: Mapping[str, Judgements],
    judges: Sequence[str] = (),
    aspect: str = "",
    cell: Sequence[str] = (),
) -> set[int]:
    """The outputs that judges label differently: any two of all annotators, or of `judges` if they are named.

    One of two named judges may be the classifier, which gives no verdicts, so that these do not count then. Without an
    aspect, any difference between labels counts. `cell` asks for one cell of the confusion table of two judges instead:
    ("umlaut", "e") are the outputs whose aspect is umlaut for the first judge and e for the second.
    """
    if len(judges) == 2 and CLASSIFIER in judges:
        (person,) = (name for name in judges if name != CLASSIFIER)
        theirs = {number: said._replace(verdict=None) for number, said in labels_of(everybody, person).items()}
        labels = {number: output.label for number, output in output_words(study, list(theirs)).items()}
        classifiers = {number: Judgement(*label[:4]) for number, label in labels.items() if label is not None}
        everybody = {person: theirs, CLASSIFIER: classifiers}
    said = [labels_of(everybody, name) for name in judges or everybody]
    return _in_cell(said, aspect, cell) if cell else _differing(said, _aspect_getter(aspect))


def labels_of(everybody: Mapping[str, Judgements], name: str) -> Judgements:
    """The labels that a judge gave; an error if there are none under that name."""
    if name not in everybody:
        raise GoedError(f"nobody called {quoted(name)} has labelled outputs of this study")
    return labelled(everybody[name])


def labelled(said: Judgements) -> Judgements:
    """Only the outputs that somebody has labelled, without those that merely have a note or a mark."""
    return {output_id: words for output_id, words in said.items() if words.is_label}


def _differing(said: Iterable[Judgements], of: Callable[[Judgement], Hashable]) -> set[int]:
    """The outputs on which any two of the judges differ."""
    first: dict[int, Hashable] = {}
    found: set[int] = set()
    for theirs in said:
        for output_id, judgement in theirs.items():
            if first.setdefault(output_id, of(judgement)) != of(judgement):
                found.add(output_id)
    return found


def _in_cell(said: Sequence[Judgements], aspect: str, cell: Sequence[str]) -> set[int]:
    """The outputs in one cell of the confusion table of two judges; a cell of flags is about a single flag."""
    if len(said) != 2 or len(cell) != 2 or aspect not in ASPECTS:
        raise GoedError("a cell of a confusion table is of two judges, and of one aspect of the label")
    (one, other), (first, second) = said, cell
    wanted: tuple[Hashable, Hashable]
    of, wanted = _aspect_getter(aspect), (first, second)
    if aspect == FLAGS:
        flag = second if first == NONE else first
        of, wanted = (lambda said: flag in said.flags), (first != NONE, second != NONE)
    return {number for number in one.keys() & other.keys() if (of(one[number]), of(other[number])) == wanted}


def _aspect_getter(name: str) -> Callable[[Judgement], Hashable]:
    """A function that gives an aspect of a label, or all of it if unnamed, to be compared; flags in no order."""
    if name == FLAGS:
        return lambda said: frozenset(said.flags)
    if name == VERDICT:
        return lambda said: said.verdict or NONE
    if name:
        place = Judgement._fields.index(name)
        return lambda said: said[place]
    return lambda said: (*said[:3], frozenset(said.flags), said.verdict)
