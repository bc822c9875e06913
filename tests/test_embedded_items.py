"""The words that come with goed: real, well formed, licensed, and close to the lists that the field uses."""

from __future__ import annotations

import re
import subprocess
import sys
import unicodedata
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import REPOSITORY, Goed, sql
from goed.sources.embedded_items import embedded_languages, licences, read_embedded

DATA = REPOSITORY / "data"
WORD_LISTS = "classifiers/goed_classifiers/inflection"
LEAST_ROWS = {"eng": 2000, "deu": 600 + 500 + 500, "ara": 1000 + 500 + 500}
FEATURES = {
    "eng": r"V;PST",
    "deu": r"N;NOM;(MASC|FEM|NEUT);PL",
    "ara": r"N;(HUM|NHUM);(MASC|FEM);PL",
}
LETTERS = {
    "eng": r"[a-z]{2,}",
    "deu": r"[A-ZÄÖÜ][a-zäöüßéèêàç]+",
    "ara": r"[\u0621-\u063A\u0641-\u0652\u0671]+",
}

Words = dict[str, tuple[str, str]]  # lemma → form, features


def own_words(language: str) -> Words:
    """The embedded gold forms."""
    words: Words = {}
    for item in read_embedded(language).items:
        words.setdefault(item.word, (item.gold, item.features))
    return words


def reference_words(shared: Path, language: str) -> Words:
    """SIGMORPHON 2022's part 2, all its sets."""
    words: Words = {}
    for path in sorted((shared / "sigmorphon2022" / "part2").glob(f"{language}*")):
        for line in path.read_text(encoding="utf-8").splitlines():
            lemma, *rest = unicodedata.normalize("NFC", line).split("\t")
            if len(rest) == 2:
                words[lemma] = (rest[0], rest[1])
    return words


def test_there_are_three_languages() -> None:
    assert embedded_languages() == ["ara", "deu", "eng"]


@pytest.mark.parametrize("language", embedded_languages())
def test_every_item_is_well_formed(language: str) -> None:
    items = [item for item in read_embedded(language).items if item.frequency is not None]
    assert len(items) >= max(2000, LEAST_ROWS[language])
    assert len({item.word for item in items}) == len(items)
    for item in items:
        assert unicodedata.is_normalized("NFC", "".join(item[:2]))
        assert re.fullmatch(LETTERS[language], item.word), item
        assert re.fullmatch(LETTERS[language], item.gold), item
        assert re.fullmatch(FEATURES[language], item.features), item
        assert item.frequency is not None
        assert item.frequency > 0
    assert [item.frequency for item in items] == sorted((item.frequency for item in items), reverse=True)


@pytest.mark.parametrize("language", embedded_languages())
def test_variants_are_other_forms_of_items(language: str) -> None:
    words = own_words(language)
    variants = [item for item in read_embedded(language).items if item.frequency is None]
    assert len(variants) > 50
    for item in variants:
        form, features = words[item.word]
        assert item.features == features
        assert item.gold != form
    assert len(set(variants)) == len(variants)


def test_every_embedded_file_has_its_licence() -> None:
    tables = {path for ending in ("tsv", "xz") for path in DATA.glob(f"*/**/*.{ending}")}
    said = {licence.file: licence.licence for licence in licences()}
    assert set(said) == {path.relative_to(DATA).as_posix() for path in tables if path.parent.name != "recipes"}
    assert {said["ara/pairs.tsv"], said["ara/counts.tsv"]} == {"GPL-2.0-only", "CC BY-SA 4.0"}
    texts = {"ara/LICENSE-pairs": "Version 2, June 1991", "ara/LICENSE-counts": "ShareAlike 4.0", "eng/LICENSE": "MIT"}
    for file, words in {**texts, "deu/LICENSE": "ShareAlike 4.0"}.items():
        assert words in (DATA / file).read_text(encoding="utf-8")
    for language in embedded_languages():
        assert (DATA / language / "NOTICE").stat().st_size > 1000
    counted = (DATA / "ara" / "pairs.tsv").read_text(encoding="utf-8")
    assert not re.search(r"\d", counted)  # no count stands in the file under the other licence


def test_the_readme_counts_right() -> None:
    text = (DATA / "README.md").read_text(encoding="utf-8")
    for language in embedded_languages():
        items = read_embedded(language).items
        n_items = sum(item.frequency is not None for item in items)
        assert f"| `{language}` | {n_items:,} | {len(items) - n_items} |" in text


def test_a_new_study_holds_them(goed: Goed) -> None:
    goed("init")
    study = Path("study.goed")
    for language in embedded_languages():
        (number,) = sql(study, "SELECT count(*) FROM item WHERE language = ? AND frequency > 0", language)[0]
        assert number == len(own_words(language))
    assert sql(study, "SELECT count(*) FROM item WHERE gold_class IS NULL") == [(0,)]
    accepted = sql(study, "SELECT variant.answer FROM variant JOIN item ON item.id = item_id WHERE word = 'dream'")
    assert {*own_words("eng")["dream"][:1], *(form for (form,) in accepted)} == {"dreamed", "dreamt"}


