"""Figures of the page: the SVG itself, with its title for those who do not see it."""

from __future__ import annotations

import re

from goed.report.drawn import DrawnFigure
from goed.report.page.html import Markup, tag, text

UNNEEDED = re.compile(r"<metadata>.*?</metadata>|<style .*?</style>|<title>.*?</title>", re.DOTALL)
OPENING = re.compile(r"<svg\b[^>]*>")
VIEW_BOX = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')


def figure_element(figure: DrawnFigure) -> Markup:
    """A figure with its caption, the calls that print its numbers, and its files."""
    files = [tag("a", ending.upper(), href=f"figures/{figure.name}.{ending}") for ending in ("svg", "pdf")]
    calls = [tag("code", call) for call in figure.calls]
    return tag(
        "figure",
        inline(figure),
        tag(
            "figcaption",
            tag("strong", f"{figure.title}."),
            f" {figure.caption} ",
            tag("span", "Printed by ", *_and(calls), ". As ", *_and(files), ".", class_="from"),
        ),
        id=f"figure-{figure.name}",
    )


def inline(figure: DrawnFigure) -> Markup:
    """The SVG as a part of the page: as wide as there is room, and never wider than it was drawn."""
    drawing = UNNEEDED.sub("", figure.svg[figure.svg.index("<svg") :]).strip()
    found = VIEW_BOX.search(drawing)
    width, height = (float(one) for one in found.groups()) if found else (500.0, 300.0)
    title = text(f"{figure.title}. {figure.caption}")
    opening = (
        f'<svg viewBox="0 0 {width:g} {height:g}" role="img" aria-labelledby="{figure.name}-title" '
        f'style="max-width: {width / 72 * 1.25:.1f}in" xmlns:xlink="http://www.w3.org/1999/xlink">'
        f'<title id="{figure.name}-title">{title}</title>'
    )
    return Markup(OPENING.sub(lambda _: opening, drawing, count=1))


def _and(pieces: list[Markup]) -> list[str]:
    """Pieces as they are counted up: a and b."""
    return [one for piece in pieces for one in (" and ", piece)][1:]
