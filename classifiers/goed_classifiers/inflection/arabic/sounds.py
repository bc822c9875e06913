"""How a written Arabic word sounds, and what in it no Arabic word can have.

Consonants are letters, short vowels a i u, long vowels A I U:

    كِتاب     kitAb        أَطْعِمَة    'aTEimap      قُوُوم    quwUm
    شَكّ      $akk         آثار      'AvAr        مَعانِي   maEAnI

Letters are Buckwalter's, but every hamza is ' whatever it sits on, ى is A, and a doubled consonant is written twice:
what is only spelling does not matter for a root and its template. A missing vowel looks like a sukun.
"""

from __future__ import annotations

import re

from goed_classifiers.forms import FIRST_GROUP

HAMZA = "'"
LONG_VOWELS = "AIU"
SHORT_VOWELS = "aiu"
WEAK = "wy'"  # consonants that may stand for one another, and for a long vowel

_UNKNOWN = "?"  # whatever has no place in an Arabic word


class _Letters(dict[int, str]):
    """Maps characters to sounds; those that are not Arabic are unknown."""

    def __missing__(self, code: int) -> str:
        return _UNKNOWN


LETTERS = _Letters(
    zip(map(ord, "بتثجحخدذرزسشصضطظعغفقكلمنهوياىةٱآ"), [*"btvjHxd*rzs$SDTZEgfqklmnhwyAAp", "A", "'A"], strict=True)
)
LETTERS.update(dict.fromkeys(map(ord, "ءأإؤئ"), HAMZA))
LETTERS.update(zip(map(ord, "\u064e\u064f\u0650\u0651\u0652\u0670"), "aui~oA", strict=True))
LETTERS.update(dict.fromkeys(map(ord, "\u064b\u064c\u064d\u0640"), ""))  # case endings in -n; tatweel

# What no Arabic word can have, on letters and marks in the order of NFC (vowel, shadda, sukun).
_IMPOSSIBLE = re.compile(
    r"""(?P<unknown>\?)                      # a letter that is not Arabic, a mark that stands alone
    | ^(?P<no_letter>[auio~])                # a mark without a letter
    | (?P<two_marks>[aui~][aui]?[aui~]?o | [aui]{2} | ~~ | oo)   # كَِين
    | (?P<before_alif>[ui]~?A(?!t?$))        # مِا; before ات it is a slip: أُمُّات
    | (?P<on_alif>.A[aui])                   # فُاُؤر
    | (?P<feminine_inside>p(?!At$|[yw]n$).)  # ة with something after it; before an ending it is a slip: زَوْجَةات
    """,
    re.VERBOSE,
)
_FAULTS = {
    "unknown": "a sign that no Arabic word has",
    "no_letter": "a mark without a letter",
    "two_marks": "two marks on one letter",
    "before_alif": "a vowel other than a before the alif",
    "on_alif": "a vowel on the alif",
    "feminine_inside": "a ة inside",
}
_DOUBLED = re.compile(r"([^auioA])([aui]?)~")
_LONG_I = re.compile(r"(?:i|(?<=[^aiuoAwy])(?<!^)|(?<=yy))y(?=[^auioAy]|$)")  # also with its kasra forgotten: مُحِبّين
_LONG_U = re.compile(r"(?:u|(?<=[^aiuoAwy])(?<!^)|(?<=ww))w(?=[^auioAw]|$)")
_CASE_VOWEL = re.compile("(?<=[AIU][tn])[aui]$")  # مُدِيراتُ, مُدِيرِينَ
_OTHER_VOWEL_BEFORE_ALIF = re.compile("[ui](~?)(?=At$)")


def sounds(word: str) -> tuple[str, str]:
    """How a word (in NFC) sounds, and what is impossible in it, if anything."""
    text = word.translate(LETTERS)
    impossible = _IMPOSSIBLE.search(text)
    fault = _FAULTS[impossible.lastgroup or ""] if impossible else ""
    if text[:1] == "A":  # the hamza of اِجْتِماع is not written
        text = HAMZA + text[1:]
    if text.endswith("At"):
        text = _OTHER_VOWEL_BEFORE_ALIF.sub(FIRST_GROUP, text)
    if "~" in text:
        text = _DOUBLED.sub(_written_twice, text).replace("~", "")  # what is left is a shadda on an alif: مَبَراّت
    if "y" in text:
        text = _LONG_I.sub("I", text)
    if "w" in text:
        text = _LONG_U.sub("U", text)
    text = text.replace("o", "").replace("aA", "A")
    if text[-1:] in ("a", "i", "u"):
        text = _CASE_VOWEL.sub("", text)
    return text, fault


def _written_twice(doubled: re.Match[str]) -> str:
    letter, vowel = doubled.groups()
    return letter + letter + vowel
