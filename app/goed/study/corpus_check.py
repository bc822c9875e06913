"""Whether corpora are as they were brought in, and their splits about utterances that are there.

Nothing else in the study says what a corpus holds: a damaged one cannot be made anew. Answers to it are judged by its
words, so nothing is repaired beside it.
"""

from __future__ import annotations

import numpy as np

from goed.errors import GoedError
from goed.study.corpora import CorpusRow, stored_corpora
from goed.study.corpus_texts import NewCorpus, corpus_text, utterances_of
from goed.study.study import Study, one_number

ITEMS_ELSEWHERE = (
    "SELECT count(*) FROM item JOIN corpus ON corpus.id = item.corpus_id AND item.corpus_id != 0 "
    "WHERE token NOT BETWEEN 0 AND n_tokens - 1"
)


def problems_of_corpora(study: Study) -> list[str]:
    """What is wrong with corpora and the lists of their utterances, in words."""
    changed = [corpus.name for corpus in stored_corpora(study) if not _is_as_brought_in(study, corpus)]
    problems = [f"the corpus {name} is not as it was brought in" for name in changed] + _problems_of_splits(study)
    if n_items := one_number(study.connection, ITEMS_ELSEWHERE):
        problems.append(f"items that stand at no token of their corpus: {n_items}")
    return problems


def _is_as_brought_in(study: Study, corpus: CorpusRow) -> bool:
    try:
        text, utterances = corpus_text(study, corpus.id), utterances_of(study, corpus.id)
    except GoedError:
        return False
    return NewCorpus(corpus.name, corpus.language, text, utterances).digest == corpus.digest


def _problems_of_splits(study: Study) -> list[str]:
    rows = study.connection.execute(
        "SELECT language, sampling, seed, corpus.name, n_utterances, utterances FROM "
        "(SELECT split_id, utterances FROM split_utterances UNION ALL SELECT split_id, utterances FROM training_list) "
        "JOIN (SELECT id AS split_id, language, sampling, seed, corpus_id FROM split WHERE corpus_id != 0) "
        "USING (split_id) LEFT JOIN (SELECT id, name, n_utterances FROM corpus) AS corpus ON corpus.id = corpus_id"
    )
    found = []
    for language, sampling, seed, name, n_utterances, packed in rows:
        split = f"the split {language} {sampling} {seed}"
        if name is None:
            found.append(f"{split} is of a corpus that is missing")
        elif not _are_utterances(packed, n_utterances):
            found.append(f"{split} of {name} is about utterances that are not there")
    return list(dict.fromkeys(found))


def _are_utterances(packed: object, n_utterances: int) -> bool:
    if not isinstance(packed, bytes) or len(packed) % 4:
        return False
    return int(np.frombuffer(packed, "<u4").max(initial=0)) < max(n_utterances, 1)
