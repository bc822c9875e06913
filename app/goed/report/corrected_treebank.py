"""A treebank with the gold answers mended that people called wrong.

Somebody who says of an answer that the treebank is wrong says that the answer is right: it takes the place of the gold
one, and a comment tells of it, with who said so:

    # corrected = 5: head 3 → 2 (ada)

Where people would have two different answers in that place, the adjudicated one is taken; if there is none, gold stays.
Relations stay as they are: nobody was asked about them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from goed.corpora.conll_writer import ConllSentence, conll_lines
from goed.corpora.layouts import CONLL_U
from goed.domains.domain import AnswersInConll
from goed.domains.registry import verdict_of
from goed.errors import GoedError
from goed.labels.peoples_labels import ADJUDICATED, DISPUTED, PeoplesLabel, peoples_labels
from goed.models.conll_text import gold_columns, sentences_of, text_columns
from goed.models.sentence import Place
from goed.report.corpus_parts import all_utterances, chosen_corpus, in_conll
from goed.report.file_set import one_file
from goed.report.sentence_comments import SentenceComments
from goed.study import splits as store_splits
from goed.study.corpora import CorpusRow
from goed.study.judgements import judgements
from goed.study.places import text_of
from goed.study.selection import Selection
from goed.study.study import Study
from goed.study.text_splits import UtterancePlaces, utterances_of_part
from goed.study.token_outputs import TokenOutput, token_outputs_of

LEFT_OUT = "left out"  # what a verdict makes of an error that is the treebank's


class Correction(NamedTuple):
    """What people say is right for a word."""

    answer: str
    people: str


class CorrectedTreebank(NamedTuple):
    """How much was mended, and what was not, in sentences for people."""

    n_sentences: int
    n_mended: int
    n_mended_sentences: int
    left: Sequence[str]


class _Word(NamedTuple):
    """A word whose gold answer somebody called wrong."""

    place: Place
    gold: str

    def __str__(self) -> str:
        sentence, position = self.place.sentence, self.place.position
        return f"sentence {self.place.utterance + 1:,}, word {position} ({sentence.forms[position - 1]})"


def export_corrected(study: Study, selection: Selection, path: Path, replace: bool) -> CorrectedTreebank:
    """Write the sentences of a corpus, or of its parts that are selected, with corrected gold answers."""
    row = chosen_corpus(study, selection)
    domain = _domain(study, row, selection)
    utterances = _utterances(study, row, selection)
    corrections, left = _corrections(study, row, domain, set(utterances.tolist()))
    mending = _Mending(in_conll(domain), corrections, left)
    text = text_of(study, row.id).utterances(utterances)
    columns = {**text_columns(CONLL_U, text), **gold_columns(text)}
    comments = SentenceComments(study, row).of(utterances)
    sentences = zip(utterances.tolist(), sentences_of(text, columns, comments), strict=True)
    with one_file(path, replace) as draft, draft.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(conll_lines(CONLL_U, (mending.mended(*each) for each in sentences)))
    return CorrectedTreebank(len(utterances), mending.n_words, mending.n_sentences, left)


def _domain(study: Study, corpus: CorpusRow, selection: Selection) -> str:
    """The domain whose gold answers are mended."""
    there = {split.domain for split in store_splits.splits(study) if split.corpus_id == corpus.id}
    meant = {selection.domain} if selection.domain else there
    if len(meant) != 1:
        raise GoedError(f"nobody was asked about the corpus {corpus.name}: it has no split; `goed split` makes one")
    return meant.pop()


def _utterances(study: Study, corpus: CorpusRow, selection: Selection) -> UtterancePlaces:
    """All utterances of the corpus, or those of the selected parts of its splits, in the order of the corpus."""
    if selection.parts is None:
        return all_utterances(corpus)
    splits = [each for each in store_splits.splits(study) if each.corpus_id == corpus.id and selection.has(each)]
    of_parts = [utterances_of_part(study, split.id, part) for split in splits for part in selection.parts]
    return np.unique(np.concatenate([np.empty(0, np.int32), *of_parts])).astype(np.int32)


class _Mending:
    """Mends sentence after sentence, and counts."""

    def __init__(
        self, domain: AnswersInConll, corrections: Mapping[int, Mapping[int, tuple[_Word, Correction]]], left: list[str]
    ) -> None:
        self._domain, self._corrections, self._left = domain, corrections, left
        self.n_words = self.n_sentences = 0

    def mended(self, utterance: int, sentence: ConllSentence) -> ConllSentence:
        """A sentence with its corrections, if it has any."""
        found = self._corrections.get(utterance)
        if not found:
            return sentence
        place = next(iter(found.values()))[0].place
        answers = {position: correction.answer for position, (_, correction) in found.items()}
        columns, left_out = self._domain.mended(place.sentence, answers)
        for position in left_out:
            word, correction = found[position]
            self._left.append(f"{word}: {correction.answer} ({correction.people}) would close a circle of heads")
        done = {position: each for position, each in sorted(found.items()) if position not in left_out}
        self.n_words += len(done)
        self.n_sentences += bool(done)
        comments = [
            ("corrected", f"{position}: head {word.gold} → {correction.answer} ({correction.people})")
            for position, (word, correction) in done.items()
        ]
        return ConllSentence({**sentence.columns, **columns}, [*comments, *sentence.comments])


def _corrections(
    study: Study, corpus: CorpusRow, domain: str, wanted: set[int]
) -> tuple[dict[int, dict[int, tuple[_Word, Correction]]], list[str]]:
    """Utterance → position → correction; and which words stay as they are although people call their gold wrong."""
    found: dict[int, dict[int, tuple[_Word, Correction]]] = {}
    left: list[str] = []
    for said in _said_of_items(study, corpus, domain).values():
        item = said[0][0].item
        assert item.place is not None
        if item.place.utterance not in wanted:
            continue
        word = _Word(item.place, item.gold)
        settled = _settled(word, said, left)
        if settled is not None:
            found.setdefault(item.place.utterance, {})[item.place.position] = word, settled
    return found, left


def _said_of_items(study: Study, corpus: CorpusRow, domain: str) -> dict[int, list[tuple[TokenOutput, PeoplesLabel]]]:
    """Item → the answers to it of which somebody says that gold is wrong, in the order of the corpus."""
    peoples = peoples_labels(study)
    disputed = _called_wrong_by_somebody(study, domain)
    chosen = [
        output_id
        for output_id, said in peoples.items()
        if (said.label is not None and _is_left_out(domain, said.label.verdict))
        or (said.source == DISPUTED and output_id in disputed)
    ]
    outputs = sorted(token_outputs_of(study, chosen), key=lambda output: (output.token, output.answer))
    found: dict[int, list[tuple[TokenOutput, PeoplesLabel]]] = {}
    for output in outputs:
        if output.corpus_id == corpus.id:
            found.setdefault(output.item.id, []).append((output, peoples[output.id]))
    return found


def _called_wrong_by_somebody(study: Study, domain: str) -> set[int]:
    return {
        output_id
        for said in judgements(study).values()
        for output_id, judgement in said.items()
        if _is_left_out(domain, judgement.verdict)
    }


def _is_left_out(domain: str, verdict: str | None) -> bool:
    known = verdict_of(domain, verdict)
    return known is not None and known.counts_as == LEFT_OUT


def _settled(word: _Word, said: Iterable[tuple[TokenOutput, PeoplesLabel]], left: list[str]) -> Correction | None:
    """What takes the place of a word's gold answer; if nothing does, that is told."""
    agreed = [(output, people) for output, people in said if people.label is not None]
    candidates = [(Correction(output.answer, people.source)) for output, people in agreed if output.answer != word.gold]
    adjudicated = [each for each in candidates if each.people == ADJUDICATED]
    for settled in (candidates, adjudicated):
        if len(settled) == 1:
            return settled[0]
    if candidates:
        all_said = "; ".join(f"{each.answer} ({each.people})" for each in candidates)
        left.append(f"{word}: people say different things of what is right: {all_said}")
    elif agreed:
        people = ", ".join(dict.fromkeys(people.source for _, people in agreed))
        left.append(f"{word}: the gold answer is called wrong ({people}), but nobody says what is right")
    else:
        left.append(f"{word}: people differ on whether the gold answer is wrong; settle it with `goed annotate`")
    return None
