"""Lists of whole numbers as people type them: `100 300`, `100:1000:100`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from goed.errors import WrongUsageError, quoted

MAX_DIGITS = 7  # of a number
MAX_NUMBERS = 100_000  # more than anybody trains on
STRETCH = re.compile(r"([0-9]{1,9})(?:[-:]([0-9]{1,9}))?")


class Numbers(list[int]):
    """Sorted numbers, each once; `written` maps what was typed, such as `1:10`, to the numbers it stands for."""

    def __init__(self, written: Mapping[str, range]) -> None:
        super().__init__(sorted({number for span in written.values() for number in span}))
        self.written = written


def numbers(texts: Sequence[str], option: str, step: int = 100) -> Numbers | None:
    """Numbers as the command line gives them: `100 300`, `100:1000:100`, `100,200`; None for none.

    `step` is used for ranges that name none, such as `100:1000`.
    """
    if not texts:
        return None
    written: dict[str, range] = {}
    n_found = 0
    example = "100:1000:100" if step > 1 else "1:10"
    for text in ",".join(texts).split(","):
        pieces = text.split(":")
        if not all(piece.isdecimal() for piece in pieces) or len(pieces) > 3:
            raise WrongUsageError(f"{option} takes numbers and ranges such as {example}, not {quoted(text)}")
        if any(len(piece) > MAX_DIGITS for piece in pieces):
            raise WrongUsageError(f"{option}: {quoted(text)} is larger than any size or seed can be")
        first, *rest = (int(piece) for piece in pieces)
        stride = rest[1] if len(rest) > 1 else step
        if stride < 1 or (rest and rest[0] < first):
            raise WrongUsageError(f"{option}: the range {quoted(text)} holds no number")
        span = range(first, (rest[0] if rest else first) + 1, stride)
        n_found += len(span)
        if n_found > MAX_NUMBERS:
            raise WrongUsageError(
                f"{option}: {quoted(text)} holds more than {MAX_NUMBERS:,} numbers; take a wider step"
            )
        written[text] = span
    return Numbers(written)


def in_ranges(chosen: Iterable[int]) -> list[str]:
    """Numbers in short form, such as `1:40` and `57`; `numbers` with a step of 1 reads them back."""
    spans: list[list[int]] = []
    for number in sorted(set(chosen)):
        if spans and number == spans[-1][1] + 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    return [str(first) if first == last else f"{first}:{last}" for first, last in spans]


def stretch(text: str) -> tuple[int, int] | None:
    """The first and the last number of a stretch, or of a number by itself; None if the text is something else.

    >>> stretch("1-1000"), stretch("7"), stretch("danish.conll")
    ((1, 1000), (7, 7), None)
    """
    found = STRETCH.fullmatch(text)
    return (int(found[1]), int(found[2] or found[1])) if found else None
