"""Outputs that resemble a given one: shown with its case, or labelled together with it.

They make the same change to their word, as their domain defines it (-e is added, say), or share rule, classes or lemma.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import compress, islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from goed.annotation.annotator import ActWriter
from goed.annotation.case import SimilarOutput
from goed.annotation.disagreements import same_label
from goed.annotation.item_properties import ItemProperties
from goed.annotation.output_index import OutputIndex, PreparedAnswers
from goed.domains.registry import answer_in_words, domain_of
from goed.study.judgements import Judgement
from goed.study.output_words import AskedWords, ItemWords, OutputWords, output_words
from goed.study.study import Study
from goed.study.tallies import JoinedAnswers, OutputColumns, label_kinds

MOST_ALIKE = 5  # examples that a case shows
LOOKED_THROUGH = 60  # outputs that they are looked for among
WAYS = ("change", "rule", "lemma", "classes")  # of being similar


class SameChangeIndex:
    """Finds the wrong outputs, of one domain and language, that change their word in the same way as a given one.

    Each output takes 12 bytes: the hash of its change, and its number, in two arrays sorted by hash.
    """

    def __init__(self, words: Mapping[int, ItemWords], forms: Iterable[JoinedAnswers], outputs: OutputColumns) -> None:
        hashes, output_ids = array("q"), array("i")
        for joined in forms:
            if len(joined.ids) and joined.ids[-1] >= len(outputs):  # outputs that came in after `outputs` was read
                continue
            are_wrong = ~outputs.are_correct[joined.ids]
            ids = joined.ids[are_wrong]
            of_items = [words[item_id] for item_id in outputs.item_ids[ids].tolist()]
            wrong = list(compress(joined.answers, are_wrong.tolist()))
            hashes.extend(_hashes(of_items, wrong))
            output_ids.frombytes(ids.tobytes())
        of_outputs = np.frombuffer(hashes, dtype=np.int64)
        order = np.argsort(of_outputs, kind="stable")
        self._hashes = of_outputs[order]
        self._output_ids = np.frombuffer(output_ids, dtype=np.int32)[order]

    def like(self, output: OutputWords) -> NDArray[np.int32]:
        """The numbers of the outputs that make the same change, including the given one, in ascending order."""
        (wanted,) = _hashes([output], [output.predicted])
        first, beyond = np.searchsorted(self._hashes, wanted, "left"), np.searchsorted(self._hashes, wanted, "right")
        return self._output_ids[first:beyond]


class Indexes(NamedTuple):
    """The indexes that are built in the background, to make cases faster."""

    answers: PreparedAnswers
    same_change: SameChangeIndex
    properties: ItemProperties


class Similar:
    """Finds outputs that resemble one. Finding those with the same change is fast once `index` is set."""

    def __init__(self, study: Study, writer: ActWriter, outputs: OutputIndex) -> None:
        self._study = study
        self._writer = writer
        self._outputs = outputs
        self.index: SameChangeIndex | None = None

    def examples(self, output: OutputWords, hides: Callable[[int], bool]) -> tuple[SimilarOutput, ...] | None:
        """Outputs with the same change and the same classes, those that the annotator has labelled first.

        Outputs whose label is hidden are left out: their being here would reveal their classes. None without an index.
        """
        if self.index is None:
            return None
        like = self.index.like(output)
        judged = [number for number in _common(like, self._writer.own_judgements) if number != output.id]
        looked_at = dict.fromkeys([*judged[:LOOKED_THROUGH], *like[:LOOKED_THROUGH].tolist()])
        words = output_words(self._study, list(looked_at))
        others = (words[number] for number in looked_at if number != output.id and number in words)
        found = (other for other in others if _classes(other) == _classes(output) and not hides(other.id))
        return tuple(map(self._example, islice(found, MOST_ALIKE)))

    def _example(self, output: OutputWords) -> SimilarOutput:
        mine = self._writer.own_judgements.get(output.id)
        if mine is None or not mine.is_label or output.label is None:
            return SimilarOutput(output.id, output.word, answer_in_words(output))
        agrees = same_label(mine._replace(verdict=None), Judgement(*output.label[:4]))  # a classifier gives no verdict
        return SimilarOutput(output.id, output.word, answer_in_words(output), mine.error, agrees)

    def find(self, output: OutputWords, way: str) -> Iterable[int]:
        """All wrong outputs that resemble one in one of the `WAYS`, the most frequent first."""
        index = self._outputs
        fits = index.all() & ~index.columns.are_correct
        if way == "change":
            same_change = self.index or SameChangeIndex(index.item_words(), index.forms(), index.columns)
            fits &= index.of_ids(same_change.like(output))
        elif way == "lemma":
            fits &= index.columns.item_ids == output.item_id
        else:
            fits &= index.of_languages([output.language]) & index.of_kinds(
                kind.id
                for kind in label_kinds(self._study)
                if output.label is not None
                and (kind.gold_class, kind.pred_class) == _classes(output)
                and (way == "classes" or kind.rule == output.label.rule)
            )
        found: list[int] = index.in_order(fits, "frequent").tolist()
        return found


def _common(like: NDArray[np.int32], said: Mapping[int, object]) -> list[int]:
    """The numbers in both, ascending. `like` is sorted; the search goes through the shorter of the two."""
    if len(like) <= len(said):
        return [number for number in like.tolist() if number in said]
    numbers = np.fromiter(said, dtype=np.int32, count=len(said))
    places = np.minimum(np.searchsorted(like, numbers), len(like) - 1)
    common: list[int] = np.sort(numbers[like[places] == numbers]).tolist()
    return common


def _classes(output: OutputWords) -> tuple[str, str] | None:
    return None if output.label is None else (output.label.gold_class, output.label.pred_class)


def _hashes(items: Sequence[AskedWords], answers: Sequence[str]) -> Iterator[int]:
    """A hash of the change that each answer makes to its item, with domain and language."""
    found = np.zeros(len(items), dtype=np.int64)
    for name in sorted({item.domain for item in items}):
        places = [place for place, item in enumerate(items) if item.domain == name]
        made = domain_of(name).changes([items[place] for place in places], [answers[place] for place in places])
        found[places] = [
            hash((name, items[place].language, change)) for place, change in zip(places, made, strict=True)
        ]
    return iter(found.tolist())
