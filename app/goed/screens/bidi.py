"""Arabic and Hebrew in terminals: who puts the letters in order, the terminal or goed, and what each must be sent."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from goed.annotation.difference import letters
from goed.screens.arabic_shapes import joined
from goed.screens.visual_order import ARROWS, in_visual_order

LEFT_TO_RIGHT_MARK = "\u200e"  # takes no room; after an Arabic cell, it keeps what follows from changing places with it
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]")
_ARROW = re.compile(f"[{ARROWS}]")


class Bidi(StrEnum):
    """Who orders the letters of a right-to-left word."""

    TERMINAL = "terminal"
    GOED = "goed"

    @property
    def other(self) -> Bidi:
        return Bidi.GOED if self is Bidi.TERMINAL else Bidi.TERMINAL


def for_terminal(text: str, mode: Bidi) -> str:
    """One cell of a line, already shown and perhaps padded, as the terminal must get it to read right."""
    if text.isascii() or not _RIGHT_TO_LEFT.search(text):
        return text
    if mode is Bidi.TERMINAL:
        return _ARROW.sub(LEFT_TO_RIGHT_MARK + r"\g<0>", text) + LEFT_TO_RIGHT_MARK
    return _ordered(text)


def runs_to_the_left(text: str) -> bool:
    """Whether a word is read from right to left: its first letter with a direction says so.

    >>> runs_to_the_left("كتاب"), runs_to_the_left("book")
    (True, False)
    """
    return next((found == "R" for found in map(_direction, text) if found), False)


def guess(environ: Mapping[str, str]) -> Bidi:
    """Who orders letters in this terminal: GOED_BIDI says so, else what terminals leave in the environment."""
    asked = environ.get("GOED_BIDI", "").strip().lower()
    if asked in list(Bidi):
        return Bidi(asked)
    found = (sign.mode for sign in _SIGNS if re.fullmatch(sign.pattern, environ.get(sign.variable, "")))
    return next(found, Bidi.GOED)


def take_over(environ: Mapping[str, str]) -> str:
    """What to write to the terminal before goed orders letters, so that it does not turn them round again."""
    return _to_the_terminal("\x1b[8l", "\x1b]5379;use_ctl=false\x07", environ)


def give_back(environ: Mapping[str, str]) -> str:
    """What to write to the terminal at the end, or before it orders letters itself again."""
    return _to_the_terminal("\x1b[8h", "\x1b]5379;use_ctl=true\x07", environ)


class _Sign(NamedTuple):
    """A variable of the environment that tells who orders letters; a terminal may inherit those of another."""

    variable: str
    pattern: str
    mode: Bidi


_SIGNS = (  # the surest first: what a terminal sets anew, then what may come from the one it was started in
    _Sign("TERM_PROGRAM", "textual|vscode|WezTerm|iTerm.app|ghostty|Hyper|WarpTerminal", Bidi.GOED),
    _Sign("TERM_PROGRAM", "Apple_Terminal|mintty", Bidi.TERMINAL),
    _Sign("TERM", "mlterm.*|xterm|alacritty.*|foot.*|wezterm|xterm-ghostty|rxvt.*|st|st-.*|linux", Bidi.GOED),
    _Sign("TERM", "xterm-kitty|konsole.*|vte.*|gnome.*", Bidi.TERMINAL),
    _Sign("MLTERM", ".+", Bidi.GOED),  # it orders letters, but goed can ask it not to
    _Sign("WT_SESSION", ".+", Bidi.GOED),
    _Sign("VTE_VERSION", "5[89]..|[6-9]...|.{5,}", Bidi.TERMINAL),  # GNOME Terminal and its kin, since 0.58
    _Sign("KONSOLE_VERSION", ".+", Bidi.TERMINAL),
    _Sign("KITTY_WINDOW_ID", ".+", Bidi.TERMINAL),
    _Sign("__CFBundleIdentifier", "com.apple.Terminal", Bidi.TERMINAL),  # seen through tmux
)


@lru_cache(maxsize=8192)
def _ordered(text: str) -> str:
    return "".join(in_visual_order(joined(letters(text))))


def _direction(character: str) -> str:
    """L or R for a letter, nothing for what has no direction of its own."""
    return {"L": "L", "R": "R", "AL": "R"}.get(unicodedata.bidirectional(character), "")


def _to_the_terminal(sequence: str, for_mlterm: str, environ: Mapping[str, str]) -> str:
    """The sequence of ECMA-48, which most terminals know or skip; mlterm has its own, which tmux may hand on."""
    if not environ.get("MLTERM"):
        return sequence
    if environ.get("TMUX"):
        for_mlterm = "\x1bPtmux;" + for_mlterm.replace("\x1b", "\x1b\x1b") + "\x1b\\"
    return sequence + for_mlterm
