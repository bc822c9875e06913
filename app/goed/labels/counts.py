"""Labels that count, counted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from goed.domains.registry import domains
from goed.errors import visible
from goed.labels.resolved import PeoplesLabel, peoples_labels
from goed.study.judgements import Judgement
from goed.study.label_counts import Kind, LabelCounts
from goed.study.queues import output_words
from goed.study.study import Study


def label_counts(study: Study, peoples: Mapping[int, PeoplesLabel] | None = None) -> LabelCounts:
    """Counts of labels in which people's stand in the place of the classifier's."""
    said = peoples_labels(study) if peoples is None else peoples
    labels = {output_id: each.label for output_id, each in said.items() if each.label is not None}
    counts_as = what_verdicts_make(study, labels.items())
    kinds = {each: _kind(label, counts_as.get((each, label.verdict or ""), "wrong")) for each, label in labels.items()}
    return LabelCounts(study, kinds)


def what_verdicts_make(study: Study, said: Iterable[tuple[int, Judgement]]) -> Mapping[tuple[int, str], str]:
    """What verdicts on outputs make of an error, as each output's own domain has it; the study warns of unknown ones.

    Without a verdict an error is `wrong`, and is not among them.
    """
    given = sorted({(output_id, label.verdict) for output_id, label in said if label.verdict})
    words = output_words(study, [output_id for output_id, _ in given])
    found = {}
    for output_id, name in [each for each in given if each[0] in words]:
        domain = words[output_id].domain
        known = domains()[domain].verdict(name) if domain in domains() else None
        found[output_id, name] = known.counts_as if known else "wrong"
        warning = f"here the domain {domain} knows no verdict {visible(name)}: what has it counts as wrong"
        if known is None and warning not in study.warnings:
            study.warnings.append(warning)
    return found


def _kind(label: Judgement, counts_as: str) -> Kind:
    gold_class, pred_class, error, flags = label[:4]
    return Kind(gold_class or "", pred_class or "", error or "", flags, "", None, True, label.verdict or "", counts_as)
