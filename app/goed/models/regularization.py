"""Keeping networks from learning words by heart: dropout, and exchanging letters.

Dropout masks come from comparing random bytes, at a tenth of the cost of drawing each element by itself on a CPU.

Letters are exchanged in lemma and form alike, differently each time, so that the made-up words are inflected like the
real ones. Only letters that inflection leaves alone take part, such as *r* and *m* in English (*print → printed* gives
*pmint → pminted*) or the consonants of an Arabic root. Letters at the end of the lemma stay, since the end often
decides how it is inflected (German *-ling*, *-heit*). So the ending, the vowels, and the copying of everything else
remain to be learned.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import torch
from torch import Tensor

from goed.models.interface import Example

KEPT_AT_END = 3  # letters of a lemma
STABLE = 0.9  # a letter is stable if this share of the pairs with it has it as often in the form as in the lemma


class Dropout:
    """Sets a share of elements to zero and scales the rest up, drawing from a generator of its own if it has one.

    The share is rounded to 256ths: 0.3 is 77/256.
    """

    def __init__(self, share: float, generator: torch.Generator | None = None) -> None:
        self.kept = round(256 * (1 - share))  # of 256 byte values
        self.generator = generator

    def __call__(self, x: Tensor) -> Tensor:
        """Drop elements of x."""
        return x * self.mask(x) if self.kept < 256 else x

    def add(self, x: Tensor, y: Tensor) -> Tensor:
        """x plus y after dropout: a residual branch."""
        return torch.addcmul(x, y, self.mask(y)) if self.kept < 256 else x + y

    def mask(self, like: Tensor) -> Tensor:
        """Zeros, and 1 / (1 - share) where an element is kept."""
        words = torch.empty((like.numel() + 7) // 8, dtype=torch.int64, device=like.device)
        words.random_(-(2**63), None, generator=self.generator)  # eight random bytes each
        random_bytes = words.view(torch.uint8)[: like.numel()].view(like.shape)
        # Written into the mask's own type: a mask of booleans would have to be converted, which is slow.
        return torch.lt(random_bytes, self.kept, out=torch.empty_like(like)).mul_(256 / self.kept)


NO_DROPOUT = Dropout(0)  # for decoding


@dataclass(frozen=True)
class Exchange:
    """Which symbols of a network may be exchanged for which others."""

    ordered: Tensor  # every symbol by itself, then the members of each group side by side
    start: Tensor  # for each symbol: where its group begins
    size: Tensor  # for each symbol: how many its group has

    @classmethod
    def of(cls, letters: Mapping[str, int], n_symbols: int, device: torch.device) -> Exchange:
        """Let letters, given with their numbers, be exchanged within their kind: capital, small, or without case."""
        groups: dict[str, list[int]] = {}
        for letter, number in letters.items():
            groups.setdefault(unicodedata.category(letter), []).append(number)
        start, size = torch.arange(n_symbols), torch.ones(n_symbols, dtype=torch.long)
        ordered = list(range(n_symbols))
        for group in groups.values():
            start[group], size[group] = len(ordered), len(group)
            ordered += group
        return cls(torch.tensor(ordered, device=device), start.to(device), size.to(device))

    def table(self, kept: Tensor, share: float, draws: torch.Generator | None = None) -> Tensor:
        """For each word what its symbols become (word, symbol): a share of the letters become others.

        `kept` (word, any number) are symbols of each word that stay.
        """
        symbols = torch.arange(len(self.size), device=self.size.device)
        drawn = torch.rand(2, len(kept), len(symbols), generator=draws).to(symbols.device)
        others = self.ordered[self.start + (drawn[0] * self.size).long()]
        return torch.where(drawn[1] < share, others, symbols).scatter(1, kept, kept)


def stable_letters(examples: Iterable[Example]) -> list[str]:
    """Letters that a form nearly always has as often as its lemma, in alphabetical order."""
    there: Counter[str] = Counter()
    same: Counter[str] = Counter()
    for lemma, form, _ in examples:
        for letter in {*lemma, *form}:
            there[letter] += 1
            same[letter] += lemma.count(letter) == form.count(letter)
    return sorted(letter for letter, times in there.items() if same[letter] >= STABLE * times)
