"""RANK (after Søgaard 2012): words are ranked in a graph of their sentence, and attached in the order of their ranks.

What words point at ranks high. Each points at its neighbours; at a neighbour once more if that is a function word; at
all words that begin or end otherwise than itself; and, where tags are read, at verbs, and verbs at nouns. The best
word is the root, and each next one takes the nearest word that is in the tree already.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence, Set

import numpy as np

from goed.models.dependencies.kept_words import LONGEST, KeptWords
from goed.models.dependencies.settings import RankSettings
from goed.models.dependencies.universal_tags import may_govern, universal_tags
from goed.models.text import Text, TextTask, TokenAnswers
from goed.scores.dependencies import ROOT, Trees
from goed.scores.values import Shares

NO_TAGS = "none"  # words alone are read
TOLERANCE = 1e-5  # of a rank, on average
MOST_ROUNDS = 1000
FIRST_LETTERS, LAST_LETTERS = 2, 3  # by which words are compared


def predict(task: TextTask) -> TokenAnswers:
    """The trees of the questions; the training text says only which words are the commonest."""
    settings = task.settings_as(RankSettings)
    questions = KeptWords(task.questions)
    forms = [form.lower() for form in questions.forms()]
    reads_tags = settings.tags != NO_TAGS
    tags = universal_tags(questions, settings.tags) if reads_tags else [""] * len(forms)
    common = commonest(task.train, settings.function_words)
    heads: list[int] = []
    for end, n in zip(np.cumsum(questions.lengths).tolist(), questions.lengths.tolist(), strict=True):
        words, of_words = forms[end - n : end], tags[end - n : end]
        if n > LONGEST:
            heads += range(n)
        else:
            heads += heads_by_rank(ranks(words, of_words, common).tolist(), of_words, settings.with_rules)
    trees = Trees(np.array(heads, np.int64), questions.lengths)
    return TokenAnswers({task.settings["name"]: questions.in_text(trees)}, questions.told_of_long_ones())


def commonest(text: Text, number: int) -> Set[str]:
    """The commonest words of a text, in lower case; of words that are as common as each other, all or none."""
    words = KeptWords(text)
    column = text.columns["form"]
    counts: Counter[str] = Counter()
    of_forms = np.bincount(column.codes[words.tokens], minlength=len(column.values))
    for form, count in zip(column.values, of_forms.tolist(), strict=True):
        counts[form.lower()] += count
    most_of_others = max(sorted(counts.values(), reverse=True)[number:], default=0)
    return {form for form, count in counts.items() if count > most_of_others}


def ranks(words: Sequence[str], tags: Sequence[str], function_words: Set[str]) -> Shares:
    """The rank of each word of a sentence: how often somebody is there who goes from word to word for ever."""
    n = len(words)
    if n < 2:
        return np.ones(n)
    graph = _graph(words, tags, function_words)
    steps = graph / graph.sum(axis=1, keepdims=True)
    found = np.full(n, 1 / n)
    for _ in range(MOST_ROUNDS):
        before, found = found, found @ steps
        if np.abs(found - before).sum() < n * TOLERANCE:
            break
    return np.asarray(found)


def _graph(words: Sequence[str], tags: Sequence[str], function_words: Set[str]) -> Shares:
    """How much each word (row) points at each other one (column)."""
    places = np.arange(len(words))
    are_neighbours = np.abs(places[:, None] - places) == 1
    is_function_word = np.array([word in function_words for word in words])
    beginnings = np.array([word[:FIRST_LETTERS] for word in words])
    endings = np.array([word[-LAST_LETTERS:] for word in words])
    differ = (beginnings[:, None] != beginnings) | (endings[:, None] != endings)
    is_verb, is_noun = (np.array([tag == wanted for tag in tags]) for wanted in ("VERB", "NOUN"))
    graph = are_neighbours * (1.0 + is_function_word) + differ + is_verb + is_verb[:, None] * is_noun
    np.fill_diagonal(graph, 0)
    return np.asarray(graph)


def heads_by_rank(of_words: Sequence[float], tags: Sequence[str], with_rules: bool) -> list[int]:
    """The heads of a sentence from the ranks of its words, as places from 1; 0 is the root's."""
    order = sorted(range(len(of_words)), key=lambda word: (-of_words[word], word))
    if with_rules and "VERB" in tags:
        root = next(word for word in order if tags[word] == "VERB")
        order.remove(root)
        order.insert(0, root)
    heads = [ROOT] * len(of_words)
    for number, word in enumerate(order[1:], start=1):
        placed = order[:number]
        allowed = [each for each in placed if may_govern(tags[each], tags[word])] if with_rules else []
        heads[word] = min(allowed or placed, key=lambda each: abs(each - word)) + 1  # of those as near, the higher one
    return heads
