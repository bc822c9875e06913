"""How a case is drawn: in paragraphs, each with a word at its left."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from rich.text import Text

from goed.annotation.judge import NOTHING_HELD, Held
from goed.labels.names import NamesForPeople
from goed.screens.bidi import Bidi, for_terminal
from goed.screens.lines_view import mapped, wrapped
from goed.screens.safe_text import shown, width_of
from goed.screens.theme import Palette

MARGIN = 12  # cells of the words at the left


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


@dataclass(frozen=True)
class Drawing:
    """How a case is drawn."""

    width: int
    bidi: Bidi
    script: Script
    colours: Palette
    names: NamesForPeople
    is_dispute: bool = False
    held: Held = NOTHING_HELD


class Paragraph(NamedTuple):
    """A word at the left, after the key that stands for it, and what stands beside it.

    The words of running text are not in the terminal's order yet: that is seen to line by line, after it was wrapped.
    """

    word: str
    text: Text
    is_running: bool = False
    key: str = ""


def lines_of(paragraph: Paragraph, drawing: Drawing) -> list[Text]:
    """A paragraph in as many lines as it takes."""
    lines = wrapped(paragraph.text, max(10, drawing.width - MARGIN))
    if paragraph.is_running:
        lines = [mapped(line, lambda text: for_terminal(text, drawing.bidi)) for line in lines]
    key = f"{paragraph.key} " if paragraph.key else ""
    word = shown(paragraph.word, MARGIN - 1 - len(key))
    word += " " * (MARGIN - len(key) - width_of(word))
    head = Text.assemble((paragraph.key, "bold reverse"), key[len(paragraph.key) :], (word, drawing.colours.faint))
    return [head.append_text(lines[0]), *(Text(" " * MARGIN).append_text(line) for line in lines[1:])]
