"""Reading text files as people really have them: BOM, CRLF, trailing blank lines, other encodings."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from goed.errors import InputError, quoted
from goed.forms import normal_form

LARGEST_FILE = 256 * 2**20  # bytes; a million predictions are about 40 MB
LONGEST_LINE = 1_000_000  # bytes; a longer line is no table of forms
MOST_LINES = 10_000_000
UTF_16_MARKS = (b"\xff\xfe", b"\xfe\xff")


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
            byte = line[error.start]
            raise InputError(
                self.path, f"byte 0x{byte:02x} is not UTF-8; save the file as UTF-8 and try again", number
            ) from None
        if "\0" in text:
            raise InputError(self.path, "a NUL character; this is not a text file in UTF-8", number)
        return text


def read_lines(path: Path) -> TextFile:
    """Read a text file whole."""
    if not path.is_file():
        raise InputError(path, "is no file that can be read as a table" if path.exists() else "there is no such file")
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise InputError(path, f"cannot be read ({error.strerror})") from None
    if len(content) > LARGEST_FILE:
        raise InputError(path, f"is larger than {LARGEST_FILE // 2**20} MB; part it into smaller files")
    digest = hashlib.sha256(content).hexdigest()
    if content.startswith(UTF_16_MARKS):
        raise InputError(path, "is in UTF-16; save it as UTF-8 and try again", 1)
    content = content.removeprefix(b"\xef\xbb\xbf")
    if content.count(b"\n") > MOST_LINES:
        raise InputError(path, f"has more than {MOST_LINES:,} lines; part it into smaller files")
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
