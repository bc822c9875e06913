"""Arabic in Latin letters, in the script that the annotator chose."""

from __future__ import annotations

from enum import StrEnum


class Script(StrEnum):
    """How Arabic is shown besides its own letters."""

    OFF = "off"
    BUCKWALTER = "Buckwalter"
    SCHOLARLY = "scholarly"


def transliterated(text: str, script: Script) -> str | None:
    """A form in Latin letters; None where nobody wants that, or it is not Arabic."""
    if script is Script.OFF or not any("\u0600" <= letter <= "\u06ff" for letter in text):
        return None
    from goed_classifiers.inflection.arabic import scholarly, to_buckwalter

    return to_buckwalter(text) if script is Script.BUCKWALTER else scholarly(text)
