"""Outputs that are like one another, as their domain sees it: by the change that they make to their lemma."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import compress

import numpy as np
from numpy.typing import NDArray

from goed.domains.registry import domain_of
from goed.study.output_words import ItemWords, words_of_items
from goed.study.study import Study
from goed.study.tallies import JoinedAnswers, OutputColumns


class AlikeIndex:
    """Finds the wrong outputs of a domain and a language that change their word as a given one does.

    Each output takes 12 bytes: the hash of its change, and its number, side by side in the order of the hashes.
    """

    def __init__(self, study: Study, forms: Iterable[JoinedAnswers], outputs: OutputColumns) -> None:
        words = words_of_items(study)
        hashes, output_ids = array("q"), array("i")
        for joined in forms:
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

    def like(self, domain: str, language: str, word: str, answer: str) -> NDArray[np.int32]:
        """The outputs that make the same change, the given one among them, their numbers rising."""
        (wanted,) = _hashes([ItemWords(domain, language, word, "")], [answer])
        first, beyond = np.searchsorted(self._hashes, wanted, "left"), np.searchsorted(self._hashes, wanted, "right")
        return self._output_ids[first:beyond]


def _hashes(items: Sequence[ItemWords], answers: Sequence[str]) -> Iterator[int]:
    """A number for the change that each answer makes to the word of its item."""
    found = np.zeros(len(items), dtype=np.int64)
    for name in sorted({item.domain for item in items}):
        places = [place for place, item in enumerate(items) if item.domain == name]
        made = domain_of(name).changes([items[place].word for place in places], [answers[place] for place in places])
        found[places] = [
            hash((name, items[place].language, change)) for place, change in zip(places, made, strict=True)
        ]
    return iter(found.tolist())
