"""A sentence with arcs as SVG, for a page: the gold tree in grey, the arcs in question in colour, predicted ones below.

Nothing is said by colour alone: predicted arcs are dashed, and below the words. Texts become words of the page, not
curves, so that they can be searched for, copied and read aloud.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple
from xml.etree import ElementTree

from goed.annotation.difference import letters
from goed.domains.drawn_arcs import ROOT_NAME
from goed.domains.sentence_drawing import ROOT, Arc, Drawing, Pen
from goed.domains.sentence_window import CUT, PlacedWord, placed_words
from goed.errors import visible
from goed.report.figures.looks import FAINT, INK, LINES, PAPER

WIDEST = 720  # points, for the words
MARGIN = 8
FONT_SIZE, SMALL = 14, 11
LOWEST, STEP = 16, 10  # the height of an arc above nothing, and how much higher one is above it
ASIDE = 4  # points from the middle of a head to where an arc begins, which keeps it clear of the arrow there
ARROW = 6
NARROW_LETTERS, WIDE_LETTERS = frozenset("ijlftrI.,:;'’!|()[]/-"), frozenset("mwMW@%—…")
GOLD, PREDICTED = LINES[0].colour, LINES[1].colour


class _Curve(NamedTuple):
    """An arc in points from the left."""

    dependent: int
    head: int | None  # None: the root
    height: int
    name: str
    colour: str

    @property
    def middle(self) -> int:
        return self.dependent if self.head is None else (self.dependent + self.head) // 2


class _Half(NamedTuple):
    """The arcs above the words, or those below them."""

    curves: Sequence[_Curve]
    y: int  # where arrows end
    outward: int  # −1 where arcs rise above the words, 1 where they hang below


def tree_svg(drawing: Drawing) -> str:
    """A drawing as an SVG of at most 4 kB; of a long sentence, the part around the arcs in question."""
    words = placed_words(drawing, WIDEST, POINTS)
    places = {word.place: word.centre for word in words if word.place is not None}
    gold = [(arc, GOLD) for arc in drawing.drawable_arcs if arc.is_gold]
    above = _curves([*_rest_of_tree(drawing, places), *gold], places)
    below = _curves([(arc, PREDICTED) for arc in drawing.drawable_arcs if not arc.is_gold], places)
    top = MARGIN + _height(above)
    bottom = top + FONT_SIZE + ARROW + (SMALL + 4 if drawing.tags else 0)
    names = (POINTS.width_of(curve.name) for curve in (*above, *below))
    width = max([0, *(word.left + word.width for word in words), *names])
    svg = _svg(width + 2 * MARGIN, bottom + _height(below) + MARGIN)
    _describe(svg, drawing, words)
    inside = ElementTree.SubElement(svg, "g", {"transform": f"translate({MARGIN})", "text-anchor": "middle"})
    _draw(inside, _Half(above, top, -1), width)
    _write_words(inside, drawing, words, top + FONT_SIZE)
    _draw(inside, _Half(below, bottom, 1), width)
    return ElementTree.tostring(svg, encoding="unicode")


# How wide and how high


def _width(text: str) -> int:
    """About how wide a text is in a common sans-serif font."""
    return round(sum(map(_width_of_letter, text)))


def _width_of_letter(letter: str) -> float:
    if unicodedata.combining(letter):
        return 0
    if unicodedata.east_asian_width(letter) in "WF":
        return FONT_SIZE
    if letter in NARROW_LETTERS:
        return 0.36 * FONT_SIZE
    return (0.85 if letter in WIDE_LETTERS else 0.66 if letter.isupper() else 0.56) * FONT_SIZE


def _shown(text: str, width: int) -> str:
    """A text with invisible characters as escapes, cut to a width."""
    text = visible(text)
    if _width(text) <= width:
        return text
    kept, room = "", width - _width(CUT)
    for letter in letters(text):
        room -= _width(letter)
        if room < 0:
            break
        kept += letter
    return kept + CUT


POINTS = Pen(_shown, _width, spaces=(18, 10))


def _rest_of_tree(drawing: Drawing, places: Mapping[int, int]) -> list[tuple[Arc, str]]:
    """The gold tree's arcs between words that are seen, without those that are drawn in colour."""
    drawn = {(arc.dependent, arc.head) for arc in drawing.drawable_arcs if arc.is_gold}
    arcs = (Arc(dependent, head, "", True) for dependent, head in enumerate(drawing.heads, start=1))
    return [
        (arc, FAINT)
        for arc in arcs
        if arc.is_within(len(drawing.words))
        and (arc.dependent, arc.head) not in drawn
        and arc.dependent in places
        and (arc.head == ROOT or arc.head in places)
    ]


