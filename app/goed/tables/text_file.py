"""Text files as people really have them: read as bytes, as lines, or line by line.

A BOM is removed, and line ends of other systems are converted; what is too large, or not UTF-8, is refused.
"""

from __future__ import annotations

import codecs
import hashlib
import io
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from goed.errors import InputError

LARGEST_FILE = 256 * 2**20  # bytes; a million labels are about 120 MB
LONGEST_LINE = 1_000_000  # bytes; a longer line is no table of forms
PIECE = 2**20  # bytes that are decoded together
MAX_LINES = 10_000_000
UTF_16_MARKS = (b"\xff\xfe", b"\xfe\xff")
UTF_32_MARKS = (b"\xff\xfe\0\0", b"\0\0\xfe\xff")
UTF_8_MARK = b"\xef\xbb\xbf"
PACKED: Mapping[bytes, str] = {  # how files that must be unpacked before they can be read begin
    b"\x1f\x8b": "compressed with gzip",
    b"\xfd7zXZ\0": "compressed with xz",
    b"BZh91AY&SY": "compressed with bzip2",
    b"\x28\xb5\x2f\xfd": "compressed with zstd",
    b"PK\x03\x04": "a zip archive",
}


def file_bytes(path: Path) -> bytes:
    """The content of a file; raises InputError if it is missing, or too large for a table."""
    if not path.is_file():
        raise InputError(path, "is no file that can be read as a table" if path.exists() else "there is no such file")
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise InputError(path, f"cannot be read ({error.strerror or error})") from None
    return _checked_size(path, content)


def bytes_of_stdin() -> bytes:
    """What comes in through stdin; raises InputError if it is too large for a table."""
    return _checked_size(Path("-"), sys.stdin.buffer.read(LARGEST_FILE + 1))


def _checked_size(path: Path, content: bytes) -> bytes:
    if len(content) > LARGEST_FILE:
        raise InputError(path, f"is larger than {LARGEST_FILE // 2**20} MB; part it into smaller files")
    return content


def normalised_utf8(path: Path, content: bytes) -> bytes:
    """The UTF-8 text of a file, without BOM, with lines ending in \\n; an error names the line that is not UTF-8."""
    content = without_mark(path, content)
    _refuse_other_encodings(path, content)
    if b"\r" in content:
        content = content.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    _refuse_too_many_lines(path, content)
    return content


def lines_of(utf_8: bytes) -> Iterator[str]:
    """The lines of a text, each with its line end, one at a time, so that even a large text takes little memory."""
    return io.TextIOWrapper(io.BytesIO(utf_8), encoding="utf-8", newline="\n")


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
        """A line as text; raises an InputError with its number if it is not UTF-8."""
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
    _refuse_too_many_lines(path, content)
    lines = content.split(b"\n")
    if b"\r" in content:
        lines = [line.removesuffix(b"\r") for line in lines]
    longest = max(map(len, lines))
    if longest > LONGEST_LINE:
        number = next(number for number, line in enumerate(lines, start=1) if len(line) == longest)
        raise InputError(path, f"a line of {longest:,} bytes; this is no table of forms", number)
    return TextFile(path, lines, digest)


def without_mark(path: Path, content: bytes) -> bytes:
    """The bytes of a text without the BOM that some editors put in front of UTF-8.

    What is packed, in UTF-16, or in UTF-32 is refused.
    """
    for beginning, kind in PACKED.items():
        if content.startswith(beginning):
            raise InputError(path, f"is {kind}; unpack it and try again", 1)
    if content.startswith(UTF_32_MARKS):
        raise InputError(path, "is in UTF-32; save it as UTF-8 and try again", 1)
    if content.startswith(UTF_16_MARKS):
        raise InputError(path, "is in UTF-16; save it as UTF-8 and try again", 1)
    return content.removeprefix(UTF_8_MARK)


def _refuse_too_many_lines(path: Path, content: bytes) -> None:
    """Raise InputError if a text has more lines than a table can have."""
    if content.count(b"\n") > MAX_LINES:
        raise InputError(path, f"has more than {MAX_LINES:,} lines; part it into smaller files")


def no_utf_8(path: Path, byte: int, line: int) -> InputError:
    """The error for a byte that is not UTF-8."""
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
