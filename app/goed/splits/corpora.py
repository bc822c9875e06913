"""Splits of corpora: drawn or given, stored with the items that they ask about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from goed.domains.registry import domain_of, domains
from goed.domains.text_predictions import learning_from_text, told_among
from goed.errors import GoedError
from goed.labels.relabel import label_missing
from goed.models.text import Text
from goed.splits.utterances import (
    Order,
    UtterancePool,
    draw_utterances,
    n_heard_before,
    n_utterances_of_size,
    usual_sizes,
)
from goed.study.corpora import CorpusRow
from goed.study.corpus_texts import utterances_of
from goed.study.items import ItemBook, NewItem
from goed.study.places import text_of
from goed.study.study import Study
from goed.study.text_splits import PARTS, NewTextSplit, UtterancePlaces, add_text_split, check_text_split

GIVEN, TRANSDUCTIVE = "given", "transductive"
UTTERANCES_AT_ONCE = 400  # whose items are added in one transaction: the lock is held for some hundredths of a second


def domains_for(study: Study, corpus: CorpusRow, wanted: str | None = None) -> list[str]:
    """The domains that can ask about a corpus, or the one that is wanted; an error says why it cannot."""
    problems = problems_of_domains(study, corpus)
    problems = {name: problem for name, problem in problems.items() if wanted in (None, name)}
    found = [name for name, problem in problems.items() if not problem]
    if wanted and not found:
        raise GoedError(f"the corpus {corpus.name} is nothing for {domain_of(wanted).name}: {problems[wanted]}")
    return found


def problems_of_domains(study: Study, corpus: CorpusRow) -> dict[str, str]:
    """Why each domain cannot ask about a corpus; empty for those that can."""
    text = _text_to_ask_about(study, corpus)
    return {
        name: domain.text.problem_of(text) if domain.text else "it learns from items, not from corpora"
        for name, domain in domains().items()
    }


def _text_to_ask_about(study: Study, corpus: CorpusRow) -> Text:
    """The sections of a corpus that its splits ask about, where it has them: what is learned from need not be gold."""
    text, sections = text_of(study, corpus.id), utterances_of(study, corpus.id).sections
    asked = np.flatnonzero(sections.is_any_of(PARTS))
    has_test = sections.is_any_of(["test"]).any()
    return text.utterances(asked) if has_test else text


def given_split(
    study: Study, corpus: CorpusRow, domain: str, learn_from: str = "training", name: str | None = None
) -> NewTextSplit:
    """The split that a corpus's own sections make, at full size.

    Where learners see the text of all sections, these are the training set, in the order train, dev, test; its name
    says so in every table.
    """
    name = name or (TRANSDUCTIVE if learn_from == "all" else GIVEN)
    text, sections = text_of(study, corpus.id), utterances_of(study, corpus.id).sections
    parts = {part: np.flatnonzero(sections.is_any_of([part])).astype(np.int32) for part in PARTS}
    if not len(parts["test"]):
        raise GoedError(
            f"the corpus {corpus.name} has no section test; say with `goed import corpus --test` what it is, or draw "
            "one with `goed split --order uniform`"
        )
    training = np.flatnonzero(~sections.is_any_of(PARTS)).astype(np.int32)
    if learn_from == "all":
        training = np.concatenate([training, *parts.values()])
    size = int(text.lengths[training].sum())
    sizes = {size: len(training)}
    return NewTextSplit(domain, corpus.language, corpus.id, name, 0, True, training, sizes, parts, learn_from)


class TextDraw(NamedTuple):
    """How a corpus is to be drawn from."""

    order: Order
    seeds: int = 1
    sizes: Sequence[int] | None = None  # in tokens; None: 100, 300, 1,000 …, and all
    dev: int | None = None  # utterances; None: as the corpus has it
    test: int | None = None
    name: str | None = None


def drawn_splits(study: Study, corpus: CorpusRow, domain: str, draw: TextDraw) -> list[NewTextSplit]:
    """Draw splits without storing them: one for each seed, or for each child in the order `child`.

    A child all of whose utterances are for dev or test gets none.
    """
    text = text_of(study, corpus.id)
    pool = UtterancePool(corpus.name, corpus.language, utterances_of(study, corpus.id))
    seeds = {"child": max(1, len(pool.children)), "given": 1}.get(draw.order, draw.seeds)
    splits = []
    for seed in range(seeds):
        drawn = draw_utterances(pool, draw.order, seed, draw.dev, draw.test)
        if not len(drawn.training):
            continue
        n_tokens = int(text.lengths[drawn.training].sum())
        sizes = draw.sizes or usual_sizes(n_tokens)
        if draw.order == "child":  # some children are recorded less than others
            sizes = [size for size in sizes if size <= n_tokens] or [n_tokens]
        n_utterances = {size: n_utterances_of_size(drawn.training, text.lengths, size, corpus.name) for size in sizes}
        parts = {"dev": drawn.dev.astype(np.int32), "test": drawn.test.astype(np.int32)}
        name = draw.name or draw.order
        is_given = draw.order == "given"
        training = drawn.training.astype(np.int32)
        of_corpus = (domain, corpus.language, corpus.id, name, seed, is_given, training)
        splits.append(NewTextSplit(*of_corpus, n_utterances, parts, n_without_age=drawn.n_without_age))
    if not splits:
        raise GoedError(f"{corpus.name}: no utterance of a child is left to learn from; ask for less with --test")
    return splits


def children_without_split(study: Study, corpus: CorpusRow, splits: Sequence[NewTextSplit]) -> list[str]:
    """The children that splits in the order `child` leave out."""
    children = UtterancePool(corpus.name, corpus.language, utterances_of(study, corpus.id)).children
    there = {split.seed for split in splits}
    return [child for number, child in enumerate(children) if number not in there]


def n_known_test_utterances(study: Study, split: NewTextSplit) -> int:
    """How many utterances of the test part also stand in the largest training set, word for word."""
    text = text_of(study, split.corpus_id)
    return n_heard_before(text, split.training[: max(split.sizes.values())].astype(np.int64), split.parts["test"])


def store_text_splits(study: Study, splits: Sequence[NewTextSplit]) -> list[bool]:
    """Store splits of one corpus with their items; says of each whether it was new to the study."""
    for split in splits:
        check_text_split(study.connection, split)
    if splits:
        _add_items(study, splits)
    added = []
    for split in splits:
        with study.transaction() as db:
            added.append(add_text_split(db, split))
    label_missing(study, sorted({split.language for split in splits}))
    return added


def _add_items(study: Study, splits: Sequence[NewTextSplit]) -> None:
    """Add the items of all utterances that the splits ask about, those that are not there yet."""
    first = splits[0]
    text = text_of(study, first.corpus_id)
    forms = text.columns["form"]
    counts = np.bincount(forms.codes, minlength=len(forms.values))
    of_parts = np.unique(np.concatenate([part for split in splits for part in (*split.parts.values(), split.core)]))
    asked = told_among(text, of_parts, first.domain)
    for start in range(0, len(asked), UTTERANCES_AT_ONCE):
        new = list(_items(text, asked[start : start + UTTERANCES_AT_ONCE], first, counts))
        with study.transaction() as db:
            book = ItemBook(db, first.language, None, first.domain)
            for item in new:
                book.item(item)
            book.save()


def _items(text: Text, utterances: UtterancePlaces, split: NewTextSplit, counts: np.ndarray) -> Iterable[NewItem]:
    part = text.utterances(utterances)
    asked = learning_from_text(split.domain).asked(part)
    forms = part.columns["form"]
    tokens = text.tokens_of(utterances)[asked.tokens].tolist()
    codes = forms.codes[asked.tokens].tolist()
    for token, code, features, gold in zip(tokens, codes, asked.features, asked.golds, strict=True):
        yield NewItem(forms.values[code], gold, features, float(counts[code]), split.corpus_id, token)
