"""A sentence of a corpus, and the place of a word in it: what classifiers and screens are told of a word's context."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, eq=False)  # known by identity, so that what is worked out of it can be kept beside it
class Sentence:
    """The words of an utterance, and what is known of them."""

    layers: Mapping[str, tuple[str, ...]]  # form, and what else there is: lemma, upos, cpostag, postag, relation
    is_punctuation: tuple[bool, ...]
    heads: tuple[int, ...] | None = None  # places from 1, 0 for the root

    def __len__(self) -> int:
        return len(self.is_punctuation)

    @property
    def forms(self) -> tuple[str, ...]:
        """The words."""
        return self.layers["form"]

    def layer(self, *names: str) -> tuple[str, ...]:
        """The first of these layers that the corpus has; `_` for every word if it has none."""
        found = next((self.layers[name] for name in names if name in self.layers), None)
        return found if found is not None else ("_",) * len(self)


@dataclass(frozen=True, eq=False)
class Place:
    """Where a word stands."""

    sentence: Sentence
    position: int  # in the sentence, from 1
    corpus: str = ""  # its name
    utterance: int = 0  # of the corpus, from 0
    note: str = ""  # what the corpus says of the utterance: an id, a document, the child's age
