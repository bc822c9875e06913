"""Forms that show an error."""

from __future__ import annotations

from app.labels.counts import label_counts
from app.stats.outcomes import LEFT_OUT
from app.stats.selection import Selection
from app.store.label_counts import OutputRow, occurrences
from app.store.study import Study
from app.store.tallies import part_tallies
from classifiers.values import CORRECT


def commonest_forms(study: Study, selection: Selection, language: str) -> dict[str, list[str]]:
    """Of each kind of error the wrong forms, those of most runs and of the most frequent words first."""
    found = commonest_outputs(study, selection, language)
    return {error: [output.predicted for output in outputs] for error, outputs in found.items()}


def commonest_outputs(study: Study, selection: Selection, language: str) -> dict[str, list[OutputRow]]:
    """Of each kind of error the wrong outputs, those of most runs and of the most frequent words first."""
    parts = [tally for tally in part_tallies(study) if selection.has(tally) and tally.language == language]
    number_of = occurrences(study, (tally.run_part_id for tally in parts))
    counts = label_counts(study)
    found: dict[str, list[OutputRow]] = {}
    for output in counts.outputs():
        label = counts.kinds[output.kind_id]
        if number_of[output.id] and label.error != CORRECT and LEFT_OUT.isdisjoint(label.flags):
            found.setdefault(label.error, []).append(output)
    for outputs in found.values():
        outputs.sort(key=lambda output: (-number_of[output.id], -(output.frequency or 0.0), output.predicted))
    return found
