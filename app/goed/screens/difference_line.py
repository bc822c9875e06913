"""The difference of two forms on one line: `br[i→a]ng`, from right to left where the forms run so."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from rich.text import Text

from goed.annotation.difference import DifferenceStep, letters
from goed.screens.bidi import Bidi, for_terminal, runs_to_the_left
from goed.screens.safe_text import CUT, shown, width_of

NEAREST = 3  # letters that stay beside a change when a line is too long for all of them


class _Piece(NamedTuple):
    """Text that stands on one side of a change, or what stays, or a sign."""

    text: str
    side: Literal["", "before", "after"] = ""


class _Signs(NamedTuple):
    """Brackets in the order in which they are read, and the arrow between old and new."""

    opening: str
    arrow: str
    closing: str


_TO_THE_RIGHT, _TO_THE_LEFT = _Signs("[", "→", "]"), _Signs("]", "←", "[")


def difference_text(steps: Sequence[DifferenceStep], width: int | None, mode: Bidi, changed: str) -> Text:
    """The steps as one line of at most `width` cells; letters that come are drawn in the style `changed`."""
    to_the_left = runs_to_the_left("".join(step.before + step.after for step in steps))
    pieces = _fitted(steps, width, _TO_THE_LEFT if to_the_left else _TO_THE_RIGHT)
    styles = {"": "", "before": f"{changed} not bold not underline", "after": changed}
    line = Text(no_wrap=True, end="")
    for piece in reversed(pieces) if to_the_left else pieces:
        line.append(for_terminal(piece.text, mode), styles[piece.side])
    return line


def _fitted(steps: Sequence[DifferenceStep], width: int | None, signs: _Signs) -> list[_Piece]:
    """The pieces in reading order; where they are too wide, first what stays is shortened, then what changes."""
    pieces = _pieces(steps, signs)
    if width is None or _width(pieces) <= width:
        return pieces
    shorter = [_with_less_that_stays(step, place == 0, place == len(steps) - 1) for place, step in enumerate(steps)]
    pieces = _pieces(shorter, signs)
    if _width(pieces) <= width:
        return pieces
    sides = 2 * sum(step.kind != "same" for step in steps)
    pieces = _pieces(shorter, signs, longest_side=max(NEAREST, width // (sides + 1)))
    return pieces if _width(pieces) <= width else _cut(pieces, width)


def _pieces(steps: Iterable[DifferenceStep], signs: _Signs, longest_side: int | None = None) -> list[_Piece]:
    """What is drawn for each step, in reading order; each side of a change at most `longest_side` cells."""
    pieces: list[_Piece] = []
    for step in steps:
        if step.kind == "same":
            pieces.append(_Piece(shown(step.after)))
            continue
        before, after = (
            _Piece(shown(step.before, longest_side), "before"),
            _Piece(shown(step.after, longest_side), "after"),
        )
        sides = {
            "changed": (before, _Piece(signs.arrow), after),
            "added": (_Piece("+"), after),
            "lost": (_Piece("−"), before),
        }[step.kind]
        pieces += [_Piece(signs.opening), *sides, _Piece(signs.closing)]
    return pieces


def _width(pieces: Iterable[_Piece]) -> int:
    return sum(width_of(piece.text) for piece in pieces)


def _with_less_that_stays(step: DifferenceStep, is_first: bool, is_last: bool) -> DifferenceStep:
    """Of a long stretch that stays only the letters beside a change."""
    whole = letters(step.after)
    front, back = (0 if is_first else NEAREST), (0 if is_last else NEAREST)
    if step.kind != "same" or len(whole) <= front + back + len(CUT):
        return step
    text = "".join([*whole[:front], CUT, *whole[len(whole) - back :]])
    return DifferenceStep("same", text, text)


def _cut(pieces: Iterable[_Piece], width: int) -> list[_Piece]:
    """As much as fits, and a sign that more would follow."""
    kept: list[_Piece] = []
    room = width
    for piece in pieces:
        needed = width_of(piece.text)
        if needed >= room:
            return [*kept, piece._replace(text=shown(piece.text + CUT, room))]
        kept.append(piece)
        room -= needed
    return kept
