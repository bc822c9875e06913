"""German plurals are labelled as the coding manual says."""

from __future__ import annotations

import unicodedata
from collections import Counter
from pathlib import Path

import pytest

from goed.sources.embedded_items import read_embedded
from goed_classifiers.inflection.german.learned_plurals import PATTERNS
from goed_classifiers.inflection.german.rules import CLASSIFIER
from goed_classifiers.registry import registry
from goed_classifiers.values import Case, Label

CLASSES = {"zero", "e", "(e)n", "(e)r", "(e)s", "other", "?"}
ITEMS = [item for item in read_embedded("deu").items if item.frequency is not None]


def label(lemma: str, gold: str, predicted: str, features: str = "", *accepted: str) -> Label:
    return CLASSIFIER.classify(Case(lemma, features, gold, predicted, frozenset(accepted)))


def shown(lemma: str, form: str) -> str:
    """The class that a wrong form shows."""
    return label(lemma, lemma + "x", form).pred_class


def test_german_has_its_own_classifier() -> None:
    assert registry().of("deu") is CLASSIFIER
    assert set(CLASSIFIER.classes) == CLASSES


@pytest.mark.parametrize(
    ("lemma", "form", "plural_class"),
    [
        ("Mutter", "Mütter", "zero"),
        ("Hund", "Hunde", "e"),
        ("Hand", "Hände", "e"),
        ("Köchin", "Köchine", "e"),
        ("Drama", "Dramae", "e"),
        ("Hindernis", "Hindernisse", "e"),
        ("Hindernis", "Hindernise", "e"),
        ("Weisheit", "Weisheitn", "(e)n"),
        ("Lehrerin", "Lehrerinnen", "(e)n"),
        ("Lehrerin", "Lehrerinen", "(e)n"),
        ("Kontrolle", "Kontrolen", "(e)n"),
        ("Museum", "Museen", "(e)n"),
        ("Firma", "Firmen", "(e)n"),
        ("Freilichtmuseum", "Freilichtmusen", "(e)n"),
        ("Rhythmus", "Rhythmen", "(e)n"),
        ("Konto", "Konten", "(e)n"),
        ("Stadion", "Stadien", "(e)n"),
        ("Praxis", "Praxen", "(e)n"),
        ("Epos", "Epen", "(e)n"),
        ("Jubiläum", "Jubiläen", "(e)n"),
        ("Kind", "Kinder", "(e)r"),
        ("Mann", "Männer", "(e)r"),
        ("Tscheche", "Tschecher", "(e)r"),
        ("Stand", "Ständer", "(e)r"),  # another word, classed by its form
        ("Cousin", "Cousine", "e"),
        ("Auto", "Autos", "(e)s"),
        ("Gas", "Gass", "(e)s"),
        ("Portemonnaie", "Portemonaies", "(e)s"),
        ("Bau", "Bauten", "other"),
        ("Kaufmann", "Kaufleute", "other"),
        ("Index", "Indizes", "other"),
        ("Komma", "Kommata", "other"),
        ("Fossil", "Fossilien", "other"),
        ("Cello", "Celli", "other"),
        ("Lexikon", "Lexika", "other"),
        ("Examen", "Examina", "other"),
        ("Atlas", "Atlanten", "other"),
        ("Kaktus", "Kakteen", "other"),
        ("Schwierigkeit", "Schwierigken", "?"),
        ("Hyazinthe", "hnazinthen", "?"),
        ("Spaß", "Spae", "?"),
        ("Freilichtmuseum", "Freilichtmuser", "?"),
        ("Bug", "Bugse", "?"),
        ("Bescheid", "Bescheidec", "?"),
        ("Baum", "Baen", "?"),  # a stem's own -um is no learned ending
        ("Haus", "Hai", "?"),
        ("Tier", "Tierien", "?"),
        ("Spaß", "Späße", "e"),
        ("Spaß", "Spässe", "e"),
        ("Saal", "Säle", "e"),
        ("Hund", "hunde", "e"),
        ("Hund", "", "?"),
        ("Hund", "Hund<UNK>", "?"),
        ("Imker", "Ämker", "?"),
    ],
)
def test_a_form_shows_the_class_of_its_ending(lemma: str, form: str, plural_class: str) -> None:
    assert shown(lemma, form) == plural_class
    if plural_class != "?":
        assert label(lemma, form, form).gold_class == plural_class


