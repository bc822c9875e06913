"""What a learner of dependencies reads of each word: its tag in a column of the text, or its form.

Forms are too many to learn what each of them does. The commonest keep a tag of their own, lower-cased; all others
share tags by their shape, such as a number, a capitalized word, or a common ending:

    tags = tag_reader(KeptWords(train), "form")
    tags.numbers(KeptWords(questions))
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from goed.errors import quoted
from goed.models.dependencies.kept_words import KeptWords
from goed.models.interface import ModelError
from goed.models.text import Text
from goed.scores.values import Numbers

FORM = "form"
NO_TAGS = ("form", "lemma", "relation")  # columns whose values are none; the relation is what is asked for
COMMONEST_FORMS = 500
ENDINGS = 40  # common endings of other forms
ENDING_LENGTHS = (3, 2)


@dataclass(frozen=True)
class TagReader:
    """The tags of a training text by number, and how to find the tag of a value (or form) that it does not hold."""

    column: str
    known: Mapping[str, int]
    tag_of: Callable[[str], str]

    @property
    def unknown(self) -> int:
        """The number of all tags that the training text does not have."""
        return len(self.known)

    def numbers(self, words: KeptWords) -> Numbers:
        """The number of each word's tag."""
        column = words.text.columns[self.column]
        of_values = [self.known.get(self.tag_of(value), self.unknown) for value in column.values]
        return np.array(of_values, np.int64)[column.codes[words.tokens]]


def tag_reader(train: KeptWords, tags: str) -> TagReader:
    """A reader of some tags, with those that the training text has."""
    column = train.text.columns[check_has_tags(train.text, tags)]
    counts = np.bincount(column.codes[train.tokens], minlength=len(column.values))
    tag_of = _shapes(column.values, counts) if tags == FORM else str
    occurring = {tag_of(value) for value, count in zip(column.values, counts, strict=True) if count}
    return TagReader(tags, {tag: number for number, tag in enumerate(sorted(occurring))}, tag_of)


def check_has_tags(text: Text, tags: str) -> str:
    """The column of a text that holds some tags; an error that names those that there are, if it has none."""
    there = [name for name in text.columns if name not in NO_TAGS]
    if tags not in (FORM, *there):
        raise ModelError(f"the text has no tags {quoted(tags)}; there are {', '.join([*there, FORM])}")
    return tags


def tags_of(words: KeptWords, tags: str) -> NDArray[np.object_]:
    """The tags of words as they stand."""
    return words.text.columns[check_has_tags(words.text, tags)].words(words.tokens)


def _shapes(forms: Sequence[str], counts: NDArray[np.integer]) -> Callable[[str], str]:
    """How to find the tag of any form, by those of the training text."""
    of_lower: Counter[str] = Counter()
    for form, count in zip(forms, counts.tolist(), strict=True):
        if count:  # forms of the corpus that are not in the training text must not show in what is learned
            of_lower[form.lower()] += count
    by_count = sorted(of_lower, key=lambda form: (-of_lower[form], form))
    own = frozenset(by_count[:COMMONEST_FORMS])
    endings = Counter(form[-n:] for form in by_count[COMMONEST_FORMS:] for n in ENDING_LENGTHS if len(form) > n)
    common = frozenset(sorted(endings, key=lambda ending: (-endings[ending], ending))[:ENDINGS])

    def tag(form: str) -> str:
        lower = form.lower()
        return lower if lower in own else _shape(form, lower, common)

    return tag


def _shape(form: str, lower: str, endings: frozenset[str]) -> str:
    """The tag of a rare form. It begins with a blank, as no form does."""
    if any(map(str.isdigit, form)):
        return " number"
    if "-" in form:
        return " hyphen"
    if form[:1].isupper():
        return " capital"
    ending = next((lower[-n:] for n in ENDING_LENGTHS if lower[-n:] in endings), "")
    return f" -{ending}" if ending else " other"
