"""Which runs a declaration asks for, and how far they are."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from goed.making.declaration import Declaration
from goed.making.material import Material
from goed.making.stages import strategies_that_can_be_drawn
from goed.runs.plan import plan_runs
from goed.study import runs as store_runs
from goed.study import splits as store_splits
from goed.study.selection import Selection
from goed.study.study import Study


class DeclaredRuns(NamedTuple):
    """The runs of a declaration by their numbers."""

    done: list[int]
    to_do: list[int]  # planned, failed before, or left by a goed that was killed
    to_do_by_model: Counter[str]


def plan_declared_runs(study: Study, declaration: Declaration, material: Material) -> DeclaredRuns:
    """Plan what is not there yet."""
    choices = _choices(study, declaration, material)
    for choice in choices:
        plan_runs(study, declaration.runs.models, choice, declaration.runs.repeats)
    models = {model.key for model in declaration.runs.models}
    by_name = {
        (split.domain, split.language, split.sampling, split.seed): split for split in store_splits.splits(study)
    }
    runs = DeclaredRuns([], [], Counter())
    for run in store_runs.all_runs(study):
        split = by_name[run.domain, run.language, run.sampling, run.seed]
        if run.key in models and any(choice.has(split, size=run.size) for choice in choices):
            if run.state == "done":
                runs.done.append(run.number)
            else:
                runs.to_do.append(run.number)
                runs.to_do_by_model[run.model] += 1
    return runs


def _choices(study: Study, declaration: Declaration, material: Material) -> list[Selection]:
    """The cells of the grid: drawn splits at their declared sizes, the files' own at all of theirs."""
    choices = [
        Selection(
            languages=[split.key.language], samplings=[split.key.sampling], seeds=[split.key.seed], sizes=split.training
        )
        for split in material.own_splits
        if split.training
    ]
    for language, draws in declaration.draws.items():
        strategies = strategies_that_can_be_drawn(study, language, draws)
        if strategies:
            choices.append(Selection(languages=[language], samplings=strategies, seeds=draws.seeds, sizes=draws.sizes))
    return choices
