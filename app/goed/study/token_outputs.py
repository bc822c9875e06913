"""The outputs of items that stand in corpora, in the order of the corpora and their tokens."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from goed.study.items import WITH_ITEM, Item
from goed.study.places import place_in_corpus
from goed.study.study import Study

AT_ONCE = 500  # outputs asked for in one query


class TokenOutput(NamedTuple):
    """An answer to a token of a corpus."""

    id: int
    language: str
    corpus_id: int
    token: int
    item: Item
    answer: str
    evidence: str  # of the classifier's label


def token_outputs(study: Study, domain: str) -> Iterator[TokenOutput]:
    """All outputs of a domain that learns from corpora."""
    return _outputs(study, "domain = ? AND corpus_id != 0 ORDER BY corpus_id, token, output.answer", [domain])


def token_outputs_of(study: Study, output_ids: Sequence[int]) -> Iterator[TokenOutput]:
    """Some outputs, in any order."""
    for first in range(0, len(output_ids), AT_ONCE):
        chosen = json.dumps(list(output_ids[first : first + AT_ONCE]))
        yield from _outputs(study, "corpus_id != 0 AND output.id IN (SELECT value FROM json_each(?))", [chosen])


def _outputs(study: Study, condition: str, values: Sequence[str]) -> Iterator[TokenOutput]:
    rows = study.connection.execute(
        "SELECT output.id, language, corpus_id, token, item.id, word, features, item.gold, frequency, "
        f"item.gold_class, output.answer, coalesce(evidence, '') FROM output {WITH_ITEM} "
        f"LEFT JOIN label ON label.output_id = output.id WHERE {condition}",
        values,
    )
    for output_id, language, corpus_id, token, *item, answer, evidence in rows:
        words = Item._make((*item, place_in_corpus(study, corpus_id, token)))
        yield TokenOutput(output_id, language, corpus_id, token, words, answer, evidence)
