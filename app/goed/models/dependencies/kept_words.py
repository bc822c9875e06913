"""The words of a text that learners of dependencies see: all but punctuation, and trees over them put back in place."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from goed.models.text import Text
from goed.scores.dependencies import ROOT, Trees, places_of
from goed.scores.values import Numbers

LONGEST = 200  # words; longer sentences are answered by right-branching, lest they take all time and memory


@dataclass(frozen=True)
class KeptWords:
    """A text without its punctuation. Utterances that have nothing else stay, empty."""

    text: Text

    @cached_property
    def tokens(self) -> Numbers:
        """The token in the text of each word."""
        return np.flatnonzero(~self.text.is_punctuation)

    @cached_property
    def lengths(self) -> Numbers:
        """How many words each utterance has."""
        utterances = np.repeat(np.arange(len(self.text.lengths)), self.text.lengths)
        return np.bincount(utterances[self.tokens], minlength=len(self.text.lengths))

    def told_of_long_ones(self) -> str | None:
        """How many utterances were too long to be parsed, in words; None if none was."""
        n_long = int((self.lengths > LONGEST).sum())
        told = f"{n_long:,} {'sentence' if n_long == 1 else 'sentences'} of more than {LONGEST} words"
        return f"{told} {'was' if n_long == 1 else 'were'} answered by right-branching" if n_long else None

    def forms(self) -> NDArray[np.object_]:
        """The words themselves."""
        return self.text.columns["form"].words(self.tokens)

    def in_text(self, trees: Trees) -> NDArray[np.int32]:
        """The heads of trees over the words as places in the utterances, punctuation counted.

        Punctuation is below the word before it, or else the word behind it; where there is no word at all, each token
        is below the one before.
        """
        n = len(self.text)
        places = places_of(self.text.lengths)
        heads = np.zeros(n, np.int64)
        words_places = np.append(places[self.tokens], ROOT)
        heads[self.tokens] = words_places[trees.parents]
        punctuation = np.flatnonzero(self.text.is_punctuation)
        first = np.arange(n)[punctuation] - places[punctuation] + 1
        behind = first + np.repeat(self.text.lengths, self.text.lengths)[punctuation]
        bounded = np.concatenate([[-1], self.tokens, [n]])
        where = np.searchsorted(bounded, punctuation)
        before, after = bounded[where - 1], bounded[where]
        heads[punctuation] = np.select(
            [before >= first, after < behind],
            [places[before], places[np.minimum(after, n - 1)]],
            places[punctuation] - 1,
        )
        return heads.astype(np.int32)
