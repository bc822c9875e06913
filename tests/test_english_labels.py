"""English past tenses are labelled as the coding manual says."""

from __future__ import annotations

import csv
import unicodedata
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from app.sources.embedded import read_embedded
from classifiers.english import CLASSIFIER
from classifiers.english.analogy import VOWEL_CHANGES, find_analogy
from classifiers.registry import registry
from classifiers.values import Case, Label


def label(lemma: str, gold: str, predicted: str, *accepted: str) -> Label:
    return CLASSIFIER.classify(Case(lemma, "V;PST", gold, predicted, frozenset(accepted)))


def test_english_has_a_classifier_of_its_own() -> None:
    assert registry().of("eng") is CLASSIFIER
    assert str(CLASSIFIER) == "english 1"


# The manual's examples, one by one


@pytest.mark.parametrize(
    ("lemma", "gold", "predicted"),
    [
        ("trim", "trimmed", "trimed"),
        ("jump", "jumped", "jumpped"),
        ("throttle", "throttled", "throtled"),
        ("vacuum", "vacuumed", "vacummed"),
        ("try", "tried", "tryed"),
        ("cry", "cried", "cryd"),
        ("obey", "obeyed", "obeid"),
        ("splay", "splayed", "splaid"),
        ("score", "scored", "scoreed"),
        ("accuse", "accused", "accuseeed"),
        ("shoo", "shooed", "shoooed"),
        ("bicycle", "bicycled", "bicicled"),
        ("panic", "panicked", "paniced"),
    ],
)
def test_what_reads_aloud_as_lemma_and_ed_is_regular(lemma: str, gold: str, predicted: str) -> None:
    assert label(lemma, gold, predicted)[:3] == ("reg", "reg", "regular-spelling")


@pytest.mark.parametrize(
    ("lemma", "gold", "predicted", "evidence"),
    [
        ("bring", "brought", "brang", "ing→ang as in"),
        ("fine", "fined", "fon", "i_e→o_e as in"),
        ("cut", "cut", "cat", "u→a as in run–ran"),
        ("weed", "weeded", "wod", "ee→o_e as in freeze–froze"),
        ("tweet", "tweeted", "twet", "eet→et as in meet–met"),
        ("tally", "tallied", "tallew", "y→ew as in fly–flew"),
        ("beep", "beeped", "bept", "eep→ept as in keep–kept"),
        ("beep", "beeped", "beept", "lemma + -t"),
        ("yap", "yapped", "yapt", "lemma + -t"),
        ("sell", "sold", "sellt", "lemma + -t"),
        ("close", "closed", "clost", "ose→ost as in lose–lost"),
        ("fend", "fended", "fent", "end→ent as in"),
        ("chink", "chinked", "chought", "-ought"),
        ("attach", "attached", "attaught", "-aught"),
        ("band", "banded", "bood", "and→ood as in stand–stood"),
        ("boing", "boinged", "boung", "ing→ung as in"),
    ],
)
def test_what_a_pattern_gives_is_irregular_and_the_verbs_are_named(
    lemma: str, gold: str, predicted: str, evidence: str
) -> None:
    given_label = label(lemma, gold, predicted)
    assert given_label.pred_class == "irr"
    assert evidence in given_label.evidence


@pytest.mark.parametrize(
    ("lemma", "gold", "predicted", "flags"),
    [
        ("correspond", "corresponded", "correspood", ()),
        ("vomit", "vomited", "bomited", ("stem",)),
        ("sink", "sank", "saunk", ()),
        ("buy", "bought", "baid", ()),
        ("drain", "drained", "dran", ()),
        ("cure", "cured", "care", ()),
        ("tie", "tied", "toug", ()),
        ("die", "died", "dau", ()),
        ("fine", "fined", "founed", ("stem",)),
        ("chink", "chinked", "choughed", ("stem",)),
        ("moan", "moaned", "moanoed", ("stem",)),
        ("hug", "hugged", "hugod", ()),
        ("finish", "finished", "finishe", ()),
        ("vomit", "vomited", "vomitied", ()),
        ("dry", "dried", "dryt", ()),
        ("bleed", "bled", "blededed", ()),
        ("walk", "walked", "walkeded", ()),
        ("triple", "tripled", "tripleted", ("stem",)),
        ("air", "aired", "aari RULE_SUFF", ()),
        ("walk", "walked", "walk<UNK>ed", ()),
        ("walk", "walked", "", ()),
        ("need", "needed", "sneed", ()),  # its -ed is the lemma's own
    ],
)
def test_what_nothing_gives_is_unnatural(lemma: str, gold: str, predicted: str, flags: tuple[str, ...]) -> None:
    assert label(lemma, gold, predicted)[1:4] == ("?", "unnatural", flags)


