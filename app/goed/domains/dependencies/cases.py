"""A word with its gold head and an answer: as the classifier is given it, and as people are shown it."""

from __future__ import annotations

from collections.abc import Sequence
from weakref import WeakKeyDictionary

from goed.domains.domain import Told
from goed.domains.sentence_drawing import Arc, Drawing
from goed.models.sentence import Sentence
from goed.study.items import Known
from goed.study.output_words import OutputWords
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
    """The sentence with the gold arc and the predicted one, then both heads in words."""
    assert output.place is not None, "a word stands in a sentence"
    place, sentence = output.place.position, output.place.sentence
    tags = sentence.layer(*COARSE_TAGS)
    arcs = [Arc(place, int(output.gold), output.features, is_gold=True)]
    if output.predicted.isdecimal() and not output.is_right:
        arcs.append(Arc(place, int(output.predicted), "answer", is_gold=False))
    drawing = Drawing(sentence.forms, place, arcs, tags, sentence.heads or ())
    heads = f"{in_words(output, output.gold)} ({output.features})"
    if not output.is_right:
        heads = f"gold {heads}; answer {in_words(output, output.predicted)}"
    where = f"{output.place.corpus}, sentence {output.place.utterance + 1:,}"
    return [
        Told("sentence", drawing=drawing),
        Told("word", f"{output.word} {tags[place - 1]}"),
        Told("head", heads),
        Told("from", f"{where} ({output.place.note})" if output.place.note else where),
    ]


def in_words(output: OutputWords, answer: str) -> str:
    """An answer as people are shown it: the word that is the head."""
    assert output.place is not None, "a word stands in a sentence"
    forms = output.place.sentence.forms
    if answer == "0":
        return "ROOT"
    return forms[int(answer) - 1] if answer.isdecimal() and int(answer) <= len(forms) else answer or "nothing"
