"""Labels that count, counted."""

from __future__ import annotations

from collections.abc import Mapping

from goed.labels.resolved import PeoplesLabel, peoples_labels
from goed.study.label_counts import Kind, LabelCounts
from goed.study.study import Study


def label_counts(study: Study, peoples: Mapping[int, PeoplesLabel] | None = None) -> LabelCounts:
    """Counts of labels in which people's stand in the place of the classifier's."""
    kinds = {
        output_id: Kind(*said.label[:4], is_peoples=True)  # type: ignore[arg-type]
        for output_id, said in (peoples_labels(study) if peoples is None else peoples).items()
        if said.label is not None
    }
    return LabelCounts(study, kinds)