@pytest.mark.parametrize(
    ("lemma", "gold", "predicted", "error", "flags"),
    [
        ("go", "went", "goed", "over-regularization", ()),
        ("go", "went", "wented", "over-regularization", ("past+ed",)),
        ("break", "broke", "broked", "over-regularization", ("past+ed",)),
        ("bleed", "bled", "bleded", "over-regularization", ("past+ed",)),
        ("bite", "bit", "bited", "over-regularization", ()),
        ("cut", "cut", "cutted", "over-regularization", ()),  # cut is the lemma as well
        ("see", "saw", "seed", "over-regularization", ()),
        ("fine", "fined", "fon", "over-irregularization", ()),
        ("ring", "rang", "rong", "wrong-irregular", ()),
        ("char", "chared", "charred", "regular-spelling", ("gold-error", "variant")),
        ("awaken", "awoke", "awakened", "over-regularization", ("gold-error", "variant")),
        ("light", "lit", "light", "bare-stem", ()),
        ("cover", "covered", "cover", "bare-stem", ()),
        ("walk", "walked", "Walked", "regular-spelling", ("case",)),
        ("go", "went", "Went", "wrong-irregular", ("case",)),
    ],
)
def test_the_error_follows_from_the_classes(
    lemma: str, gold: str, predicted: str, error: str, flags: tuple[str, ...]
) -> None:
    given_label = label(lemma, gold, predicted)
    assert given_label[2:4] == (error, flags)
    assert CLASSIFIER.error_name(given_label.gold_class, given_label.pred_class, flags) == error


@pytest.mark.parametrize(
    ("lemma", "gold", "gold_class"),
    [
        ("walk", "walked", "reg"),
        ("pay", "paid", "reg"),
        ("lay", "laid", "reg"),
        ("say", "said", "irr"),
        ("mislay", "mislaid", "reg"),
        ("gainsay", "gainsaid", "irr"),
        ("panic", "panicked", "reg"),
        ("focus", "focussed", "reg"),
        ("look up", "looked up", "reg"),
        ("can", "could", "irr"),
        ("put", "put", "irr"),
        ("spread", "spread", "irr"),
        ("hear", "heard", "irr"),  # not hear and -d
        ("mishear", "misheard", "irr"),
        ("flee", "fled", "irr"),
        ("shoe", "shod", "irr"),
        ("withstand", "withstood", "irr"),
    ],
)
def test_the_gold_class_belongs_to_the_item(lemma: str, gold: str, gold_class: str) -> None:
    assert label(lemma, gold, gold)[:3] == (gold_class, gold_class, "correct")
    assert {label(lemma, gold, other).gold_class for other in ("", "x", lemma, gold + "ed")} == {gold_class}


# Accepted pasts


@pytest.mark.parametrize(
    ("lemma", "gold", "predicted"),
    [
        ("hiccup", "hiccuped", "hiccupped"),
        ("focus", "focused", "focussed"),
        ("dream", "dreamed", "dreamt"),
        ("kneel", "knelt", "kneeled"),
        ("light", "lit", "lighted"),
        ("shear", "shore", "sheared"),
        ("spring", "sprang", "sprung"),
        ("travel", "traveled", "travelled"),
        ("rid", "ridded", "rid"),
    ],
)
def test_another_accepted_past_is_a_variant(lemma: str, gold: str, predicted: str) -> None:
    assert label(lemma, gold, predicted).flags == ("variant",)


