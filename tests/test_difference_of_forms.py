"""What changes from one form to another, letter by letter, and how it is drawn on a line."""

from __future__ import annotations

import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as some
from rich.cells import cell_len

from goed.annotation.difference import DifferenceStep, difference, letters
from goed.screens.bidi import Bidi
from goed.screens.paragraphs import difference_text

ANYTHING = some.text(
    some.one_of(
        some.characters(),  # surrogates and all
        some.sampled_from("aeäß[]\\ \u0301\u0327\u200d\u200b\u202e\u2066\ufe0f\u3164\u2800\x1b\x07كتبُِّٰأ\u1100\u1161語"),
    ),
    max_size=40,
)
WORDS = some.text(some.sampled_from("abgilnorst" + "äöüß" + "كتبقولا" + "َُِّْ"), max_size=12)
KITAAB, KUTUB = "كِتاب", "كُتُب"


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
    assert difference(before, after) == [DifferenceStep(*step) for step in steps]  # type: ignore[arg-type]


def test_a_changed_mark_is_a_changed_letter() -> None:
    assert difference("كِتاب", "كُتاب") == [DifferenceStep("changed", "كِ", "كُ"), DifferenceStep("same", "تاب", "تاب")]


@pytest.mark.parametrize("length", [300, 10_000])
def test_of_long_texts_the_ends_are_compared(length: int) -> None:
    assert difference("x" * length, "x" * length + "ed") == [
        DifferenceStep("same", "x" * length, "x" * length),
        DifferenceStep("added", "", "ed"),
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


def drawn(before: str, after: str, width: int = 10**9, mode: Bidi = Bidi.GOED) -> str:
    return difference_text(difference(before, after), width, mode, "bold").plain


@pytest.mark.parametrize(
    ("before", "after", "line"),
    [
        ("bring", "brang", "br[i→a]ng"),
        ("walk", "wolked", "w[a→o]lk[+ed]"),
        ("sleep", "slept", "sle[−e]p[+t]"),
        ("same", "same", "same"),
        ("[bold]x[/]", "[bold]y[/]", "[bold][x→y][/]"),
        ("go\x1b[2J", "goed", "go[\\x1b[2J→ed]"),
        ("שלום", "שלים", "ם[י←ו]לש"),  # read from the right: bracket, old letter, arrow, new letter
        ("", "", ""),
    ],
)
def test_a_difference_can_be_read_without_colour(before: str, after: str, line: str) -> None:
    assert drawn(before, after) == line


@pytest.mark.parametrize(
    ("before", "after", "width", "line"),
    [
        ("internationalize", "internationalizeded", 16, "…ize[+ded]"),
        ("internationalize", "internationalizeded", 8, "…ize[+d…"),
        ("go", "went", 8, "[go→we…]"),
        ("x" * 10_000 + "a", "x" * 10_000 + "b", 20, "…xxx[a→b]"),
        ("a" * 10_000, "b" * 10_000, 20, "[aaaaa…→bbbbb…]"),
        ("bring", "brang", 0, ""),
    ],
)
def test_a_long_difference_keeps_what_changes(before: str, after: str, width: int, line: str) -> None:
    assert drawn(before, after, width) == line


@given(some.one_of(WORDS, ANYTHING), some.one_of(WORDS, ANYTHING), some.integers(0, 40), some.sampled_from(Bidi))
def test_a_difference_fits_its_line(before: str, after: str, width: int, mode: Bidi) -> None:
    line = drawn(before, after, width, mode)
    assert cell_len(line) <= width
    assert line.replace("\u200e", "").isprintable()