@pytest.mark.parametrize(
    ("lemma", "gold", "predicted", "error", "flags"),
    [
        ("Auto", "Autos", "Autoe", "(e)s→e", ""),
        ("Apfel", "Äpfel", "Apfel", "umlaut", "copy,umlaut-"),
        ("Buckel", "Buckel", "Bückel", "umlaut", "umlaut+"),
        ("Zugang", "Zugänge", "Zügänge", "umlaut", "umlaut+"),
        ("Zugang", "Zugänge", "Zügange", "umlaut", "umlaut+,umlaut-"),
        ("Wartesaal", "Wartesäle", "Wartesaale", "umlaut", "umlaut-"),
        ("Fass", "Fässer", "Fasse", "(e)r→e", "umlaut-"),
        ("Leinwand", "Leinwände", "Leinwänden", "e→(e)n", ""),
        ("Hinterhof", "Hinterhöfe", "Hinterhos", "unnatural", "stem,umlaut-"),
        ("Millionenstadt", "Millionenstädte", "Millionenstdte", "unnatural", "stem"),
        ("Imker", "Imker", "Ämker", "unnatural", ""),
        ("Übersicht", "Übersichten", "Ubersichten", "umlaut", "umlaut-"),
        ("Übersicht", "Übersichten", "Vbersichten", "unnatural", "stem"),
        ("Fluss", "Flüsse", "Flussse", "umlaut", "spelling,umlaut-"),
        ("Lehrerin", "Lehrerinnen", "Lehrerinen", "spelling", "spelling"),
        ("Hindernis", "Hindernisse", "Hinderniser", "e→(e)r", "spelling"),
        ("Organismus", "Organismen", "Organismuse", "(e)n→e", ""),
        ("Organismus", "Organismen", "Organismusse", "(e)n→e", ""),
        ("Fernglas", "Ferngläser", "Fernglasse", "(e)r→e", "spelling,umlaut-"),
        ("Pfeil", "Pfeile", "Pfeiln", "e→(e)n", "spelling"),
        ("Stachel", "Stachel", "Stacheln", "zero→(e)n", ""),
        ("Fuß", "Füße", "Füsse", "spelling", "spelling"),
        ("Café", "Cafés", "Cafes", "spelling", "spelling"),
        ("Büffel", "Büffel", "büffel", "case", "case"),
        ("Ziel", "Ziele", "ziel", "e→zero", "case,copy"),
        ("Loch", "Löcher", "locher", "umlaut", "case,umlaut-"),
        ("Kern", "Kerne", "Kren", "unnatural", ""),  # two letters swapped, no ending
        ("Kern", "Kerne", "Krene", "unnatural", "stem"),
        ("Bug", "Buge", "Bugse", "unnatural", ""),
        ("Quelle", "Quellen", "Quellen", "correct", ""),
    ],
)
def test_an_error_is_named_by_both_classes_and_marked(
    lemma: str, gold: str, predicted: str, error: str, flags: str
) -> None:
    given_label = label(lemma, gold, predicted)
    assert (given_label.error, ",".join(given_label.flags)) == (error, flags)


@pytest.mark.parametrize(
    ("lemma", "gold", "predicted", "features", "is_variant"),
    [
        ("Balkon", "Balkone", "Balkons", "N;NOM;MASC;PL", True),
        ("Dorn", "Dornen", "Dorne", "N;NOM;MASC;PL", True),
        ("Krach", "Kräche", "krache", "N;NOM;MASC;PL", True),
        ("Schlamm", "Schlämme", "Schlamme", "N;NOM;MASC;PL", True),
        ("Bug", "Buge", "Büge", "", True),
        ("Bug", "Buge", "Bugs", "N;NOM;MASC;PL", False),  # a fault in a program
        ("Bank", "Bänke", "Banken", "N;NOM;FEM;PL", False),
        ("Bär", "Bären", "Bäre", "N;NOM;MASC;PL", False),  # a rammer
        ("Korn", "Körner", "Korn", "N;NOM;NEUT;PL", False),  # der Korn is drunk
        ("Hund", "Hunde", "Hunds", "N;NOM;MASC;PL", False),
    ],
)
def test_a_listed_plural_of_the_same_sense_is_a_variant(
    lemma: str, gold: str, predicted: str, features: str, is_variant: bool
) -> None:
    assert ("variant" in label(lemma, gold, predicted, features).flags) == is_variant


