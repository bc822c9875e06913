"""Blind audits: their samples, how far each has been judged, and what people said.

A sample is judged in random order, so those who stop after 120 of 300 have judged a random sample of 120.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from math import prod
from operator import attrgetter
from typing import NamedTuple

from goed.annotation.queue_filter import Filter, from_values
from goed.labels.peoples_labels import effects_of_verdicts
from goed.statistics.item_labels import LEFT_OUT
from goed.study.judgements import Judgement, adjudications, blind_judgements, judgements
from goed.study.samples import Sample, SampledOutput, judged_blind, sampled_outputs, samples
from goed.study.study import Study
from goed_classifiers.values import CORRECT

NO_ERROR = ""  # in place of an error's name, for accepted variants and errors in the gold form

Shares = Mapping[str, float]  # error → share of an output's judges who name it


class JudgedOutput(NamedTuple):
    """An output that people labelled in an audit, or a right one that nobody objected to."""

    kind_id: int | None  # kind of the classifier's label
    chance: float  # probability that it was drawn and judged
    said: Shares
    said_leniently: Shares  # the same, where CORRECT stands for errors that people call defensible


class Audited(NamedTuple):
    """All outputs that were judged in one language and scope, in one sample or several."""

    language: str
    scope: Filter
    sample_ids: tuple[int, ...]
    outputs: Mapping[int, JudgedOutput]  # wrong ones, by output id
    right: Mapping[int, JudgedOutput]  # right ones, where samples hold them


@dataclass(frozen=True)
class AuditProgress:
    """How far a sample has been judged."""

    sample: Sample
    scope: Filter
    drawn: tuple[SampledOutput, ...]  # outputs that still exist
    judged: frozenset[int]  # output ids; right outputs need no judge
    n_shown: int  # judged only by people who saw the classifier's label

    @cached_property
    def per_prediction(self) -> float:
        """How much each prediction of an output adds to its probability of being drawn, which is at most 1."""
        by_chance = (each.probability / each.n_predictions for each in self.drawn if each.probability < 1)
        return next(by_chance, 1.0)

    def chance(self, n_predictions: int) -> float:
        """The probability that an output with so many predictions was drawn and judged in this sample."""
        return min(1.0, n_predictions * self.per_prediction) * len(self.judged) / len(self.drawn)


class Audits:
    """The audits of a study: what each says about each language, and how far each has come."""

    def __init__(self, study: Study) -> None:
        labels = _PeoplesLabels(study)
        self.progress = _progress(study, labels)
        progress_by_scope: dict[tuple[str, Filter], list[AuditProgress]] = {}  # by language, and scope of wrong outputs
        for each in self.progress:
            if each.judged and each.scope.forms != "right" and not (each.scope.pattern or each.scope.where):
                for language in sorted({output.language for output in each.drawn}):
                    scope = replace(each.scope, forms="wrong", languages=(language,))
                    progress_by_scope.setdefault((language, scope), []).append(each)
        self.audited = [_pooled(*of, samples_of, labels) for of, samples_of in progress_by_scope.items()]


def has_audit(study: Study) -> bool:
    """Whether somebody has begun to judge an audit."""
    return bool(judged_blind(study))


class _PeoplesLabels:
    """The labels that count for each output: the adjudication, else blind labels, else any that people gave."""

    def __init__(self, study: Study) -> None:
        self.blind_labels, all_said = (_by_output(said) for said in (blind_judgements(study), judgements(study)))
        settled = {number: each.judgement for number, each in adjudications(study).items()}
        everything = {**all_said, **self.blind_labels, **_by_output({"": settled})}
        made = effects_of_verdicts(study, ((number, each) for number, labels in everything.items() for each in labels))
        strict = {"left out": NO_ERROR}
        self.shares: dict[int, Shares] = {}
        self.lenient_shares: dict[int, Shares] = {}
        for number, labels in everything.items():
            verdicts = [made.get((number, each.verdict or ""), "") for each in labels]
            errors = [error_of(str(each.error), each.flags) for each in labels]
            self.shares[number] = _shares(map(strict.get, verdicts, errors))
            self.lenient_shares[number] = _shares(map({**strict, "lenient": CORRECT}.get, verdicts, errors))

    def judged(self, output: SampledOutput, chance: float) -> JudgedOutput:
        """An output of a sample with what people say of it; a right one is right if they say nothing."""
        unsaid = {CORRECT: 1.0}
        said, leniently = (of.get(output.output_id, unsaid) for of in (self.shares, self.lenient_shares))
        return JudgedOutput(output.kind_id, chance, said, leniently)


def _by_output(said: Mapping[str, Mapping[int, Judgement]]) -> dict[int, list[Judgement]]:
    labels: dict[int, list[Judgement]] = {}
    for theirs in said.values():
        for output_id, judgement in theirs.items():
            if judgement.is_label:
                labels.setdefault(output_id, []).append(judgement)
    return labels


def error_of(error: str, flags: Collection[str]) -> str:
    """The error that a label names, or NO_ERROR where its flags say that the learner made none."""
    return error if LEFT_OUT.isdisjoint(flags) else NO_ERROR


def _shares(said: Iterable[str]) -> Shares:
    """Each error's share of an output's judges: 0.5 for one of two, but 1 for a majority such as two of three."""
    errors = Counter(said)
    shares = {error: number / errors.total() for error, number in errors.items()}
    return next(({error: 1.0} for error, share in shares.items() if share > 0.5), shares)


def _progress(study: Study, labels: _PeoplesLabels) -> list[AuditProgress]:
    """How far each sample has been judged; of samples with the same outputs, only the one judged furthest."""
    own = judged_blind(study)
    drawn = {number: tuple(rows) for number, rows in groupby(sampled_outputs(study), attrgetter("sample_id"))}
    found: dict[frozenset[int], AuditProgress] = {}
    for sample in samples(study):
        outputs = drawn.get(sample.id, ())
        seen = outputs[: _n_worked_through(outputs, own, labels)]
        judged = frozenset(each.output_id for each in seen if each.is_correct or each.output_id in labels.shares)
        by_people = (each.output_id for each in seen if each.output_id in judged and not each.is_correct)
        n_shown = sum(output_id not in labels.blind_labels for output_id in by_people)
        progress = AuditProgress(sample, from_values(sample.scope), outputs, judged, n_shown)
        same = frozenset(each.output_id for each in outputs)
        if same not in found or len(found[same].judged) < len(judged):
            found[same] = progress
    return list(found.values())


def _n_worked_through(drawn: Sequence[SampledOutput], own: set[tuple[int, int]], labels: _PeoplesLabels) -> int:
    """How many outputs of a sample judges have worked through: up to the last one judged blind in it.

    Outputs that somebody labelled earlier are not asked again; those that directly follow that place count, too.
    """
    reach = max((place for place, each in enumerate(drawn, 1) if (each.sample_id, each.output_id) in own), default=0)
    while reach and reach < len(drawn) and drawn[reach].output_id in labels.shares:
        reach += 1
    return reach


def _pooled(language: str, scope: Filter, of_scope: Sequence[AuditProgress], labels: _PeoplesLabels) -> Audited:
    """Pool samples of one scope: an output's chance is that of being judged in at least one of them."""
    outputs: dict[int, JudgedOutput] = {}
    right: dict[int, JudgedOutput] = {}
    with_right = [progress for progress in of_scope if progress.scope.forms == "all"]
    for progress in of_scope:
        for each in progress.drawn:
            if each.language == language and each.output_id in progress.judged:
                could_hold_it = with_right if each.is_correct else of_scope
                missed = prod(1 - other.chance(each.n_predictions) for other in could_hold_it)
                (right if each.is_correct else outputs)[each.output_id] = labels.judged(each, 1 - missed)
    return Audited(language, scope, tuple(progress.sample.id for progress in of_scope), outputs, right)
