"""Reading text files as people really have them: BOM, CRLF, trailing blank lines, other encodings."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from goed.errors import InputError, quoted
from goed.forms import normal_form
from goed.tables.files import file_bytes
from goed.tables.text import no_utf_8, refuse_too_many_lines, without_mark

LONGEST_LINE = 1_000_000  # bytes; a longer line is no table of forms


@dataclass(frozen=True)
class TextFile:
    """A file's lines as bytes, line ends and BOM taken off, with a fingerprint of the whole."""

    path: Path
    lines: list[bytes]
    sha256: str

    def rows(self) -> Iterator[tuple[int, list[str]]]:
        """Line number and tab-separated fields of every line that is not blank."""
        for number, line in enumerate(self.lines, start=1):
            if line.strip():
                yield number, self.decode(line, number).split("\t")

    def decode(self, line: bytes, number: int) -> str:
        """A line as text; says where it is not UTF-8."""
        try:
            text = line.decode("utf-8")
        except UnicodeDecodeError as error:
            raise no_utf_8(self.path, line[error.start], number) from None
        if "\0" in text:
            raise InputError(self.path, "a NUL character; this is not a text file in UTF-8", number)
        return text


def read_lines(path: Path) -> TextFile:
    """Read a text file whole."""
    content = file_bytes(path)
    digest = hashlib.sha256(content).hexdigest()
    content = without_mark(path, content)
    refuse_too_many_lines(path, content)
    lines = content.split(b"\n")
    if b"\r" in content:
        lines = [line.removesuffix(b"\r") for line in lines]
    longest = max(map(len, lines))
    if longest > LONGEST_LINE:
        number = next(number for number, line in enumerate(lines, start=1) if len(line) == longest)
        raise InputError(path, f"a line of {longest:,} bytes; this is no table of forms", number)
    return TextFile(path, lines, digest)


def word(path: Path, number: int, text: str, what: str) -> str:
    """A lemma, a gold form or features: normal, and neither empty nor holding control characters."""
    value = normal_form(path, number, text, what)
    if not value:
        raise InputError(path, f"the {what} is empty", number)
    if not value.isprintable() and any(unicodedata.category(character) == "Cc" for character in value):
        raise InputError(path, f"the {what} {quoted(value)} holds a control character", number)
    return value
