"""Word lists: plain tables beside the code of their language.

Sources and licences stand on top of each. They are all that a classifier reads, once, when it is imported; this works
from a zip file, too.
"""

from __future__ import annotations

from pkgutil import get_data


def lines(package: str, file: str) -> list[str]:
    """The lines of a word list in a language's package, without the comment on top and empty ones."""
    text = (get_data(package, file) or b"").decode("utf-8")
    return [line for line in text.splitlines() if line and line[0] != "#"]


def rows(package: str, file: str) -> list[list[str]]:
    """The rows of a table."""
    return [line.split("\t") for line in lines(package, file)]


def rows_by_word(package: str, file: str) -> dict[str, list[list[str]]]:
    """The rows of a table by the word in their first column; each row without that word."""
    found: dict[str, list[list[str]]] = {}
    for word, *said in rows(package, file):
        found.setdefault(word, []).append(said)
    return found
