"""What `--by` can tell items of inflection apart by, and what a training set has shown of them."""

from __future__ import annotations

from collections.abc import Sequence

from goed.domains.domain import Breakdown
from goed.study.items import Item
from goed.study.splits import TrainingSet

GENDERS = ("MASC", "FEM", "NEUT")
HUMANNESS = ("HUM", "NHUM")
NONE = "none"


def _tag(tags: Sequence[str]) -> Breakdown:
    def value(item: Item, learned_from: TrainingSet) -> str:
        return next((tag for tag in item.features.split(";") if tag in tags), NONE)

    return value


def _seen_lemma(item: Item, learned_from: TrainingSet) -> str:
    return "seen" if item.word in learned_from.words else "unseen"


def _seen_features(item: Item, learned_from: TrainingSet) -> str:
    return "seen" if item.features in learned_from.features else "unseen"


def _seen(item: Item, learned_from: TrainingSet) -> str:
    """As the shared tasks' evaluation parts test items: what of the pair stood in training, though not together."""
    names = {
        (True, True): "both",
        (True, False): "lemma",
        (False, True): "features",
        (False, False): "neither",
    }
    return names[item.word in learned_from.words, item.features in learned_from.features]


BREAKDOWNS: dict[str, Breakdown] = {
    "gender": _tag(GENDERS),
    "humanness": _tag(HUMANNESS),
    "seen": _seen,
    "seen_lemma": _seen_lemma,
    "seen_features": _seen_features,
}
