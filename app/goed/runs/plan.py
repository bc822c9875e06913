"""Planning runs: models × splits × sizes × training seeds."""

from __future__ import annotations

from collections.abc import Sequence

from goed.errors import GoedError, quoted
from goed.models.families import as_stored
from goed.models.model import Model
from goed.study import runs as store_runs
from goed.study import splits as store_splits
from goed.study.corpora import layer_names
from goed.study.runs import PlannedRun
from goed.study.selection import Selection
from goed.study.splits import Split
from goed.study.study import Study

LAYERS_WITHOUT_TAGS = frozenset(("form", "lemma", "head", "relation", "punctuation"))


def plan_runs(study: Study, models: Sequence[Model], selection: Selection, repeats: int) -> int:
    """Add the runs that the grid does not have yet; return how many.

    There are none of a model on a corpus that lacks the tags that it reads: see `what_cannot_be_read`.
    """
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
                for split, size in _cells_of(study, model, cells)
                for number in range(seeds_each)
            ],
        )
    return n_planned


def can_be_planned(study: Study, models: Sequence[Model], selection: Selection) -> bool:
    """Whether any of the models can learn from any of the training sets."""
    cells = _cells(study, selection)
    return any(_cells_of(study, model, cells) for model in models)


def what_cannot_be_read(study: Study, models: Sequence[Model], selection: Selection) -> dict[str, list[Model]]:
    """Sentences that say which corpora lack tags, each with the models that read them."""
    found: dict[str, list[Model]] = {}
    one_of_each = {(split.domain, split.corpus): split for split, _ in _cells(study, selection) if split.corpus}
    for split in one_of_each.values():
        for model in models:
            if split.domain == model.domain and _lacks(study, model, split):
                there = ", ".join(
                    name for name in layer_names(study, split.corpus_id) if name not in LAYERS_WITHOUT_TAGS
                )
                sentence = f"{split.corpus} has no tags {quoted(model.reads)} (it has {there or 'words alone'})"
                found.setdefault(sentence, []).append(model)
    return found


def _cells_of(study: Study, model: Model, cells: Sequence[tuple[Split, int]]) -> list[tuple[Split, int]]:
    """The cells that a model can learn from."""
    lacking = {split.id for split, _ in cells if split.domain == model.domain and _lacks(study, model, split)}
    return [(split, size) for split, size in cells if split.domain == model.domain and split.id not in lacking]


def _lacks(study: Study, model: Model, split: Split) -> bool:
    """Whether a model cannot learn from a split, because its corpus lacks the tags that it reads."""
    return bool(model.reads and split.corpus_id) and model.reads not in layer_names(study, split.corpus_id)


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
