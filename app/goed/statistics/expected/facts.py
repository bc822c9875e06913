"""What measures can ask of one model: its proportions by part, and the shapes of its trajectories."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from goed.domains.registry import AllSchemes
from goed.statistics.cell_counts import ModelCounts
from goed.statistics.expected.proportions import FEWEST_SIZES, ProportionOf
from goed.statistics.followed_items import HELD_OUT
from goed.statistics.shape import ALL_SEEDS, shape
from goed.statistics.two_way import Proportion, Resampled
from goed.study.selection import Selection
from goed.study.study import Study


class NoSuchDataError(Exception):
    """There are no such data; the message says which are missing."""


class ShapeRow(NamedTuple):
    """What `stats shape` says of a class of items, all seeds together."""

    shape: str
    n_items: int
    dip: float


class Shapes:
    """The shapes of all trajectories that are asked for, found when the first one is."""

    def __init__(self, study: Study, selection: Selection, languages: Collection[str], parts: Collection[str]) -> None:
        self._study = study
        by_default = None if HELD_OUT in parts else parts  # core, and test and dev together
        self._selection = replace(selection, languages=languages, parts=by_default)

    @cached_property
    def rows(self) -> Mapping[tuple[str, ...], ShapeRow]:
        """Language, sampling, model, part and class → what was found."""
        table = shape(self._study, self._selection)
        table = table[table["seed"] == ALL_SEEDS]
        keys = table[["language", "sampling", "model", "part", "gold_class"]].itertuples(index=False, name=None)
        found = table[["shape", "n_items", "dip"]].itertuples(index=False, name=None)
        return {key: ShapeRow(*row) for key, row in zip(keys, found, strict=True)}


@dataclass(frozen=True)
class Facts:
    """What is known of one model under one sampling of one language."""

    place: tuple[str, str, str]  # language, sampling, model
    cells: Mapping[str, ModelCounts]  # by part
    shapes: Shapes
    schemes: AllSchemes
    _known: dict[tuple[str, tuple[str, ...], tuple[str, ...]], Resampled] = field(default_factory=dict)

    def proportion(self, part: str, asked: ProportionOf) -> Proportion:
        """A proportion over its sizes."""
        n_sizes = len(self.sizes(part))
        if asked.when and n_sizes < FEWEST_SIZES:
            raise NoSuchDataError(f"fewer than {FEWEST_SIZES} sizes")
        return self.resampled(part, asked).over(asked.places(n_sizes))

    def resampled(self, part: str, asked: ProportionOf) -> Resampled:
        """A proportion at every size."""
        key = (part, asked.seen, asked.others)
        if key not in self._known:
            cell, schemes = self._cell(part), self.schemes
            among = cell.labelled_by(schemes.of(cell.domain, cell.language), schemes)  # what children are known for
            self._known[key] = cell.resampled(asked.seen, asked.others, among)
        return self._known[key]

    def sizes(self, part: str) -> list[int]:
        """The sizes at which there are predictions of a part."""
        return self._cell(part).sizes

    def shape(self, part: str, gold_class: str) -> ShapeRow:
        """The shape of the accuracy on the words of a class."""
        row = self.shapes.rows.get((*self.place, part, gold_class))
        if row is None:
            raise NoSuchDataError(f"no predictions of such words in part {part}")
        return row

    def _cell(self, part: str) -> ModelCounts:
        if part not in self.cells:
            raise NoSuchDataError(f"no predictions of part {part}")
        return self.cells[part]