@pytest.mark.parametrize(
    ("lemma", "gold", "predicted"),
    [
        ("can", "could", "canned"),  # another verb
        ("lie", "lay", "lied"),
        ("pay", "paid", "payed"),
        ("grind", "ground", "grinded"),
        ("ring", "rang", "rung"),
        ("refer", "referred", "refered"),  # misprinted in a lexicon
        ("whiz", "whizzed", "whized"),
        ("bring", "brought", "brang"),
        ("behave", "behaved", "behad"),
    ],
)
def test_what_is_not_accepted_in_this_sense_is_none(lemma: str, gold: str, predicted: str) -> None:
    assert label(lemma, gold, predicted).flags == ()


def test_what_a_study_accepts_is_a_variant_and_a_past_of_its_own() -> None:
    assert label("fret", "fretted", "frait").pred_class == "?"
    accepted = label("fret", "fretted", "frait", "frait")
    assert (accepted.pred_class, accepted.flags) == ("irr", ("variant",))
    assert label("look up", "looked up", "lookt up", "lookt up").flags == ("variant",)


def test_patterns_are_learned_from_the_verbs() -> None:
    assert VOWEL_CHANGES["ee", "e"][0].startswith(("meet–", "feed–", "bleed–", "lead–"))
    assert ("ai", "a") not in VOWEL_CHANGES
    analogy = find_analogy("spoon", "spon")
    assert analogy
    assert analogy.evidence == "oo→o as in shoot–shot"


# Agreement with people


def people(shared: Path) -> list[dict[str, str]]:
    path = shared / "reference-labels" / "eng.tsv"
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def test_it_agrees_with_the_reference_labels(shared: Path) -> None:
    rows = people(shared)
    labels = [label(row["lemma"], row["gold"], row["predicted"]) for row in rows]
    pairs = [(one.error, row["error"]) for one, row in zip(labels, rows, strict=True)]
    agreed = sum(ours == theirs for ours, theirs in pairs) / len(pairs)
    print(f"error: {agreed:.1%} of {len(rows)}, kappa {kappa(pairs):.3f}")
    assert agreed >= 0.98
    assert kappa(pairs) >= 0.95
    assert all(one.gold_class == row["gold_class"] for one, row in zip(labels, rows, strict=True))
    for flag in ("stem", "past+ed", "variant", "gold-error"):
        found = [
            (flag in given.flags, flag in row["flags"].split(",")) for given, row in zip(labels, rows, strict=True)
        ]
        assert f1(found) >= 0.95, flag


def test_its_confidence_is_honest(shared: Path) -> None:
    rows = people(shared)
    labels = [label(row["lemma"], row["gold"], row["predicted"]) for row in rows]
    right = [one.error == row["error"] for one, row in zip(labels, rows, strict=True)]
    bins: dict[int, list[float]] = {}
    for one, is_right in zip(labels, right, strict=True):
        bins.setdefault(min(int(10 * one.confidence), 9), []).append(one.confidence - is_right)
    assert sum(abs(sum(differences)) for differences in bins.values()) / len(rows) <= 0.05


def kappa(pairs: list[tuple[str, str]]) -> float:
    """Cohen's kappa."""
    one, other = (Counter(names) for names in zip(*pairs, strict=True))
    by_chance = sum(one[name] * other[name] for name in one) / len(pairs) ** 2
    return (sum(a == b for a, b in pairs) / len(pairs) - by_chance) / (1 - by_chance)


def f1(found: list[tuple[bool, bool]]) -> float:
    both, either = sum(a and b for a, b in found), sum(a + b for a, b in found)
    return 2 * both / either if either else 1.0


# All words that come with goed

ITEMS = [item for item in read_embedded("eng").items if item.frequency is not None]
VARIANTS = [item for item in read_embedded("eng").items if item.frequency is None]


def test_embedded_golds_are_right_and_have_a_class() -> None:
    irregular = {item.lemma for item in ITEMS if label(item.lemma, item.form, item.form).gold_class == "irr"}
    assert {"go", "put", "hear", "say", "bring"} <= irregular
    assert not {"pay", "lay", "panic", "try", "need", "embed", "shed light"} & irregular
    assert 0.06 < len(irregular) / len(ITEMS) < 0.09
    for item in ITEMS:
        assert label(item.lemma, item.form, item.form)[2:4] == ("correct", ())