def test_a_form_that_a_study_accepts_is_a_variant() -> None:
    assert label("Hund", "Hunde", "Hunds", "", "Hunds").flags == ("variant",)
    assert label("Praxis", "Praxen", "Praktiken", "", "Praktiken").error == "(e)n→other"


@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda pattern: pattern.example)
def test_every_pattern_is_that_of_its_example(pattern: tuple[str, ...]) -> None:
    lemma, form = pattern[-1].split("–")
    assert shown(lemma, form) == "other"


def test_a_label_says_why() -> None:
    said = label("Museum", "Museen", "Musea")
    assert (said.rule, said.evidence) == ("attested-pattern", "-a for -um, as in Visum–Visa")
    assert label("Telefon", "Telefone", "Teelefone").considered
    assert label("Quelle", "Quellen", "Cuellen").evidence == "q→c, -n on it"


# Real data


def test_gold_forms_of_the_embedded_items_have_a_class() -> None:
    classes = {item.word: label(item.word, item.gold, item.gold) for item in ITEMS}
    assert {said.error for said in classes.values()} == {"correct"}
    others = {lemma for lemma, said in classes.items() if said.gold_class == "other"}
    assert others >= {"Bau", "Umbau", "Material", "Fossil", "Reptil", "Antibiotikum", "Pharao", "Stuntman"}
    assert len(others) < 0.01 * len(ITEMS)
    assert "?" not in {said.gold_class for said in classes.values()}
    shares = Counter(said.gold_class for said in classes.values())
    assert {name for name, _ in shares.most_common(3)} == {"(e)n", "e", "zero"}


def test_endings_on_every_lemma_show_their_class() -> None:
    endings = {"e": "e", "en": "(e)n", "er": "(e)r", "s": "(e)s"}
    for item in ITEMS:
        for ending, plural_class in endings.items():
            form = item.word + ending
            if form != item.gold:
                assert label(item.word, item.gold, form).pred_class == plural_class, form


def test_a_copy_of_every_lemma_is_a_copy() -> None:
    for item in ITEMS:
        if item.gold != item.word:
            said = label(item.word, item.gold, item.word)
            assert (said.pred_class, "copy" in said.flags) == ("zero", True), item
            small = label(item.word, item.gold, item.word[0].lower() + item.word[1:])
            assert {"case", "copy"} <= set(small.flags), item


def test_a_small_initial_is_a_slip_of_case() -> None:
    for item in ITEMS:
        said = label(item.word, item.gold, item.gold[0].lower() + item.gold[1:])
        assert (said.gold_class, said.error, said.flags) == (said.pred_class, "case", ("case",)), item


def test_an_umlaut_undone_is_missing() -> None:
    undone = str.maketrans("äöüÄÖÜ", "aouAOU")
    for item in ITEMS:
        form = item.gold.translate(undone)
        if form != item.gold:
            said = label(item.word, item.gold, form)
            assert said.error == "umlaut", item
            assert "umlaut-" in said.flags, item


def test_every_gold_form_of_the_shared_task_has_a_class(shared: Path) -> None:
    pairs = set()
    for path in sorted((shared / "sigmorphon2022" / "part2").glob("deu*")):
        for line in path.read_text(encoding="utf-8").splitlines():
            lemma, *rest = unicodedata.normalize("NFC", line).split("\t")
            if len(rest) == 2:
                pairs.add((lemma, rest[0]))
    assert len(pairs) > 1500
    assert {label(lemma, form, form).gold_class for lemma, form in pairs} == CLASSES - {"?", "other"}


def test_very_long_junk_gets_a_label_at_once() -> None:
    said = label("Hund" * 2500, "Hünd" * 2500, "Hnud" * 2500 + "en")
    assert said.error == "unnatural"
