"""Text of a study on the screen: nothing hidden, nothing that harms, cut to fit; and what changes in a form."""

from __future__ import annotations

import unicodedata
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as some
from rich.cells import cell_len

from app.annotation.difference import Step, difference
from app.ui.shown import UNSEEN, letters, padded, shown, width_of

ANYTHING = some.text(
    some.one_of(
        some.characters(),  # surrogates and all
        some.sampled_from("aeäß[]\\ \u0301\u0327\u200d\u200b\u202e\u2066\ufe0f\u3164\u2800\x1b\x07كتبُِّٰأ\u1100\u1161語"),
    ),
    max_size=40,
)
WORDS = some.text(some.sampled_from("abgilnorst" + "äöüß" + "كتبقولا" + "َُِّْ"), max_size=12)
KATABA, KITAAB, KUTUB = "كَتَبَ", "كِتاب", "كُتُب"


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


@pytest.mark.parametrize(
    ("before", "after", "steps"),
    [
        ("bring", "brang", [("same", "br", "br"), ("changed", "i", "a"), ("same", "ng", "ng")]),
        ("walk", "wolked", [("same", "w", "w"), ("changed", "a", "o"), ("same", "lk", "lk"), ("added", "", "ed")]),
        ("stop", "stopped", [("same", "stop", "stop"), ("added", "", "ped")]),
        ("sleep", "slept", [("same", "sle", "sle"), ("lost", "e", ""), ("same", "p", "p"), ("added", "", "t")]),
        ("go", "went", [("changed", "go", "went")]),
        ("think", "thought", [("same", "th", "th"), ("changed", "ink", "ought")]),
        ("Mutter", "Mütter", [("same", "M", "M"), ("changed", "u", "ü"), ("same", "tter", "tter")]),
        (KITAAB, KUTUB, [("changed", "كِتا", "كُتُ"), ("same", "ب", "ب")]),
        ("قَلْب", "قُلُوب", [("changed", "قَلْ", "قُلُو"), ("same", "ب", "ب")]),
        ("اا\u064e", "ا\u064e", [("lost", "ا", ""), ("same", "ا\u064e", "ا\u064e")]),
        ("same", "same", [("same", "same", "same")]),
        ("", "x", [("added", "", "x")]),
        ("x", "", [("lost", "x", "")]),
        ("", "", []),
    ],
)
def test_the_difference_of_two_forms(before: str, after: str, steps: list[tuple[str, str, str]]) -> None:
    assert difference(before, after) == [Step(*step) for step in steps]  # type: ignore[arg-type]


def test_a_changed_mark_is_a_changed_letter() -> None:
    assert difference("كِتاب", "كُتاب") == [Step("changed", "كِ", "كُ"), Step("same", "تاب", "تاب")]


@pytest.mark.parametrize("length", [300, 10_000])
def test_of_long_texts_the_ends_are_compared(length: int) -> None:
    assert difference("x" * length, "x" * length + "ed") == [
        Step("same", "x" * length, "x" * length),
        Step("added", "", "ed"),
    ]
    steps = difference("a" + "xy" * length + "b", "a" + "yx" * length + "b")
    assert [step.kind for step in steps] == ["same", "changed", "same"]


@given(some.one_of(WORDS, ANYTHING), some.one_of(WORDS, ANYTHING))
def test_the_steps_of_a_difference_spell_both_forms(before: str, after: str) -> None:
    steps = difference(before, after)
    assert "".join(step.before for step in steps) == before
    assert "".join(step.after for step in steps) == after
    kinds = ["same" if step.kind == "same" else "edit" for step in steps]
    assert all(one != next_one for one, next_one in pairwise(kinds))
    assert all((step.kind == "same") == (step.before == step.after) for step in steps)


@given(WORDS)
def test_letters_are_whole(word: str) -> None:
    assert "".join(letters(word)) == word
    assert not any(unicodedata.combining(letter[0]) for letter in letters(word)[1:])
