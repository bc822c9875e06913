"""Arabic in Latin letters: Buckwalter's signs, and a scholarly transliteration.

Buckwalter's signs are one-to-one and meant for machines; the transliteration is for people.

                 Buckwalter    scholarly
    كِتاب         kitAb         kitāb
    أَطْعِمَة       >aToEimap     ʾaṭʿima
    قُوَّة         quw~ap        quwwa

Buckwalter's signs can be read back, whatever the text is, and are always printable ASCII:

- The shadda stands before its vowel, as in Buckwalter's own lexicon; read back, marks are in the order of NFC.
- Whatever has no sign, Latin letters first of all, stands in brackets: كِتاب<UNK> is kitAb[<UNK>]. There, what is not
  ASCII or cannot be printed stands by its code, ü as [\\u{fc}]; so do brackets, backslashes, and marks that are in
  another order than NFC's.
- Spaces, digits and punctuation that is none of Buckwalter's signs stand as they are.

The scholarly transliteration is that of DIN 31635 (ج is ǧ, خ is ḫ), except for ة, which is a as in Hans Wehr's
dictionary (مَدِينَة madīna), and āh after a long vowel (حَياة ḥayāh). It shows what is written, so that forms can be
told apart:

- Every hamza that is written is ʾ, at the beginning too: أَوْلاد is ʾawlād, but اِتِّحاد is ittiḥād.
- Every shadda doubles, that of the nisba too: أَمْرِيكِيّ is ʾamrīkiyy, not ʾamrīkī, and قاضِي is qāḍī.
- و and ي without a vowel of their own are long after theirs, or where none is written: مُحِبّين, too, is muḥibbīn.
- No article is looked for. What is not Arabic stays as it is.
"""

from __future__ import annotations

import re
from unicodedata import normalize

# Buckwalter

LETTERS = dict(
    zip(
        "ءآأؤإئابةتثجحخدذرزسشصضطظعغـفقكلمنهوىيٱپچژڤگ",
        "'|>&<}AbptvjHxd*rzs$SDTZEg_fqklmnhwYy{PJRVG",
        strict=True,
    )
)
MARKS = {
    "\u064b": "F",  # tanwin: -an
    "\u064c": "N",  # -un
    "\u064d": "K",  # -in
    "\u064e": "a",  # fatha
    "\u064f": "u",  # damma
    "\u0650": "i",  # kasra
    "\u0651": "~",  # shadda
    "\u0652": "o",  # sukun
    "\u0670": "`",  # dagger alif
}
AS_IT_STANDS = ' !"#%()+,-./0123456789:;=?@^'
SHADDA = "\u0651"

_TO = str.maketrans(LETTERS | MARKS)
_FROM = str.maketrans({sign: arabic for arabic, sign in (LETTERS | MARKS).items()})
_IN_ARABIC = re.escape("".join([*LETTERS, *MARKS, AS_IT_STANDS]))
_SPECIAL = re.compile(rf"(?P<marks>[{''.join(MARKS)}]{{2,}}) | (?P<without_sign>[^{_IN_ARABIC}]+)", re.VERBOSE)
_MUST_BE_A_CODE = re.compile(r"[^ -~]|[\[\]\\]")
_BRACKETS = re.compile(r"\[([^\[\]]*)\]")
_CODE = re.compile(r"\\u\{([0-9a-f]{1,6})\}")


def to_buckwalter(text: str) -> str:
    """Arabic in Buckwalter's signs, in printable ASCII; `from_buckwalter` gives back exactly the same text.

    >>> to_buckwalter("مُدَرِّسات")
    'mudar~isAt'
    >>> to_buckwalter("كِتاب<UNK> 7")
    'kitAb[<UNK>] 7'
    """
    return _SPECIAL.sub(_special, text).translate(_TO)


def from_buckwalter(text: str) -> str:
    """The Arabic of Buckwalter's signs, with marks in the order of NFC; what is no sign stays as it is.

    >>> from_buckwalter("mudar~isAt")
    'مُدَرِّسات'
    >>> from_buckwalter("kitAb[<UNK>] 7")
    'كِتاب<UNK> 7'
    """
    parts = _BRACKETS.split(text)  # signs, what stood in brackets, signs, ...
    parts[::2] = [normalize("NFC", signs.translate(_FROM)) for signs in parts[::2]]
    parts[1::2] = [_CODE.sub(_character, inside) for inside in parts[1::2]]
    return "".join(parts)


