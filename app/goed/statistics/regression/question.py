"""What a regression is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from goed.errors import WrongUsageError

CROSSED = ("language", "model", "size", "sampling")  # the paper's four, with all their interactions
RESPONSES = ("accuracy", "range", "variability")
ITEM_AND_SPLIT, SPLIT, NONE = "item-and-split", "split", "none"
CLUSTERS = (ITEM_AND_SPLIT, SPLIT, NONE)  # what errors are clustered by


@dataclass(frozen=True)
class Question:
    """What is explained, and how."""

    response: str = "accuracy"
    references: Mapping[str, str] = field(default_factory=dict)  # factor → its level that others are compared with
    is_logistic: bool = False
    breakdowns: Sequence[str] = ()  # properties of items, as main effects
    cluster: str | None = None  # one of CLUSTERS; a logistic model has clusters unless told
    has_log_size: bool = False
    wants_effects: bool = False
    most_terms: int = 4_000

    def __post_init__(self) -> None:
        if self.is_logistic and self.response != "accuracy":
            raise WrongUsageError(f"--logistic is about single predictions; they have no {self.response}")
        if self.breakdowns and not self.is_logistic:
            raise WrongUsageError("--by needs --logistic: only single predictions have properties of items")
        if self.cluster == ITEM_AND_SPLIT and not self.is_logistic:
            raise WrongUsageError(f"--cluster {self.cluster} needs --logistic: only single predictions are of one item")
        if self.cluster == SPLIT and self.response != "accuracy":
            raise WrongUsageError(
                f"--cluster split is for accuracies: a {self.response} is made of all splits of a cell"
            )

    @property
    def clusters(self) -> str:
        """What errors are clustered by: in a logistic model by split, and by item as soon as items are in it."""
        if self.cluster or not self.is_logistic:
            return self.cluster or NONE
        return ITEM_AND_SPLIT if self.breakdowns else SPLIT

    @property
    def scale(self) -> str:
        """What the estimates are about."""
        return "log odds of right" if self.is_logistic and not self.wants_effects else self.response
