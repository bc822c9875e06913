"""Words with their features, and the expert's lessons about them, as tensors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import torch
from torch import Tensor

from goed.models.cluzh import actions as edits
from goed.models.regularization import KEPT_AT_END, Exchange

BOS, EOS, PAD, UNKNOWN = range(4)  # special symbols in lemmas; actions have special numbers of their own
N_SPECIAL = 4
NO_LETTER = -1


class Symbols:
    """Characters or features of a training set, numbered in order of first appearance after the special ones."""

    def __init__(self, symbols: Iterable[str]) -> None:
        self._numbers = {symbol: N_SPECIAL + i for i, symbol in enumerate(dict.fromkeys(symbols))}

    def __len__(self) -> int:
        return N_SPECIAL + len(self._numbers)

    def numbers(self, symbols: Iterable[str]) -> list[int]:
        """The numbers of these symbols; all unseen ones are UNKNOWN."""
        return [self._numbers.get(symbol, UNKNOWN) for symbol in symbols]


class Word(NamedTuple):
    """A lemma between BOS and EOS, and its features, as numbers."""

    characters: list[int]
    features: list[int]


class WordBatch(NamedTuple):
    """A batch of words."""

    characters: Tensor  # (word, position), with BOS and EOS
    seen: Tensor  # (direction, position, word): what networks read, from each word's start and from its end
    backward_order: Tensor  # (position, word): the step at which each position is read backwards; padding stays last
    lengths: Tensor  # of the lemmas
    features: Tensor  # (word, feature)

    def select_rows(self, rows: Tensor) -> WordBatch:
        """Some of the words, with no more padding than they need."""
        lengths = self.lengths[rows]
        longest = int(lengths.max()) + 2
        return WordBatch(
            self.characters[rows, :longest],
            self.seen[:, :longest, rows],
            self.backward_order[:longest, rows],
            lengths,
            self.features[rows],
        )

    def with_characters(self, characters: Tensor, masked: float = 0.0) -> WordBatch:
        """A copy with other characters; networks see a share (`masked`) of the letters as UNKNOWN."""
        seen = characters.t()
        if masked:
            is_hidden = torch.rand(seen.shape, device=seen.device) < masked
            seen = seen.masked_fill(is_hidden & (seen >= N_SPECIAL), UNKNOWN)
        return self._replace(characters=characters, seen=both_ways(seen, self.backward_order))

    def last(self, letters: int) -> Tensor:
        """The last letters of each word (word, letter); BOS where a word is too short."""
        places = self.lengths.unsqueeze(1) - torch.arange(letters, device=self.lengths.device)
        return self.characters.gather(1, places.clamp(min=0))


def batch_of(words: Sequence[Word], device: torch.device) -> WordBatch:
    """Put words into a batch, padding the shorter ones."""
    longest = max(len(word.characters) for word in words)
    backwards = [[*range(len(word.characters) - 1, -1, -1), *range(len(word.characters), longest)] for word in words]
    backward_order = torch.tensor(backwards, device=device).t()
    characters = filled([word.characters for word in words], PAD, device)
    return WordBatch(
        characters,
        both_ways(characters.t(), backward_order),
        backward_order,
        torch.tensor([len(word.characters) - 2 for word in words], device=device),
        filled([word.features for word in words], PAD, device),
    )


def both_ways(characters: Tensor, backward_order: Tensor) -> Tensor:
    """Words (position, word) read forwards and backwards (direction, position, word)."""
    return torch.stack([characters, characters.gather(0, backward_order)])


def filled(rows: Sequence[Sequence[int]], filling: int, device: torch.device) -> Tensor:
    """Rows of numbers as one tensor, with shorter rows filled up."""
    longest = max(map(len, rows))
    return torch.tensor([[*row, *[filling] * (longest - len(row))] for row in rows], device=device)


class ChooserContext(NamedTuple):
    """What the choice of an action depends on, apart from the decoder's state."""

    letters_left: Tensor  # whether the pointer stands before a letter
    repeating: Tensor  # the insertion that would repeat the letter just written; NO_ACTION where none was

    def flat(self) -> ChooserContext:
        """A copy with its dimensions flattened into one."""
        return ChooserContext(self.letters_left.flatten(), self.repeating.flatten())


