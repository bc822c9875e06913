"""What is told of the words of corpora in tables: where they stand, what they are, and answers in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from goed.domains.domain import Breakdown, Domain
from goed.domains.registry import domain_of
from goed.study.items import Item
from goed.study.output_words import OutputWords
from goed.study.splits import TrainingSet

WHERE = ("corpus", "utterance", "position")
GOLD_IN_WORDS, PREDICTED_IN_WORDS = "gold_in_words", "predicted_in_words"


class TokenColumns:
    """The columns of a domain for the words that it asks about."""

    def __init__(self, domain: str, from_training: bool = False) -> None:
        self._domain: Domain = domain_of(domain)
        of_domain = self._domain.breakdowns
        self._properties: dict[str, Breakdown] = {
            name: of_domain[name] for name in of_domain if from_training or name not in self._domain.from_training
        }

    @property
    def names(self) -> tuple[str, ...]:
        """Where a word stands, the word, what is asked, and properties of it."""
        return (*WHERE, self._domain.word, self._domain.features, *self._properties)

    def of(self, item: Item, learned_from: TrainingSet) -> tuple[object, ...]:
        """The values of these columns for a word."""
        assert item.place is not None, "a word stands in a corpus"
        where = (item.place.corpus, item.place.utterance + 1, item.place.position)
        return (*where, item.word, item.features, *(each(item, learned_from) for each in self._properties.values()))

    def in_words(self, language: str, item: Item, answers: Iterable[str]) -> Sequence[str]:
        """Answers to an item as people are shown them: the word that is the head."""
        output = OutputWords(
            0,
            item.id,
            language,
            item.word,
            item.features,
            item.gold,
            "",
            None,
            None,
            None,
            self._domain.name,
            item.place,
        )
        return [self._domain.in_words(output, answer) for answer in answers]
