"""Untrusted text in cells of tables: made harmless, and restored exactly when read.

Two things are done, each with its inverse:

- *escaping*, in csv and tsv: control characters, bidi overrides and the like appear as \\x1b or \\u202e;
- *neutralising*, in csv and only in the columns of free text: a cell that a spreadsheet would take for a formula
  begins with an apostrophe, '=1+1, which a spreadsheet takes for "this is text".

Both leave almost every cell as it is, codes of classes and errors among them.
"""

from __future__ import annotations

import re

OF_SCORES = (  # columns of `goed score` that hold words and tags of files
    *("reference", "form", "words", "tag", "taken_for", "cluster", "relation", "gold_head_form", "predicted_head_form"),
    *("parent", "head", "dependent", "functor", "argument", "category", "marked_up"),
    *("M-1", "1-1 greedy", "1-1 optimal"),
    *(f"{name} {kind}" for name in ("MacroI", "MicroI", "MicroC") for kind in ("M-1", "1-1")),
)
OF_CORPORA = (  # columns of exported tables that hold what stands in corpora
    *("corpus", "word", "relation", "tag", "gold_in_words", "predicted_in_words", "evidence"),
)
FREE_TEXT = frozenset(
    {"lemma", "gold", "predicted", "note", "message", "log", *OF_SCORES, *OF_CORPORA}
)  # columns that models and people write
JOINERS = "\u200c\u200d"  # invisible, but letters of Persian, Hindi and others need them

ESCAPE = re.compile(r"\\(x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8})")
SURROGATES = range(0xD800, 0xE000)  # halves of characters, which no text in UTF-8 can hold

# What Excel, LibreOffice and Google Sheets take for a formula, including full-width signs (Excel in Japanese).
FORMULA = re.compile(r"\s*[=+\-@＝＋－＠]")
NEUTRALISED = re.compile(r"'+\s*[=+\-@＝＋－＠]")
# In countries where csv cells are separated by semicolons, a formula may begin after one.
HIDDEN_FORMULA = re.compile(r""";(?=[\s'"]*[=+\-@＝＋－＠])""")


def escaped(text: str) -> str:
    """Text in which everything that a terminal or an editor might obey is written as an escape.

    >>> escaped("a\\x1b[31mb")
    'a\\\\x1b[31mb'
    """
    if not ESCAPE.search(text) and (text.isprintable() or all(c.isprintable() or c in JOINERS for c in text)):
        return text
    return "".join(_escaped_character(c) for c in text)


def unescaped(text: str) -> str:
    """The text before `escaped`."""
    return ESCAPE.sub(_meaning, text) if "\\" in text else text


def neutralised(text: str) -> str:
    """Escaped text that no spreadsheet takes for a formula: =1+1 becomes '=1+1, and '=1+1 becomes ''=1+1."""
    if ";" in text:
        text = HIDDEN_FORMULA.sub(r"\\x3b", text)
    return f"'{text}" if FORMULA.match(text) or NEUTRALISED.match(text) else text


def restored(text: str) -> str:
    """The text before `neutralised`, still escaped."""
    return text[1:] if NEUTRALISED.match(text) else text


def _escaped_character(character: str) -> str:
    if (character.isprintable() and character != "\\") or character in JOINERS:
        return character
    code = ord(character)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _meaning(escape: re.Match[str]) -> str:
    code = int(escape[1][1:], 16)
    return chr(code) if code <= 0x10FFFF and code not in SURROGATES else escape[0]
