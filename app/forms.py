"""Forms as goed compares them."""

from __future__ import annotations

import unicodedata


def normal(text: str) -> str:
    """A form in NFC, without white space around it."""
    return unicodedata.normalize("NFC", text.strip())
