"""Text of a study on the screen: nothing hidden, nothing that harms, cut to fit."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as some
from rich.cells import cell_len

from goed.annotation.difference import letters
from goed.screens.safe_text import UNSEEN, padded, shown, width_of

ANYTHING = some.text(
    some.one_of(
        some.characters(),  # surrogates and all
        some.sampled_from("aeäß[]\\ \u0301\u0327\u200d\u200b\u202e\u2066\ufe0f\u3164\u2800\x1b\x07كتبُِّٰأ\u1100\u1161語"),
    ),
    max_size=40,
)
KATABA = "كَتَبَ"


@pytest.mark.parametrize(
    "word", ["bringen", "Mütter", "prod'ed", "résumé", "λόγος", "слово", KATABA, "قَدَّ", "שָׁלוֹם", "語彙"]
)
def test_words_are_shown_as_they_are(word: str) -> None:
    assert shown(word) == word
    assert shown(word, width_of(word)) == word


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("go\x1b[31mes", "go\\x1b[31mes"),
        ("[bold]x[/]", "[bold]x[/]"),
        ("brang\u202egnarb", "brang\\u202egnarb"),
        ("a\u2066b\u2069", "a\\u2066b\\u2069"),
        ("slee\u200bped", "slee\\u200bped"),
        ("سا\u200dز", "سا\\u200dز"),
        ("go\u00a0es", "go\\xa0es"),
        ("go\tes\n", "go\\tes\\n"),
        ("\u3164went\u115f", "\\u3164went\\u115f"),
        ("we\ufe0fnt\u2800", "we\\ufe0fnt\\u2800"),
        ("\ud800", "\\ud800"),
        ("\ue000", "\\ue000"),
        ("\U000e0101", "\\U000e0101"),
        ("\u0301a", "◌\u0301a"),
        ("a\u200d\u0301", "a\\u200d◌\u0301"),
        ("كَّ", "كَّ"),
        ("a" + "\u0301" * 43 + "b", "a" + "\u0301" * 6 + "‹+37›b"),
        ("كتاب" + "\u064e" * 10_000, "كتاب" + "\u064e" * 6 + "‹+9994›"),
        ("", ""),
    ],
)
def test_what_cannot_be_seen_is_spelt_out(text: str, seen: str) -> None:
    assert shown(text) == seen


@pytest.mark.parametrize(
    ("text", "width", "seen"),
    [
        ("sleeped", 7, "sleeped"),
        ("sleeped", 5, "slee…"),
        ("sleeped", 1, "…"),
        ("sleeped", 0, ""),
        ("", 0, ""),
        ("語彙論", 5, "語彙…"),
        ("語彙論", 4, "語…"),
        (KATABA, 2, "كَ…"),
        ("a\x1bb", 4, "a…"),  # an escape is whole or not there
        ("z" * 10_000, 4, "zzz…"),
        ("a" + "\u0301" * 10_000, 3, "a" + "\u0301" * 6 + "…"),
        ("\x1b" * 10_000, 10, "\\x1b\\x1b…"),
    ],
)
def test_what_is_too_long_is_cut_between_letters(text: str, width: int, seen: str) -> None:
    assert shown(text, width) == seen


@given(ANYTHING)
@example("\u0301\u200d\u0301" + "\u1100" * 40 + "\U0001f3fb" + "\u1161")
def test_whatever_is_shown_can_be_seen(text: str) -> None:
    seen = shown(text)
    assert seen.isprintable()
    assert UNSEEN.isdisjoint(seen)
    assert all(cell_len(letter) > 0 and len(letter) <= 7 for letter in letters(seen))
    assert shown(seen) == seen


@given(ANYTHING, some.integers(0, 60))
def test_whatever_is_cut_fits_and_keeps_its_letters_whole(text: str, width: int) -> None:
    cut, whole = shown(text, width), shown(text)
    assert width_of(cut) == cell_len(cut) <= width
    if cut != whole:
        kept = letters(cut)[:-1]
        assert kept == letters(whole)[: len(kept)]
        assert cut.endswith("…"[:width])


@given(ANYTHING, some.integers(0, 60), some.booleans())
def test_a_cell_is_as_wide_as_its_column(text: str, width: int, right: bool) -> None:
    cell = padded(text, width, right)
    assert cell_len(cell) == width
    assert cell.strip(" ") == shown(text, width).strip(" ")
