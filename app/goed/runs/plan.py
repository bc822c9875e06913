"""Planning runs: models × splits × sizes × training seeds."""

from __future__ import annotations

from collections.abc import Sequence

from goed.errors import GoedError
from goed.models.families import as_stored
from goed.models.model import Model
from goed.study import runs as store_runs
from goed.study import splits as store_splits
from goed.study.runs import PlannedRun
from goed.study.selection import Selection
from goed.study.splits import Split
from goed.study.study import Study


def plan_runs(study: Study, models: Sequence[Model], selection: Selection, repeats: int) -> int:
    """Add the runs that the grid does not have yet; return how many."""
    cells = _cells(study, selection)
    if not cells:
        raise GoedError(
            "the study has no training set to run a model on; draw some with `goed split`, "
            "or import a split with `goed import items FOLDER --as split`"
            if not store_splits.splits(study)
            else "no training set of the study is among those asked for; `goed status` shows what there is"
        )
    there = dict.fromkeys(split.domain for split, _ in cells)
    for model in models:
        if model.domain not in there:
            advice = "name with --model one that learns that"
            if model.kind == "external":
                advice = f'if the command learns that, say domain = "{next(iter(there))}" in [models.{model.name}]'
            raise GoedError(
                f"{model.name} learns {model.domain}, and what is asked for has {' and '.join(there)}; {advice}"
            )
    n_planned = 0
    for model in models:
        with_stored_settings(study, model)
        seeds_each = repeats if model.uses_seed else 1
        n_planned += store_runs.plan(
            study,
            model.key,
            [
                (split.id, size, split.seed + number)
                for split, size in cells
                if split.domain == model.domain
                for number in range(seeds_each)
            ],
        )
    return n_planned


def domains_asked_for(study: Study, selection: Selection) -> set[str]:
    """The domains of the cells that are wanted."""
    return {split.domain for split, _ in _cells(study, selection)}


def _cells(study: Study, selection: Selection) -> list[tuple[Split, int]]:
    """The training sets that the selection wants: splits and sizes."""
    return [
        (split, size)
        for split in store_splits.splits(study)
        for size in store_splits.sizes(study, split.id)
        if selection.has(split, size=size)
    ]


def with_stored_settings(study: Study, model: Model) -> Model:
    """The model with the settings it has in this study, which are stored if they are new.

    Stored settings hold unless the user chose others: a model that was planned on a laptop keeps `schedule = "quick"`
    on a machine with a GPU, and after goed's own presets have changed.
    """
    if model.user_settings is not None:
        stored = store_runs.stored_settings(study, model.family, model.kind, model.domain)
        model = model if stored is None else as_stored(model, stored)
    for name in model.family:  # one training fills them all, so they have the same settings
        if name == model.name or store_runs.stored_settings(study, [name], model.kind, model.domain) is not None:
            store_runs.set_model(study, name, model.kind, model.settings, model.domain)
    return model


def wanted_runs(study: Study, runs: Sequence[PlannedRun], selection: Selection) -> list[PlannedRun]:
    """The runs that a selection includes."""
    by_id = {split.id: split for split in store_splits.splits(study)}
    return [run for run in runs if selection.has(by_id[run.split_id], size=run.size, model=run.model, run=run.id)]
