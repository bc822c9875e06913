"""The text of a table: checked whole, then given out a line at a time, so that even a large one takes little memory."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from goed.errors import InputError

PIECE = 2**20  # bytes that are looked at together
MOST_LINES = 10_000_000
UTF_16_MARKS = (b"\xff\xfe", b"\xfe\xff")
UTF_8_MARK = b"\xef\xbb\xbf"


@dataclass(frozen=True)
class Text:
    """The bytes of a file that is UTF-8; its lines end in \\n."""

    content: bytes

    def lines(self) -> Iterator[str]:
        """The lines, each with its end; what stands behind the last end is a line, too."""
        start = 0
        while start <= len(self.content):
            end = self.content.find(b"\n", start) + 1 or len(self.content)
            yield self.content[start:end].decode("utf-8")
            start = end if end > start and self.content[end - 1 : end] == b"\n" else len(self.content) + 1

    def first_line(self) -> str:
        """The first line, without its end."""
        return next(self.lines()).removesuffix("\n")


def text_of(path: Path, content: bytes) -> Text:
    """The text of a file; says in which line it is not UTF-8."""
    content = without_mark(path, content)
    _refuse_other_encodings(path, content)
    if b"\r" in content:
        content = content.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    refuse_too_many_lines(path, content)
    return Text(content)


def without_mark(path: Path, content: bytes) -> bytes:
    """The bytes of a text without the mark that some editors put in front of UTF-8."""
    if content.startswith(UTF_16_MARKS):
        raise InputError(path, "is in UTF-16; save it as UTF-8 and try again", 1)
    return content.removeprefix(UTF_8_MARK)


def refuse_too_many_lines(path: Path, content: bytes) -> None:
    """Say that a text is longer than a table can be."""
    if content.count(b"\n") > MOST_LINES:
        raise InputError(path, f"has more than {MOST_LINES:,} lines; part it into smaller files")


def no_utf_8(path: Path, byte: int, line: int) -> InputError:
    """What to say of a byte that is not UTF-8."""
    return InputError(path, f"byte 0x{byte:02x} is not UTF-8; save the file as UTF-8 and try again", line)


def _refuse_other_encodings(path: Path, content: bytes) -> None:
    decoder = codecs.getincrementaldecoder("utf-8")()
    for start in range(0, len(content), PIECE):
        n_before = len(decoder.getstate()[0])  # bytes of a character that began in the piece before
        try:
            decoder.decode(content[start : start + PIECE], start + PIECE >= len(content))
        except UnicodeDecodeError as error:
            place = start - n_before + error.start
            line = content.count(b"\n", 0, place) + 1
            raise no_utf_8(path, content[place], line) from None
