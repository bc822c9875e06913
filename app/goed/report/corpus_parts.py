"""Which parts of which runs on corpora are meant, and how their files are named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from goed.domains.domain import AnswersInConll
from goed.domains.registry import domain_of, domains
from goed.domains.text_predictions import asked_utterances
from goed.drafts import file_name
from goed.errors import GoedError
from goed.models.text import Text
from goed.sources.corpus_file_names import split_stem
from goed.study import splits as store_splits
from goed.study.corpora import CorpusRow, stored_corpora
from goed.study.places import corpus_of, text_of
from goed.study.selection import Selection, domains_there
from goed.study.splits import Split
from goed.study.study import Study
from goed.study.tallies import PartTally, part_tallies
from goed.study.text_splits import UtterancePlaces


class CorpusPart(NamedTuple):
    """A part of a run on a corpus."""

    tally: PartTally
    split: Split

    def utterances(self, study: Study) -> UtterancePlaces:
        """The utterances that it asks about."""
        return asked_utterances(study, self.split.id, self.tally.part, self.tally.size, self.split.domain)

    def text(self, study: Study) -> Text:
        """These utterances with their gold answers."""
        return text_of(study, self.split.corpus_id).utterances(self.utterances(study))

    @property
    def gold_stem(self) -> str:
        """The name of the file of gold answers to the part, without its ending: danish.test."""
        size = f"_{self.tally.size}" if self.tally.part == "core" else ""
        return f"{split_stem(self.split)}{size}.{self.tally.part}"


def corpus_parts(study: Study, selection: Selection) -> list[CorpusPart]:
    """The selected parts of runs on corpora."""
    by_id = {split.id: split for split in store_splits.splits(study)}
    found = [
        CorpusPart(tally, by_id[tally.split_id])
        for tally in part_tallies(study)
        if selection.has(tally) and by_id[tally.split_id].corpus_id and tally.n_items
    ]
    if not found:
        raise GoedError("the study has no such predictions; `goed status` shows what it holds")
    return found


def chosen_corpus(study: Study, selection: Selection) -> CorpusRow:
    """The one corpus that is selected, or the only one of the study."""
    there = [corpus for corpus in stored_corpora(study) if corpus.name in (selection.corpora or {corpus.name})]
    if len(there) == 1:
        return there[0]
    if not there:
        raise GoedError("the study has no corpus; `goed import corpus` brings one in")
    names = ", ".join(each.name for each in there)
    raise GoedError(f"the study has the corpora {names}; say with --corpus which one is meant")


def are_of_corpora(study: Study, selection: Selection) -> bool:
    """Whether what is selected is of a domain that learns from corpora."""
    meant = {selection.domain} if selection.domain else {*domains_there(study)}
    known = [domains()[name] for name in meant if name in domains()]
    return len(meant) == 1 and any(domain.text is not None for domain in known)


def in_conll(domain: str) -> AnswersInConll:
    """How the answers of a domain stand in CoNLL files; an error if they do not."""
    of_text = domain_of(domain).text
    if of_text is None or of_text.conll is None:
        raise GoedError(f"answers of {domain} do not stand in CoNLL files; export them as a table")
    return of_text.conll


def run_stems(parts: Sequence[CorpusPart]) -> list[str]:
    """The names of files for parts of runs, in folders by model, without ending: left/danish_68536.test."""
    stems = [f"{file_name(tally.model)}/{split_stem(split)}_{tally.size}" for tally, split in parts]
    n_files = Counter((stem, part.tally.part) for stem, part in zip(stems, parts, strict=True))
    found = []
    for stem, (tally, _) in zip(stems, parts, strict=True):
        has_repeats = n_files[stem, tally.part] > 1  # several training seeds of a model for one split
        found.append(f"{stem}_{tally.training_seed}.{tally.part}" if has_repeats else f"{stem}.{tally.part}")
    return found


def corpus_of_part(study: Study, part: CorpusPart) -> CorpusRow:
    """The corpus that a part asks about."""
    return corpus_of(study, part.split.corpus_id)


def all_utterances(corpus: CorpusRow) -> UtterancePlaces:
    """Every utterance of a corpus."""
    return np.arange(corpus.n_utterances, dtype=np.int32)
