"""Arabic in Latin letters: Buckwalter's signs there and back, and a scholarly transliteration for people."""

from __future__ import annotations

import doctest
import re
import unicodedata

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from goed.sources.embedded_items import read_embedded
from goed_classifiers.inflection.arabic import from_buckwalter, scholarly, to_buckwalter, transliteration

FORMS = sorted({form for item in read_embedded("ara").items for form in (item.word, item.gold)})
ARABIC = "".join(map(chr, range(0x0600, 0x0700)))
TEXTS = (
    st.text()
    | st.text(ARABIC)
    | st.text(ARABIC + "[]\\u{}aboK~`<> 0\n")
    | st.text("بلا\u0651\u064e\u0650\u0652\u0670\u0653")
)


@pytest.mark.parametrize(
    ("arabic", "buckwalter"),
    [
        ("كِتاب", "kitAb"),
        ("أَطْعِمَة", ">aToEimap"),
        ("مُدِيرِين", "mudiyriyn"),
        ("قُوَّة", "quw~ap"),  # the shadda first, as Buckwalter writes it
        ("أَمْرِيكِيِّين", ">amoriykiy~iyn"),
        ("ٱِتِّحاد", "{it~iHAd"),
        ("اِتِّحادات", "Ait~iHAdAt"),
        ("آثار", "|vAr"),
        ("إِناث", "<inAv"),
        ("شَواطِئ", "$awATi}"),
        ("شُؤُون", "$u&uwn"),
        ("ماء", "mA'"),
        ("قُرَى", "quraY"),
        ("ذِئاب", "*i}Ab"),
        ("ظُهْر غَضَب صَفّ خَيْط", "Zuhor gaDab Saf~ xayoT"),
        ("هٰذا", "h`*A"),
        ("كِتابًا كِتابٌ كِتابٍ", "kitAbFA kitAbN kitAbK"),
        ("كـتـاب", "k_t_Ab"),
        ("پچڤگژ", "PJVGR"),
        ("٣ 3, N", "[\\u{663}] 3, [N]"),
        ("كِتاب<UNK>", "kitAb[<UNK>]"),
        ("[كتب]\\", "[\\u{5b}]ktb[\\u{5d}\\u{5c}]"),
        ("ü\t\u200f", "[\\u{fc}\\u{9}\\u{200f}]"),
        ("رَبُّ", "rab~u"),
        ("رَب\u0651\u064f", "rab[\\u{651}\\u{64f}]"),  # the shadda first in Unicode, too: no NFC
        ("", ""),
    ],
)
def test_buckwalter_there_and_back(arabic: str, buckwalter: str) -> None:
    assert to_buckwalter(arabic) == buckwalter
    assert from_buckwalter(buckwalter) == arabic


@pytest.mark.parametrize("buckwalter", ["mudar~is", "mudari~s"])
def test_marks_come_back_in_the_order_of_nfc(buckwalter: str) -> None:
    arabic = from_buckwalter(buckwalter)
    assert arabic == "مُدَر\u0650\u0651س"
    assert unicodedata.is_normalized("NFC", arabic)


def test_every_letter_and_mark_has_one_sign() -> None:
    signs = transliteration.LETTERS | transliteration.MARKS
    assert len(set(signs.values())) == len(signs) == 52
    assert set(map(chr, range(0x0621, 0x063B))) | set(map(chr, range(0x0640, 0x0653))) < set(signs)
    assert not set(signs.values()) & set(transliteration.AS_IT_STANDS + "[]\\")


@pytest.mark.parametrize("text", ["[", "]", "[[kitAb]", "[\\u{110000}]", "[\\u{}]", "\\u{41}", "ceU", "كتب"])
def test_what_is_not_buckwalter_is_read_as_well_as_can_be(text: str) -> None:
    assert isinstance(from_buckwalter(text), str)


def test_all_forms_go_to_plain_buckwalter_and_back() -> None:
    assert len(FORMS) > 5000
    for form in FORMS:
        signs = to_buckwalter(form)
        assert re.fullmatch(r"['|>&<}{A-Za-z*$~]+", signs), form
        assert from_buckwalter(signs) == form
    assert len({to_buckwalter(form) for form in FORMS}) == len(FORMS)


def check_there_and_back(text: str) -> None:
    signs = to_buckwalter(text)
    assert re.fullmatch("[ -~]*", signs)
    assert from_buckwalter(signs) == text
    assert from_buckwalter(text) is not None


