"""Examples of each kind of error, so that a reader sees what its name stands for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from goed.labels.names import NamesForPeople
from goed.report.page.html import Markup, joined, tag, word
from goed.study.label_counts import OutputRow

MOST_FORMS = 4  # of each kind
MOST_KINDS = 16
LONGEST = 40  # letters of a form

Examples = Mapping[str, Sequence[OutputRow]]  # error → wrong outputs, the commonest first


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
    table = tag("table", tag("thead", head), tag("tbody", *rows), aria_label=label)
    return joined(
        tag("h3", label),
        tag("p", "The wrong forms that most runs gave, at any size; of those the most frequent words."),
        tag("div", table, class_="table", role="region", aria_label=label, tabindex="0"),
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
