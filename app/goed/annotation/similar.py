"""Outputs that are like one another: examples beside a case, and what can be labelled together with it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from goed.annotation.alike import AlikeIndex
from goed.annotation.candidates import Candidates, Scope
from goed.annotation.case import Example
from goed.annotation.disagreements import same
from goed.annotation.pen import Pen
from goed.study import output_words as queues
from goed.study.judgements import Judgement
from goed.study.output_words import OutputWords
from goed.study.study import Study
from goed.study.tallies import label_kinds

MOST_ALIKE = 5  # examples that a case shows
LOOKED_THROUGH = 60  # outputs among which they are found
WAYS = ("change", "rule", "lemma", "classes")  # of being similar


class Similar:
    """Finds outputs that are like one; by their change fast, once there is an index."""

    def __init__(self, study: Study, pen: Pen, candidates: Candidates) -> None:
        self._study = study
        self._pen = pen
        self._candidates = candidates
        self.index: AlikeIndex | None = None

    def examples(self, output: OutputWords, hides: Callable[[int], bool]) -> tuple[Example, ...] | None:
        """Outputs with the same change and the same classes, those that the annotator has judged first.

        None whose label is hidden: to be among them tells its classes.
        """
        if self.index is None:
            return None
        like = self.index.like(output.domain, output.language, output.word, output.predicted)
        judged = [number for number in _common(like, self._pen.says) if number != output.id]
        looked_at = list(dict.fromkeys([*judged[:LOOKED_THROUGH], *like[:LOOKED_THROUGH].tolist()]))
        words = queues.output_words(self._study, looked_at)
        found = [
            self._example(words[number])
            for number in looked_at
            if number != output.id
            and number in words
            and _classes(words[number]) == _classes(output)
            and not hides(number)
        ]
        return tuple(found[:MOST_ALIKE])

    def _example(self, output: OutputWords) -> Example:
        mine = self._pen.says.get(output.id)
        if mine is None or not mine.is_label or output.label is None:
            return Example(output.id, output.word, output.predicted)
        agrees = same(mine, Judgement(*output.label[:4]))
        return Example(output.id, output.word, output.predicted, mine.error, agrees)

    def find(self, output: OutputWords, way: str) -> Iterable[int]:
        """All wrong outputs that are like one in a certain way, the most frequent first."""
        if way == "change":
            index = self.index or self._candidates.alike()
            ids: Collection[int] = index.like(output.domain, output.language, output.word, output.predicted)
            scope = Scope(is_correct=False, only_output_ids=ids)
        elif way == "lemma":
            scope = Scope(is_correct=False, item_id=output.item_id)
        else:
            alike = [
                kind.id
                for kind in label_kinds(self._study)
                if output.label is not None
                and (kind.gold_class, kind.pred_class) == _classes(output)
                and (way == "classes" or kind.rule == output.label.rule)
            ]
            scope = Scope(languages=[output.language], is_correct=False, kind_ids=alike)
        found: list[int] = self._candidates.find(scope, "frequent").output_ids.tolist()
        return found


def _common(like: NDArray[np.int32], said: Mapping[int, object]) -> list[int]:
    """Those of some outputs, whose numbers rise, that somebody has said something of: found from the fewer of both."""
    if len(like) <= len(said):
        return [number for number in like.tolist() if number in said]
    numbers = np.fromiter(said, dtype=np.int32, count=len(said))
    places = np.minimum(np.searchsorted(like, numbers), len(like) - 1)
    common: list[int] = np.sort(numbers[like[places] == numbers]).tolist()
    return common


def _classes(output: OutputWords) -> tuple[str, str] | None:
    return None if output.label is None else (output.label.gold_class, output.label.pred_class)
