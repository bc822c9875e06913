"""A classifier: rules that label the outputs of a language, or of a whole domain."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from goed_classifiers.values import Label


@dataclass(frozen=True)
class Classifier:
    """How the outputs of one language are labelled."""

    language: str  # ISO 639-3; "*" for any
    name: str
    version: str  # stored with each label, since another version may label differently
    classify: Callable[[Any], Label]  # of a Case: goed_classifiers.values.Case, or that of another domain
    error_name: Callable[[str, str, tuple[str, ...]], str]  # gold class, predicted class, flags → the error they make
    classes: tuple[str, ...]
    is_built_in: bool = False
    shown_as: Mapping[str, str] = field(default_factory=dict)  # class → what people are shown in its place
    # As `classify`, for many predicted forms of one word (that of the given case does not matter): what depends on the
    # word alone is done once.
    of_word: Callable[[Any], Callable[[str], Label]] | None = None