def test_embedded_variants_are_variants() -> None:
    golds = {item.lemma: item.form for item in ITEMS}
    for item in VARIANTS:
        assert "variant" in label(item.lemma, golds[item.lemma], item.form).flags, item


MADE_OF_ITEMS: dict[str, tuple[Callable[[str], str], Callable[[str], str]]] = {  # name → form, class
    "copy": (lambda lemma: lemma, lambda lemma: "bare"),
    "lemma+s": (lambda lemma: lemma + "s", lambda lemma: "?"),
    "lemma+ing": (lambda lemma: lemma + "ing", lambda lemma: "?"),
    "lemma+ed": (lambda lemma: lemma + "ed", lambda lemma: "reg"),
    "lemma+eded": (lambda lemma: lemma + "eded", lambda lemma: "?"),
    "lemma+ted": (lambda lemma: lemma + "nted", lambda lemma: "?"),
    "lemma+t": (lambda lemma: lemma + "t", lambda lemma: "?" if lemma[-1] in "aeiouwytd" else "irr"),
    "q+lemma+ed": (lambda lemma: "q" + lemma + "ed", lambda lemma: "?"),
}


@pytest.mark.parametrize("name", MADE_OF_ITEMS)
def test_what_is_made_of_the_embedded_items_is_what_it_was_made_as(name: str) -> None:
    make, expected = MADE_OF_ITEMS[name]
    for item in ITEMS:
        form = make(item.lemma)
        if form != item.form:
            assert label(item.lemma, item.form, form).pred_class == expected(item.lemma), (item.lemma, form)


# Any text

WORDS = st.one_of(
    st.text(max_size=20),
    st.sampled_from([item.lemma for item in ITEMS]).flatmap(
        lambda lemma: st.sampled_from([lemma, lemma + "ed", lemma + "d", lemma + "t", lemma[1:], lemma[::-1]])
    ),
    st.text("aeioudtwyckp", max_size=8),
)


def check_any_text(lemma: str, gold: str, predicted: str) -> None:
    given_label = label(lemma, gold, predicted)
    assert given_label == label(lemma, gold, predicted)
    apart = (unicodedata.normalize("NFD", form) for form in (lemma, gold, predicted))
    assert given_label == label(*(unicodedata.normalize("NFC", form) for form in apart))
    assert given_label == label(*(unicodedata.normalize("NFD", form) for form in (lemma, gold, predicted)))
    assert {given_label.gold_class, given_label.pred_class} <= set(CLASSIFIER.classes)
    assert list(given_label.flags) == sorted(set(given_label.flags))
    assert 0 <= given_label.confidence <= 1
    assert given_label.rule
    assert given_label.evidence


@settings(max_examples=500, deadline=None)
@given(lemma=WORDS, gold=WORDS, predicted=WORDS)
@example(lemma="", gold="", predicted="ed")
@example(lemma="e", gold="ed", predicted="eed")
@example(lemma="sauté", gold="sautéed", predicted="sauted")
@example(lemma="😀", gold="😀ed", predicted="😀😀ed")
def test_any_text_gets_a_label(lemma: str, gold: str, predicted: str) -> None:
    check_any_text(lemma, gold, predicted)


@pytest.mark.slow
@settings(max_examples=10_000, deadline=None)
@given(lemma=WORDS, gold=WORDS, predicted=WORDS)
def test_any_text_gets_a_label_thoroughly(lemma: str, gold: str, predicted: str) -> None:
    check_any_text(lemma, gold, predicted)


@pytest.mark.parametrize("letter", ["e", "i", "u", "y", "d", "x", "ed", "é", "😀"])
def test_ten_thousand_letters_are_read_at_once(letter: str) -> None:
    import time

    long = letter * 10_000
    start = time.perf_counter()
    for lemma, predicted in (
        (long, long + "ed"),
        (long, long + "xd"),
        ("walk", long),
        (long, "walked"),
        (long + "x", long + "yed"),
    ):
        label(lemma, lemma + "ed", predicted)
    assert time.perf_counter() - start < 0.5
