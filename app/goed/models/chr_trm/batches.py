"""What the network reads and writes, as numbers and as tensors: words and features, side by side without padding."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import NamedTuple

import torch
from torch import Tensor

from goed.models.interface import Example, Question

PAD, BOS, EOS, UNK = range(4)
SPECIALS = 4
UNKNOWN = "<UNK>"  # how a predicted UNK is printed
TAG, CHARACTER = 0, 1  # the two types of source tokens: tags, and everything else
HEADS = 4  # of every attention
ROUND = 16  # blocks, and batches that are filled up, have a multiple of so many tokens


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


@dataclass(frozen=True)
class Packed:
    """The tokens of a batch, sequence after sequence without padding: sequences of 3 and 2 tokens make five rows.

    All that looks at one token alone (linear layers, norms, dropout) runs over these rows, and spends nothing on
    padding. Attention needs a block of `count` × `longest` places.
    """

    tokens: Tensor
    types: Tensor
    positions: Tensor
    place: Tensor  # of each row in the block, which is read line by line
    filler: Tensor  # count × longest: the row in each place; where it is padding, some row of the same sequence
    is_padding: Tensor  # count × longest
    _cuts: dict[int, tuple[Tensor, Tensor]] = field(default_factory=dict, repr=False)

    def masked(self, share: float, draws: torch.Generator) -> Packed:
        """The same with a random share of the characters made UNK; tags, BOS and EOS stay."""
        chosen = torch.rand(self.tokens.shape, generator=draws).to(self.tokens.device) < share
        hidden = chosen & (self.tokens >= SPECIALS) & (self.types == CHARACTER)
        return replace(self, tokens=self.tokens.masked_fill(hidden, UNK))

    @property
    def sequence(self) -> Tensor:
        """Of each row, to which sequence it belongs."""
        return self.place // self.longest

    def last(self, tokens: int) -> Tensor:
        """The last tokens before the EOS of each sequence (sequence, token); its first for those that it has not."""
        ends = (~self.is_padding).sum(1).cumsum(0)
        starts = torch.cat([ends.new_zeros(1), ends[:-1]])
        rows = ends[:, None] - 2 - torch.arange(tokens, device=ends.device)
        return self.tokens[torch.maximum(rows, starts[:, None])]

    @property
    def count(self) -> int:
        """How many sequences there are."""
        return self.is_padding.shape[0]

    @property
    def longest(self) -> int:
        """The length of the longest sequence, rounded up."""
        return self.is_padding.shape[1]

    @classmethod
    def of(
        cls,
        tokens: Sequence[Sequence[int]],
        types: Sequence[Sequence[int]] | None = None,
        positions: Sequence[Sequence[int]] | None = None,
        device: torch.device | str = "cpu",
    ) -> Packed:
        """Pack sequences; without types all are characters, without positions they are counted from 1."""
        sizes = torch.tensor([len(each) for each in tokens])
        column = torch.arange(math.ceil(max(map(len, tokens)) / ROUND) * ROUND)
        is_padding = column >= sizes[:, None]
        starts = sizes.cumsum(0) - sizes
        rows = _joined(tokens)
        counted = (column + 1).expand_as(is_padding)[~is_padding]
        return cls(
            tokens=rows.to(device),
            types=(torch.full_like(rows, CHARACTER) if types is None else _joined(types)).to(device),
            positions=(counted if positions is None else _joined(positions)).to(device),
            place=(~is_padding).flatten().nonzero().flatten().to(device),
            filler=(starts[:, None] + column.expand_as(is_padding).masked_fill(is_padding, 0)).to(device),
            is_padding=is_padding.to(device),
        )

    def cut(self, parts: int) -> tuple[Tensor, Tensor]:
        """Indices between rows cut into parts × heads pieces, and a block for each part, sequence and head.

        The first says which piece stands in each place of the blocks, the second where each piece stands.
        """
        if parts not in self._cuts:
            pieces = parts * HEADS
            piece = torch.arange(pieces, device=self.place.device)
            in_places = self.filler[None, :, None, :] * pieces + piece.view(parts, 1, HEADS, 1)
            column = self.place % self.longest
            block = (piece // HEADS * self.count + self.sequence[:, None]) * HEADS + piece % HEADS
            self._cuts[parts] = in_places.flatten(), (block * self.longest + column[:, None]).flatten()
        return self._cuts[parts]


def _joined(sequences: Sequence[Sequence[int]]) -> Tensor:
    return torch.tensor(list(chain.from_iterable(sequences)))


def pack_sources(sources: Sequence[EncodedSource], device: torch.device | str = "cpu") -> Packed:
    """Sources as the encoder reads them."""
    tokens, types, positions = zip(*sources, strict=True)
    return Packed.of(tokens, types, positions, device)


def filled_up(items: Sequence[EncodedItem]) -> list[EncodedItem]:
    """Items with one of mere padding at the end, which makes sources and targets of a batch multiples of 16 rows.

    torch prepares and keeps machine code for every size of a bf16 product that it meets: where all sizes come up it
    takes more time, and twice the memory. Nothing is learned from the padding.
    """
    sources = sum(len(item.source.tokens) for item in items)
    targets = sum(len(item.target) - 1 for item in items)
    source_filler, target_filler = ROUND - sources % ROUND, ROUND - targets % ROUND
    source = EncodedSource((PAD,) * source_filler, (CHARACTER,) * source_filler, (0,) * source_filler)
    return [*items, EncodedItem(source, (PAD,) * (target_filler + 1))]


@dataclass(frozen=True)
class PackedBatch:
    """What one update learns from: sources, targets without their EOS, and the token that follows each of theirs."""

    source: Packed
    target: Packed
    following: Tensor

    @classmethod
    def of(cls, items: Sequence[EncodedItem], device: torch.device | str = "cpu") -> PackedBatch:
        """Pack items."""
        source = pack_sources([item.source for item in items], device)
        target = Packed.of([item.target[:-1] for item in items], device=device)
        return cls(source, target, _joined([item.target[1:] for item in items]).to(device))

    def exchanged(self, table: Tensor) -> PackedBatch:
        """The same with other tokens, in source and target alike; the table says which (sequence, token)."""
        sources, targets = self.source.sequence, self.target.sequence
        return PackedBatch(
            replace(self.source, tokens=table[sources, self.source.tokens]),
            replace(self.target, tokens=table[targets, self.target.tokens]),
            table[targets, self.following],
        )

    def masked(self, source: float, target: float, draws: torch.Generator) -> PackedBatch:
        """The same with some characters of sources and targets made UNK; what is to be predicted stays."""
        return replace(self, source=self.source.masked(source, draws), target=self.target.masked(target, draws))
