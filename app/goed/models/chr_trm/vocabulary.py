"""Words and features as numbers: what the network reads and writes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from goed.models.interface import Example, Question

PAD, BOS, EOS, UNK = range(4)
SPECIALS = 4
UNKNOWN = "<UNK>"  # how a predicted UNK is printed
TAG, CHARACTER = 0, 1  # the two types of source tokens: tags, and everything else


class EncodedSource(NamedTuple):
    """What the encoder reads: BOS, the tags, the lemma's characters, EOS."""

    tokens: tuple[int, ...]
    types: tuple[int, ...]
    positions: tuple[int, ...]


class EncodedItem(NamedTuple):
    """A source with its target: BOS, the form's characters, EOS."""

    source: EncodedSource
    target: tuple[int, ...]


class Vocabulary:
    """The characters and tags of a training set. Whatever else comes up is UNK."""

    def __init__(self, examples: Iterable[Example]) -> None:
        examples = list(examples)
        self.characters = tuple(sorted({letter for lemma, form, _ in examples for letter in lemma + form}))
        self.tags = tuple(sorted({tag for example in examples for tag in _tags(example.features)}))
        self._of_character = {letter: number for number, letter in enumerate(self.characters, start=SPECIALS)}
        self._of_tag = {tag: number for number, tag in enumerate(self.tags, start=self.target_size)}

    @property
    def source_size(self) -> int:
        """Source tokens: specials, characters and tags."""
        return self.target_size + len(self.tags)

    @property
    def target_size(self) -> int:
        """Target tokens: specials and characters."""
        return SPECIALS + len(self.characters)

    def numbered(self, characters: Iterable[str]) -> dict[str, int]:
        """Characters of the training set, with their tokens."""
        return {character: self._of_character[character] for character in characters}

    def source(self, question: Question) -> EncodedSource:
        """A lemma with its tags in front. Tags have position 0; BOS has 1, the first character 2, however many tags.

        An unseen tag is an UNK of type CHARACTER that takes a position, so that the lemma moves by one.
        """
        tags = [self._of_tag.get(tag, UNK) for tag in _tags(question.features)]
        tokens = [BOS, *tags, *self._numbers(question.lemma), EOS]
        types = [TAG if token >= self.target_size else CHARACTER for token in tokens]
        positions, position = [], 0
        for kind in types:
            position += kind == CHARACTER
            positions.append(position if kind == CHARACTER else 0)
        return EncodedSource(tuple(tokens), tuple(types), tuple(positions))

    def target(self, form: str) -> tuple[int, ...]:
        """A form between BOS and EOS."""
        return (BOS, *self._numbers(form), EOS)

    def items(self, examples: Iterable[Example]) -> list[EncodedItem]:
        """Examples as the network learns from them."""
        return [
            EncodedItem(self.source(Question(lemma, features)), self.target(form)) for lemma, form, features in examples
        ]

    def text(self, tokens: Sequence[int]) -> str:
        """The form that a sequence of target tokens spells; PAD and BOS, which no training shows, spell nothing."""
        return "".join(
            UNKNOWN if token == UNK else self.characters[token - SPECIALS] for token in tokens if token >= UNK
        )

    def _numbers(self, word: str) -> list[int]:
        return [self._of_character.get(character, UNK) for character in word]


def _tags(features: str) -> list[str]:
    return [tag for tag in features.split(";") if tag]
