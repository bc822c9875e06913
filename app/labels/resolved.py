"""The label that counts: what most annotators say, else what the classifier says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from app.store.annotations import Judgement, Judgements, judgements
from app.store.study import Study

CLASSIFIER = "classifier"
BETWEEN_NOTES = " | "
DISPUTED = "disputed"  # annotators differ: the classifier's label stands, and does not count as checked


class PeoplesLabel(NamedTuple):
    """What people say of an output, taken together."""

    label: Judgement | None  # None where no majority agrees, or only notes were left: the classifier's label stands
    source: str  # who says so, or `classifier`, or `disputed`
    note: str


def peoples_labels(study: Study) -> dict[int, PeoplesLabel]:
    """The outputs that people said something of."""
    return resolve(judgements(study))


def resolve(said: Mapping[str, Judgements]) -> dict[int, PeoplesLabel]:
    """Take the annotators' judgements of each output together."""
    by_output: dict[int, dict[str, Judgement]] = {}
    for annotator in sorted(said):
        for output_id, judgement in said[annotator].items():
            by_output.setdefault(output_id, {})[annotator] = judgement
    return {output_id: _together(of_output) for output_id, of_output in by_output.items()}


def _together(said: Mapping[str, Judgement]) -> PeoplesLabel:
    """The label that more than half of those who gave one gave, and all notes."""
    notes = [note for judgement in said.values() for note in (judgement.note or "").split(BETWEEN_NOTES)]
    note = BETWEEN_NOTES.join(dict.fromkeys(filter(None, notes)))  # each once, also where one was exported with others
    labels = {annotator: _as_label(judgement) for annotator, judgement in said.items() if judgement.is_label}
    if labels:
        label, number = Counter(labels.values()).most_common(1)[0]
        if 2 * number > len(labels):
            agreeing = [annotator for annotator, theirs in labels.items() if theirs == label]
            return PeoplesLabel(label, ", ".join(agreeing), note)
        return PeoplesLabel(None, DISPUTED, note)
    return PeoplesLabel(None, CLASSIFIER, note)


def _as_label(judgement: Judgement) -> Judgement:
    """A judgement as it is compared with another: without its note, and flags in one order."""
    return judgement._replace(flags=tuple(sorted(judgement.flags)), note=None)
