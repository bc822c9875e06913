"""How sure models were of an output, on one line: log p −2.10 to −0.31 in 5 runs · cluzh-b4 300: = = = = +e +d."""

from __future__ import annotations

from rich.text import Text

from goed.annotation.case import Certainty
from goed.annotation.letters import letters
from goed.screens.bidi import for_terminal
from goed.screens.drawing import MARGIN, Drawing
from goed.screens.shown import shown

LONGEST_MODEL = 24  # cells of a model's name


def certainty_line(told: Certainty, drawing: Drawing) -> Text:
    """The scores, then the actions of the surest prediction, as far as they fit."""
    text = Text(_scores(told), no_wrap=True)
    if told.actions:
        whose = f"{shown(told.model, LONGEST_MODEL)} {told.size}: " if told.n > 1 else ""
        text.append(f" · {whose}" if text else whose)
        text.append(_in_order(shown(told.actions, max(0, drawing.width - MARGIN - text.cell_len)), drawing))
    return text


def _scores(told: Certainty) -> str:
    """The log-probability, or the range of several: log p −2.10 to −0.31 in 5 runs."""
    if told.highest is None or told.lowest is None:
        return ""
    if told.n == 1:
        return f"log p {_signed(told.highest)}"
    low, high = _signed(told.lowest), _signed(told.highest)
    return f"log p {high if low == high else f'{low} to {high}'} in {told.n} runs"


def _signed(number: float) -> str:
    return f"{number:.2f}".replace("-", "−")


def _in_order(actions: str, drawing: Drawing) -> str:
    """Actions from left to right whatever the letters: in ب>ت the new letter stands at the right."""
    return "".join(for_terminal(letter, drawing.bidi) for letter in letters(actions))
