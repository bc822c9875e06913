"""Who is compared with whom, how far they agree, and what they confuse: the numbers of the Agreement screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from goed.annotation.queue_filter import DISPUTES, Filter
from goed.labels.resolved import CLASSIFIER
from goed.statistics.agreement import AgreementRow, summary_of_pair, summary_of_panel
from goed.statistics.confusion import ConfusionRow, confusions
from goed.statistics.judges import Comparison, compare
from goed.study.acts import n_acts
from goed.study.study import Study

# What is compared, in the order of the key
ASPECTS = {"error": "the error", "pred_class": "what the form shows", "gold_class": "the gold class", "flags": "flags"}
NOBODY = (
    "Nobody has labelled anything yet, so there is nobody to compare.",
    "L goes to Label, where you judge outputs one by one. Then you see here how far you and the classifier agree.",
)
NOBODY_ELSE = (
    "Only one person has labelled so far. To compare people, let another one judge the same outputs without seeing "
    "the labels: they open this study under their own name, go to Label (L), and press p.",
)
NOTHING_SHARED = (
    "No output was labelled by two people, so that they cannot be compared. In Label (L), p opens what somebody else "
    "has labelled, without showing how.",
)


class ConfusionCell(NamedTuple):
    """What the first of a pair says, and what the second."""

    first: str
    second: str


@dataclass(frozen=True)
class Judges:
    """A pair of judges, or more of them, with what is known of their agreement on one aspect of the label."""

    names: tuple[str, ...]
    summary: AgreementRow
    confusions: tuple[ConfusionRow, ...] = ()  # of a pair, the commonest first

    @property
    def key(self) -> tuple[str, ...]:
        """What tells them from others."""
        return (self.summary.language, *self.names)

    @property
    def is_pair(self) -> bool:
        """Whether there are two of them, so that a table can show what they confuse."""
        return len(self.names) == 2

    def differing(self, only_wrong: bool, cell: ConfusionCell | None = None) -> Filter:
        """The queue of the outputs on which they differ; or of those of a cell, though they agree on them."""
        people = tuple(name for name in self.names if name != CLASSIFIER)
        agree = cell is not None and cell.first == cell.second
        is_dispute = len(people) > 1 and not agree
        return Filter(
            queue=DISPUTES if is_dispute else Filter.queue,
            languages=(self.summary.language,),
            forms="wrong" if only_wrong else "all",
            state="all",
            pair=people if is_dispute else self.names,
            aspect=self.summary.what,
            cell=cell or (),
        )


@dataclass(frozen=True)
class AgreementQuestion:
    """What is compared."""

    aspect: str = "error"
    only_wrong: bool = False  # as `goed stats agreement` does

    def in_words(self) -> str:
        """It as one line."""
        return f"on {ASPECTS[self.aspect]} · {'wrong outputs' if self.only_wrong else 'right and wrong outputs'}"


@dataclass(frozen=True)
class AgreementAnswer:
    """Every pair, then every panel of judges; and how many acts there were when they were compared."""

    question: AgreementQuestion
    judges: Sequence[Judges] = ()
    comparison: Comparison | None = None
    n_acts: int = -1


def answered(study: Study, question: AgreementQuestion, before: AgreementAnswer | None) -> AgreementAnswer:
    """The answer to a question, from what was read before or from the study."""
    if before is not None and before.comparison is not None:
        number, comparison = before.n_acts, before.comparison
    else:
        number, comparison = n_acts(study), compare(study, only_wrong=question.only_wrong)
    return AgreementAnswer(question, judges_on(comparison, question.aspect), comparison, number)


def judges_on(comparison: Comparison, aspect: str) -> list[Judges]:
    """Every pair, then every panel of a comparison on an aspect of their labels."""
    pairs = [
        Judges((pair.first, pair.second), summary_of_pair(pair, aspect)[0], tuple(confusions([pair], aspect)))
        for pair in comparison.pairs
    ]
    return pairs + [Judges(panel.names, summary_of_panel(panel, aspect)[0]) for panel in comparison.panels]


def what_to_do(judges: Sequence[Judges]) -> tuple[str, ...]:
    """How there would be more to see, where people cannot be compared."""
    if not judges:
        return NOBODY
    people = {name for one in judges for name in one.names} - {CLASSIFIER}
    if len(people) < 2:
        return NOBODY_ELSE
    return () if any(CLASSIFIER not in one.names for one in judges) else NOTHING_SHARED
