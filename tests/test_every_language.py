"""What holds for the labels of every language: any text gets one, and they agree with those that people gave."""

from __future__ import annotations

import csv
import unicodedata
from collections import Counter
from functools import lru_cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goed.sources.embedded_items import read_embedded
from goed.study.items import NewItem
from goed_classifiers.registry import GENERIC, registry
from goed_classifiers.values import Case, Label

ARABIC = "".join(map(chr, [*range(0x0621, 0x063B), *range(0x0640, 0x0653), 0x0670, 0x0671, 0x0653, 0x0654, 0x0655]))
ALPHABETS = {
    "eng": ("aeiouywdtkbd'E\u0308 ",),
    "deu": ("aäuüsßenrAÄÜÜ\u0308",),
    "ara": (ARABIC, "كتبمنويااتةىءأؤئَُِّْ"),
    "xyz": ("abÄä\u0308<>_",),
}
OWN = ("eng", "deu", "ara")


def label(language: str, lemma: str, gold: str, predicted: str, features: str = "") -> Label:
    return registry().of(language).classify(Case(lemma, features, gold, predicted))


@lru_cache
def items(language: str) -> list[NewItem]:
    return read_embedded(language).items


def check_any_text(language: str, lemma: str, gold: str, predicted: str) -> None:
    classifier = registry().of(language)
    said = label(language, lemma, gold, predicted)
    assert said == label(language, lemma, gold, predicted)
    for form in ("NFC", "NFD"):
        assert said == label(language, *(unicodedata.normalize(form, word) for word in (lemma, gold, predicted)))
    if classifier.of_word:
        assert said == classifier.of_word(Case(lemma, "", gold, ""))(predicted)
    assert {said.gold_class, said.pred_class} <= {*classifier.classes}
    is_right = unicodedata.normalize("NFC", gold) == unicodedata.normalize("NFC", predicted)
    assert (said.error == "correct") == is_right
    if not is_right:
        assert said.error == classifier.error_name(said.gold_class, said.pred_class, said.flags)
    assert list(said.flags) == sorted({*said.flags} & {flag.name for flag in registry().pack(language).flags})
    assert 0 < said.confidence <= 1
    assert said.rule
    assert said.evidence


@pytest.mark.parametrize(
    ("language", "lemma", "gold", "predicted"),
    [
        ("eng", "", "", "d"),
        ("eng", "e", "ed", "eed"),
        ("eng", "y", "ied", "yt"),
        ("eng", "sauté", "sautéed", "SAUTÉ👍🏽"),
        ("eng", "ınk", "İnked", "inked"),
        ("eng", "look up", "looked up", "up"),
        ("deu", "", "", "e"),
        ("deu", "s", "s", "ss"),
        ("deu", "Fuß", "FÜẞE", "İ👍🏽"),
        ("ara", "", "", "ات"),
        ("ara", "", "", "ءىت"),
        ("ara", "ي", "يّ", "يين"),
        ("ara", "ة", "ات", "ةات"),
        ("ara", "كِتاب", "كُتُب", "👍🏽\u0651"),
        *((language, "\u0308", "a", "\u0308\u0308") for language in ALPHABETS),
    ],
)
def test_odd_text_gets_a_label(language: str, lemma: str, gold: str, predicted: str) -> None:
    check_any_text(language, lemma, gold, predicted)


def check_drawn(language: str, data: st.DataObject) -> None:
    words = st.text(max_size=20)
    for letters in ALPHABETS[language]:
        words |= st.text(letters, max_size=10)
    check_any_text(language, *(data.draw(words) for _ in range(3)))


@pytest.mark.parametrize("language", ALPHABETS)
@settings(max_examples=60)
@given(data=st.data())
def test_any_text_gets_a_label(language: str, data: st.DataObject) -> None:
    check_drawn(language, data)


@pytest.mark.slow
@pytest.mark.parametrize("language", ALPHABETS)
@settings(max_examples=10_000)
@given(data=st.data())
def test_very_much_text_gets_a_label(language: str, data: st.DataObject) -> None:
    check_drawn(language, data)


@pytest.mark.parametrize("language", OWN)
@settings(max_examples=40)
@given(data=st.data())
def test_what_is_like_a_form_gets_a_label(language: str, data: st.DataObject) -> None:
    item = data.draw(st.sampled_from(items(language)))
    start, end = data.draw(st.integers(0, 3)), data.draw(st.integers(0, 3))
    ending = data.draw(st.text(ALPHABETS[language][-1], max_size=4))
    check_any_text(language, item.word, item.gold, item.word[start : len(item.word) - end] + ending)


# What people say


def reference(shared: Path, language: str) -> list[tuple[dict[str, str], Label]]:
    with (shared / "reference-labels" / f"{language}.tsv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return [(row, label(language, row["lemma"], row["gold"], row["predicted"], row["features"])) for row in rows]


@pytest.mark.parametrize("language", OWN)
def test_labels_agree_with_those_of_people(shared: Path, language: str) -> None:
    rows = reference(shared, language)
    assert len(rows) > 150
    for column in ("gold_class", "pred_class", "error"):
        same = sum(getattr(said, column) == row[column] for row, said in rows)
        assert same / len(rows) >= 0.98, column
    theirs, ours = Counter(row["error"] for row, _ in rows), Counter(said.error for _, said in rows)
    by_chance = sum(theirs[error] * ours[error] for error in theirs) / len(rows) ** 2
    agreement = sum(said.error == row["error"] for row, said in rows) / len(rows)
    assert (agreement - by_chance) / (1 - by_chance) >= 0.95


@pytest.mark.parametrize(
    ("language", "least"),
    [
        ("eng", {"stem": 0.9, "variant": 0.9, "past+ed": 0.9, "gold-error": 0.9}),
        ("deu", dict.fromkeys(("umlaut+", "umlaut-", "case", "stem", "copy", "spelling", "variant"), 0.9)),
        # people know more variants than the list has
        ("ara", {"copy": 0.9, "spelling": 0.9, "stem": 0.9, "variant": 0.5}),
    ],
)
def test_flags_agree_with_those_of_people(shared: Path, language: str, least: dict[str, float]) -> None:
    flags = [({*(row["flags"] or "").split(",")}, {*said.flags}) for row, said in reference(shared, language)]
    for flag, bar in least.items():
        n_both = sum(flag in theirs and flag in ours for theirs, ours in flags)
        n_either = sum((flag in theirs) + (flag in ours) for theirs, ours in flags)
        assert 2 * n_both / n_either >= bar, flag
        if flag == "variant":
            assert n_both == sum(flag in ours for _, ours in flags)  # none of a list's is wrong


@pytest.mark.parametrize("language", OWN)
def test_confidence_is_as_high_as_labels_are_right(shared: Path, language: str) -> None:
    rows = reference(shared, language)
    right = sum(said.error == row["error"] for row, said in rows) / len(rows)
    assert abs(sum(said.confidence for _, said in rows) / len(rows) - right) <= 0.05


def test_a_language_without_rules_of_its_own_has_the_generic_ones() -> None:
    assert registry().of("xyz") is GENERIC
    assert {registry().of(language).name for language in OWN} == {"english", "german", "arabic"}
