"""What CoNLL-U tells of the sentences of a corpus before their tokens."""

from __future__ import annotations

import numpy as np

from goed.study.corpora import CorpusRow
from goed.study.corpus_texts import utterances_of
from goed.study.places import text_of
from goed.study.study import Study
from goed.study.text_splits import UtterancePlaces


class SentenceComments:
    """The comments on the utterances of a corpus."""

    def __init__(self, study: Study, corpus: CorpusRow) -> None:
        self._name = corpus.name
        self._told = utterances_of(study, corpus.id)
        self._forms = text_of(study, corpus.id)
        notes = self._told.notes
        are_ids = len(set(notes.codes.tolist())) == len(self._told) and not any(map(_has_blanks, notes.values))
        self._has_ids = are_ids

    def of(self, utterances: UtterancePlaces) -> list[list[tuple[str, str]]]:
        """The comments of some utterances."""
        return [self._of_one(number) for number in utterances.tolist()]

    def _of_one(self, number: int) -> list[tuple[str, str]]:
        told = self._told
        note, speaker, child = (column.word(number) for column in (told.notes, told.speakers, told.children))
        own = note if self._has_ids else f"{'_'.join(self._name.split())}-{number + 1}"
        age = told.ages[number]
        said = {
            "corpus": self._name,
            "sent_id": own,
            "note": note if note != own else "",
            "speaker": speaker,
            "child": child,
            "age_days": "" if np.isnan(age) else f"{age:g}",
            "text": self._text(number),
        }
        return [(key, value) for key, value in said.items() if value]

    def _text(self, number: int) -> str:
        start = int(self._forms.starts[number])
        codes = self._forms.columns["form"].codes[start : start + int(self._forms.lengths[number])]
        return " ".join(self._forms.columns["form"].values[code] for code in codes.tolist())


def _has_blanks(text: str) -> bool:
    return text.split() != [text]
