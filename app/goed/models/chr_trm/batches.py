"""Words and features as token numbers, packed into tensors without padding."""

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
HEADS = 4  # attention heads
ROUND = 16  # block lengths, and the numbers of rows in filled-up batches, are multiples of this


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
        """The number of source tokens: specials, characters and tags."""
        return self.target_size + len(self.tags)

    @property
    def target_size(self) -> int:
        """The number of target tokens: specials and characters."""
        return SPECIALS + len(self.characters)

    def numbered(self, characters: Iterable[str]) -> dict[str, int]:
        """The tokens of these characters, which must all occur in the training set."""
        return {character: self._of_character[character] for character in characters}

    def source(self, question: Question) -> EncodedSource:
        """Encode a lemma, preceded by its tags. Tags all have position 0; BOS has 1, the first character 2.

        An unseen tag becomes an UNK of type CHARACTER, which takes up a position and so shifts the lemma by one.
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
        """Encode a form between BOS and EOS."""
        return (BOS, *self._numbers(form), EOS)

    def items(self, examples: Iterable[Example]) -> list[EncodedItem]:
        """Examples as the network learns from them."""
        return [
            EncodedItem(self.source(Question(lemma, features)), self.target(form)) for lemma, form, features in examples
        ]

    def text(self, tokens: Sequence[int]) -> str:
        """Spell out target tokens as a form; PAD, BOS and EOS spell nothing."""
        return "".join(
            UNKNOWN if token == UNK else self.characters[token - SPECIALS] for token in tokens if token >= UNK
        )

    def _numbers(self, word: str) -> list[int]:
        return [self._of_character.get(character, UNK) for character in word]


def _tags(features: str) -> list[str]:
    return [tag for tag in features.split(";") if tag]


@dataclass(frozen=True)
class Packed:
    """The tokens of a batch in consecutive rows, without padding: sequences of 3 and 2 tokens make five rows.

    Layers that look at one token at a time (linear layers, norms, dropout) run over these rows and waste nothing on
    padding. Attention needs a padded block of `count` × `longest` places.
    """

    tokens: Tensor
    types: Tensor
    positions: Tensor
    place: Tensor  # the place of each row in the padded block, counted line by line
    filler: Tensor  # count × longest: the row at each place; for padding, some row of the same sequence
    is_padding: Tensor  # count × longest
    _cuts: dict[int, tuple[Tensor, Tensor]] = field(default_factory=dict, repr=False)

    def masked(self, share: float, draws: torch.Generator) -> Packed:
        """A copy with a random share of the characters replaced by UNK; tags, BOS and EOS stay."""
        chosen = torch.rand(self.tokens.shape, generator=draws).to(self.tokens.device) < share
        hidden = chosen & (self.tokens >= SPECIALS) & (self.types == CHARACTER)
        return replace(self, tokens=self.tokens.masked_fill(hidden, UNK))

    @property
    def sequence(self) -> Tensor:
        """The sequence that each row belongs to."""
        return self.place // self.longest

    def last(self, tokens: int) -> Tensor:
        """The last tokens before each sequence's EOS (sequence, token); its first token where it is too short."""
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
        """The length of the longest sequence, rounded up to a multiple of ROUND."""
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

    def head_block_indices(self, parts: int) -> tuple[Tensor, Tensor]:
        """Indices that move pieces of rows (parts × heads per row) into blocks and back.

        There is a block for each part, sequence and head. The first tensor gives the piece at each place of the blocks,
        the second the place of each piece.
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
    """Pack sources for the encoder."""
    tokens, types, positions = zip(*sources, strict=True)
    return Packed.of(tokens, types, positions, device)


def padded_to_round(items: Sequence[EncodedItem]) -> list[EncodedItem]:
    """Append an item of padding, so that the batch has multiples of 16 source rows and of target rows.

    torch prepares and keeps machine code for every size of bf16 product that it meets; with sizes of all kinds this
    costs time and doubles the memory. Nothing is learned from the padding.
    """
    sources = sum(len(item.source.tokens) for item in items)
    targets = sum(len(item.target) - 1 for item in items)
    source_filler, target_filler = ROUND - sources % ROUND, ROUND - targets % ROUND
    source = EncodedSource((PAD,) * source_filler, (CHARACTER,) * source_filler, (0,) * source_filler)
    return [*items, EncodedItem(source, (PAD,) * (target_filler + 1))]


@dataclass(frozen=True)
class PackedBatch:
    """What one update learns from: sources, targets without EOS, and the token that follows each target token."""

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
        """A copy with tokens exchanged in sources and targets; `table` (sequence, token) gives the new ones."""
        sources, targets = self.source.sequence, self.target.sequence
        return PackedBatch(
            replace(self.source, tokens=table[sources, self.source.tokens]),
            replace(self.target, tokens=table[targets, self.target.tokens]),
            table[targets, self.following],
        )

    def masked(self, source: float, target: float, draws: torch.Generator) -> PackedBatch:
        """A copy with some characters of sources and targets replaced by UNK; the tokens to predict stay."""
        return replace(self, source=self.source.masked(source, draws), target=self.target.masked(target, draws))
