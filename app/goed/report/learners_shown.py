"""The learners of a report: what each is told besides the text, and how it does on dev and on test."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from goed.domains.registry import all_models, with_unlisted
from goed.report.choice_on_dev import choices_in_words, choices_on_dev
from goed.report.report_data import ReportData
from goed.study import runs as store_runs

COMMAND = "external"  # the kind of a model that is a user's command
OF_OTHERS = {
    "imported": "run elsewhere: its predictions were brought in",
    COMMAND: "a command of your own",
}


class LearnerShown(NamedTuple):
    """A learner, and what it is told."""

    name: str
    told: str


class LearnersShown(NamedTuple):
    """What a page says of the learners of its domain."""

    learners: Sequence[LearnerShown]
    choices: Sequence[str]  # which is the best on dev, in sentences


def learners_shown(data: ReportData) -> LearnersShown | None:
    """The learners of a domain that learns from corpora; None in others."""
    if data.domain.text is None:
        return None
    domain = data.domain.name
    known = with_unlisted(all_models(), [(domain, name) for name in data.models()])
    kinds = {model.name: model.kind for model in store_runs.models(data.study)}
    learners = []
    for name in sorted(data.models()):
        model = known.get((domain, name))
        told = model.summary if model else OF_OTHERS.get(kinds.get(name, ""), "settings of your own, below")
        learners.append(LearnerShown(name, told))
    return LearnersShown(learners, list(choices_in_words(choices_on_dev(data.study, data.selection, domain))))
