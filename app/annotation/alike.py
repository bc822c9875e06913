"""Outputs that are like one another by the change that they make to their lemma."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from app.store.queues import forms_of_outputs, words_of_items
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

    Each output takes 16 bytes: the hash of its change, and its number, side by side in the order of the hashes.
    """

    def __init__(self, study: Study) -> None:
        words = words_of_items(study)
        hashes, output_ids = array("q"), array("q")
        for output_id, item_id, form in forms_of_outputs(study, only_wrong=True):
            language, lemma, _ = words[item_id]
            hashes.append(hash((language, *change(lemma, form))))
            output_ids.append(output_id)
        order = sorted(range(len(hashes)), key=hashes.__getitem__)
        self._hashes = array("q", (hashes[place] for place in order))
        self._output_ids = array("q", (output_ids[place] for place in order))

    def like(self, language: str, lemma: str, form: str) -> Sequence[int]:
        """The outputs that make the same change, the given one among them."""
        wanted = hash((language, *change(lemma, form)))
        return self._output_ids[bisect_left(self._hashes, wanted) : bisect_right(self._hashes, wanted)]
