"""What is in each corpus: sentences, words, tags, and how much of dev and test is new."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from goed.corpora.corpus import Column
from goed.corpora.utterances import NOT_TOLD, Utterances
from goed.models.text import Text
from goed.statistics.catalogue import Statistic
from goed.study.corpora import SECTIONS, CorpusRow, sections_in_order, stored_corpora
from goed.study.corpus_texts import corpus_text, utterances_of
from goed.study.selection import Selection
from goed.study.study import Study

ALL = "all"
WORDS = ("form", "lemma", "relation")  # layers that hold no tags
COLUMNS = (
    *("corpus", "language", "section", "utterances", "tokens", "words", "types", "length", "longest", "new_types"),
    *("relations", "children", "youngest", "oldest", "licence"),
)


def corpora(study: Study, selection: Selection) -> pd.DataFrame:
    """What is in each corpus: sentences, words, tags, new words.

    A row for each corpus and its sections. words are tokens that are no punctuation; types, distinct forms of all
    tokens; length, tokens in an utterance on average, and longest at most. new_types is the share of the types of dev
    that train has not, and of the types of test that train and dev have not. Then distinct tags, a column for each tag
    set; distinct relations; children, and the age of the youngest and the oldest in days.
    """
    rows = [
        {"corpus": row.name, "language": row.language, **counted, "licence": row.licence}
        for row in stored_corpora(study)
        if (selection.languages is None or row.language in selection.languages)
        and (selection.corpora is None or row.name in selection.corpora)
        for counted in _sections(study, row)
    ]
    table = pd.DataFrame(rows)
    tag_sets = sorted(set(table.columns) - set(COLUMNS))
    place = COLUMNS.index("relations")
    return table.reindex(columns=[*COLUMNS[:place], *tag_sets, *COLUMNS[place:]])


def _sections(study: Study, row: CorpusRow) -> Iterator[dict[str, object]]:
    """The rows of a corpus, without what is said of it as a whole."""
    text, told = corpus_text(study, row.id), utterances_of(study, row.id)
    for name in sections_in_order(set(told.sections.values) - {NOT_TOLD}):
        chosen = told.sections.is_any_of([name])
        yield {"section": name, **_counted(text, told, chosen), "new_types": _new_types(text, told, name)}
    yield {"section": ALL, **_counted(text, told, np.ones(len(told), bool)), "new_types": None}


def _counted(text: Text, told: Utterances, chosen: NDArray[np.bool_]) -> dict[str, object]:
    tokens = np.repeat(chosen, text.lengths)
    lengths, ages = text.lengths[chosen], told.ages[chosen]
    ages = ages[~np.isnan(ages)]
    children = _distinct(told.children, chosen) - (NOT_TOLD in _words(told.children, chosen))
    return {
        "utterances": int(chosen.sum()),
        "tokens": int(tokens.sum()),
        "words": int((tokens & ~text.is_punctuation).sum()),
        "types": _distinct(text.columns["form"], tokens),
        "length": float(lengths.mean()) if len(lengths) else None,
        "longest": int(lengths.max(initial=0)),
        **_inventories(text.columns, tokens),
        "children": children or None,
        "youngest": float(ages.min()) if len(ages) else None,
        "oldest": float(ages.max()) if len(ages) else None,
    }


def _inventories(columns: Mapping[str, Column], tokens: NDArray[np.bool_]) -> dict[str, object]:
    """How many different tags of each tag set, and relations, tokens have."""
    tags = {name: _distinct(column, tokens) for name, column in columns.items() if name not in WORDS}
    relations = columns.get("relation")
    return {**tags, "relations": None if relations is None else _distinct(relations, tokens)}


def _distinct(column: Column, chosen: NDArray[np.bool_]) -> int:
    return int(np.count_nonzero(np.bincount(column.codes[chosen])))


def _words(column: Column, chosen: NDArray[np.bool_]) -> set[str]:
    return {column.values[code] for code in np.unique(column.codes[chosen]).tolist()}


def _new_types(text: Text, told: Utterances, section: str) -> float | None:
    """The share of the types of dev or test that no section before it has."""
    before = SECTIONS[: SECTIONS.index(section)] if section in SECTIONS else ()
    own, known = (
        np.unique(text.columns["form"].codes[np.repeat(told.sections.is_any_of(names), text.lengths)])
        for names in ([section], before)
    )
    return 1.0 - float(np.isin(own, known).mean()) if len(known) and len(own) else None


def has_corpora(study: Study) -> bool:
    """Whether there is a corpus to count."""
    return bool(stored_corpora(study))


STATISTIC = Statistic(
    corpora,
    rates=("new_types",),
    mixes_domains=True,
    ignores_runs=True,
    has_own_parts=True,
    applies_to=has_corpora,
    title="What is in each corpus",
    about="Utterances, words and tags of each section, and the share of types that the sections before it have not.",
)
