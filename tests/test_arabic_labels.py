"""Arabic plurals are labelled as the coding manual says."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from pathlib import Path

import pytest

from goed.sources.embedded_items import read_embedded
from goed_classifiers.inflection.arabic.rules import CLASSIFIER
from goed_classifiers.registry import registry
from goed_classifiers.values import Case, Label

CLASSES = {"Snd(F)", "Snd(M)", "Br", "?"}
ITEMS = [item for item in read_embedded("ara").items if item.frequency is not None]
STRONG = "بتثجحخدذرزسشصضطظعغفقكلمنه"
KASRA, SHADDA, FATHA = "\u0650", "\u0651", "\u064e"


def label(lemma: str, gold: str, predicted: str, *accepted: str) -> Label:
    return CLASSIFIER.classify(Case(lemma, "", gold, predicted, frozenset(accepted)))


def gold_class(lemma: str, gold: str) -> str:
    return label(lemma, gold, gold).gold_class


def stem(lemma: str) -> str:
    """A lemma without its ة."""
    return re.sub(f"{FATHA}?({SHADDA}?)ة$", r"\1", lemma)


def with_in(base: str) -> str:
    """A stem with ين, in NFC: مُحِبّ–مُحِبِّين."""
    return unicodedata.normalize("NFC", base + KASRA + "ين")


def with_ayn(base: str) -> str:
    """A stem in -ā with ين: مُصْطَفَى–مُصْطَفَيْن, مِرْآة–مِرْأَيْن."""
    short = re.sub(f"{FATHA}?({SHADDA}?)[اى]$", rf"\1{FATHA}", re.sub("آ$", "أا", base))
    return unicodedata.normalize("NFC", short + "يْن")


def test_arabic_has_its_own_classifier() -> None:
    assert registry().of("ara") is CLASSIFIER
    assert set(CLASSIFIER.classes) == CLASSES


@pytest.mark.parametrize(
    ("lemma", "form", "plural_class"),
    [
        # radicals that a vowel parts, or that touch, are all there
        ("خَطّ", "خُطُوطات", "Snd(F)"),
        ("طَبِيب", "طَبِّين", "Snd(M)"),
        # what follows the stem may be the template's
        ("صِنْو", "صِنْوان", "Br"),
        ("فَتاة", "فَتايا", "Br"),
        # the endings of cases, and the stroke that stretches, are no fault
        ("مُدِير", "مُدِيرِينَ", "Snd(M)"),
        ("قَلَم", "أَقـْلامٌ", "Br"),
        ("مَعْنِيّ", "مَعانِيِّ", "Br"),
        # the classes
        ("مُدِير", "مُدِيرات", "Snd(F)"),
        ("شَرِكَة", "شَرِكات", "Snd(F)"),
        ("جَلْسَة", "جَلَسات", "Snd(F)"),
        ("حُجْرَة", "حُجُرات", "Snd(F)"),
        ("مُسْتَشْفَى", "مُسْتَشْفَيات", "Snd(F)"),
        ("سَماء", "سَماوات", "Snd(F)"),
        ("مِيناء", "مِيناءات", "Snd(F)"),
        ("قَناة", "قَنَوات", "Snd(F)"),
        ("سَنَة", "سَنَوات", "Snd(F)"),
        ("أُمّ", "أُمَّهات", "Snd(F)"),
        ("فِيدْيُو", "فِيدْيُوهات", "Snd(F)"),
        ("سِينارِيو", "سِينارِيُوهات", "Snd(F)"),  # the damma of the loanword is not written
        ("مُدِير", "مُدِيرِين", "Snd(M)"),
        ("مُدِير", "مُدِيرُون", "Snd(M)"),
        ("مُحامِي", "مُحامِين", "Snd(M)"),
        ("مُصْطَفَى", "مُصْطَفَيْن", "Snd(M)"),
        ("كِتاب", "كُتُب", "Br"),
        ("باب", "أَبْواب", "Br"),
        ("فَأْر", "فِئْران", "Br"),
        # near a template
        ("مِنْطَقَة", "مِناطِق", "Br"),
        ("مِلْك", "مِلُوك", "Br"),
        ("جَبَل", "جَبال", "Br"),
        ("جِنْس", "أَجْنِس", "Br"),
        ("وَطَن", "أَوْطَن", "Br"),
        ("إِنْس", "إَناس", "Br"),
        ("مَيْدان", "مَيادِن", "Br"),
        ("طَبْل", "طَبُل", "?"),
        ("رُبُع", "رِبِع", "?"),
        ("مَفْقُود", "مَفاقُود", "?"),
        ("أُسْطُول", "أُساطُول", "?"),
        ("مَشْرُوب", "مَشارِوب", "?"),
        # left-overs
        ("مُعَسْكَر", "مُعَساكِر", "Br"),
        ("كامِرا", "كَوامِرا", "Br"),
        ("فُنْدُق", "أَفْنادِق", "?"),
        ("ثَمانِين", "أَثْمِينات", "?"),
        ("مِيناء", "أَمْيناءات", "?"),
        # root consonants
        ("مَصَب", "أَمْصِبَة", "Br"),
        ("مُصاب", "أَمْصِبَة", "Br"),
        ("تايْلَنْدِيّ", "تَوالِنَة", "Br"),
        ("دَم", "دُمُوم", "Br"),
        ("حُرّ", "أَحْراء", "?"),
        ("شَبّ", "أَشْباء", "?"),
        ("صَكّ", "صُكُور", "?"),
        ("رُوح", "أَرْح", "?"),
        ("نُور", "أَنْرَة", "?"),
        ("مُحْتَوَى", "مُحْتَوات", "Snd(F)"),
        ("مَسِيرَة", "مَسِرات", "Snd(F)"),
        # sound on a changed stem
        ("سَحْب", "سُحُوبات", "Snd(F)"),
        ("مَعْنِيّ", "مَعانِيِّين", "Snd(M)"),
        ("صِرْبِيّ", "صِرابِيِّين", "Snd(M)"),
        ("رُوح", "أَرْوحات", "Snd(F)"),
        ("مَبَرَّة", "مَبَرات", "Snd(F)"),
        ("مَبَرَّة", "مَبَراّت", "Snd(F)"),
        ("حَياة", "حَياات", "Snd(F)"),
        ("مَسْرَحِيَّة", "مَسْرَحِيَّين", "Snd(M)"),
        # the lemma and something else
        ("طَعام", "طَعامِي", "?"),
        ("هارِب", "هارِبَة", "?"),
        ("مُدِير", "مُدِيراء", "?"),
        ("طَبَقَة", "طَبَق", "?"),
        ("وَظِيفَة", "وَظِيف", "?"),
        ("رُوح", "رُوح", "?"),
        ("مُحامِي", "مُحامِيَة", "?"),  # the lemma + ة, not مَفاعِلَة
        ("إِنْكلِيزِيّ", "إِنْكلِيز", "Br"),
        ("أَرْمَنِيّ", "أَرْمَن", "Br"),
        ("برِيطانِيّ", "برِيطان", "Br"),
        # two vowels on one letter
        ("أُولائِكَ", "أُولائِكَِين", "?"),
        # look-alikes
        ("عُنْوان", "عَناوِين", "Br"),
        ("قانُون", "قَوانِين", "Br"),
        ("مِلْيُون", "مَلايِين", "Br"),
        ("صَوْت", "أَصْوات", "Br"),
        ("وَقْت", "أَوْقات", "Br"),
        ("بِنْت", "بَنات", "Br"),
        ("سِنّ", "سِنُون", "Br"),
        # nothing, or no Arabic
        ("كِتاب", "", "?"),
        ("كِتاب", "كُتُب<UNK>", "?"),
        ("كِتاب", "kutub", "?"),
    ],
)
def test_a_form_shows_a_class(lemma: str, form: str, plural_class: str) -> None:
    assert label(lemma, "x", form).pred_class == plural_class
    if plural_class != "?":
        assert gold_class(lemma, form) == plural_class


@pytest.mark.parametrize(
    ("lemma", "gold"),
    [("حُضُور", "حُضُور"), ("أَعْلام", "أَعْلام"), ("تَقْدِيمات", "تَقْدِيمات"), ("مُعْتَزِلِيّ", "مُعْتَزِلَة"), ("ماء", "مِياه")],
)
def test_a_gold_form_without_a_sound_ending_is_broken(lemma: str, gold: str) -> None:
    assert gold_class(lemma, gold) == "Br"


@pytest.mark.parametrize(
    ("lemma", "gold", "predicted", "error", "flags"),
    [
        ("جِدار", "جُدْران", "أَجْدِرَة", "Br→Br", ""),
        ("نُخْبَة", "نُخَب", "نُخَبات", "Br→Snd(F)", ""),
        ("حارِس", "حُرّاس", "حارِسِين", "Br→Snd(M)", ""),
        ("خِطاب", "خِطابات", "خُطُب", "Snd(F)→Br", ""),
        ("مُجْرِم", "مُجْرِمِين", "مَجارِم", "Snd(M)→Br", ""),
        ("مُقِيم", "مُقِيمِين", "مُقِيمات", "Snd(M)→Snd(F)", ""),
        ("مُتَفَجِّر", "مُتَفَجِّرات", "مُتَفَجِّرِين", "Snd(F)→Snd(M)", ""),
        ("شَهْوَة", "شَهَوات", "شَهْوات", "Snd(F)→Snd(F)", ""),
        ("مُدِير", "مُدِيرِين", "مُدارِين", "Snd(M)→Snd(M)", ""),
        ("مُحِبّ", "مُحِبِّين", "مُحِبّين", "Snd(M)→Snd(M)", "spelling"),
        ("مِرْوَحِيَّة", "مِرْوَحِيّات", "مِرْوَحِيَّات", "Snd(F)→Snd(F)", "spelling"),
        ("دُمْيَة", "دُمَى", "دُمَي", "Br→Br", "spelling"),
        ("كامِرا", "كامِيرات", "كامِراات", "Snd(F)→Snd(F)", ""),
        ("أَمْرِيكِيّ", "أَمِيرْكِيّات", "أَمْرِيكِيّات", "Snd(F)→Snd(F)", "variant"),
        ("أَمْرِيكِيّ", "أَمِيرْكِيّات", "أَمْرِيكِيِّين", "Snd(F)→Snd(M)", ""),
        ("مُدِير", "مُدِيرِين", "مُدَراء", "Snd(M)→Br", "variant"),
        ("نِعْمَة", "نِعَم", "نِعْمَة", "unnatural", "copy"),
        ("تَحَفُّظ", "تَحَفُّظات", "تَحَفُّئِين", "unnatural", "stem"),
        ("هَمّ", "هُمُوم", "هُمُون", "unnatural", ""),
        ("مَذْهَب", "مَذاهِب", "مَباهِب", "unnatural", ""),
        ("كِتاب", "كُتُب", "كُتُب", "correct", ""),
    ],
)
def test_an_error_is_named_by_both_classes_and_marked(
    lemma: str, gold: str, predicted: str, error: str, flags: str
) -> None:
    said = label(lemma, gold, predicted)
    assert (said.error, ",".join(said.flags)) == (error, flags)


def test_a_form_that_a_study_accepts_is_a_variant() -> None:
    assert label("جَبَل", "جِبال", "أَجْبال").flags == ()
    assert label("جَبَل", "جِبال", "أَجْبال", "أَجْبال").flags == ("variant",)


@pytest.mark.parametrize(
    ("lemma", "form", "rule", "evidence"),
    [
        ("وَطَن", "أَوْطان", "template", "أَفْعال, root و-ط-ن"),
        ("سِنّ", "أَسْنان", "template", "أَفْعال, root س-ن-ن"),
        ("مُدِير", "مُدِيرِين", "sound-whole-stem", "+ين on the stem"),
        ("جَلْسَة", "جَلَسات", "sound-usual-adjustment", "+ات on the stem"),
        ("سَحْب", "سُحُوبات", "sound-other-vowel", "+ات on a changed stem"),
        ("بَرْنامَج", "بَرامِج", "fifth-consonant-lost", "فَعالِل, root ب-ر-ن-م-ج"),
        ("يَهُودِيّ", "يَهُود", "dropped-nisba", "the nisba is dropped"),
        ("مَذْهَب", "مَباهِب", "other-root", "other consonants than the root م-ذ-ه-ب"),
        ("رُوح", "رُوح", "unchanged", "the lemma as it is"),
        ("أُولائِكَ", "أُولائِكَِين", "impossible-writing", "two marks on one letter"),
    ],
)
def test_a_label_says_why(lemma: str, form: str, rule: str, evidence: str) -> None:
    said = label(lemma, "x", form)
    assert (said.rule, said.evidence) == (rule, evidence)


def test_a_label_says_what_else_was_near() -> None:
    assert label("عُنْوان", "x", "عَناوِين").considered == "Snd(M): what stands before the ending is not the lemma's stem"
    assert label("وَطَن", "x", "أَوْطَن").considered == "?: a short vowel is not the template's"
    assert label("مَذْهَب", "x", "مَباهِب").considered == "Br: مَفاعِل, but with other consonants"


# Real data


def shares(classes: Counter[str]) -> dict[str, float]:
    return {name: 100 * number / classes.total() for name, number in classes.items()}


def test_gold_forms_of_the_embedded_items_have_a_class() -> None:
    classes = Counter(gold_class(item.word, item.gold) for item in ITEMS)
    assert shares(classes) == pytest.approx({"Br": 49.7, "Snd(F)": 38.6, "Snd(M)": 11.7}, abs=0.5)
    odd = {item.word for item in ITEMS if label(item.word, item.gold, item.gold).rule == "no-sound-plural"}
    assert odd >= {"ماء", "ٱِبْن", "أُخْت", "إِنْسان", "دِينار"}  # another root, or none of the templates
    assert len(odd) < 0.01 * len(ITEMS)


def test_gold_forms_are_correct() -> None:
    assert {label(item.word, item.gold, item.gold).error for item in ITEMS} == {"correct"}


def test_a_copy_of_every_lemma_is_a_copy() -> None:
    for item in ITEMS:
        said = label(item.word, item.gold, item.word)
        assert (said.error, said.flags) == ("unnatural", ("copy",)), item


def test_a_sound_ending_on_every_stem_shows_its_class() -> None:
    for item in ITEMS:
        base = stem(item.word)
        assert label(item.word, "x", base + "ات").pred_class == "Snd(F)", item
        if base[-1] in "اىآ":  # -ā + -īn is -ayn: مُصْطَفَى–مُصْطَفَيْن
            assert label(item.word, "x", with_ayn(base)).pred_class == "Snd(M)", item
        elif base.endswith(KASRA + "ي"):  # -ī + -īn is -īn: مُحامِي–مُحامِين
            assert label(item.word, "x", base + "ن").pred_class == "Snd(M)", item
        else:
            assert label(item.word, "x", with_in(base)).pred_class == "Snd(M)", item


@pytest.mark.parametrize("ending", ["ِي", "َة", "اء"])
def test_every_lemma_with_an_ending_that_is_none_is_unnatural(ending: str) -> None:
    for item in ITEMS:
        for base in {item.word, stem(item.word)}:
            form = unicodedata.normalize("NFC", base + ending)
            if form not in (item.gold, item.word):
                assert label(item.word, item.gold, form).error == "unnatural", form


def test_another_radical_makes_every_broken_plural_unnatural() -> None:
    n_tried = 0
    for number, item in enumerate(ITEMS):
        if gold_class(item.word, item.gold) != "Br":
            continue
        other = next(letter for letter in STRONG[number % 25 :] + STRONG if letter not in item.word + item.gold)
        for radical in set(item.gold) & set(item.word) & set(STRONG):
            form = item.gold.replace(radical, other, 1)
            assert label(item.word, item.gold, form).error == "unnatural", (item, form)
            n_tried += 1
    assert n_tried > 3000


def test_gold_classes_of_the_shared_task_have_the_shares_that_others_counted(shared: Path) -> None:
    pairs = set()
    for path in sorted((shared / "sigmorphon2022" / "part2").glob("ara*")):
        for line in path.read_text(encoding="utf-8").splitlines():
            lemma, *rest = unicodedata.normalize("NFC", line).split("\t")
            if len(rest) == 2:
                pairs.add((lemma, rest[0]))
    assert len(pairs) == 1943
    classes = Counter(gold_class(lemma, form) for lemma, form in pairs)
    # 12.4 % are the lemma + ين to the letter; the rest are built on another spelling: تايْلَنْدِيّ–تايْلانْدِيِّين
    assert shares(classes) == pytest.approx({"Br": 44.2 + 1.1, "Snd(F)": 42.3, "Snd(M)": 12.4}, abs=0.4)


@pytest.mark.parametrize("letters", ["كتاب", "كِتا", "وي", "ّ", "اا", "يّ", "كك", "بُو", "👍"])
def test_very_long_junk_gets_a_label_at_once(letters: str) -> None:
    said = label(letters * 2500, letters * 2501, letters[::-1] * 2500 + "ب")
    assert said.error == "unnatural"
