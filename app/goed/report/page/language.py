"""What the page shows of a language: its figures, and examples that show what the names of errors stand for."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from goed.labels.names import NamesForPeople
from goed.report.language_figures import DrawnFigure
from goed.report.page.html import Markup, joined, table, tag, text, word
from goed.study.tallies import OutputRow

MOST_FORMS = 4  # of each kind
MOST_KINDS = 16
LONGEST = 40  # letters of a form

Examples = Mapping[str, Sequence[OutputRow]]  # error → wrong outputs, the commonest first
UNNEEDED = re.compile(r"<metadata>.*?</metadata>|<style .*?</style>|<title>.*?</title>", re.DOTALL)
OPENING = re.compile(r"<svg\b[^>]*>")
VIEW_BOX = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')


def examples_section(language: str, examples: Examples) -> Markup:
    """Lemma, right form and wrong form, for the commonest kinds of error."""
    if not examples:
        return Markup("")
    names = NamesForPeople()
    rows = [
        tag("tr", tag("td", word(names.of(language, error))), tag("td", *_forms(language, outputs), class_="w"))
        for error, outputs in list(examples.items())[:MOST_KINDS]
    ]
    head = tag("tr", tag("th", "error", scope="col"), tag("th", "right form, *wrong form", scope="col"))
    label = "Examples of errors"
    return joined(
        tag("h3", label),
        tag("p", "The wrong forms that most runs gave, at any size; of those the most frequent words."),
        table(label, head, rows),
    )


def _forms(language: str, outputs: Sequence[OutputRow]) -> list[str]:
    """brought, *bringed; went, *goed"""
    pairs = [
        joined(_form(output.gold, language), " *", _form(output.predicted, language)) for output in outputs[:MOST_FORMS]
    ]
    return [one for pair in pairs for one in ("; ", pair)][1:]


def _form(form: str, language: str) -> Markup:
    if not form:
        return Markup("∅")
    return word(form if len(form) <= LONGEST else f"{form[: LONGEST - 1]}…", language)


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