# How they compare with the lists that the field uses


@pytest.mark.parametrize(
    ("language", "least"),
    [("eng", 0.99), ("deu", 0.985), ("ara", 0.93)],
)
def test_forms_are_those_of_the_reference(shared: Path, language: str, least: float) -> None:
    own, reference = own_words(language), reference_words(shared, language)
    both = own.keys() & reference.keys()
    assert len(both) > 1000
    same = sum(own[lemma][0] == reference[lemma][0] for lemma in both)
    print(f"{language}: {same} of {len(both)} shared lemmas have the same form, {same / len(both):.2%}")
    assert same / len(both) >= least


def english(lemma: str, form: str, features: str) -> set[str]:
    """Irregular is what is no -ed in any spelling."""
    stems = {lemma, lemma + lemma[-1], lemma + "k", lemma.removesuffix("y") + "i", lemma.removesuffix("e")}
    is_regular = any(form == stem + "ed" for stem in stems) or (lemma.endswith("ay") and form == lemma[:-1] + "id")
    return set() if is_regular and form != "said" else {"irregular"}


def german(lemma: str, form: str, features: str) -> set[str]:
    """The suffix, umlaut ignored, and whether there is a new umlaut."""
    umlaut = {"umlaut"} if len(re.findall("[äöü]", form.lower())) > len(re.findall("[äöü]", lemma.lower())) else set()
    plain = str.maketrans("äöü", "aou")
    one, other = lemma.lower().translate(plain), form.lower().translate(plain)
    endings = {
        "zero": {one},
        "e": {one + "e", one + "se"},
        "(e)n": {one + "n", one + "en", one + "nen"},
        "(e)r": {one + "er"} | ({one + "r"} if one.endswith("e") else set()),
        "(e)s": {one + "s", one + "es"},
    }
    truncated = {one.removesuffix(ending) + "en" for ending in ("um", "us", "a", "o", "on", "is", "e", "os", "as")}
    suffix = next((suffix for suffix, forms in endings.items() if other in forms), None)
    return umlaut | {suffix or ("(e)n" if other in truncated else "other")}


def arabic(lemma: str, form: str, features: str) -> set[str]:
    """Sound by its suffix on the lemma's stem; broken otherwise."""
    marks = re.compile("[\u064b-\u0652]")
    one, other = marks.sub("", lemma).replace("ٱ", "ا"), marks.sub("", form)
    if one == other:
        return {"same"}
    if other.endswith("ين") and other[:-2] in (one, one[:-1] if one[-1] in "يى" else one):
        return {"sound masculine"}
    if other.endswith(("ات", "آت")) and not (one.endswith("ت") and not other.startswith(one)) and one != "بنت":
        return {"sound feminine"}
    return {"broken"}


TRIAL = {  # what the trial lists of the data recipes have, in per cent
    "eng": {"irregular": 7.6},
    "deu": {"(e)n": 44.2, "e": 21.7, "(e)r": 2.9, "(e)s": 6.5, "zero": 24.6, "umlaut": 9.0},
    "ara": {"sound feminine": 32.8, "sound masculine": 13.8, "broken": 53.4, "same": 0.0},
}
CLASSES: dict[str, Callable[[str, str, str], set[str]]] = {"eng": english, "deu": german, "ara": arabic}


def shares(language: str, words: Words) -> dict[str, float]:
    """Per cent of the items that are of each class."""
    counts = Counter(name for lemma, word in words.items() for name in CLASSES[language](lemma, *word))
    return {name: 100 * counts[name] / len(words) for name in TRIAL[language]}


@pytest.mark.parametrize("language", embedded_languages())
def test_class_shares_are_no_further_from_the_reference_than_the_trial_lists(shared: Path, language: str) -> None:
    own = shares(language, own_words(language))
    reference = shares(language, reference_words(shared, language))
    for name, trial in TRIAL[language].items():
        print(f"{language} {name}: {own[name]:.1f} %, trial {trial}, reference {reference[name]:.1f}")
        assert abs(own[name] - reference[name]) <= abs(trial - reference[name]) + 0.05


@pytest.mark.slow
def test_the_builder_makes_the_same_tables_again(tmp_path: Path) -> None:
    """Fetches about 200 MB, unless GOED_PACKAGES names a folder that has them."""
    import os

    packages = os.environ.get("GOED_PACKAGES", str(tmp_path / "packages"))
    lists = tmp_path / "classifiers"
    command = [sys.executable, str(DATA / "build.py"), "--packages", packages, "--into", str(tmp_path)]
    subprocess.run([*command, "--lists-into", str(lists)], check=True)
    made = sorted(path for path in tmp_path.glob("*/*.tsv"))
    assert len(made) == 7
    for path in made:
        assert path.read_bytes() == (DATA / path.parent.name / path.name).read_bytes(), path
    made = sorted(lists.glob("*/*.t*"))
    assert len(made) == 6
    for path in made:
        assert path.read_bytes() == (REPOSITORY / WORD_LISTS / path.relative_to(lists)).read_bytes(), path
