"""What a regression is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from goed.errors import WrongUsageError

CROSSED = ("language", "model", "size", "sampling")  # the paper's four, with all their interactions
RESPONSES = ("accuracy", "range", "variability")
SPLIT, NONE = "split", "none"
CLUSTERS = (SPLIT, NONE)  # what errors are clustered by


@dataclass(frozen=True)
class Question:
    """What is explained, and how."""

    response: str = "accuracy"
    references: Mapping[str, str] = field(default_factory=dict)  # factor → its level that others are compared with
    is_logistic: bool = False
    breakdowns: Sequence[str] = ()  # properties of items, as main effects
    cluster: str | None = None  # split or none; by split in a logistic model unless told
    has_log_size: bool = False
    wants_effects: bool = False
    most_terms: int = 4_000

    def __post_init__(self) -> None:
        if self.is_logistic and self.response != "accuracy":
            raise WrongUsageError(f"--logistic is about single predictions; they have no {self.response}")
        if self.breakdowns and not self.is_logistic:
            raise WrongUsageError("--by needs --logistic: only single predictions have properties of items")
        if self.cluster == SPLIT and self.response != "accuracy":
            raise WrongUsageError(
                f"--cluster split is for accuracies: a {self.response} is made of all splits of a cell"
            )

    @property
    def is_clustered(self) -> bool:
        """Whether errors are clustered by split."""
        return (self.cluster or (SPLIT if self.is_logistic else NONE)) == SPLIT

    @property
    def scale(self) -> str:
        """What the estimates are about."""
        return "log odds of right" if self.is_logistic and not self.wants_effects else self.response
