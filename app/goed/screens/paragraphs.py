"""The paragraphs of a case, and the difference of two forms on one line: br[i→a]ng.

A difference runs from right to left if the forms do.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, NamedTuple

from rich.text import Text

from goed.annotation.annotator import NOTHING_PENDING, PendingLabelParts
from goed.annotation.difference import DifferenceStep, letters
from goed.labels.names import NamesForPeople
from goed.screens.bidi import Bidi, for_terminal, runs_to_the_left
from goed.screens.lines_view import mapped, wrapped
from goed.screens.safe_text import CUT, shown, width_of
from goed.screens.theme import Palette

MARGIN = 12  # cells for the word at the left of a paragraph
NEAREST = 3  # unchanged letters kept beside a change when the line is too long


class Script(StrEnum):
    """How Arabic is shown in Latin letters, in addition to its own."""

    OFF = "off"
    BUCKWALTER = "Buckwalter"
    SCHOLARLY = "scholarly"


def transliterated(text: str, script: Script) -> str | None:
    """A form in Latin letters; None if that is switched off or the form is not Arabic."""
    if script is Script.OFF or not any("\u0600" <= letter <= "\u06ff" for letter in text):
        return None
    from goed_classifiers.inflection.arabic import scholarly, to_buckwalter

    return to_buckwalter(text) if script is Script.BUCKWALTER else scholarly(text)


@dataclass(frozen=True)
class CaseStyle:
    """How a case is drawn."""

    width: int
    bidi: Bidi
    script: Script
    colours: Palette
    names: NamesForPeople
    is_dispute: bool = False
    pending: PendingLabelParts = NOTHING_PENDING


class Paragraph(NamedTuple):
    """A text with a word at its left, and perhaps a key before the word.

    Running text is put in the terminal's order of letters here, line by line after wrapping; other text already is.
    """

    word: str
    text: Text
    is_running: bool = False
    key: str = ""
    is_wide: bool = False  # without the margin, in which the word would stand

    def lines(self, style: CaseStyle) -> list[Text]:
        """The paragraph in as many lines as needed."""
        lines = wrapped(self.text, max(10, style.width - (0 if self.is_wide else MARGIN)))
        if self.is_running:
            lines = [mapped(line, lambda text: for_terminal(text, style.bidi)) for line in lines]
        if self.is_wide:
            return lines
        key = f"{self.key} " if self.key else ""
        word = shown(self.word, MARGIN - 1 - len(key))
        word += " " * (MARGIN - len(key) - width_of(word))
        head = Text.assemble((self.key, "bold reverse"), key[len(self.key) :], (word, style.colours.faint))
        return [head.append_text(lines[0]), *(Text(" " * MARGIN).append_text(line) for line in lines[1:])]


class _Stretch(NamedTuple):
    """A piece of a difference: one side of a change, unchanged letters, or a sign such as the arrow."""

    text: str
    side: Literal["", "before", "after"] = ""


def difference_text(steps: Sequence[DifferenceStep], width: int, mode: Bidi, changed: str) -> Text:
    """The steps as one line of at most `width` cells; new letters are in the style `changed`."""
    to_the_left = runs_to_the_left("".join(step.before + step.after for step in steps))
    stretches = _fitted(steps, width, "]←[" if to_the_left else "[→]")
    styles = {"": "", "before": f"{changed} not bold not underline", "after": changed}
    line = Text(no_wrap=True, end="")
    for stretch in reversed(stretches) if to_the_left else stretches:
        line.append(for_terminal(stretch.text, mode), styles[stretch.side])
    return line


def _fitted(steps: Sequence[DifferenceStep], width: int, signs: str) -> list[_Stretch]:
    """The stretches in reading order; if too wide, first unchanged letters are shortened, then changes."""
    shorter = [_with_less_that_stays(step, place == 0, place == len(steps) - 1) for place, step in enumerate(steps)]
    longest_side = max(NEAREST, width // (2 * sum(step.kind != "same" for step in steps) + 1))
    for tried, longest in ((steps, None), (shorter, None), (shorter, longest_side)):
        stretches = _stretches(tried, signs, longest)
        if sum(width_of(stretch.text) for stretch in stretches) <= width:
            return stretches
    return _cut(stretches, width)


def _stretches(steps: Iterable[DifferenceStep], signs: str, longest_side: int | None = None) -> list[_Stretch]:
    """The stretches of each step, in reading order; each side of a change takes at most `longest_side` cells.

    `signs` are opening bracket, arrow and closing bracket, in reading order.
    """
    opening, arrow, closing = map(_Stretch, signs)
    stretches: list[_Stretch] = []
    for step in steps:
        before = _Stretch(shown(step.before, longest_side), "before")
        after = _Stretch(shown(step.after, longest_side), "after")
        stretches += {
            "same": [_Stretch(shown(step.after))],
            "changed": [opening, before, arrow, after, closing],
            "added": [opening, _Stretch("+"), after, closing],
            "lost": [opening, _Stretch("−"), before, closing],
        }[step.kind]
    return stretches


def _with_less_that_stays(step: DifferenceStep, is_first: bool, is_last: bool) -> DifferenceStep:
    """A long unchanged step cut down to the letters beside a change."""
    whole = letters(step.after)
    front, back = (0 if is_first else NEAREST), (0 if is_last else NEAREST)
    if step.kind != "same" or len(whole) <= front + back + len(CUT):
        return step
    text = "".join([*whole[:front], CUT, *whole[len(whole) - back :]])
    return DifferenceStep("same", text, text)


def _cut(stretches: Iterable[_Stretch], width: int) -> list[_Stretch]:
    """As many stretches as fit, with a sign that more would follow."""
    kept: list[_Stretch] = []
    room = width
    for stretch in stretches:
        needed = width_of(stretch.text)
        if needed >= room:
            return [*kept, stretch._replace(text=shown(stretch.text + CUT, room))]
        kept.append(stretch)
        room -= needed
    return kept
