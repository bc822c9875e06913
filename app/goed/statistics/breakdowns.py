"""What `--by` can group items by: general properties, those of a domain, circumstances.

A circumstance is something that held for an item in one run. The values of millions of items are handled as numbers,
which numpy counts quickly, and turned into words at the end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from goed.domains.domain import Breakdown, Domain
from goed.domains.registry import domain_of, domains
from goed.errors import WrongUsageError
from goed.study import splits as store_splits
from goed.study.items import Item
from goed.study.measures import circumstances_of
from goed.study.splits import TrainingSet
from goed.study.study import Study
from goed.study.tallies import PartTally

Numbers = NDArray[np.int64]
NOWHERE = -1
NO_CIRCUMSTANCE = "none"  # the value of items that a circumstance does not hold for


def _frequency(item: Item, learned_from: TrainingSet) -> str:
    """Bands by powers of ten, the same in every study; no spreadsheet takes `10 to 99` for a date."""
    if item.frequency is None:
        return "unknown"
    if item.frequency < 1:
        return "under 1"
    digits = len(str(int(item.frequency)))
    return "10000 up" if digits > 4 else f"{10 ** (digits - 1)} to {10**digits - 1}"


def breakdowns_of(domain: Domain) -> Mapping[str, Breakdown]:
    """All breakdowns of a domain: its own, and general ones under its own nouns (`lemma` in inflection)."""
    everywhere: dict[str, Breakdown] = {
        "frequency": _frequency,
        domain.features: lambda item, learned_from: item.features,
        "gold_class": lambda item, learned_from: item.gold_class or "unknown",
        domain.word: lambda item, learned_from: item.word,
    }
    return {**everywhere, **domain.breakdowns}


def known_breakdowns(names: Sequence[str], others: Sequence[str]) -> list[str]:
    """The names that are breakdowns, each once; refuse a name that is neither a breakdown nor among `others`."""
    known = {name for domain in domains().values() for name in (*breakdowns_of(domain), *domain.circumstance_names)}
    for name in names:
        if name not in known and name not in others:
            raise WrongUsageError(f"--by knows {', '.join((*sorted(known), *others))}, not '{name}'")
    return [name for name in dict.fromkeys(names) if name in known]


def depend_on_the_run(breakdowns: Sequence[str]) -> list[str]:
    """Those of the breakdowns whose values depend on the training set or on the run."""
    changing = {name for domain in domains().values() for name in (*domain.from_training, *domain.circumstance_names)}
    return sorted(changing.intersection(breakdowns))


class ItemValues:
    """The values of breakdowns for the items of parts of runs."""

    def __init__(self, study: Study, breakdowns: Sequence[str]) -> None:
        self._study = study
        self._breakdowns = breakdowns
        self._known: dict[tuple[int, ...] | tuple[int, str, int], dict[int, tuple[str, ...]]] = {}

    def of(self, tally: PartTally) -> dict[int, tuple[str, ...]]:
        """The values of every item of a part: item id → one value per breakdown."""
        domain = domain_of(tally.domain)
        known = breakdowns_of(domain)
        for name in self._breakdowns:
            if name not in known and name not in domain.circumstance_names:
                raise WrongUsageError(f"--by {name} is not known in {domain.name}, which has {', '.join(known)}")
        needs_training = not domain.from_training.isdisjoint(self._breakdowns)
        of_run = [name for name in self._breakdowns if name in domain.circumstance_names]
        depends_on_size = needs_training or tally.part == "core"
        key = (tally.run_part_id,) if of_run else (tally.split_id, tally.part, tally.size if depends_on_size else 0)
        if key not in self._known:
            learned_from = TrainingSet()
            if needs_training:
                learned_from = store_splits.training_set(self._study, tally.split_id, tally.size)
            of_items = {name: _held_in(circumstances_of(self._study, tally.run_part_id, name)) for name in of_run}
            functions = [{**known, **of_items}[name] for name in self._breakdowns]
            items = store_splits.part_items(self._study, tally.split_id, tally.part, tally.size)
            self._known[key] = {item.id: tuple(value(item, learned_from) for value in functions) for item in items}
        return self._known[key]


def _held_in(values: Mapping[int, str]) -> Breakdown:
    return lambda item, learned_from: values.get(item.id, NO_CIRCUMSTANCE)


class CodedValues:
    """A number for each combination of breakdown values that items have, so that numpy can count them."""

    def __init__(self, study: Study, breakdowns: Sequence[str]) -> None:
        self._breakdowns = list(breakdowns)
        self._values = ItemValues(study, breakdowns)
        self._numbers: dict[tuple[str, ...], int] = {}
        self._of_part: dict[int, tuple[Numbers, Numbers]] = {}  # by id() of the dictionary that ItemValues keeps

    def items_and_codes(self, tally: PartTally) -> tuple[Numbers, Numbers]:
        """The ids of the items that a part asks for, in the split's order, and the number of each one's values."""
        values = self._values.of(tally)
        if id(values) not in self._of_part:
            codes = [self._numbers.setdefault(value, len(self._numbers)) for value in values.values()]
            self._of_part[id(values)] = np.array(list(values), dtype=np.int64), np.array(codes, dtype=np.int64)
        return self._of_part[id(values)]

    def to_words(self, grid: pd.DataFrame, of_place: Numbers, of_value: Numbers) -> pd.DataFrame:
        """Turn pairs of numbers into words: rows `of_place` of `grid`, beside the values numbered `of_value`."""
        values = pd.DataFrame(list(self._numbers), columns=self._breakdowns, index=range(len(self._numbers)))
        tables = [grid.take(of_place), values.take(of_value)]
        return pd.concat([table.reset_index(drop=True) for table in tables], axis=1)


class ItemIndex:
    """Looks up by item id at which place an item stands among those that a part asks for."""

    def __init__(self, item_ids: Numbers) -> None:
        self._place_of = np.full(int(item_ids.max(initial=0)) + 2, NOWHERE, dtype=np.int32)
        self._place_of[item_ids] = np.arange(len(item_ids), dtype=np.int32)

    def of(self, item_ids: NDArray[np.int32]) -> NDArray[np.int32]:
        """The place of each item; NOWHERE for items that the part does not ask for."""
        return self._place_of[np.minimum(item_ids, len(self._place_of) - 1)]
