"""Merging copies of a study that were annotated apart, every act exactly once."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from goed.annotation.disagreements import differing
from goed.errors import GoedError
from goed.labels.relabel import label_missing
from goed.study.backups import copy_before
from goed.study.judgements import adjudications, judgements
from goed.study.merge import MergePlan, MergeResult, act_prints, bring_in, n_outputs_of, other_copy
from goed.study.study import Study, explaining

TRIES = 20  # to write a merge while others add acts to the study


class Merged(NamedTuple):
    """What a merge brought in, and how many disagreements there are now."""

    brought: MergeResult
    n_there_already: int  # acts of the other copy that the study had already
    n_unsettled: int  # outputs labelled differently: by two people, or by one person in two copies


def merge(study: Study, path: Path) -> Merged:
    """Bring the acts of another copy into the study; the other copy is not changed."""
    if study.read_only:
        raise GoedError(f"{study.path} cannot be written; copy it to a place where you may write")
    with other_copy(study, path) as other:
        with explaining(path):
            there = act_prints(other)
        for attempt in range(TRIES):
            here = {mark: act_id for act_id, mark in act_prints(study).items()}
            same = {act_id: here[mark] for act_id, mark in there.items() if mark in here}
            known = set(same.values())
            plan = MergePlan(
                new=[act_id for act_id in there if act_id not in same],
                same=same,
                only_here=[act_id for act_id in here.values() if act_id not in known],
                n_acts_here=len(here),
                path=str(path),
            )
            if attempt == 0:
                copy_before(study, n_outputs_of(other, plan.new))
            brought = bring_in(study, other, plan)
            if brought is not None:
                break
        else:
            raise GoedError(f"{study.path} is being worked on all the time; nothing was merged, try again")
    label_missing(study)
    return Merged(brought, len(same), len(unsettled(study)))


def unsettled(study: Study) -> set[int]:
    """The outputs that people differ on and nobody has settled."""
    return differing(study, judgements(study)) - adjudications(study).keys()
