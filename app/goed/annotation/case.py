"""What an annotator sees of an output: a row of the queue, or a case with evidence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from goed.study.judgements import Adjudication, Judgement
from goed.study.output_words import OutputWords


class SizeCount(NamedTuple):
    """How many runs of a model at one training size give the output, out of those that predict a form for the word."""

    size: int
    n: int
    n_runs: int


class Trend(NamedTuple):
    """Where an output occurs: in which models and sizes, how many seeds, and which parts."""

    by_model: dict[str, list[SizeCount]]  # every model asked for the word; no counts if it never gives the output
    seeds: int  # number of split seeds with the output
    n_seeds: int  # number of split seeds in which the word was asked
    parts: tuple[str, ...]  # test, dev or core: those that it occurs in


class OtherAnswer(NamedTuple):
    """Another answer to the item of an output, and in how many runs each model gives it."""

    answer: str
    by_model: Mapping[str, int]


class Certainty(NamedTuple):
    """The log-probabilities that models gave an output, and the edit actions of the most certain prediction."""

    highest: float | None
    lowest: float | None
    n: int  # number of predictions with a score or actions
    actions: str | None
    model: str  # of the most certain prediction, with its training size
    size: int


@dataclass(frozen=True)
class QueueRow:
    """A line of a queue."""

    output_id: int
    language: str
    word: str  # as people are shown it, and so is the answer
    predicted: str
    error: str | None  # None where it is hidden
    n_predictions: int
    is_checked: bool
    is_marked: bool
    domain: str


@dataclass(frozen=True)
class SimilarOutput:
    """An output similar to the one being judged, and the annotator's label of it."""

    output_id: int
    word: str
    predicted: str
    pred_class: str | None = None  # the annotator's; None where they have not judged it
    agrees: bool = False  # with the classifier


@dataclass(frozen=True)
class OutputCase:
    """An output with all that is known about it. If `is_blind`, it holds nothing that anybody else says."""

    output: OutputWords
    accepted: tuple[str, ...]
    n_predictions: int
    mine: Judgement | None
    current_label: Judgement  # the label that Enter confirms: the annotator's own, else the classifier's
    is_blind: bool  # labels are hidden
    trend: Trend
    other_answers: tuple[OtherAnswer, ...] = ()
    certainty: Certainty | None = None  # of the models that give it, if they report any
    others: Mapping[str, Judgement] = field(default_factory=dict)  # if the annotator asked to see them
    verdict: Adjudication | None = None
    circumstances: Mapping[str, Mapping[str, int]] = field(default_factory=dict)  # name → value → in how many runs
    similar: tuple[SimilarOutput, ...] | None = None  # None until the index is ready
