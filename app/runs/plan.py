"""Which runs the grid has: models × splits × sizes × training seeds."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from app.errors import GoedError
from app.models.registry import Model
from app.store import runs as store_runs
from app.store import splits as store_splits
from app.store.runs import PlannedRun
from app.store.study import Study


@dataclass(frozen=True)
class Choice:
    """The part of the grid that the user wants; None stands for all."""

    models: Collection[str] | None = None
    languages: Collection[str] | None = None
    samplings: Collection[str] | None = None
    sizes: Collection[int] | None = None
    seeds: Collection[int] | None = None
    run_numbers: Collection[int] | None = None  # of runs that are there

    def has(self, split: store_splits.Split, size: int) -> bool:
        """Whether a cell of the grid is wanted."""
        return (
            (self.languages is None or split.language in self.languages)
            and (self.samplings is None or split.sampling in self.samplings)
            and (self.seeds is None or split.seed in self.seeds)
            and (self.sizes is None or size in self.sizes)
        )


def plan_runs(study: Study, models: Sequence[Model], choice: Choice, repeats: int) -> int:
    """Add the cells of the grid that are not there yet; how many runs were added."""
    cells = [
        (split, size)
        for split in store_splits.splits(study)
        for size in store_splits.sizes(study, split.id)
        if choice.has(split, size)
    ]
    if not cells:
        raise GoedError(
            "the study has no training set to run a model on; import a split with `goed import items FOLDER --as split`"
            if not store_splits.splits(study)
            else "no training set of the study is among those asked for; `goed status` shows what there is"
        )
    n_planned = 0
    for model in models:
        store_runs.set_model(study, model.name, model.kind, model.settings)
        seeds_each = repeats if model.uses_seed else 1
        n_planned += store_runs.plan(
            study,
            model.name,
            [(split.id, size, split.seed + number) for split, size in cells for number in range(seeds_each)],
        )
    return n_planned


def wanted_runs(study: Study, runs: Sequence[PlannedRun], choice: Choice) -> list[PlannedRun]:
    """Those runs that the user's choice takes in."""
    by_id = {split.id: split for split in store_splits.splits(study)}
    return [
        run
        for run in runs
        if choice.has(by_id[run.split_id], run.size)
        and (choice.models is None or run.model in choice.models)
        and (choice.run_numbers is None or run.id in choice.run_numbers)
    ]
