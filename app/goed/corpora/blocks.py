"""Reading files in blocks of whole lines, so that no text is in memory as a whole."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from goed.errors import InputError
from goed.tables.text_file import no_utf_8, without_mark

BLOCK = 16 * 2**20  # bytes
LONGEST_LINE = 16 * 2**20
LARGEST_FILE = 2 * 2**30  # bytes; ten million tokens of CoNLL-X are about 0.6 GB
NEWLINE, TAB, HASH, SPACE = b"\n"[0], b"\t"[0], b"#"[0], b" "[0]
STDIN = Path("-")


@dataclass(frozen=True)
class Block:
    """Some lines of a file, each with its line end, and the number of the first."""

    content: bytes
    first_line: int


def blocks_of(path: Path) -> Iterator[Block]:
    """The lines of a file, in UTF-8 and with \\n at their ends, some megabytes at a time."""
    with _opened(path) as file:
        first, is_from_old_mac, line, size, rest = True, False, 1, 0, b""
        while True:
            piece = file.read(BLOCK)
            size += len(piece)
            if size > LARGEST_FILE:
                raise InputError(path, f"is larger than {LARGEST_FILE // 2**30} GB; part it into smaller files")
            if first:
                piece, first = without_mark(path, piece), False
                is_from_old_mac = b"\r" in piece and b"\n" not in piece
            if is_from_old_mac:
                piece = piece.replace(b"\r", b"\n")
            content, rest = _whole_lines(path, rest + piece, last=len(piece) == 0, line=line)
            if content:
                block = _checked(path, content, line)
                yield block
                line += block.content.count(b"\n")
            if not piece:
                return


def _opened(path: Path) -> AbstractContextManager[BinaryIO]:
    if path == STDIN:
        return nullcontext(sys.stdin.buffer)
    if not path.is_file():
        raise InputError(path, "is no file that can be read" if path.exists() else "there is no such file")
    try:
        return path.open("rb")
    except OSError as error:
        raise InputError(path, f"cannot be read ({error.strerror or error})") from None


def _whole_lines(path: Path, content: bytes, last: bool, line: int) -> tuple[bytes, bytes]:
    """The complete lines, and the beginning of the next; a line end missing at the end of the file is added."""
    if last:
        return (content if not content or content.endswith(b"\n") else content + b"\n"), b""
    end = content.rfind(b"\n") + 1
    if len(content) - end > LONGEST_LINE:
        raise InputError(path, f"a line of more than {LONGEST_LINE:,} bytes", line + content.count(b"\n"))
    return content[:end], content[end:]


def _checked(path: Path, content: bytes, line: int) -> Block:
    """A block that is text: without NUL characters, in UTF-8, with plain line ends."""
    if b"\0" in content:
        before = content.count(b"\n", 0, content.index(b"\0"))
        raise InputError(path, "a NUL character; this is not a text file in UTF-8", line + before)
    try:
        content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise no_utf_8(path, content[error.start], line + content.count(b"\n", 0, error.start)) from None
    return Block(content.replace(b"\r\n", b"\n") if b"\r" in content else content, line)


def lines_of_text(path: Path) -> Iterator[tuple[int, str]]:
    """The lines of a file, with their numbers."""
    for block in blocks_of(path):
        yield from enumerate(block.content.decode().split("\n")[:-1], start=block.first_line)


@dataclass(frozen=True)
class Lines:
    """The kind of each line of a block, and how many tabs it has."""

    starts: NDArray[np.int64]
    n_tabs: NDArray[np.int32]
    is_blank: NDArray[np.bool_]
    begins_with_hash: NDArray[np.bool_]


def lines_of(block: Block) -> Lines:
    """Classify all lines of a block at once."""
    letters = np.frombuffer(block.content, np.uint8)
    starts = np.concatenate(([0], np.flatnonzero(letters == NEWLINE)[:-1] + 1)).astype(np.int64)
    n_tabs = np.add.reduceat(letters == TAB, starts, dtype=np.int32)
    n_signs = np.add.reduceat(letters > SPACE, starts, dtype=np.int32)
    return Lines(starts, n_tabs, n_signs == 0, letters[starts] == HASH)


def only_lines(block: Block, lines: Lines, which: NDArray[np.bool_]) -> io.BytesIO:
    """Some lines of a block, as a file."""
    if which.all():
        return io.BytesIO(block.content)
    lengths = np.diff(lines.starts, append=len(block.content))
    letters = np.frombuffer(block.content, np.uint8)
    return io.BytesIO(letters[np.repeat(which, lengths)].tobytes())
