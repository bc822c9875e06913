"""Which label counts: the adjudicated one, else the majority's, else the classifier's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from goed.domains.registry import verdict_of
from goed.errors import visible
from goed.study.items import any_without_label
from goed.study.judgements import Adjudication, Judgement, Judgements, adjudications, judgements
from goed.study.output_words import output_words
from goed.study.study import Study
from goed.study.tallies import LabelCounts, LabelKind

CLASSIFIER = "classifier"
BETWEEN_NOTES = " | "
ADJUDICATED = "adjudicated"
DISPUTED = "disputed"  # annotators differ: the classifier's label stands, and does not count as checked


class PeoplesLabel(NamedTuple):
    """What people say about an output, combined."""

    label: Judgement | None  # None where no majority agrees, or only notes were left: the classifier's label stands
    source: str  # who says so, or `adjudicated`, `classifier` or `disputed`
    note: str


def peoples_labels(study: Study) -> dict[int, PeoplesLabel]:
    """Output id → what people say about it, for all outputs that people said something about."""
    return resolve(judgements(study), adjudications(study))


def resolve(
    said: Mapping[str, Judgements], verdicts: Mapping[int, Adjudication] = MappingProxyType({})
) -> dict[int, PeoplesLabel]:
    """Combine the annotators' judgements of each output, and its adjudication if there is one."""
    by_output: dict[int, dict[str, Judgement]] = {output_id: {} for output_id in verdicts}
    for annotator in sorted(said):
        for output_id, judgement in said[annotator].items():
            by_output.setdefault(output_id, {})[annotator] = judgement
    known: dict[object, PeoplesLabel] = {}  # a cache: people say the same about many outputs
    settled = {}
    for output_id, of_output in by_output.items():
        verdict = verdicts.get(output_id)
        what = (tuple(of_output.items()), verdict)
        if what not in known:
            known[what] = _combined(of_output, verdict)
        settled[output_id] = known[what]
    return settled


def _combined(said: Mapping[str, Judgement], verdict: Adjudication | None) -> PeoplesLabel:
    """The adjudication if there is one, else what the annotators say; with everybody's notes."""
    if verdict is None:
        return _majority(said)
    everybody = {**said, ADJUDICATED: verdict.judgement}
    return PeoplesLabel(_as_label(verdict.judgement), ADJUDICATED, _majority(everybody).note)


def _majority(said: Mapping[str, Judgement]) -> PeoplesLabel:
    """The label on which more than half of those who gave one agree, and all notes."""
    notes = [note for judgement in said.values() for note in (judgement.note or "").split(BETWEEN_NOTES)]
    note = BETWEEN_NOTES.join(dict.fromkeys(filter(None, notes)))  # each once, even if an import brought several joined
    labels = {annotator: _as_label(judgement) for annotator, judgement in said.items() if judgement.is_label}
    if labels:
        label, number = Counter(labels.values()).most_common(1)[0]
        if 2 * number > len(labels):
            agreeing = [annotator for annotator, theirs in labels.items() if theirs == label]
            return PeoplesLabel(label, ", ".join(agreeing), note)
        return PeoplesLabel(None, DISPUTED, note)
    return PeoplesLabel(None, CLASSIFIER, note)


def _as_label(judgement: Judgement) -> Judgement:
    """A judgement in a form that can be compared: without note and mark, flags sorted."""
    return judgement._replace(flags=tuple(sorted(judgement.flags)), note=None, is_marked=None)


def ensure_labels_visible(study: Study) -> None:
    """Let a command that only reads see labels of all outputs, even those left without one by an interruption.

    The study is not changed: the next command that labels outputs writes what is missing.
    """
    study.forget_private_tables()
    if any_without_label(study):
        from goed.labels.relabel import label_privately

        label_privately(study)


def label_counts(study: Study, peoples: Mapping[int, PeoplesLabel] | None = None) -> LabelCounts:
    """The labels to count, in which people's labels replace the classifier's."""
    said = peoples_labels(study) if peoples is None else peoples
    labels = {output_id: each.label for output_id, each in said.items() if each.label is not None}
    counts_as = effects_of_verdicts(study, labels.items())
    kinds = {each: _kind(label, counts_as.get((each, label.verdict or ""), "wrong")) for each, label in labels.items()}
    return LabelCounts(study, kinds)


def effects_of_verdicts(study: Study, said: Iterable[tuple[int, Judgement]]) -> Mapping[tuple[int, str], str]:
    """(Output, verdict) → what the output's domain says that an error with this verdict counts as.

    A verdict unknown to the domain counts as `wrong` and adds a warning to the study. Outputs without a verdict are
    left out; their errors count as `wrong`.
    """
    given = sorted({(output_id, label.verdict) for output_id, label in said if label.verdict})
    if not given:
        return {}
    words = output_words(study, [output_id for output_id, _ in given])
    found = {}
    for output_id, name in [each for each in given if each[0] in words]:
        domain = words[output_id].domain
        known = verdict_of(domain, name)
        found[output_id, name] = known.counts_as if known else "wrong"
        warning = f"here the domain {domain} knows no verdict {visible(name)}: what has it counts as wrong"
        if known is None and warning not in study.warnings:
            study.warnings.append(warning)
    return found


def _kind(label: Judgement, counts_as: str) -> LabelKind:
    gold_class, pred_class, error, flags = label[:4]
    return LabelKind(
        gold_class or "", pred_class or "", error or "", flags, "", None, True, label.verdict or "", counts_as
    )
