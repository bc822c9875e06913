"""Text of a study on the screen: nothing hidden, nothing that harms, cut to fit; and what changes in a form."""

from __future__ import annotations

import unicodedata
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as some
from rich.cells import cell_len

from app.annotation.difference import Step, difference
from app.ui.bidi import Bidi, for_terminal, give_back, guess, take_over
from app.ui.difference_line import difference_text
from app.ui.shown import UNSEEN, letters, padded, shown, width_of
from app.ui.visual_order import in_visual_order

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


def drawn(before: str, after: str, width: int | None = None, mode: Bidi = Bidi.GOED) -> str:
    return difference_text(difference(before, after), width, mode).plain


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


@given(some.text(some.sampled_from("bring كتابשלום \u064e\u0651-"), max_size=20))
def test_letters_keep_their_marks_in_every_order(text: str) -> None:
    seen = shown(text)
    turned = in_visual_order(letters(seen))
    assert sorted(turned) == sorted(letters(seen))
    assert in_visual_order(turned) == letters(seen)


@given(ANYTHING, some.sampled_from(Bidi))
def test_what_is_sent_to_a_terminal_is_as_wide_as_what_is_shown(text: str, mode: Bidi) -> None:
    seen = shown(text)
    sent = for_terminal(seen, mode)
    assert cell_len(sent) == cell_len(seen)
    assert len(letters(sent.replace("\u200e", ""))) == len(letters(seen))
    if mode is Bidi.TERMINAL:
        assert sent.replace("\u200e", "") == seen


@pytest.mark.parametrize(
    ("text", "from_left_to_right"),
    [
        ("שלום", "םולש"),
        ("שָׁלוֹם", "םוֹלשָׁ"),
        ("שלום  ", "םולש  "),  # a padded cell keeps its padding at the right
        ("שלום טוב", "בוט םולש"),
        ("שלום 12 טוב", "בוט 12 םולש"),
        ("שלום 3.5", "3.5 םולש"),
        ("12 שלום", "12 םולש"),
        ("ab שלום cd", "ab םולש cd"),
        ("שלום(ab", "םולש(ab"),
        ("של(ום", "םו)לש"),
        ("של\\u202eום", "לש\\u202eםו"),
        ("٣٤ x", "٣٤ x"),
    ],
)
def test_goed_puts_letters_in_order_for_terminals_that_do_not(text: str, from_left_to_right: str) -> None:
    assert for_terminal(text, Bidi.GOED) == from_left_to_right


def test_goed_joins_arabic_letters_for_terminals_that_do_not() -> None:
    kitaab = for_terminal("كِتاب", Bidi.GOED)
    assert [unicodedata.name(letter[0]).rsplit(maxsplit=2)[-2] for letter in reversed(letters(kitaab))] == [
        "INITIAL",
        "MEDIAL",
        "FINAL",
        "ISOLATED",
    ]
    assert unicodedata.normalize("NFKC", "".join(reversed(letters(kitaab)))) == "كِتاب"


@pytest.mark.parametrize("mode", Bidi)
@pytest.mark.parametrize("text", ["", "bring", "Mütter", "語彙", "br[i→a]ng"])
def test_other_words_are_sent_as_they_are(text: str, mode: Bidi) -> None:
    assert for_terminal(text, mode) == text


@pytest.mark.parametrize(
    ("environment", "mode"),
    [
        ({"TERM": "xterm-256color", "VTE_VERSION": "7006"}, Bidi.TERMINAL),
        ({"TERM": "xterm-256color", "VTE_VERSION": "5202"}, Bidi.GOED),  # before it ordered letters
        ({"TERM": "tmux-256color", "TERM_PROGRAM": "tmux", "TMUX": "x", "VTE_VERSION": "7006"}, Bidi.TERMINAL),
        ({"TERM": "xterm-256color", "KONSOLE_VERSION": "221203"}, Bidi.TERMINAL),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"}, Bidi.TERMINAL),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "vscode", "VTE_VERSION": "7006"}, Bidi.GOED),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "textual", "VTE_VERSION": "7006"}, Bidi.GOED),
        ({"TERM": "xterm", "XTERM_VERSION": "XTerm(379)", "VTE_VERSION": "7006"}, Bidi.GOED),
        ({"TERM": "xterm-256color", "WT_SESSION": "x"}, Bidi.GOED),
        ({"TERM": "mlterm", "MLTERM": "3.9.0"}, Bidi.GOED),
        ({"TERM": "xterm-kitty", "KITTY_WINDOW_ID": "1"}, Bidi.TERMINAL),
        ({}, Bidi.GOED),
        ({"GOED_BIDI": "terminal"}, Bidi.TERMINAL),
        ({"GOED_BIDI": "goed", "VTE_VERSION": "7006"}, Bidi.GOED),
        ({"GOED_BIDI": "auto", "VTE_VERSION": "7006"}, Bidi.TERMINAL),
        ({"GOED_BIDI": "nonsense"}, Bidi.GOED),
    ],
)
def test_terminals_are_known_by_their_environment(environment: dict[str, str], mode: Bidi) -> None:
    assert guess(environment) is mode


def test_terminals_are_asked_to_leave_the_order_to_goed_and_get_it_back() -> None:
    assert (take_over({}), give_back({})) == ("\x1b[8l", "\x1b[8h")
    assert "use_ctl=false" in take_over({"MLTERM": "3.9.0"})
    assert "use_ctl=true" in give_back({"MLTERM": "3.9.0"})
    assert "\x1bPtmux;\x1b\x1b]" in take_over({"MLTERM": "3.9.0", "TMUX": "x"})
