"""Arabic and Hebrew: right-to-left letters, ordered by the terminal or by goed.

Some terminals order such letters themselves. For the others, goed joins the letters and puts them in visual order: a
short form of Unicode's bidirectional algorithm (UAX #9) for a single table cell, on a line that runs from left to
right. Text made safe to show contains no direction control characters, so they are not handled.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cache, lru_cache
from typing import NamedTuple

from goed.annotation.difference import letters

RIGHT, LEFT, NUMBER, ARABIC_NUMBER, COMMA, NEUTRAL = "R", "L", "E", "A", "C", "N"
# Signs between forms and around words: neither they nor what is beside them change sides, as the 6 of: “כלב”, 6 words.
OWN_SIGNS = "→←⇒“”"
_CLASSES = {"R": RIGHT, "AL": RIGHT, "L": LEFT, "EN": NUMBER, "AN": ARABIC_NUMBER, "CS": COMMA}
_NUMBER_WITH_COMMA = re.compile("(?<=([EA]))C(?=\\1)")
_RUN_TO_THE_LEFT = re.compile("[RA](?:[RANC]*[RA])?")
_TURNED_TOGETHER = re.compile("A+|.")
_MIRRORED = dict(zip("()[]{}<>«»‹›", ")(][}{><»«›‹", strict=True))
TATWEEL = "ـ"
LEFT_TO_RIGHT_MARK = "\u200e"  # has no width; after an Arabic cell, keeps what follows from trading places with it
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]")
_OWN_SIGN = re.compile(f"[{OWN_SIGNS}]")


class Bidi(StrEnum):
    """Who puts the letters of a right-to-left word in visual order."""

    TERMINAL = "terminal"
    GOED = "goed"


def for_terminal(text: str, mode: Bidi) -> str:
    """A cell of a line, already made safe and padded, as it must be sent so that the terminal shows it correctly."""
    if text.isascii() or not _RIGHT_TO_LEFT.search(text):
        return text
    if mode is Bidi.TERMINAL:
        return _OWN_SIGN.sub(LEFT_TO_RIGHT_MARK + r"\g<0>", text) + LEFT_TO_RIGHT_MARK
    return _ordered(text)


def runs_to_the_left(text: str) -> bool:
    """Whether a word is read from right to left, judging by its first letter that has a direction.

    >>> runs_to_the_left("كتاب"), runs_to_the_left("book")
    (True, False)
    """
    classes = (_CLASSES.get(unicodedata.bidirectional(character)) for character in text)
    return next((found == RIGHT for found in classes if found in (LEFT, RIGHT)), False)


def turned_signs(text: str) -> str:
    """Signs as they look in a sentence that runs to the left: an opening bracket is open there; words stay as they are.

    >>> turned_signs("("), turned_signs("(a")
    (')', '(a')
    """
    has_direction = any(_CLASSES.get(unicodedata.bidirectional(character)) in (LEFT, RIGHT) for character in text)
    return text if has_direction else "".join(_MIRRORED.get(character, character) for character in text)


def guess(environ: Mapping[str, str]) -> Bidi:
    """Who orders letters in this terminal: as GOED_BIDI says, else guessed from the environment variables."""
    asked = environ.get("GOED_BIDI", "").strip().lower()
    if asked in list(Bidi):
        return Bidi(asked)
    found = (mode for variable, pattern, mode in _SIGNS if re.fullmatch(pattern, environ.get(variable, "")))
    return next(found, Bidi.GOED)


def order_request(who: Bidi, environ: Mapping[str, str]) -> str:
    """The control sequence that tells the terminal to order letters itself, or to leave goed's order alone.

    Most terminals know the ECMA-48 sequence or ignore it; mlterm has its own, which must be wrapped to pass tmux.
    """
    by_terminal = who is Bidi.TERMINAL
    sequence = "\x1b[8h" if by_terminal else "\x1b[8l"
    if not environ.get("MLTERM"):
        return sequence
    for_mlterm = f"\x1b]5379;use_ctl={str(by_terminal).lower()}\x07"
    if environ.get("TMUX"):
        for_mlterm = "\x1bPtmux;" + for_mlterm.replace("\x1b", "\x1b\x1b") + "\x1b\\"
    return sequence + for_mlterm


# Environment variables that reveal who orders letters; the first match counts. A terminal may inherit variables from
# the one it was started in, so those that every terminal sets anew come first.
_SIGNS = (
    ("TERM_PROGRAM", "textual|vscode|WezTerm|iTerm.app|ghostty|Hyper|WarpTerminal", Bidi.GOED),
    ("TERM_PROGRAM", "Apple_Terminal|mintty", Bidi.TERMINAL),
    ("TERM", "mlterm.*|xterm|alacritty.*|foot.*|wezterm|xterm-ghostty|rxvt.*|st|st-.*|linux", Bidi.GOED),
    ("TERM", "xterm-kitty|konsole.*|vte.*|gnome.*", Bidi.TERMINAL),
    ("MLTERM", ".+", Bidi.GOED),  # it orders letters, but goed can ask it not to
    ("WT_SESSION", ".+", Bidi.GOED),
    ("VTE_VERSION", "5[89]..|[6-9]...|.{5,}", Bidi.TERMINAL),  # GNOME Terminal and others with VTE, since 0.58
    ("KONSOLE_VERSION", ".+", Bidi.TERMINAL),
    ("KITTY_WINDOW_ID", ".+", Bidi.TERMINAL),
    ("__CFBundleIdentifier", "com.apple.Terminal", Bidi.TERMINAL),  # visible even inside tmux
)


@lru_cache(maxsize=8192)
def _ordered(text: str) -> str:
    return "".join(in_visual_order(joined(letters(text))))


# Visual order


def in_visual_order(letters: Sequence[str]) -> list[str]:
    """Letters, each with its marks, in the order in which they appear on the line; numbers and Latin keep theirs."""
    own = [_CLASSES.get(unicodedata.bidirectional(letter[0]), NEUTRAL) for letter in letters]
    own = [LEFT if letter in OWN_SIGNS else one for letter, one in zip(letters, own, strict=True)]
    classes = "".join(_resolved("".join(own)))
    result: list[str] = []
    done = 0
    for run in _RUN_TO_THE_LEFT.finditer(classes):
        result += letters[done : run.start()]
        result += _turned(letters[run.start() : run.end()], run.group())
        done = run.end()
    return result + list(letters[done:])


def _resolved(classes: str) -> Iterator[str]:
    """Resolved classes: a comma within a number joins it; a number counts as Latin unless it follows Arabic."""
    strong = LEFT
    for one in _NUMBER_WITH_COMMA.sub(r"\1", classes):
        if one in (LEFT, RIGHT):
            strong = one
        yield one if one != NUMBER else LEFT if strong == LEFT else ARABIC_NUMBER


def _turned(letters: Sequence[str], classes: str) -> Iterator[str]:
    """A run reversed, with numbers kept whole and brackets mirrored."""
    for together in reversed(list(_TURNED_TOGETHER.finditer(classes))):
        for letter in letters[together.start() : together.end()]:
            yield _MIRRORED.get(letter, letter)


# Arabic letter shapes


class _Shapes(NamedTuple):
    """The shapes of a letter: alone, joined to the previous letter, to the next, or to both; empty if it has none."""

    isolated: str = ""
    final: str = ""
    initial: str = ""
    medial: str = ""


def joined(units: Sequence[str]) -> list[str]:
    """Letters with their marks, in reading order, each in the shape that fits its neighbours.

    Lam and alif are not merged into a ligature, so that the text keeps its width.
    """
    shapes = [_table().get(letter[0], _Shapes()) for letter in units]
    result = []
    for place, (letter, own) in enumerate(zip(units, shapes, strict=True)):
        to_previous = place > 0 and bool(shapes[place - 1].initial and own.final)
        to_next = place + 1 < len(shapes) and bool(own.initial and shapes[place + 1].final)
        shape = (own.isolated, own.initial, own.final, own.medial)[2 * to_previous + to_next]
        result.append((shape or letter[0]) + letter[1:])
    return result


@cache
def _table() -> dict[str, _Shapes]:
    """The shapes of each letter, from Unicode's Arabic presentation forms."""
    found: dict[str, dict[str, str]] = {}
    for code in (*range(0xFB50, 0xFC00), *range(0xFE80, 0xFEFD)):
        kind, *letters = unicodedata.decomposition(chr(code)).split() or [""]
        if len(letters) == 1:
            found.setdefault(chr(int(letters[0], 16)), {})[kind.strip("<>")] = chr(code)
    table = {letter: _Shapes(**shapes) for letter, shapes in found.items()}
    table[TATWEEL] = _Shapes(TATWEEL, TATWEEL, TATWEEL, TATWEEL)
    return table
