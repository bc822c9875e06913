"""How often Arabic words are met, from wordfreq's list of undiacritised words."""

from __future__ import annotations

import gzip
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from .packages import Package

WORDFREQ = Package(
    "wordfreq",
    "3.1.1",
    "wordfreq-3.1.1-py3-none-any.whl",
    "4b1c6ecffc6198be3396d5cf871c4423ca71c907c231348d352dd54d62b97473",
)
WORDS = "wordfreq/data/large_ar.msgpack.gz"
_ARTICLES = ("ال", "وال", "بال", "لل", "فال", "كال")
_PREFIXES = ("", "و", "ب", "ل", "ف", "ك")


def word_frequencies(packages: Path) -> dict[str, float]:
    """The share of each word among all. The file is a header and then lists of words, one a hundredth of a decade."""
    content = _unpacked(gzip.decompress(WORDFREQ.read(WORDS, packages)))
    return {word: 10 ** (-step / 100) for step, words in enumerate(content[1:]) for word in words}


def _unpacked(packed: bytes) -> Any:
    """What a MessagePack file holds, as far as wordfreq uses that format: lists, maps, strings and small numbers."""
    position = 0

    def number(n_bytes: int) -> int:
        nonlocal position
        position += n_bytes
        return int.from_bytes(packed[position - n_bytes : position], "big")

    def text(n_bytes: int) -> str:
        nonlocal position
        position += n_bytes
        return packed[position - n_bytes : position].decode("utf-8")

    def value() -> Any:
        kind = number(1)
        if kind < 0x80:
            return kind
        if kind < 0x90:
            return {value(): value() for _ in range(kind & 0x0F)}
        if kind < 0xA0:
            return [value() for _ in range(kind & 0x0F)]
        if kind < 0xC0:
            return text(kind & 0x1F)
        if kind in (0xD9, 0xDA):
            return text(number(1 if kind == 0xD9 else 2))
        if kind in (0xDC, 0xDD):
            return [value() for _ in range(number(2 if kind == 0xDC else 4))]
        raise ValueError(f"MessagePack type {kind:#x} is not expected here")

    return value()


class Counts:
    """Estimates of how often a noun is met, from the frequencies of words that may be something else as well."""

    def __init__(self, packages: Path) -> None:
        self._frequency = word_frequencies(packages)

    def of(self, words: Iterable[str]) -> float:
        """The definite forms, and the bare ones as far as they are not above three times those.

        A verb has no article: الكتب are books, while كتب is 'wrote' sooner than 'books'.
        """
        total = 0.0
        for word in words:
            definite = sum(self._frequency.get(article + word, 0.0) for article in _ARTICLES)
            total += definite + min(sum(self._frequency.get(p + word, 0.0) for p in _PREFIXES), 3 * definite)
        return total
