"""The paragraphs that a case is drawn in, each with a word at its left; and the difference of two forms on one line.

A difference looks like `br[i→a]ng`, and runs from right to left where the forms do.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, NamedTuple

from rich.text import Text

from goed.annotation.annotator import NOTHING_HELD, Held
from goed.annotation.difference import DifferenceStep, letters
from goed.labels.names import NamesForPeople
from goed.screens.bidi import Bidi, for_terminal, runs_to_the_left
from goed.screens.lines_view import mapped, wrapped
from goed.screens.safe_text import CUT, shown, width_of
from goed.screens.theme import Palette

MARGIN = 12  # cells of the words at the left
NEAREST = 3  # letters that stay beside a change when a line is too long for all of them


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
class CaseStyle:
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

    def lines(self, style: CaseStyle) -> list[Text]:
        """It in as many lines as it takes."""
        lines = wrapped(self.text, max(10, style.width - MARGIN))
        if self.is_running:
            lines = [mapped(line, lambda text: for_terminal(text, style.bidi)) for line in lines]
        key = f"{self.key} " if self.key else ""
        word = shown(self.word, MARGIN - 1 - len(key))
        word += " " * (MARGIN - len(key) - width_of(word))
        head = Text.assemble((self.key, "bold reverse"), key[len(self.key) :], (word, style.colours.faint))
        return [head.append_text(lines[0]), *(Text(" " * MARGIN).append_text(line) for line in lines[1:])]


class _Stretch(NamedTuple):
    """Text that stands on one side of a change, or what stays, or a sign."""

    text: str
    side: Literal["", "before", "after"] = ""


def difference_text(steps: Sequence[DifferenceStep], width: int, mode: Bidi, changed: str) -> Text:
    """The steps as one line of at most `width` cells; letters that come are drawn in the style `changed`."""
    to_the_left = runs_to_the_left("".join(step.before + step.after for step in steps))
    stretches = _fitted(steps, width, "]←[" if to_the_left else "[→]")
    styles = {"": "", "before": f"{changed} not bold not underline", "after": changed}
    line = Text(no_wrap=True, end="")
    for stretch in reversed(stretches) if to_the_left else stretches:
        line.append(for_terminal(stretch.text, mode), styles[stretch.side])
    return line


def _fitted(steps: Sequence[DifferenceStep], width: int, signs: str) -> list[_Stretch]:
    """The stretches in reading order; where they are too wide, first what stays is shortened, then what changes."""
    shorter = [_with_less_that_stays(step, place == 0, place == len(steps) - 1) for place, step in enumerate(steps)]
    longest_side = max(NEAREST, width // (2 * sum(step.kind != "same" for step in steps) + 1))
    for tried, longest in ((steps, None), (shorter, None), (shorter, longest_side)):
        stretches = _stretches(tried, signs, longest)
        if sum(width_of(stretch.text) for stretch in stretches) <= width:
            return stretches
    return _cut(stretches, width)


def _stretches(steps: Iterable[DifferenceStep], signs: str, longest_side: int | None = None) -> list[_Stretch]:
    """What is drawn for each step, in reading order; each side of a change at most `longest_side` cells.

    The signs are the brackets in the order in which they are read, around the arrow between old and new.
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
    """Of a long stretch that stays only the letters beside a change."""
    whole = letters(step.after)
    front, back = (0 if is_first else NEAREST), (0 if is_last else NEAREST)
    if step.kind != "same" or len(whole) <= front + back + len(CUT):
        return step
    text = "".join([*whole[:front], CUT, *whole[len(whole) - back :]])
    return DifferenceStep("same", text, text)


def _cut(stretches: Iterable[_Stretch], width: int) -> list[_Stretch]:
    """As much as fits, and a sign that more would follow."""
    kept: list[_Stretch] = []
    room = width
    for stretch in stretches:
        needed = width_of(stretch.text)
        if needed >= room:
            return [*kept, stretch._replace(text=shown(stretch.text + CUT, room))]
        kept.append(stretch)
        room -= needed
    return kept
