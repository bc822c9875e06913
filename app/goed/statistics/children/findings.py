"""The list of findings about children, and of what is expected of learners: its columns, how it is read and checked.

A proportion is written as one of these:

    over-regularization                 a rate of the language's scheme
    Br→Br / wrong:Br                    some outcomes among these and others, in the terms of outcome_counts
    early Br→Br / wrong:Br              the same at the smallest third of the sizes; late: at the largest
    accuracy length=1,2                 what is right of the items with one of these values of a breakdown
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from goed.domains.domain import Domain
from goed.domains.registry import AllSchemes, domain_of
from goed.errors import GoedError, InputError, quoted
from goed.own_data import data_folder
from goed.statistics.breakdowns import breakdowns_of
from goed.statistics.children.measures import MEASURES, WORD, ProportionOf
from goed.statistics.outcome_counts import Among, problem_of
from goed.statistics.shape import HELD_OUT
from goed.study.items import INFLECTION
from goed.tables.files import read_table
from goed_classifiers.error_scheme import ErrorScheme

WHEN = ("early", "late")
ACCURACY_AMONG = re.compile(r"\s*(?:(early|late)\s+)?accuracy\s+(\w+)\s*=\s*(.+?)\s*")
ANY_LANGUAGE = "*"


def read_proportion(text: str, scheme: ErrorScheme, domain: str = INFLECTION) -> ProportionOf:
    """Parse a proportion; a GoedError says what is wrong with it."""
    if found := ACCURACY_AMONG.fullmatch(text):
        return _accuracy_among(found[1] or "", found[2], found[3], domain_of(domain))
    words = text.split()
    when = words.pop(0) if words and words[0] in WHEN else ""
    rates = {rate.name: rate for rate in scheme.rates}
    if len(words) == 1 and words[0] in rates:
        rate = rates[words[0]]
        return ProportionOf(when, rate.errors, rate.right)
    if words.count("/") != 1 or words[0] == "/" or words[-1] == "/":
        known = f" ({', '.join(rates)})" if rates else ""
        raise GoedError(f"{quoted(text)} is neither a rate{known} nor outcomes / outcomes, such as unnatural / wrong:*")
    slash = words.index("/")
    seen, others = tuple(words[:slash]), tuple(words[slash + 1 :])
    classifier, classes = scheme.classifier, scheme.classifier.classes
    flags: list[tuple[str, ...]] = [(), *((flag.name,) for flag in scheme.flags)]
    errors = {classifier.error_name(*label) for label in product(classes, classes, flags)}
    for term in (*seen, *others):
        if problem := problem_of(term, classes, errors):
            raise GoedError(f"{quoted(text)}: {problem}")
    return ProportionOf(when, seen, others)


def _accuracy_among(when: str, name: str, values: str, domain: Domain) -> ProportionOf:
    """The accuracy of the items with some values of a breakdown that does not depend on the run."""
    names = [each for each in breakdowns_of(domain) if each not in domain.from_training]
    if name not in names:
        raise GoedError(f"{quoted(name)} does not tell items of {domain.name} apart; {', '.join(names)} do")
    among = Among(name, tuple(value.strip() for value in values.split(",")))
    return ProportionOf(when, ("correct:*",), ("wrong:*",), among)


MAY_BE_EMPTY = {"figure", "note", "domain"}
PARTS = ("test", "dev", "core", HELD_OUT)  # test and dev together are for shapes only
LANGUAGE = re.compile(r"\w[\w-]{1,31}")
SHAPES = ("u-shaped", "monotone", "oscillating", "flat")
LONGEST_CELL = 1000  # characters


class Criterion(NamedTuple):
    """What is expected of a number or a word: > 10, < 0.1, = u-shaped."""

    sign: str
    bound: float
    word: str = ""


class Expectation(NamedTuple):
    """A finding about children, and what a model would show if it learned as they do."""

    id: str
    language: str
    finding: str
    reference: str
    figure: str  # the children's, with its unit; empty where the reference gives none
    part: str
    measure: str
    arguments: tuple[Any, ...]
    comparison: Criterion
    note: str
    domain: str = INFLECTION

    def is_about(self, domain: str, language: str) -> bool:
        """Whether it is about learners of this language in this domain."""
        return self.domain == domain and self.language in (ANY_LANGUAGE, language)


DOMAIN = "domain"  # a column that a list of inflection may lack
COLUMNS = tuple(name for name in Expectation._fields if name != DOMAIN)


def all_expectations(own: Path | None = None) -> list[Expectation]:
    """The expectations that come with goed, then the user's own.

    Another package may replace a language's classifier; goed's own expectations about classes that it does not know are
    left out.
    """
    schemes = AllSchemes()
    shipped = data_folder() / "expectations.tsv"
    rows = [row for row in _read(shipped, schemes, set()) if isinstance(row, Expectation)]
    for found in _read(own, schemes, {row.id for row in rows}) if own else ():
        if isinstance(found, InputError):
            raise found
        rows.append(found)
    return rows


def _read(path: Path, schemes: AllSchemes, taken: Collection[str]) -> Iterator[Expectation | InputError]:
    """The rows of a list; in place of a faulty row, the error about it."""
    ids = set(taken)
    for number, cells in read_table(path, COLUMNS, [DOMAIN]).rows:
        try:
            row = _checked({name: cells.get(name, "").strip() for name in Expectation._fields}, schemes)
            if row.id in ids:
                raise GoedError(f"there is an expectation {quoted(row.id)} already; give this one another id")
        except GoedError as error:
            yield InputError(path, str(error), number)
        else:
            ids.add(row.id)
            yield row


def _checked(cells: dict[str, str], schemes: AllSchemes) -> Expectation:
    """A row with its arguments and comparison parsed; a GoedError says what is wrong with it."""
    for name, cell in cells.items():
        if not cell and name not in MAY_BE_EMPTY:
            raise GoedError(f"the column {name} is empty")
        if len(cell) > LONGEST_CELL:
            raise GoedError(f"the cell in {name} is longer than {LONGEST_CELL:,} characters")
    if cells["part"] not in PARTS:
        raise GoedError(f"part is one of {', '.join(PARTS)}, not {quoted(cells['part'])}")
    if cells["measure"] not in MEASURES:
        raise GoedError(f"there is no measure {quoted(cells['measure'])}; there are {', '.join(MEASURES)}")
    if cells["part"] == HELD_OUT and cells["measure"] != "shape":
        raise GoedError(f"{HELD_OUT} is for shapes only; take test or dev")
    if cells["language"] != ANY_LANGUAGE and not LANGUAGE.fullmatch(cells["language"]):
        raise GoedError(f"{quoted(cells['language'])} is no code for a language, such as eng; {ANY_LANGUAGE} is any")
    domain = domain_of(cells[DOMAIN] or INFLECTION).name
    arguments = _arguments(cells["measure"], cells["arguments"], schemes.of(domain, cells["language"]), domain)
    comparison = _comparison(cells["comparison"], MEASURES[cells["measure"]].unit)
    understood: dict[str, Any] = {"arguments": arguments, "comparison": comparison, DOMAIN: domain}
    return Expectation(**cells | understood)


def _arguments(name: str, text: str, scheme: ErrorScheme, domain: str) -> tuple[Any, ...]:
    takes = MEASURES[name].takes
    texts = [argument.strip() for argument in text.split(";")]
    if len(texts) != len(takes):
        several = "one argument" if len(takes) == 1 else f"{len(takes)} arguments with a semicolon between them"
        raise GoedError(f"{name} takes {several}, not {quoted(text)}")
    classes = scheme.classifier.classes
    for kind, argument in zip(takes, texts, strict=True):
        if kind == "class" and argument not in classes:
            raise GoedError(f"there is no class {quoted(argument)}; there are {', '.join(classes)}")
    pairs = zip(takes, texts, strict=True)
    return tuple(argument if kind == "class" else read_proportion(argument, scheme, domain) for kind, argument in pairs)


def _comparison(text: str, unit: str) -> Criterion:
    sign, _, bound = text.partition(" ")
    if unit == WORD:
        if sign != "=" or bound.strip() not in SHAPES:
            raise GoedError(f"the comparison of a shape is = and one of {', '.join(SHAPES)}, not {quoted(text)}")
        return Criterion(sign, 0.0, bound.strip())
    try:
        number = float(bound)
    except ValueError:
        number = float("nan")
    if sign not in ("<", ">") or not abs(number) < float("inf"):
        raise GoedError(f"the comparison is < or > and a number, such as > 10, not {quoted(text)}")
    return Criterion(sign, number)


def of_languages(rows: Sequence[Expectation], there: Iterable[str]) -> set[str]:
    """The languages that expectations are about, of those that are there."""
    named = {row.language for row in rows}
    return {language for language in there if language in named or ANY_LANGUAGE in named}
