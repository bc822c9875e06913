"""Which corpora a study holds, and which of them each split parts."""

from __future__ import annotations

from typing import NamedTuple

from goed.study.study import Study


class SplitCorpus(NamedTuple):
    """What a split parts: a corpus, which of its tag sets is meant, and what of it learners see."""

    corpus: str
    tag_set: str
    learn_from: str  # training; all: the text of all sections, gold withheld


def corpus_languages(study: Study) -> dict[str, str]:
    """The names of all corpora, each with its language."""
    return dict(study.connection.execute("SELECT name, language FROM corpus ORDER BY name"))


def corpora_of_splits(study: Study) -> dict[int, SplitCorpus]:
    """Split id → its corpus; splits of items have none."""
    rows = study.connection.execute(
        "SELECT split.id, corpus.name, tag_set, learn_from FROM split JOIN corpus ON corpus.id = corpus_id"
    )
    return {split_id: SplitCorpus(*row) for split_id, *row in rows}
