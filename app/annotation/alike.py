"""Outputs that are like one another by the change that they make to their lemma."""

from __future__ import annotations

from array import array
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
    """Finds the wrong outputs of a language that change their lemma as a given one does."""

    def __init__(self, study: Study) -> None:
        words = words_of_items(study)
        self._by_change: dict[tuple[str, str, str], array[int]] = {}
        for output_id, item_id, form in forms_of_outputs(study, only_wrong=True):
            language, lemma, _ = words[item_id]
            key = (language, *change(lemma, form))
            found = self._by_change.get(key)
            if found is None:
                found = self._by_change[key] = array("q")
            found.append(output_id)

    def like(self, language: str, lemma: str, form: str) -> Sequence[int]:
        """The outputs that make the same change, the given one among them."""
        return self._by_change.get((language, *change(lemma, form)), ())
