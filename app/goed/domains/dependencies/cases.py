"""A word with its gold head and an answer: as the classifier is given it, and as people are shown it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple
from weakref import WeakKeyDictionary

from goed.domains.domain import Told
from goed.domains.sentence_drawing import Arc, Drawing
from goed.models.sentence import Sentence
from goed.study.items import Known
from goed.study.output_words import AskedWords, OutputWords
from goed_classifiers.dependencies.attachment import WordAttachment
from goed_classifiers.dependencies.gold_tree import GoldTree, gold_tree
from goed_classifiers.dependencies.values import AttachmentCase, ParsedSentence

COARSE_TAGS = ("upos", "cpostag", "tag", "postag")  # the first of these that a corpus has

_parsed: WeakKeyDictionary[Sentence, ParsedSentence] = WeakKeyDictionary()  # a sentence has many words


def parsed(sentence: Sentence) -> ParsedSentence:
    """A sentence as the classifier knows it: no word hangs on punctuation."""
    if sentence not in _parsed:
        _parsed[sentence] = ParsedSentence(
            sentence.forms,
            sentence.layer(*COARSE_TAGS),
            _heads_of_words(sentence),
            sentence.layer("relation"),
            sentence.is_punctuation,
        )
    return _parsed[sentence]


def _heads_of_words(sentence: Sentence) -> tuple[int, ...]:
    """The head of each word; what hung on punctuation hangs on the next word above, or is a root."""
    assert sentence.heads is not None, "a treebank has heads"
    found = []
    for head, is_dropped in zip(sentence.heads, sentence.is_punctuation, strict=True):
        n_steps = 0
        while head and sentence.is_punctuation[head - 1]:
            head = sentence.heads[head - 1] if n_steps < len(sentence) else 0  # marks that hang on each other
            n_steps += 1
        found.append(-1 if is_dropped else head)
    return tuple(found)


def attachment_case(item: Known, answer: str) -> AttachmentCase:
    """An answer to an item, as the classifier is given it."""
    assert item.place is not None, "a word stands in a sentence"
    accepted = frozenset(int(each) for each in item.accepted if each.isdecimal())
    predicted = int(answer) if answer.isdecimal() else -1
    return AttachmentCase(parsed(item.place.sentence), item.place.position, predicted, accepted)


def told(output: OutputWords) -> Sequence[Told]:
    """The sentence with the gold arc and the predicted one, and where it is from."""
    assert output.place is not None, "a word stands in a sentence"
    place, sentence = output.place.position, output.place.sentence
    arcs = [Arc(place, int(output.gold), output.features, is_gold=True)]
    if output.predicted.isdecimal() and not output.is_right:
        arcs.append(Arc(place, int(output.predicted), "answer", is_gold=False))
    drawing = Drawing(sentence.forms, place, arcs, sentence.layer(*COARSE_TAGS), sentence.heads or ())
    where = f"{output.place.corpus}, sentence {output.place.utterance + 1:,}, word {place}"
    note = output.place.note
    return [Told("sentence", drawing=drawing), Told("from", f"{where} ({note})" if note else where)]


def item_in_words(item: AskedWords) -> str:
    """A word with its relation: dog nsubj."""
    return f"{item.word} {item.features}"


def in_words(item: AskedWords, answer: str) -> str:
    """An answer as people are shown it: the word that is the head."""
    assert item.place is not None, "a word stands in a sentence"
    if answer == "0":
        return "ROOT"
    forms = item.place.sentence.forms
    return forms[int(answer) - 1] if answer.isdecimal() and int(answer) <= len(forms) else answer or "nothing"


class WrongAttachment(NamedTuple):
    """What wrong heads have in common that may be judged together."""

    relation: str
    kind: str
    tag: str  # of the word
    gold: str  # the tag of its gold head; empty for the root
    predicted: str  # the tag of the head that a learner gave it


def changes(items: Sequence[AskedWords], answers: Sequence[str]) -> Iterator[WrongAttachment]:
    """For each answer: the word's relation, the kind of head that it was given, and the tags of the three words."""
    trees: dict[Sentence, GoldTree] = {}
    for item, answer in zip(items, answers, strict=True):
        assert item.place is not None, "a word stands in a sentence"
        sentence, place = item.place.sentence, item.place.position
        if sentence not in trees:
            trees[sentence] = gold_tree(parsed(sentence))
        tags = ("", *parsed(sentence).tags)
        gold, predicted = int(item.gold), int(answer) if answer.isdecimal() else len(tags)
        if predicted >= len(tags):
            yield WrongAttachment(item.features, "", tags[place], tags[gold], "")
        else:
            kind = WordAttachment(trees[sentence], place, gold, predicted).kind
            yield WrongAttachment(item.features, kind, tags[place], tags[gold], tags[predicted])
