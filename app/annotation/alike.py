"""Outputs that are like one another by the change that they make to their lemma."""

from __future__ import annotations

from array import array

import numpy as np
from numpy.typing import NDArray

from app.store.queues import words_of_items, wrong_forms
from app.store.study import Study

Change = tuple[str, str]  # what of the lemma is lost, and what comes in its place


def change(lemma: str, form: str) -> Change:
    """The stretch in which a form differs from its lemma: (i, a) for bring → brang, ('', ed) for go → goed."""
    start = 0
    shortest = min(len(lemma), len(form))
    while start < shortest and lemma[start] == form[start]:
        start += 1
    end = 0
    while end < shortest - start and lemma[-1 - end] == form[-1 - end]:
        end += 1
    return lemma[start : len(lemma) - end], form[start : len(form) - end]


class AlikeIndex:
    """Finds the wrong outputs of a language that change their lemma as a given one does.

    Each output takes 12 bytes: the hash of its change, and its number, side by side in the order of the hashes.
    """

    def __init__(self, study: Study) -> None:
        words = words_of_items(study)
        hashes, output_ids = array("q"), array("i")
        for output_id, item_id, form in wrong_forms(study):
            language, lemma, _ = words[item_id]
            hashes.append(hash((language, *change(lemma, form))))
            output_ids.append(output_id)
        of_outputs = np.frombuffer(hashes, dtype=np.int64)
        order = np.argsort(of_outputs, kind="stable")
        self._hashes = of_outputs[order]
        self._output_ids = np.frombuffer(output_ids, dtype=np.int32)[order]

    def like(self, language: str, lemma: str, form: str) -> NDArray[np.int32]:
        """The outputs that make the same change, the given one among them, their numbers rising."""
        wanted = hash((language, *change(lemma, form)))
        first, beyond = np.searchsorted(self._hashes, wanted, "left"), np.searchsorted(self._hashes, wanted, "right")
        return self._output_ids[first:beyond]
