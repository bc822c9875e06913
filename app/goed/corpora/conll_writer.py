"""Writing CoNLL: sentences as lines of columns, in the layouts that goed reads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from unicodedata import category

from goed.corpora.layouts import NO_VALUE, Layout
from goed.errors import visible

NOT_ON_A_LINE = ("Cc", "Zl", "Zp")  # categories of Unicode: controls, such as line feeds, and two separators of lines
# What would end a value in MISC, or be lost at its edges, as Universal Dependencies write it there.
IN_MISC = str.maketrans({"\\": r"\\", " ": r"\s", "|": r"\p", "=": r"\e", "\t": r"\t", "\n": r"\n", "\r": r"\r"})


@dataclass(frozen=True)
class ConllSentence:
    """A sentence as it is written."""

    columns: Mapping[str, Sequence[str]]  # form, and others of the layout's; those that are missing say nothing
    comments: Sequence[tuple[str, str]] = ()  # sent_id → its value, and so on


def conll_lines(layout: Layout, sentences: Iterable[ConllSentence]) -> Iterator[str]:
    """The text of each sentence, with the empty line that ends it."""
    for sentence in sentences:
        ids = map(str, range(1, len(sentence.columns["form"]) + 1))
        others = (sentence.columns.get(name) or repeat(NO_VALUE) for name in layout.columns[1:])
        lines = ["\t".join(cells) for cells in zip(ids, *others, strict=False)]
        comments = [f"# {key} = {_on_one_line(value)}" for key, value in sentence.comments]
        yield "\n".join([*comments, *lines, "", ""])


def _on_one_line(value: str) -> str:
    """The value of a comment with escapes for what would end its line, or is no text; all else as it stands.

    Persian joins and parts letters by signs that show nothing, French has spaces that do not break.
    """
    if value.isprintable():
        return value
    return "".join(visible(sign) if category(sign) in NOT_ON_A_LINE else sign for sign in value)


def misc_cell(told: Mapping[str, str]) -> str:
    r"""What is told of a token besides the other columns, for the last one of CoNLL-U.

    >>> misc_cell({"PredHead": "3", "Flags": "a b|c"})
    'PredHead=3|Flags=a\\sb\\pc'
    """
    return "|".join(f"{name}={value.translate(IN_MISC)}" for name, value in told.items() if value) or NO_VALUE
