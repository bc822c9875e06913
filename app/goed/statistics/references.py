"""Several references: the same answers held against other annotations of the same words.

A reference is another corpus with the same words, sentence by sentence: all those of the corpus that was parsed, or
only those of the part that was asked. Each counts for itself; the best is that of a whole part, never of a sentence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from goed.domains.domain import LearningFromText
from goed.domains.text_predictions import asked_utterances, learning_from_text
from goed.errors import GoedError, WrongUsageError, quoted
from goed.models.text import NO_HEAD, Text
from goed.study.corpora import CorpusRow, corpus_named
from goed.study.measures import MeasureRow
from goed.study.places import corpus_of, text_of
from goed.study.predictions import answers_of_part
from goed.study.splits import corpus_of_split
from goed.study.study import Study
from goed.study.tallies import PartTally
from goed.study.text_splits import item_ids_of_part

BEST = "best"
REFERENCE = "reference"
COLUMNS = [*MeasureRow._fields, REFERENCE]


def against_references(
    study: Study, tallies: Sequence[PartTally], own: pd.DataFrame, names: Sequence[str]
) -> pd.DataFrame:
    """The measures of parts of runs against their own corpus (`own`), against each reference, and the best of these."""
    references = [corpus_named(study, name) for name in dict.fromkeys(names)]
    on_corpora = {tally.run_part_id: tally for tally in tallies if tally.corpus}
    if not on_corpora:
        raise WrongUsageError("--reference: no run here is on a corpus")
    own = own[own["run_part_id"].isin(on_corpora)]
    corpora = own["run_part_id"].map({number: tally.corpus for number, tally in on_corpora.items()})
    of_parts = _OtherReferences(study, references)
    rows = [row for tally in on_corpora.values() for row in of_parts.measures(tally)]
    found = pd.concat([own.assign(**{REFERENCE: corpora}), pd.DataFrame(rows, columns=COLUMNS)], ignore_index=True)
    return pd.concat([found, _best(found)], ignore_index=True)


def _best(found: pd.DataFrame) -> pd.DataFrame:
    """The best value of each measure of each part; n where it is the same for all."""
    groups = found.groupby(["run_part_id", "measure"], sort=False)
    n = groups["n"].mean().where(groups["n"].nunique() == 1)
    best = pd.DataFrame({"value": groups["value"].max(), "n": n, "flag": ""})
    return best.reset_index().assign(**{REFERENCE: BEST})[COLUMNS]


class _OtherReferences:
    """Corpora that annotate the words of another one, too."""

    def __init__(self, study: Study, references: Sequence[CorpusRow]) -> None:
        self._study = study
        self._references = references
        self._gold = cache(self._read_gold)

    def measures(self, tally: PartTally) -> Iterator[tuple[object, ...]]:
        """The measures of a part of a run against each of the references that is not the corpus itself."""
        domain = learning_from_text(tally.domain)
        others = [reference for reference in self._references if reference.name != tally.corpus]
        heads = _answered_heads(self._study, tally, domain) if others else np.empty(0, np.int32)
        for reference in others:
            gold = self._gold(reference, tally.domain, tally.split_id, tally.part, _size(tally))
            for name, measure in domain.measures(gold, heads).items():
                yield tally.run_part_id, name, *measure, reference.name

    def _read_gold(self, reference: CorpusRow, domain: str, split_id: int, part: str, size: int | None) -> Text:
        """The sentences of a part as a reference annotates them."""
        whole = text_of(self._study, corpus_of_split(self._study, split_id))
        utterances = asked_utterances(self._study, split_id, part, size, domain)
        other = text_of(self._study, reference.id)
        if len(other.lengths) == len(whole.lengths):
            other = other.utterances(utterances)
        if problem := learning_from_text(domain).problem_of(other):
            raise GoedError(f"the corpus {reference.name} is no reference: {problem}")
        asked = whole.utterances(utterances)
        if problem := _difference(asked, other):
            name = corpus_of(self._study, corpus_of_split(self._study, split_id)).name
            raise GoedError(
                f"the corpus {reference.name} does not annotate the words of part {part} of {name}: {problem}; "
                "--corpus and --part choose what is held against it"
            )
        return other


def _size(tally: PartTally) -> int | None:
    """The size that the items of a part depend on."""
    return tally.size if tally.part == "core" else None


def _answered_heads(study: Study, tally: PartTally, domain: LearningFromText) -> NDArray[np.int32]:
    """The stored answers of a part, one for each token of its text; NO_HEAD for what was not asked or answered."""
    corpus_id = corpus_of_split(study, tally.split_id)
    utterances = asked_utterances(study, tally.split_id, tally.part, tally.size, tally.domain)
    text = text_of(study, corpus_id).utterances(utterances)
    heads = np.full(len(text), NO_HEAD, np.int32)
    answers = answers_of_part(study, tally.run_part_id)
    item_ids = item_ids_of_part(study, tally.split_id, tally.part, tally.size)
    asked = domain.asked(text).tokens
    for token, item_id in zip(asked.tolist(), item_ids.tolist(), strict=True):
        if item_id in answers:
            heads[token] = int(answers[item_id])
    return heads


def _difference(asked: Text, other: Text) -> str:
    """How the words of a reference differ from those that were asked, or are parted otherwise; empty if they do not."""
    if len(asked.lengths) != len(other.lengths):
        return f"it has {len(other.lengths):,} sentences, not {len(asked.lengths):,}"
    for number, (here, there) in enumerate(zip(_sentences(asked), _sentences(other), strict=True), start=1):
        if here != there:
            return f"its sentence {number:,} is {quoted(' '.join(there), 40)}, not {quoted(' '.join(here), 40)}"
    return ""


def _sentences(text: Text) -> Iterator[list[str]]:
    words = text.columns["form"].words(np.arange(len(text))).tolist()
    for start, length in zip(text.starts.tolist(), text.lengths.tolist(), strict=True):
        yield words[start : start + length]
