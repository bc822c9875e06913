"""What is known of items whatever any run makes of them, as columns of numbers: queues are filtered by it.

`tag=NOUN`: a name and a value. The names are the domain's own breakdowns that need no training set, its noun for
features (`relation`), and `corpus`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from goed.domains.domain import Domain
from goed.domains.registry import domains
from goed.errors import GoedError, quoted, unknown_name_error
from goed.study.items import Item, items_in_their_places, newest_item
from goed.study.selection import domains_there
from goed.study.splits import TrainingSet
from goed.study.study import Study

KEPT_AS = "item properties"  # by a study
NOT_HAD = -1  # the number of the value of items that do not have a property
ValueOf = Callable[[Item], str]


class ItemProperties:
    """The value of each property that each item has."""

    def __init__(self, study: Study) -> None:
        self.newest_item = newest_item(study)
        self._size = 1 + self.newest_item
        self._columns: dict[str, NDArray[np.int32]] = {}  # name → for each item the number of its value
        self._values: dict[str, dict[str, int]] = {}  # name → value → its number
        for name in domains_there(study):
            if name in domains():  # that of a package that is not installed cannot tell
                self._add(study, domains()[name])

    def _add(self, study: Study, domain: Domain) -> None:
        items = items_in_their_places(study, domain.name)
        for name, value_of in _properties(domain).items():
            column = self._columns.setdefault(name, np.full(self._size, NOT_HAD, np.int32))
            numbers = self._values.setdefault(name, {})
            for item in items:
                column[item.id] = numbers.setdefault(value_of(item), len(numbers))

    def values(self) -> Mapping[str, Sequence[str]]:
        """The values of each property in the order in which people are offered them: 2 before 10."""
        return {name: sorted(numbers, key=_in_order) for name, numbers in self._values.items()}

    def fitting(self, where: Sequence[str], size: int) -> NDArray[np.bool_]:
        """Which items have one of the wanted values of every property that `where` names, as a column of this size."""
        fits = np.ones(max(size, self._size), dtype=bool)
        for name, wanted in by_name(where).items():
            has = np.zeros(len(fits), dtype=bool)
            numbers = [self._values[name][value] for value in wanted if value in self._values.get(name, ())]
            if numbers:
                has[: self._size] = np.isin(self._columns[name], numbers)
            fits &= has
        return fits

    def refuse_unknown(self, where: Sequence[str]) -> None:
        """Raise an error for a name or a value that no item has."""
        for name, values in by_name(where).items():
            if name not in self._values:
                raise unknown_name_error(name, "property of this study's items", list(self._values))
            for value in values:
                if value not in self._values[name]:
                    raise unknown_name_error(value, name, self.values()[name])


def item_properties(study: Study) -> ItemProperties:
    """The properties of a study's items; read again only once there are more items."""
    kept: ItemProperties | None = study.kept.get(KEPT_AS)
    if kept is None or kept.newest_item != newest_item(study):
        kept = ItemProperties(study)
        keep_properties(study, kept)
    return kept


def keep_properties(study: Study, properties: ItemProperties) -> None:
    """Keep properties that were read in the background, with a connection of its own."""
    study.kept[KEPT_AS] = properties


def by_name(where: Sequence[str]) -> dict[str, list[str]]:
    """What is wanted of each property: tag=NOUN and tag=VERB are two values of one."""
    found: dict[str, list[str]] = {}
    for each in where:
        name, sign, value = each.partition("=")
        if not sign:
            raise GoedError(f"{quoted(each)} says no name and value: write tag=NOUN")
        found.setdefault(name, []).append(value)
    return found


def _properties(domain: Domain) -> dict[str, ValueOf]:
    found: dict[str, ValueOf] = {domain.features: lambda item: item.features}
    for name, breakdown in domain.breakdowns.items():
        if name not in domain.from_training:
            found[name] = lambda item, breakdown=breakdown: breakdown(item, TrainingSet())  # type: ignore[misc]
    if domain.text is not None:
        found["corpus"] = lambda item: item.place.corpus if item.place is not None else ""
    return found


def _in_order(value: str) -> tuple[bool, int, str]:
    digits = value.partition(" ")[0]
    return not digits.isdecimal(), int(digits) if digits.isdecimal() else 0, value
