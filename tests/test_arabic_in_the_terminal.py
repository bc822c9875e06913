"""Arabic and Hebrew, in terminals that put their letters in order and in those that do not."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as some
from rich.cells import cell_len

from goed.annotation.difference import letters
from goed.screens.bidi import Bidi, for_terminal, guess, in_visual_order, order_request
from goed.screens.safe_text import shown

ANYTHING = some.text(
    some.one_of(
        some.characters(),  # surrogates and all
        some.sampled_from("aeäß[]\\ \u0301\u0327\u200d\u200b\u202e\u2066\ufe0f\u3164\u2800\x1b\x07كتبُِّٰأ\u1100\u1161語"),
    ),
    max_size=40,
)


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
        ("שלום → שלים", "םולש → םילש"),  # the old form stays at the left
        ("“אב” hangs on “גד”, 6 words on", "“בא” hangs on “דג”, 6 words on"),  # a sentence about words keeps its order
        ("“אב”; “גד” (word 3)", "“בא”; “דג” (word 3)"),
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
    assert (order_request(Bidi.GOED, {}), order_request(Bidi.TERMINAL, {})) == ("\x1b[8l", "\x1b[8h")
    assert "use_ctl=false" in order_request(Bidi.GOED, {"MLTERM": "3.9.0"})
    assert "use_ctl=true" in order_request(Bidi.TERMINAL, {"MLTERM": "3.9.0"})
    assert "\x1bPtmux;\x1b\x1b]" in order_request(Bidi.GOED, {"MLTERM": "3.9.0", "TMUX": "x"})


def test_marks_keep_cells_in_their_places_where_the_terminal_orders_letters() -> None:
    assert for_terminal("كِتاب  ", Bidi.TERMINAL) == "كِتاب  \u200e"
    assert for_terminal("قَلْب → قُلُوب", Bidi.TERMINAL) == "قَلْب \u200e→ قُلُوب\u200e"
    assert for_terminal("“אב”, 6 words on", Bidi.TERMINAL) == "\u200e“אב\u200e”, 6 words on\u200e"
