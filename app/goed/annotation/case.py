"""A case: an output with everything that helps to judge it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from goed.annotation.certainty import Certainty
from goed.annotation.trend import Trend
from goed.study.annotations import Verdict
from goed.study.judgement import Judgement
from goed.study.queues import OutputWords


@dataclass(frozen=True)
class Row:
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
class Example:
    """An output like this one, and what the annotator said of it."""

    output_id: int
    word: str
    predicted: str
    pred_class: str | None = None  # the annotator's; None where they have not judged it
    agrees: bool = False  # with the classifier


@dataclass(frozen=True)
class Case:
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
    verdict: Verdict | None = None
    circumstances: Mapping[str, Mapping[str, int]] = field(default_factory=dict)  # name → value → in how many runs
    alike: tuple[Example, ...] | None = None  # None while the index is being made

    @property
    def is_checked(self) -> bool:
        """Whether the annotator has labelled it."""
        return self.mine is not None and self.mine.is_label
