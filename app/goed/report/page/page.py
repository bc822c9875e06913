"""The page: everything in one file of HTML, which loads nothing and needs nothing."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files

from goed import __version__
from goed.labels.names import title_of
from goed.report.commands import call
from goed.report.facts import Fact, facts, made_with, settings
from goed.report.findings import findings
from goed.report.language_figures import DrawnFigure, plain_name
from goed.report.material import FilledTable, Material
from goed.report.page.html import Markup, joined, sentence, table, tag
from goed.report.page.language import Examples, examples_section, figure_element
from goed.report.page.tables import command, table_section
from goed.study import overview
from goed.study.selection import Selection

CHILDREN = "Models and children"


def page(material: Material, figures: Sequence[DrawnFigure], examples: Mapping[str, Examples]) -> str:
    """The whole page as text."""
    title = f"Report on {material.study.path.name}"
    body = joined(
        tag("a", "To the report", href="#report", class_="skip"),
        _contents(material),
        tag(
            "main",
            _top(material, title),
            *(_language(language, figures, examples[language]) for language in material.languages),
            _children(material),
            _tables(material),
            _making(material),
            class_="sheet",
            id="report",
        ),
        tag("script", Markup(_shipped("script.js"))),
    )
    return f"<!DOCTYPE html>\n{tag('html', _head(title), tag('body', body), lang='en')}\n"


def _head(title: str) -> Markup:
    digest = base64.b64encode(hashlib.sha256(_shipped("script.js").encode()).digest()).decode()
    policy = (
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; "
        f"script-src 'sha256-{digest}'"
    )
    return tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=policy),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="generator", content=f"goed {__version__}"),
        tag("title", title),
        tag("style", Markup(_shipped("style.css"))),
    )


@cache
def _shipped(name: str) -> str:
    """A file that stands beside this one."""
    return files("goed.report.page").joinpath(name).read_text(encoding="utf-8")


def _contents(material: Material) -> Markup:
    """The table of contents."""
    parts = [
        _link("findings", "Findings"),
        *(_link(f"language-{plain_name(language)}", title_of(language)) for language in material.languages),
    ]
    if of_children(material):
        parts.append(joined(_link("children", CHILDREN), _list_of(of_children(material))))
    parts.append(joined(_link("tables", "Tables"), _list_of(other_tables(material))))
    parts.append(_link("making", "How it was made"))
    return tag("nav", tag("ol", *(tag("li", part) for part in parts)), aria_label="Contents")


def _list_of(tables: list[FilledTable]) -> Markup:
    return tag("ol", *(tag("li", _link(f"table-{one.table.name}", one.table.title)) for one in tables))


def of_children(material: Material) -> list[FilledTable]:
    """The tables that hold models against children."""
    return [filled for filled in material.tables.values() if filled.table.is_of_children]


def other_tables(material: Material) -> list[FilledTable]:
    """All other tables."""
    return [filled for filled in material.tables.values() if not filled.table.is_of_children]


def _link(anchor: str, words: str) -> Markup:
    return tag("a", words, href=f"#{anchor}")


def _top(material: Material, title: str) -> Markup:
    said = [
        tag("li", finding.sentence, " ", tag("span", tag("code", finding.call), class_="from"))
        for finding in findings(material)
    ]
    return joined(
        tag("h1", title),
        tag("p", f"What its inflection models get right and wrong, on part {material.part}.", class_="lead"),
        _definitions(facts(material)),
        tag("h2", "Findings", id="findings"),
        tag("ul", *said, class_="findings"),
    )


def _definitions(given: Iterator[Fact]) -> Markup:
    return tag("dl", *(joined(tag("dt", fact.name), tag("dd", sentence(fact.says))) for fact in given), class_="facts")


def _language(language: str, figures: Sequence[DrawnFigure], examples: Examples) -> Markup:
    shown = [figure_element(figure) for figure in figures if figure.language == language]
    heading = tag("h2", title_of(language), id=f"language-{plain_name(language)}")
    return tag("section", heading, *shown, examples_section(language, examples))


def _children(material: Material) -> Markup:
    tables = of_children(material)
    if not tables:
        return Markup("")
    said = "Do the models learn as children do? What is known of children comes from the studies that are named."
    heading = tag("h2", CHILDREN, id="children")
    return tag("section", heading, tag("p", said), *(table_section(filled) for filled in tables))


def _tables(material: Material) -> Markup:
    said = "Rates are in per cent here and fractions in the files. A click on a heading sorts."
    left_out = [tag("li", f"{title}: ", sentence(why)) for title, why in material.left_out.items()]
    return tag(
        "section",
        tag("h2", "Tables", id="tables"),
        tag("p", said, class_="onscreen"),
        *(table_section(filled) for filled in other_tables(material)),
        tag("p", "Not in this report:") if left_out else "",
        tag("ul", *left_out) if left_out else "",
    )


def _making(material: Material) -> Markup:
    rows = [
        tag("tr", tag("td", name), tag("td", kind), tag("td", tag("code", text), class_="w"))
        for name, kind, text in settings(material)
    ]
    head = tag("tr", *(tag("th", column, scope="col") for column in ("model", "kind", "settings")))
    return tag(
        "section",
        tag("h2", "How it was made", id="making"),
        _definitions(made_with(material)),
        tag("h3", "Models and their settings"),
        table("Models and their settings", head, rows),
        tag("h3", "What the study holds"),
        _holdings(material),
    )


def _holdings(material: Material) -> Markup:
    """As `goed status` tells it."""
    rows = [
        tag(
            "tr",
            *(tag("td", cell) for cell in (what, language, name)),
            tag("td", f"{n:,}", class_="n"),
            tag("td", note),
        )
        for what, language, name, n, note, _ in overview.rows(material.study)
    ]
    heads = {"what": None, "language": None, "name": None, "number": "n", "note": None}
    head = tag("tr", *(tag("th", column, scope="col", class_=kind) for column, kind in heads.items()))
    return tag(
        "details",
        tag("summary", f"{len(rows):,} rows"),
        table("What the study holds", head, rows),
        tag("p", command(call(material.study, ["status"], Selection())), class_="from"),
    )