def _special(found: re.Match[str]) -> str:
    """Marks in Buckwalter's order; in brackets those that NFC has in another order, and whatever has no sign."""
    stretch = found[0]
    if found["marks"] and normalize("NFC", stretch) == stretch:
        return SHADDA * stretch.count(SHADDA) + stretch.replace(SHADDA, "")
    return "[" + _MUST_BE_A_CODE.sub(lambda sign: f"\\u{{{ord(sign[0]):x}}}", stretch) + "]"


def _character(code: re.Match[str]) -> str:
    number = int(code[1], 16)
    return chr(number) if number <= 0x10FFFF else code[0]


# Scholarly

SCHOLARLY = dict(zip("بتثجحخدذرزسشصضطظعغفقكلمنهوي", "btṯǧḥḫdḏrzsšṣḍṭẓʿġfqklmnhwy", strict=True))
SCHOLARLY |= dict.fromkeys("ءأإؤئ\u0654\u0655", "ʾ") | {"آ": "ʾā"}
SCHOLARLY |= dict(zip("پچژڤگ", "pčžvg", strict=True))
SCHOLARLY |= dict(zip("٠١٢٣٤٥٦٧٨٩،؛؟", "0123456789,;?", strict=True))
SCHOLARLY |= {"\u064b": "an", "\u064c": "un", "\u064d": "in", "\u064e": "a", "\u064f": "u", "\u0650": "i"}
SCHOLARLY |= dict.fromkeys("\u0651\u0652", "")  # a shadda that stands on no letter; a sukun

_SAME_LETTER = str.maketrans({"ی": "ي", "ک": "ك", "ـ": ""})
_CONSONANTS = "ءأإؤئبتثجحخدذرزسشصضطظعغفقكلمنهويپچژڤگ"
_ANY_LETTER = _CONSONANTS + "اىةآٱ"
_ANY_MARK = "".join(MARKS)
# No vowel follows, and no sukun, which says that a letter is a consonant.
_NO_VOWEL = "(?![\u064b-\u0650\u0652\u0670اىةī])"

# One after the other; what is still Arabic after them goes by the table.
RULES = [
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (rf"([{_ANY_LETTER}])([\u064b-\u0650]*)\u0651+", "\\1\u0652\\1\\2"),  # رِّ as رْرِ
        ("\u064b[اى]|[اى]\u064b", "\u064b"),  # كِتابًا kitāban
        (rf"(?<![{_ANY_LETTER}{_ANY_MARK}])[اٱ](?=[\u064b-\u0650])", ""),  # اِتِّحاد ittiḥād
        (rf"(?<![{_ANY_LETTER}{_ANY_MARK}])[اٱ](?=[{_ANY_LETTER}])", "a"),  # with no vowel written
        ("ٱ", ""),
        (f"(?:\u0650|(?<=[{_CONSONANTS}]))ي{_NO_VOWEL}", "ī"),  # مُدِير mudīr, مُحِبّين muḥibbīn
        (f"(?:\u064f|(?<=[{_CONSONANTS}]))و{_NO_VOWEL}", "ū"),  # مُلُوك mulūk
        ("\u0650ى", "ī"),
        ("\u064e?(?:[اى]\u0670?|\u0670)", "ā"),  # كِتاب kitāb, مَعْنَى maʿnā
        (rf"ة(?=[{_ANY_LETTER}{_ANY_MARK}āīū])", "t"),  # زَوْجَةات zawǧatāt
        ("(?<=[آāīū\u064f\u0650])ة", "h"),  # حَياة ḥayāh
        ("\u064e?ة", "a"),  # مَدِينَة madīna
    )
]
_BY_TABLE = str.maketrans(SCHOLARLY)


def scholarly(text: str) -> str:
    """Arabic in a scholarly transliteration, as it is written: forms that nobody would say are shown as they are.

    >>> scholarly("مُدِيرِين")
    'mudīrīn'
    >>> scholarly("كَِين")
    'kaīn'
    """
    text = normalize("NFC", text).translate(_SAME_LETTER)
    for pattern, replacement in RULES:
        text = pattern.sub(replacement, text)
    return text.translate(_BY_TABLE)
