"""Forms as goed compares them: in NFC, and refused if no word could look like that."""

from __future__ import annotations

import unicodedata
from pathlib import Path

from goed.errors import InputError
from goed_classifiers.forms import normal

LONGEST_FORM = 10_000  # characters of a lemma, a form, or features; no word comes near it
MAX_ACCENTS = 1_000  # in a row; normalising a letter with 100,000 accents to NFC takes minutes


def normal_form(path: Path, number: int, text: str, what: str) -> str:
    """A form from a line of a file, in NFC; raises InputError if the text cannot be a form."""
    if len(text) > MAX_ACCENTS:
        check_form(path, number, text, what)
    return normal(text)


def check_form(path: Path, number: int, text: str, what: str) -> None:
    """Raise InputError if a text is too long for a form, or stacks too many accents on one letter."""
    if len(text) > LONGEST_FORM:
        raise InputError(path, f"{len(text):,} characters where a {what} has at most {LONGEST_FORM:,}", number)
    if not text.isascii() and _longest_heap_of_accents(text) > MAX_ACCENTS:
        raise InputError(path, f"a {what} with more than {MAX_ACCENTS:,} accents on a letter", number)


def _longest_heap_of_accents(text: str) -> int:
    longest = height = 0
    for character in text:
        height = height + 1 if unicodedata.combining(character) else 0
        longest = max(longest, height)
    return longest