def _curves(arcs: Iterable[tuple[Arc, str]], places: Mapping[int, int]) -> list[_Curve]:
    """Arcs as curves: each higher than those below it, and those from the root higher than all."""
    curves: list[_Curve] = []
    for arc, colour in sorted(arcs, key=lambda each: _length(each[0], places)):
        dependent, name = places[arc.dependent], _shown(arc.name, WIDEST // 3)
        if arc.head == ROOT:
            height = max((curve.height for curve in curves if curve.head is not None), default=LOWEST - STEP) + STEP
            is_told = colour != FAINT
            name = ROOT_NAME if name.casefold() in ("", "root") else f"{ROOT_NAME} · {name}"
            curves.append(_Curve(dependent, None, height, name if is_told else "", colour))
            continue
        head = places[arc.head]
        first, last = sorted((dependent, head))
        below = (curve for curve in curves if _overlap(curve, first, last))
        height = max((curve.height for curve in below), default=LOWEST - STEP) + STEP
        curves.append(_Curve(dependent, head, height, name, colour))
    return curves


def _length(arc: Arc, places: Mapping[int, int]) -> float:
    return float("inf") if arc.head == ROOT else abs(places[arc.head] - places[arc.dependent])


def _overlap(curve: _Curve, first: int, last: int) -> bool:
    assert curve.head is not None, "arcs from the root come last"
    start, end = sorted((curve.dependent, curve.head))
    return start < last and first < end


def _height(curves: Sequence[_Curve]) -> int:
    """The height of a half, with its names."""
    return max((curve.height for curve in curves), default=0) + (SMALL + 6 if curves else 0)


# Elements


def _svg(width: int, height: int) -> ElementTree.Element:
    attributes = {"xmlns": "http://www.w3.org/2000/svg", "role": "img", "viewBox": f"0 0 {width} {height}"}
    look = {"style": f"background:{PAPER};max-width:100%;height:auto", "fill": INK, "font-family": "sans-serif"}
    return ElementTree.Element("svg", {**attributes, "width": str(width), **look})


def _describe(svg: ElementTree.Element, drawing: Drawing, words: Sequence[PlacedWord]) -> None:
    """What a screen reader says: the sentence as far as it is seen, and the arcs in question."""
    in_order = reversed(words) if drawing.runs_to_the_left else words
    ElementTree.SubElement(svg, "title").text = " ".join(word.text for word in in_order)
    texts = {word.place: word.text for word in words}
    said = []
    for arc in drawing.drawable_arcs:
        head = "nothing" if arc.head == ROOT else f"“{texts[arc.head]}”"
        name = _shown(arc.name, WIDEST // 3)
        who = "gold" + (f", {name}" if name else "") if arc.is_gold else name
        said.append(f"“{texts[arc.dependent]}” depends on {head} ({who})")
    ElementTree.SubElement(svg, "desc").text = "; ".join(said)


def _write_words(parent: ElementTree.Element, drawing: Drawing, words: Sequence[PlacedWord], y: int) -> None:
    direction = {"direction": "rtl"} if drawing.runs_to_the_left else {}
    row = ElementTree.SubElement(parent, "g", {"font-size": str(FONT_SIZE), **direction})
    looks = {
        "asked": {"font-weight": "bold", "text-decoration": "underline"},
        "gold head": {"font-weight": "bold", "fill": GOLD},
        "predicted head": {"font-weight": "bold", "fill": PREDICTED},
    }
    for word in words:
        look = {"fill": FAINT} if word.place is None else looks.get(drawing.kind_of(word.place), {})
        place = {"x": str(word.centre), "y": str(y)}
        ElementTree.SubElement(row, "text", {**place, **look}).text = word.text
    if drawing.tags:
        row = ElementTree.SubElement(parent, "g", {"font-size": str(SMALL), "fill": FAINT})
        for word in words:
            if word.tag:
                ElementTree.SubElement(row, "text", x=str(word.centre), y=str(y + SMALL + 3)).text = word.tag


def _draw(parent: ElementTree.Element, half: _Half, width: int) -> None:
    """The arcs of a half: all of a colour in one path, then their names."""
    for colour in (FAINT, GOLD, PREDICTED):
        curves = [curve for curve in half.curves if curve.colour == colour]
        if curves:
            _draw_lines(parent, half, curves)
    for curve in half.curves:
        if curve.name:
            _write_name(parent, half, curve, width)


def _draw_lines(parent: ElementTree.Element, half: _Half, curves: Sequence[_Curve]) -> None:
    look = {"stroke-width": "1" if curves[0].colour == FAINT else "2"}
    if curves[0].colour == PREDICTED:
        look["stroke-dasharray"] = "5 3"
    lines = {"d": " ".join(_line(curve, half) for curve in curves), "fill": "none", "stroke": curves[0].colour}
    ElementTree.SubElement(parent, "path", {**lines, **look})
    back = half.outward * ARROW
    arrows = " ".join(f"M{each.dependent} {half.y}l-4 {back}h8z" for each in curves)
    ElementTree.SubElement(parent, "path", d=arrows, fill=curves[0].colour)


def _line(curve: _Curve, half: _Half) -> str:
    """The path of an arc from its head to its dependent: as high as its height, since a Bézier curve stays below."""
    end = half.y + half.outward * ARROW
    if curve.head is None:
        return f"M{curve.dependent} {half.y + half.outward * curve.height}V{end}"
    aside = ASIDE if curve.dependent > curve.head else -ASIDE
    start, bend = curve.head + aside, half.y + half.outward * curve.height * 4 // 3
    return f"M{start} {half.y}C{start} {bend} {curve.dependent} {bend} {curve.dependent} {end}"


def _write_name(parent: ElementTree.Element, half: _Half, curve: _Curve, width: int) -> None:
    """A name beyond the middle of its arc, on a white ground, and within the drawing."""
    room = POINTS.width_of(curve.name) // 2
    x = max(room, min(curve.middle, width - room))
    y = half.y + half.outward * (curve.height + 4) + (SMALL - 2 if half.outward > 0 else 0)
    place = {"x": str(x), "y": str(y), "font-size": str(SMALL), "fill": curve.colour}
    ground = {"stroke": PAPER, "stroke-width": "3", "paint-order": "stroke"}
    ElementTree.SubElement(parent, "text", {**place, **ground}).text = curve.name
