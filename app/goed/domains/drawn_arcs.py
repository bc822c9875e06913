"""A sentence with arcs, drawn in lines of a terminal: gold arcs above the words, predicted ones below them.

        ╭──── nsubj ────╮
        ▼               │
    the dog that I saw barks
        ▲           ┆
        ╰┄┄┄ dmv ┄┄┄╯

An arrowhead points at the dependent. The lines are plain text in pieces, each with a word that says what it is, so that
a screen can style them and put right-to-left words in order: each piece for itself, since columns already are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from goed.domains.sentence_drawing import ROOT, Arc, Drawing, Pen
from goed.domains.sentence_window import PlacedWord, placed_words

LEFT, RIGHT, INWARD, OUTWARD = 1, 2, 4, 8  # from the middle of a cell; inward is towards the words
ALONG = LEFT | RIGHT
ACROSS = INWARD | OUTWARD
ROOT_NAME = "ROOT"


class DrawnPiece(NamedTuple):
    """Text of one kind: gold, predicted, asked, gold head, predicted head, left out, tag, or nothing of these."""

    text: str
    kind: str = ""


class DrawnLine(NamedTuple):
    """A line of a drawing."""

    pieces: tuple[DrawnPiece, ...]

    @property
    def text(self) -> str:
        """The line as plain text."""
        return "".join(piece.text for piece in self.pieces)


class _Strokes(NamedTuple):
    """How arcs on one side of the words are drawn."""

    kind: str
    arrow: str
    signs: Mapping[int, str]  # by the directions into which the strokes of a cell go


_CROSSINGS = {LEFT | ACROSS: "┤", RIGHT | ACROSS: "├", ALONG | ACROSS: "┼"}
_CORNERS_ABOVE = {RIGHT | INWARD: "╭", LEFT | INWARD: "╮", ALONG | INWARD: "┬"}
_CORNERS_BELOW = {RIGHT | INWARD: "╰", LEFT | INWARD: "╯", ALONG | INWARD: "┴"}
ABOVE = _Strokes("gold", "▼", {ALONG: "─", ACROSS: "│", **_CORNERS_ABOVE, **_CROSSINGS})
BELOW = _Strokes("predicted", "▲", {ALONG: "┄", ACROSS: "┆", **_CORNERS_BELOW, **_CROSSINGS})


def drawn(drawing: Drawing, width: int, pen: Pen) -> list[DrawnLine]:
    """The lines of a drawing: two for the arcs of a side, one for the words, one for tags.

    More arcs on a side take more lines where they overlap. No line is wider than `width` cells; if not even the ends of
    the arcs have room there, lines are cut.
    """
    words = placed_words(drawing, width, pen)
    columns = {word.place: word.centre for word in words if word.place is not None}
    whole = max([width, *(word.left + word.width for word in words)])
    gold = [arc for arc in drawing.drawable_arcs if arc.is_gold]
    predicted = [arc for arc in drawing.drawable_arcs if not arc.is_gold]
    lines = [*reversed(_Side(ABOVE, columns, whole, pen).lines(gold)), _line_of_words(words, drawing, pen)]
    if drawing.tags:
        lines.append(_in_columns(((word, DrawnPiece(word.tag, "tag")) for word in words), pen))
    lines += _Side(BELOW, columns, whole, pen).lines(predicted)
    return [_fitted(line, width, pen) for line in lines]


def _line_of_words(words: Iterable[PlacedWord], drawing: Drawing, pen: Pen) -> DrawnLine:
    kinds = ("left out" if word.place is None else drawing.kind_of(word.place) for word in words)
    return _in_columns(((word, DrawnPiece(word.text, kind)) for word, kind in zip(words, kinds, strict=True)), pen)


def _in_columns(pieces: Iterable[tuple[PlacedWord, DrawnPiece]], pen: Pen) -> DrawnLine:
    """Pieces, each in the middle of its word's column."""
    line: list[DrawnPiece] = []
    done = 0
    for word, piece in pieces:
        if not piece.text:
            continue
        width = pen.width_of(piece.text)
        left = word.left + (word.width - width) // 2
        if left > done:
            line.append(DrawnPiece(" " * (left - done)))
        line.append(piece)
        done = left + width
    return DrawnLine(tuple(line))


def _fitted(line: DrawnLine, width: int, pen: Pen) -> DrawnLine:
    """A line cut to a width, which only those need that have no room for the ends of the arcs."""
    return line if pen.width_of(line.text) <= width else DrawnLine((DrawnPiece(pen.shown(line.text, width)),))


class _Span(NamedTuple):
    """An arc in columns of the terminal; one from the root stands above its dependent, and is as wide as its name."""

    ends: tuple[int, ...]  # the dependent, and its head unless that is the root
    name: str
    first: int
    last: int

    @property
    def inside(self) -> int:
        """How many cells are between its ends."""
        return self.last - self.first - 1

    def overlaps(self, other: _Span) -> bool:
        """Whether they cannot be drawn in the same row."""
        return self.first <= other.last and other.first <= self.last


