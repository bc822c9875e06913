"""All that is special to a language of inflection stands in its pack: no other file of the program names a language."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from conftest import REPOSITORY
from goed.sources.embedded_items import embedded_languages, read_embedded
from goed.statistics.outcome_counts import problem_of
from goed_classifiers.registry import ANY_LANGUAGE, registry

OWN = {"eng": ("english", "V;PST"), "deu": ("german", "N;NOM;MASC;PL"), "ara": ("arabic", "N;NHUM;FEM;PL")}
PACKS = REPOSITORY / "classifiers" / "goed_classifiers" / "inflection"


def strings(path: Path) -> Iterator[str]:
    """Every text in the code of a file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def test_no_file_outside_the_packs_names_a_language() -> None:
    files = [path for folder in ("app", "classifiers") for path in (REPOSITORY / folder).rglob("*.py")]
    elsewhere = [path for path in files if PACKS not in path.parents]
    assert len(elsewhere) > 100
    found = {str(path) for path in elsewhere for text in strings(path) if text in OWN}
    assert found == set()
    assert OWN.keys() <= {text for path in PACKS.rglob("*.py") for text in strings(path)}, "the test looks for nothing"


@pytest.mark.parametrize("language", OWN)
def test_a_pack_is_about_the_features_of_its_language_and_no_others(language: str) -> None:
    name, features = OWN[language]
    packs = registry()
    assert packs.of(language, features).name == name
    for other in ("V;NFIN", "ADJ;CMPR", "N;SG", "", "VPST", "n;pl"):
        assert packs.pack(language, other) is ANY_LANGUAGE
    assert packs.pack("xyz", features) is ANY_LANGUAGE


def test_the_packs_are_about_all_embedded_items() -> None:
    packs = registry()
    assert set(embedded_languages()) == set(OWN)
    for language in OWN:
        assert {packs.of(language, item.features).name for item in read_embedded(language).items} == {OWN[language][0]}


@pytest.mark.parametrize("language", OWN)
def test_what_a_pack_says_of_classes_fits_its_classifier(language: str) -> None:
    pack = registry().pack(language)
    classes = set(pack.classifier.classes)
    assert set(pack.class_order) <= classes
    assert {name for pair in pack.classes_of_errors.values() for name in pair if name} <= classes
    flags = [(), *((flag.name,) for flag in pack.flags)]
    errors = {pack.classifier.error_name(gold, shown, some) for gold in classes for shown in classes for some in flags}
    assert set(pack.classes_of_errors) <= errors
    for term in (term for rate in pack.rates for term in rate.terms):
        assert problem_of(term, pack.classifier.classes, sorted(errors)) is None
