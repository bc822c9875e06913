"""Outputs that are like one another by the change that they make to their lemma."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import compress

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import Postfix, Prefix
from rapidfuzz.process import cpdist

from goed.study.columns import JoinedAnswers, OutputColumns
from goed.study.queues import words_of_items
from goed.study.study import Study

Change = tuple[str, str]  # what of the lemma is lost, and what comes in its place


def change(lemma: str, form: str) -> Change:
    """The stretch in which a form differs from its lemma: (i, a) for bring → brang, ('', ed) for go → goed."""
    (found,) = _changes([lemma], [form])
    return found


def _changes(lemmas: Sequence[str], forms: Sequence[str]) -> Iterator[Change]:
    """The change of each form. A letter that could belong to beginning and end alike belongs to the beginning."""
    starts, ends = (cpdist(lemmas, forms, scorer=of.similarity, dtype=np.int32) for of in (Prefix, Postfix))
    of_lemmas, of_forms = (np.fromiter(map(len, words), dtype=np.int32, count=len(words)) for words in (lemmas, forms))
    ends = np.minimum(ends, np.minimum(of_lemmas, of_forms) - starts)
    places = (each.tolist() for each in (starts, of_lemmas - ends, of_forms - ends))
    for lemma, form, start, end, form_end in zip(lemmas, forms, *places, strict=True):
        yield lemma[start:end], form[start:form_end]


class AlikeIndex:
    """Finds the wrong outputs of a language that change their lemma as a given one does.

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
            changes = _changes([lemma for _, lemma, _ in of_items], wrong)
            hashes.extend(hash((language, *made)) for (language, *_), made in zip(of_items, changes, strict=True))
            output_ids.frombytes(ids.tobytes())
        of_outputs = np.frombuffer(hashes, dtype=np.int64)
        order = np.argsort(of_outputs, kind="stable")
        self._hashes = of_outputs[order]
        self._output_ids = np.frombuffer(output_ids, dtype=np.int32)[order]

    def like(self, language: str, lemma: str, form: str) -> NDArray[np.int32]:
        """The outputs that make the same change, the given one among them, their numbers rising."""
        wanted = hash((language, *change(lemma, form)))
        first, beyond = np.searchsorted(self._hashes, wanted, "left"), np.searchsorted(self._hashes, wanted, "right")
        return self._output_ids[first:beyond]