class _Side:
    """The cells on one side of the words, in rows counted from the words: in row 0 arrows point at them."""

    def __init__(self, strokes: _Strokes, columns: Mapping[int, int], width: int, pen: Pen) -> None:
        self._strokes, self._columns, self._width, self._pen = strokes, columns, width, pen
        self._directions: dict[tuple[int, int], int] = {}  # (row, column) → where the strokes of the cell go
        self._signs: dict[tuple[int, int], str] = {}  # arrows, and texts: whole in their first cell, then nothing

    def lines(self, arcs: Iterable[Arc]) -> list[DrawnLine]:
        """The rows as lines."""
        spans = _in_rows(map(self._span, arcs))
        for span, row in spans:
            self._draw(span, row)
        for span, row in spans:
            self._write_name(span, row)
        return [self._line(row) for row in range(max((row for _, row in spans), default=-1) + 1)]

    def _span(self, arc: Arc) -> _Span:
        dependent = self._columns[arc.dependent]
        name = self._pen.shown(arc.name, self._width // 2)
        if arc.head != ROOT:
            ends = (dependent, self._columns[arc.head])
            return _Span(ends, name, min(ends), max(ends))
        name = ROOT_NAME if name.casefold() in ("", ROOT_NAME.casefold()) else f"{ROOT_NAME} · {name}"
        width = self._pen.width_of(name)
        first = max(0, min(dependent - (len(ROOT_NAME) - 1) // 2, self._width - width))
        return _Span((dependent,), name, first, first + width - 1)

    def _draw(self, span: _Span, row: int) -> None:
        """Draw an arc along a row, with a stroke to each of its ends and an arrow at the first."""
        if len(span.ends) > 1:
            self._add(row, span.first, RIGHT | INWARD)
            self._add(row, span.last, LEFT | INWARD)
            for column in range(span.first + 1, span.last):
                self._add(row, column, ALONG)
        for end in span.ends:
            for further_in in range(row):
                self._add(further_in, end, ACROSS)
        self._signs[0, span.ends[0]] = self._strokes.arrow

    def _add(self, row: int, column: int, directions: int) -> None:
        self._directions[row, column] = self._directions.get((row, column), 0) | directions

    def _write_name(self, span: _Span, row: int) -> None:
        """Write the name of an arc, cut as little as possible; nothing if there is no room at all."""
        if len(span.ends) == 1:
            self._write(span.name, row, span.first)
            return
        for longest in range(self._pen.width_of(span.name), 0, -1):
            name = self._pen.shown(span.name, longest)
            for text, column in self._places_of_name(span, name):
                is_inside = span.first < column < span.last
                if self._is_free(row, column, self._pen.width_of(text), ALONG if is_inside else 0):
                    self._write(text, row, column)
                    return

    def _places_of_name(self, span: _Span, name: str) -> Iterator[tuple[str, int]]:
        """Where a name may be written: best in the middle of the arc, or near it, else beside the arc."""
        width = self._pen.width_of(name)
        first, last = span.first + 1, span.last - width
        middle = (first + last) // 2
        if width + 4 <= span.inside:
            yield f" {name} ", middle - 1
        yield from ((name, column) for column in sorted(range(first, last + 1), key=lambda each: abs(each - middle)))
        yield f" {name}", span.last + 1
        yield f"{name} ", span.first - width - 1

    def _is_free(self, row: int, column: int, width: int, directions: int) -> bool:
        """Whether cells are within the width, and have strokes in these directions only, and no text."""
        cells = [(row, column + further) for further in range(width)]
        is_within = column >= 0 and column + width <= self._width
        return is_within and all(
            self._directions.get(cell, 0) == directions and cell not in self._signs for cell in cells
        )

    def _write(self, text: str, row: int, column: int) -> None:
        for further in range(self._pen.width_of(text)):
            self._signs[row, column + further] = "" if further else text

    def _line(self, row: int) -> DrawnLine:
        signs = [self._sign(row, column) for column in range(self._width)]
        while signs and signs[-1] == " ":
            signs.pop()
        pieces = (
            (" " if is_space else self._strokes.kind, "".join(run)) for is_space, run in groupby(signs, " ".__eq__)
        )
        return DrawnLine(tuple(DrawnPiece(text, kind.strip()) for kind, text in pieces))

    def _sign(self, row: int, column: int) -> str:
        cell = (row, column)
        return self._signs[cell] if cell in self._signs else self._strokes.signs.get(self._directions.get(cell, 0), " ")


def _in_rows(spans: Iterable[_Span]) -> Sequence[tuple[_Span, int]]:
    """Each arc with its row: the shortest ones nearest to the words, and no two in a row that overlap."""
    placed: list[tuple[_Span, int]] = []
    for span in sorted(spans, key=lambda span: (span.inside, span.first)):
        row = max((row for other, row in placed if other.overlaps(span)), default=0) + 1
        placed.append((span, row))
    return placed
