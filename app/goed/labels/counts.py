"""Labels that count, counted."""

from __future__ import annotations

from collections.abc import Mapping

from goed.domains.registry import domains
from goed.labels.resolved import PeoplesLabel, peoples_labels
from goed.study.judgement import Judgement
from goed.study.label_counts import Kind, LabelCounts
from goed.study.study import Study


def label_counts(study: Study, peoples: Mapping[int, PeoplesLabel] | None = None) -> LabelCounts:
    """Counts of labels in which people's stand in the place of the classifier's."""
    said = peoples_labels(study) if peoples is None else peoples
    kinds = {output_id: _kind(each.label) for output_id, each in said.items() if each.label is not None}
    return LabelCounts(study, kinds)


def _kind(label: Judgement) -> Kind:
    verdict = label.verdict or ""
    names = {each.name: each.counts_as for domain in domains().values() for each in domain.verdicts}
    gold_class, pred_class, error, flags = label[:4]
    kind = Kind(gold_class or "", pred_class or "", error or "", flags, is_peoples=True, verdict=verdict)
    return kind._replace(counts_as=names.get(verdict, "wrong"))
