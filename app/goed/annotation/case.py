"""What an annotator is shown of outputs: a row of the queue; and a case, with everything that helps to judge it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from goed.study.judgements import Adjudication, Judgement
from goed.study.output_words import OutputWords


class Mark(NamedTuple):
    """How many of a model's runs at a size give the output, among those that predict something for the word."""

    size: int
    n: int
    n_runs: int


class Trend(NamedTuple):
    """Where an output occurs."""

    by_model: dict[str, list[Mark]]  # every model that was asked for the word; its sizes in order where it gives it
    seeds: int  # of the splits in which it occurs
    n_seeds: int  # of those in which the word was asked
    parts: tuple[str, ...]  # in which it occurs


class Certainty(NamedTuple):
    """The log-probabilities that models gave an output, and the edit actions of the surest of them."""

    highest: float | None
    lowest: float | None
    n: int  # predictions that tell anything
    actions: str | None
    model: str  # the surest, with its training size
    size: int


@dataclass(frozen=True)
class QueueRow:
    """A line of a queue."""

    output_id: int
    language: str
    word: str
    predicted: str
    error: str | None  # None where it is hidden
    n_predictions: int
    is_checked: bool
    is_marked: bool
    has_note: bool
    domain: str


@dataclass(frozen=True)
class SimilarOutput:
    """An output like this one, and what the annotator said of it."""

    output_id: int
    word: str
    predicted: str
    pred_class: str | None = None  # the annotator's; None where they have not judged it
    agrees: bool = False  # with the classifier


@dataclass(frozen=True)
class OutputCase:
    """An output with what is known of it. Where it is blind, nothing of what others say is in here."""

    output: OutputWords
    accepted: tuple[str, ...]
    n_predictions: int
    mine: Judgement | None
    present: Judgement  # the label that Enter confirms: the annotator's own, else the classifier's
    is_blind: bool  # labels are hidden
    trend: Trend
    certainty: Certainty | None = None  # of the models that give it, where they tell
    others: Mapping[str, Judgement] = field(default_factory=dict)  # where the annotator asked for them
    verdict: Adjudication | None = None
    circumstances: Mapping[str, Mapping[str, int]] = field(default_factory=dict)  # name → value → in how many runs
    alike: tuple[SimilarOutput, ...] | None = None  # None while the index is being made
