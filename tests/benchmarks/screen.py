"""The screen of a terminal, read from what a program writes to it.

It understands as much of a terminal's language as Textual speaks: moving the cursor, erasing, colours (ignored),
and the marks of synchronised output, which tell where a frame ends.
"""

from __future__ import annotations

import re
import unicodedata

TOKENS = re.compile(
    r"\x1b\[(?P<arguments>[0-9;?<>=]*)(?P<before>[ $!\"']?)(?P<final>[@-~])"
    r"|\x1b[\]P_^](?:[^\x07\x1b]|\x1b(?!\\))*(?:\x07|\x1b\\)"  # titles and other strings
    r"|\x1b[()*+][A-Za-z0-9]|\x1b[=>78cDEHMNOZ]"
    r"|(?P<control>[\x00-\x1a\x1c-\x1f\x7f])"
    r"|(?P<text>[^\x00-\x1f\x7f]+)"
)


class Screen:
    """What a terminal shows, as far as its letters go."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.cells = self._blank()
        self.x = self.y = 0
        self.n_frames = 0
        self.is_within_a_frame = False
        self._rest = ""

    @property
    def lines(self) -> list[str]:
        """The lines as they stand; the second cell of a wide letter is empty."""
        return ["".join(row) for row in self.cells]

    @property
    def text(self) -> str:
        """The whole screen."""
        return "\n".join(self.lines)

    def feed(self, text: str) -> None:
        """Draw what a program wrote."""
        text, place = self._rest + text, 0
        while match := TOKENS.match(text, place):
            place = match.end()
            if match["text"]:
                self._write(match["text"])
            elif match["final"]:
                self._obey(match["final"], match["arguments"])
            elif match["control"]:
                self._control(match["control"])
        self._rest = text[place:]  # the beginning of a sequence whose end is still to come

    def _blank(self) -> list[list[str]]:
        return [[" "] * self.width for _ in range(self.height)]

    def _write(self, text: str) -> None:
        for letter in text:
            cells = cell_width(letter)
            if cells == 0:  # a mark belongs to the letter before it
                if self.x:
                    self.cells[self.y][min(self.x, self.width) - 1] += letter
                continue
            if self.x + cells > self.width:
                self._control("\r")
                self._control("\n")
            self.cells[self.y][self.x] = letter
            if cells == 2:
                self.cells[self.y][self.x + 1] = ""
            self.x += cells

    def _control(self, letter: str) -> None:
        if letter == "\r":
            self.x = 0
        elif letter == "\b":
            self.x = max(0, self.x - 1)
        elif letter == "\n":
            if self.y == self.height - 1:
                self.cells = [*self.cells[1:], [" "] * self.width]
            else:
                self.y += 1

    def _obey(self, final: str, arguments: str) -> None:
        if arguments == "?2026":
            self.is_within_a_frame = final == "h"
            self.n_frames += final == "l"
        elif arguments == "?1049":
            self.cells = self._blank()
        numbers = [int(number) for number in re.findall(r"\d+", arguments)]
        first = numbers[0] if numbers else 0
        if final in "Hf":
            column = numbers[1] if len(numbers) > 1 else 1
            self.y, self.x = min(max(first, 1), self.height) - 1, min(max(column, 1), self.width) - 1
        elif final in "ABCD":
            self._move(final, max(first, 1))
        elif final == "G":
            self.x = min(max(first, 1), self.width) - 1
        elif final in "JK":
            self._erase(final, first)

    def _move(self, direction: str, steps: int) -> None:
        down = {"A": -steps, "B": steps}.get(direction, 0)
        right = {"C": steps, "D": -steps}.get(direction, 0)
        self.y = min(max(self.y + down, 0), self.height - 1)
        self.x = min(max(self.x + right, 0), self.width - 1)

    def _erase(self, what: str, mode: int) -> None:
        if what == "J" and mode in (2, 3):
            self.cells = self._blank()
            return
        row, x = self.cells[self.y], min(self.x, self.width)
        first, last = {0: (x, self.width), 1: (0, x + 1)}.get(mode, (0, self.width))
        row[first:last] = [" "] * (min(last, self.width) - first)
        if what == "J":
            others = range(self.y + 1, self.height) if mode == 0 else range(self.y)
            for y in others:
                self.cells[y] = [" "] * self.width


def cell_width(letter: str) -> int:
    """The cells that a letter takes in a terminal."""
    if letter < "\u0300":
        return 1
    if unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1
