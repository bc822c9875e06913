"""Corpora: which ones the study has, in a row each.

A corpus is written in many short transactions. While it is, its name and its digest are those of the runner that writes
it, and nobody sees it; what a killed import leaves behind is cleared with that runner.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from goed.errors import unknown_name_error
from goed.study.study import Study, delete_in_portions, one_number

WRITER = "runner "  # what the digest of a corpus begins with until all of it is there
WHOLE = "digest NOT GLOB 'runner *'"
SECTIONS = ("train", "dev", "test")  # those that goed knows; others come after them
ROWS_AT_ONCE = 10_000  # utterances in one transaction
LAYERS_AT_ONCE = 100  # chunks of layers in one transaction, to be removed


class CorpusRow(NamedTuple):
    """A corpus that the study holds."""

    id: int
    name: str
    language: str
    licence: str
    n_utterances: int
    n_tokens: int
    digest: str


def stored_corpora(study: Study) -> list[CorpusRow]:
    """All corpora, by name."""
    rows = study.connection.execute(f"SELECT {', '.join(CorpusRow._fields)} FROM corpus WHERE {WHOLE} ORDER BY name")
    return [CorpusRow(*row) for row in rows]


def corpus_languages(study: Study) -> dict[str, str]:
    """The names of all corpora, each with its language."""
    return {corpus.name: corpus.language for corpus in stored_corpora(study)}


def corpus_named(study: Study, name: str) -> CorpusRow:
    """The corpus of this name; raises GoedError if there is none."""
    there = stored_corpora(study)
    for corpus in there:
        if corpus.name == name:
            return corpus
    raise unknown_name_error(name, "corpus of this study", [corpus.name for corpus in there])


def sources_of_corpora(study: Study, languages: Collection[str]) -> list[tuple[str, str, str]]:
    """Name, licence and path of the corpora of some languages; no path where none is known."""
    rows = study.connection.execute(
        "SELECT name, licence, coalesce(path, ''), language FROM corpus LEFT JOIN source ON source.id = source_id "
        f"WHERE {WHOLE} ORDER BY name"
    )
    return [(name, licence, path) for name, licence, path, language in rows if language in languages]


def n_utterances_by_section(study: Study, corpus_id: int) -> dict[str, int]:
    """How many utterances each section has; "" for those in none."""
    rows = study.connection.execute(
        "SELECT coalesce(section, '') AS name, count(*) FROM utterance WHERE corpus_id = ? GROUP BY name", (corpus_id,)
    )
    found = dict(rows.fetchall())
    return {name: found[name] for name in sections_in_order(found)}


def sections_in_order(sections: Iterable[str]) -> list[str]:
    """Sections in the order train, dev, test; then others by alphabet."""
    return sorted(sections, key=lambda name: (SECTIONS.index(name) if name in SECTIONS else len(SECTIONS), name))


def layer_names(study: Study, corpus_id: int) -> list[str]:
    """The layers of a corpus by their names; heads are one of them, and so is punctuation."""
    rows = study.connection.execute("SELECT DISTINCT name FROM token_layer WHERE corpus_id = ?", (corpus_id,))
    return in_usual_order([name for (name,) in rows])


def in_usual_order(layers: Sequence[str]) -> list[str]:
    """Names of layers: words, then tags from coarse to fine, then trees."""
    usual = ("form", "lemma", "cpostag", "postag", "upos", "tag", "head", "relation", "punctuation")
    return sorted(layers, key=lambda name: (usual.index(name) if name in usual else len(usual), name))


def n_unfinished_corpora(study: Study, runner_ids: Sequence[int]) -> int:
    """How many corpora some runners have begun to write."""
    query = f"SELECT count(*) FROM corpus WHERE digest IN ({', '.join('?' * len(runner_ids))})"
    return one_number(study.connection, query, [f"{WRITER}{runner_id}" for runner_id in runner_ids])


def remove_corpus(study: Study, corpus_id: int) -> None:
    """Remove a corpus that did not become whole, in short transactions; words of it may stay."""
    for table, key, size in (
        ("utterance", "corpus_id, position", ROWS_AT_ONCE),
        ("token_layer", "corpus_id, name, first_token", LAYERS_AT_ONCE),
    ):
        rows = f"SELECT {key} FROM {table} WHERE corpus_id = ? LIMIT {size}"
        delete_in_portions(study, f"DELETE FROM {table} WHERE ({key}) IN ({rows})", (corpus_id,), size)
    with study.transaction() as db:
        db.execute("DELETE FROM corpus WHERE id = ?", (corpus_id,))
