"""An error scheme: who labels outputs, and how classes, errors and rates are shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from typing import NamedTuple

from goed_classifiers.classifier import Classifier
from goed_classifiers.values import COMMON_FLAGS, Flag


class Rate(NamedTuple):
    """A rate of the literature on learners: errors ÷ (errors + right answers of the same kind)."""

    name: str
    errors: tuple[str, ...]  # in the words of goed.statistics.outcome_counts
    right: tuple[str, ...]

    @property
    def terms(self) -> tuple[str, ...]:
        """All outcomes that it counts."""
        return (*self.errors, *self.right)


@dataclass(frozen=True, kw_only=True)
class ErrorScheme:
    """How the outputs of a language, or of a whole domain, are labelled and shown."""

    labelled_by: str | Classifier  # or where it is, to load word lists late: "package.module:NAME"
    title: str = ""  # of what is learnt: English past tense
    flags: tuple[Flag, ...] = COMMON_FLAGS  # that outputs may have
    class_order: tuple[str, ...] = ()  # in figures, from the bottom of a bar to its top
    colours: tuple[int, ...] = ()  # of the same classes: places in the report's ramp, from dark to light
    classes_of_errors: Mapping[str, tuple[str, str]] = field(default_factory=dict)  # gold and shown class, for colours
    rates: tuple[Rate, ...] = ()

    @cached_property
    def classifier(self) -> Classifier:
        """The classifier that labels the outputs."""
        if isinstance(self.labelled_by, Classifier):
            return self.labelled_by
        module, _, name = self.labelled_by.partition(":")
        classifier: Classifier = getattr(import_module(module), name)
        return classifier