@settings(max_examples=500)
@given(TEXTS)
@example("\u064e\u0651\u0651\u064e")
@example("ا\u0653\u0651\u064eا\u0654")
@example("[\\u{41}]")
@example("\ud800")
def test_any_text_comes_back_as_it_was(text: str) -> None:
    check_there_and_back(text)


@pytest.mark.slow
@settings(max_examples=10_000)
@given(TEXTS)
def test_very_much_text_comes_back_as_it_was(text: str) -> None:
    check_there_and_back(text)


@pytest.mark.parametrize(
    ("arabic", "shown"),
    [
        ("كِتاب", "kitāb"),
        ("كُتُب", "kutub"),
        ("أَطْعِمَة", "ʾaṭʿima"),
        ("مُدِيرِين", "mudīrīn"),
        ("مُلُوك", "mulūk"),
        ("أَمْرِيكِيّ", "ʾamrīkiyy"),
        ("أَمْرِيكِيِّين", "ʾamrīkiyyīn"),
        ("قاضِي", "qāḍī"),
        ("عَدُوّ", "ʿaduww"),
        ("قُوَّة", "quwwa"),
        ("أَيّام", "ʾayyām"),
        ("سَيِّد", "sayyid"),
        ("يَوْم بَيْت", "yawm bayt"),
        ("دَلْو ظَبْي", "dalw ẓaby"),
        ("ثِياب طَوِيل سُوِيسرِيّ", "ṯiyāb ṭawīl suwīsriyy"),
        ("قُوُوم", "quwūm"),
        ("آثار", "ʾāṯār"),
        ("شُؤُون فِئَة ماء", "šuʾūn fiʾa māʾ"),
        ("ٱِتِّحاد اِتِّحادات", "ittiḥād ittiḥādāt"),
        ("إِيران", "ʾīrān"),
        ("مَعْنَى مَعانِي", "maʿnā maʿānī"),
        ("مَدِينَة حَياة مِرْآة", "madīna ḥayāh mirʾāh"),
        ("مَدِينَةٌ كِتابًا مَعْنًى", "madīnatun kitāban maʿnan"),
        ("جُرْح خُبْز ذِئْب صَوْت غُبار", "ǧurḥ ḫubz ḏiʾb ṣawt ġubār"),
        ("هٰذا هَٰذا", "hāḏā hāḏā"),
        ("پاپا ڤِيلّا", "pāpā vīllā"),
        ("كـتاب ١٢؟", "ktāb 12?"),
        ("Label 7", "Label 7"),
        # with no vowels, or not all of them
        ("ملوك مدير", "mlūk mdīr"),
        ("مُحِبّين", "muḥibbīn"),
        ("نِعْمة", "niʿma"),
        ("ايران", "ayrān"),
        # what no word can have
        ("كَِين", "kaīn"),
        ("حَياات", "ḥayāāt"),
        ("مَبَراّت", "mabarāāt"),
        ("زَوْجَةات", "zawǧatāt"),
        ("فُاُؤر", "fuāuʾr"),
        ("مِا", "miā"),
        ("شُطُٔ", "šuṭuʾ"),
        ("\u0651\u064e", "a"),
        ("", ""),
    ],
)
def test_scholarly(arabic: str, shown: str) -> None:
    assert scholarly(arabic) == shown
    assert scholarly(unicodedata.normalize("NFD", arabic)) == shown


def test_scholarly_forms_are_in_latin_letters_and_tell_lemma_and_plural_apart() -> None:
    for form in FORMS:
        assert re.fullmatch("[a-zāīūṯǧḥḫḏšṣḍṭẓġʾʿ]+", scholarly(form)), form
        assert unicodedata.is_normalized("NFC", scholarly(form))
    same = len(FORMS) - len({scholarly(form) for form in FORMS})
    assert same < 0.005 * len(FORMS)  # شُؤُون and شُئُون are told apart by the seat of the hamza only


@settings(max_examples=500)
@given(TEXTS)
def test_any_text_has_a_scholarly_form(text: str) -> None:
    shown = scholarly(text)
    assert shown == scholarly(unicodedata.normalize("NFD", text))
    assert not re.search("[ء-غف-ي]", shown)


def test_long_text_is_done_at_once() -> None:
    for letters in ("ّ", "َّ", "كَِ", "[", "ا", "وي", "[\\u{", "ة"):
        check_there_and_back(letters * 10_000)
        assert scholarly(letters * 10_000) is not None


def test_examples_are_right() -> None:
    assert doctest.testmod(transliteration).failed == 0