class ExpertStep(NamedTuple):
    """One step of the expert: the pointer's position, the action taken, and all actions that are as good."""

    pointer: int
    action: int
    optimal: tuple[int, ...]  # the action taken stands first


class Lesson(NamedTuple):
    """A word, and the steps by which the expert writes its form."""

    word: Word
    steps: Sequence[ExpertStep]


class LessonBatch(NamedTuple):
    """A batch of lessons."""

    words: WordBatch
    pointers: Tensor  # (step, word)
    before: Tensor  # (step, word): the action taken before
    optimal: Tensor  # (step, word, one or several): actions to learn
    is_there: Tensor  # (step, word, one or several): False where a step has fewer optimal actions than another
    lengths: Tensor  # (word): steps
    situation: ChooserContext | None = None  # (step, word), once networks have computed it

    def select_rows(self, rows: Tensor) -> LessonBatch:
        """Some of the lessons, with no more padding than they need."""
        lengths = self.lengths[rows]
        longest = int(lengths.max())
        return LessonBatch(
            self.words.select_rows(rows),
            self.pointers[:longest, rows],
            self.before[:longest, rows],
            self.optimal[:longest, rows],
            self.is_there[:longest, rows],
            lengths,
            self.situation and ChooserContext(*(each[:longest, rows] for each in self.situation)),
        )


def batch_of_lessons(lessons: Sequence[Lesson], all_optimal: bool, device: torch.device) -> LessonBatch:
    """Put lessons into a batch, with all optimal actions or only the first."""
    paths = [lesson.steps for lesson in lessons]
    most = max(len(step.optimal) for path in paths for step in path) if all_optimal else 1
    optimal = torch.stack(
        [
            filled([[(*step.optimal, *[-1] * most)[place] for step in path] for path in paths], edits.END, device).t()
            for place in range(most)
        ],
        dim=2,
    )
    return LessonBatch(
        words=batch_of([lesson.word for lesson in lessons], device),
        pointers=filled([[step.pointer for step in path] for path in paths], 0, device).t(),
        before=filled([[edits.BOS, *(step.action for step in path[:-1])] for path in paths], edits.PAD, device).t(),
        optimal=optimal.clamp(min=0),
        is_there=optimal >= 0,
        lengths=torch.tensor([len(path) for path in paths], device=device),
    )


class LetterExchanger:
    """Makes new lessons by exchanging letters: *print → printed* becomes *pmint → pminted*, with the same edits."""

    def __init__(self, exchange: Exchange, insertions: Sequence[int], n_actions: int) -> None:
        self._exchange = exchange
        device = exchange.ordered.device
        self._insertions = torch.tensor(insertions, device=device)
        written = [NO_LETTER] * n_actions  # the letter that each action writes, if it names one
        for letter, insertion in enumerate(insertions):
            if insertion != edits.NO_ACTION:
                written[insertion - 1] = written[insertion] = letter  # SUB(c) comes right before INS(c)
        self._written = torch.tensor(written, device=device)

    def exchanged(self, batch: LessonBatch, share: float) -> LessonBatch:
        """Exchange a share of each word's letters, everywhere in the word."""
        table = self._exchange.table(batch.words.last(KEPT_AT_END), share)
        return batch._replace(
            words=batch.words.with_characters(table.gather(1, batch.words.characters)),
            before=self._actions(batch.before, table),
            optimal=torch.stack([self._actions(each, table) for each in batch.optimal.unbind(2)], dim=2),
        )

    def _actions(self, actions: Tensor, table: Tensor) -> Tensor:
        """Exchange the letters that actions (step, word) write, unless no action writes the new letter."""
        letters = self._written[actions]
        others = self._insertions[table.t().gather(0, letters.clamp(min=0))]
        is_substitution = 1 - (actions - edits.N_SPECIAL) % 2
        return torch.where((letters != NO_LETTER) & (others != edits.NO_ACTION), others - is_substitution, actions)
