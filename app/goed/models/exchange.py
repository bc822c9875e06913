"""Letters exchanged in lemma and form alike, others each time: made-up words that are inflected as the real ones are.

Only letters that inflection leaves alone take part, as *r* and *m* in English (*print → printed* gives *pmint →
pminted*) or the consonants of an Arabic root, and none that stands at the end of the lemma, which often tells how it is
inflected: German *-ling* or *-heit*. What stays the same is what is to be learned: the ending, the vowels, and that all
else is copied.
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
STABLE = 0.9  # of the pairs that have a letter, so many have it as often in the form as in the lemma


@dataclass(frozen=True)
class Exchange:
    """Which of a network's symbols may stand for which others."""

    ordered: Tensor  # every symbol once, for itself, and then those of each group side by side
    start: Tensor  # for each symbol: where its group begins
    size: Tensor  # for each symbol: how many its group has

    @classmethod
    def of(cls, letters: Mapping[str, int], n_symbols: int, device: torch.device) -> Exchange:
        """Letters, with their numbers, may stand for those of their kind: capital, small, of a script without case."""
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
