"""What `--by` can tell items apart by: frequency, features, gender, and whether a training set has shown them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from goed.errors import WrongUsageError
from goed.study import splits as store_splits
from goed.study.items import Item
from goed.study.splits import TrainingSet
from goed.study.study import Study
from goed.study.tallies import PartTally

GENDERS = ("MASC", "FEM", "NEUT")
HUMANNESS = ("HUM", "NHUM")
NONE = "none"


@dataclass(frozen=True)
class Seen:
    """The lemmas and the feature strings that a training set shows."""

    lemmas: frozenset[str]
    features: frozenset[str]

    @classmethod
    def in_set(cls, training_set: TrainingSet) -> Seen:
        """What stands in a training set, fine-tune part included."""
        items = [*training_set.train, *training_set.finetune]
        return cls(frozenset(item.word for item in items), frozenset(item.features for item in items))


Breakdown = Callable[[Item, Seen], str]


def _frequency(item: Item, seen: Seen) -> str:
    """Bands of powers of ten, the same in every study; named so that no spreadsheet takes them for dates."""
    if item.frequency is None:
        return "unknown"
    if item.frequency < 1:
        return "under 1"
    digits = len(str(int(item.frequency)))
    return "10000 up" if digits > 4 else f"{10 ** (digits - 1)} to {10**digits - 1}"


def _tag(tags: Sequence[str]) -> Breakdown:
    def value(item: Item, seen: Seen) -> str:
        return next((tag for tag in item.features.split(";") if tag in tags), NONE)

    return value


def _seen_lemma(item: Item, seen: Seen) -> str:
    return "seen" if item.word in seen.lemmas else "unseen"


def _seen_features(item: Item, seen: Seen) -> str:
    return "seen" if item.features in seen.features else "unseen"


def _seen(item: Item, seen: Seen) -> str:
    """As the shared tasks' evaluation parts test items: what of the pair stood in training, though not together."""
    names = {
        (True, True): "both",
        (True, False): "lemma",
        (False, True): "features",
        (False, False): "neither",
    }
    return names[item.word in seen.lemmas, item.features in seen.features]


BREAKDOWNS: dict[str, Breakdown] = {
    "frequency": _frequency,
    "features": lambda item, seen: item.features,
    "gender": _tag(GENDERS),
    "gold_class": lambda item, seen: item.gold_class or "unknown",
    "humanness": _tag(HUMANNESS),
    "lemma": lambda item, seen: item.word,
    "seen": _seen,
    "seen_lemma": _seen_lemma,
    "seen_features": _seen_features,
}
FROM_TRAINING = {"seen", "seen_lemma", "seen_features"}


def known_breakdowns(names: Sequence[str], others: Sequence[str]) -> list[str]:
    """The breakdowns among these names, each once; a name that is neither one nor among `others` is wrong."""
    for name in names:
        if name not in BREAKDOWNS and name not in others:
            raise WrongUsageError(f"--by knows {', '.join((*BREAKDOWNS, *others))}, not '{name}'")
    return [name for name in dict.fromkeys(names) if name in BREAKDOWNS]


class ItemValues:
    """The values of breakdowns for the items of parts of runs."""

    def __init__(self, study: Study, breakdowns: Sequence[str]) -> None:
        self._study = study
        self._breakdowns = [BREAKDOWNS[name] for name in breakdowns]
        self._needs_training = not FROM_TRAINING.isdisjoint(breakdowns)
        self._known: dict[tuple[int, str, int], dict[int, tuple[str, ...]]] = {}

    def of(self, tally: PartTally) -> dict[int, tuple[str, ...]]:
        """The values of every item of a part: item id → one value per breakdown."""
        depends_on_size = self._needs_training or tally.part == "core"
        key = (tally.split_id, tally.part, tally.size if depends_on_size else 0)
        if key not in self._known:
            seen = Seen(frozenset(), frozenset())
            if self._needs_training:
                seen = Seen.in_set(store_splits.training_set(self._study, tally.split_id, tally.size))
            items = store_splits.part_items(self._study, tally.split_id, tally.part, tally.size)
            self._known[key] = {item.id: tuple(function(item, seen) for function in self._breakdowns) for item in items}
        return self._known[key]
