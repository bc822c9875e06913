"""The page: a single HTML file that contains everything and loads nothing."""

from __future__ import annotations

import base64
import hashlib
import re
import unicodedata
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from goed import __version__
from goed.errors import visible
from goed.labels.names import NamesForPeople
from goed.report.facts import facts, made_with, settings
from goed.report.findings import findings
from goed.report.language_figures import DrawnFigure, plain_name
from goed.report.learners_shown import learners_shown
from goed.report.page.drawn_examples import drawn_examples
from goed.report.page.tables import MOST_OPEN, PageColumn, number, page_table
from goed.report.report_data import ReportData, goed_call
from goed.statistics.examples import commonest_outputs
from goed.study import overview
from goed.study.selection import Selection
from goed.study.tallies import OutputRow
from goed_classifiers.registry import registry

MOST_FORMS = 4  # of each kind of error
MOST_KINDS = 16

UNNEEDED = re.compile(r"<metadata>.*?</metadata>|<style .*?</style>|<title>.*?</title>", re.DOTALL)
OPENING = re.compile(r'<svg\b[^>]*viewBox="0 0 ([\d.]+) ([\d.]+)"[^>]*>')


def page(data: ReportData, figures: Sequence[DrawnFigure]) -> str:
    """The whole page as text."""
    template, script = _environment().from_string(_shipped("page.html.jinja")), _shipped("script.js")
    examples = {language: _examples(data, language) for language in data.languages}
    return template.render(
        data=data,
        facts=facts(data),
        findings=findings(data),
        figures=figures,
        examples=examples,
        trees={language: drawn_examples(data, language, list(examples[language])) for language in data.languages},
        learners=learners_shown(data),
        names=NamesForPeople(),
        made_with=made_with(data),
        settings=settings(data),
        holdings=overview.rows(data.study),
        status_call=goed_call(data.study, ["status"], Selection()),
        version=__version__,
        style=Markup(_shipped("style.css")),
        script=Markup(script),
        script_digest=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
    )


def _examples(data: ReportData, language: str) -> dict[str, list[OutputRow]]:
    """Wrong outputs by kind of error, the commonest kind first."""
    if "errors" not in data.tables:
        return {}
    found = commonest_outputs(data.study, data.selection.on_test(), language, MOST_FORMS)
    counts = data.rows("errors", language).groupby("error")["n"].sum()
    order = counts.sort_values(ascending=False, kind="stable").index
    return {error: found[error] for error in [error for error in order if error in found][:MOST_KINDS]}


def _environment() -> Environment:
    """A jinja2 environment that shows text as it is: control characters as escapes, and tags as text."""
    environment = Environment(autoescape=True, finalize=_made_visible, undefined=StrictUndefined)
    environment.trim_blocks = environment.lstrip_blocks = environment.keep_trailing_newline = True
    for function in (cell, drawing, page_table, plain_name, sentence, word):
        environment.filters[function.__name__] = function
    environment.globals.update(PageColumn=PageColumn, MOST_OPEN=MOST_OPEN)
    return environment


def _made_visible(value: Any) -> str:
    return value if isinstance(value, Markup) else visible(str(value))


def _shipped(name: str) -> str:
    """The text of a file that stands beside this one."""
    return files("goed.report.page").joinpath(name).read_text(encoding="utf-8")


def sentence(text: str) -> str:
    """A sentence of goed's as HTML; text in backticks becomes code."""
    pieces = [visible(piece) for piece in text.split("`")]
    if len(pieces) % 2 == 0:
        return text
    code = Markup("<code>{}</code>")
    return Markup("").join(code.format(piece) if place % 2 else piece for place, piece in enumerate(pieces))


def word(text: str, language: str = "") -> str:
    """A word of any language as HTML, isolated so that it does not turn the direction of what is beside it."""
    if text.isascii():
        return text
    attributes = Markup("")
    if any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in text):
        tag = _language_tag(language)
        attributes = Markup(' dir="rtl"') + (Markup(' lang="{}"').format(tag) if tag else "")
    return Markup("<bdi{}>{}</bdi>").format(attributes, visible(text))


@cache
def _language_tag(language: str) -> str:
    """The BCP 47 tag, with two letters if possible. Cached, as looking for plug-ins' languages takes a while."""
    return registry().pack(language).tag


def cell(value: Any, is_rate: bool) -> str:
    """The content of a table's cell, as text or HTML."""
    return number(value, is_rate) if isinstance(value, bool | int | float | None) else word(str(value))


def drawing(figure: DrawnFigure) -> tuple[float, float, Markup]:
    """A figure's SVG for use inside the page: width, height, and all that follows the opening tag."""
    svg = UNNEEDED.sub("", figure.svg)
    opening = OPENING.search(svg)
    assert opening, "matplotlib writes how large a figure is"
    return float(opening[1]), float(opening[2]), Markup(svg[opening.end() :].strip())
