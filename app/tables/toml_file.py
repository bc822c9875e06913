"""TOML files as people write them: read with tomllib, and every complaint names the line that it is about."""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.errors import InputError

LARGEST_FILE = 1_000_000  # bytes
LARGEST_WITH_LINES = 64_000  # characters of a file whose complaints name their lines: finding one takes many readings
LONGEST_STATEMENT = 60  # lines of a list that are looked through for its beginning

Key = str | int  # a name in a table, or a place in an array of tables


@dataclass(frozen=True)
class TomlFile:
    """A file, as it stands and as it was understood."""

    path: Path
    text: str
    sha256: str
    content: dict[str, Any]

    def error(self, keys: Sequence[Key], problem: str) -> InputError:
        """A complaint about what stands under some keys: ("splits", "deu", "sizes")."""
        return InputError(self.path, problem, line_of(self.text, keys) if keys else None)


def read_toml(path: Path) -> TomlFile:
    """Read a TOML file whole."""
    if path.exists() and not (path.is_file() and path.stat().st_size < LARGEST_FILE):
        raise InputError(path, "is no file of settings")
    try:
        content = path.read_bytes()
        text = content.decode("utf-8-sig")
        return TomlFile(path, text, hashlib.sha256(content).hexdigest(), tomllib.loads(text))
    except OSError as error:
        raise InputError(path, f"cannot be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise InputError(path, "is not UTF-8; save it as UTF-8 and try again") from None
    except (ValueError, RecursionError) as error:  # a number of thousands of digits is no TOMLDecodeError
        said = str(error) or "nested too deep"
        place = re.search(r" \(at line (\d+), (column \d+)\)$", said)
        if place is None:
            raise InputError(path, f"is no valid TOML: {said}") from None
        problem = f"is no valid TOML: {said[: place.start()]}, at {place[2]}"
        raise InputError(path, problem, int(place[1])) from None


def line_of(text: str, keys: Sequence[Key]) -> int | None:
    """The line where something under these keys is said first; None in a very long file.

    tomllib tells no lines. So it is asked how many lines it takes until the keys are there; a beginning of the file
    that ends inside a list is no TOML, and the next shorter one is taken.
    """
    if len(text) > LARGEST_WITH_LINES:
        return None
    lines = text.replace("\r\n", "\n").split("\n")
    without, with_it = 0, len(lines)
    while with_it - without > 1:
        middle = (without + with_it) // 2
        end = _whole_beginning(lines, middle, max(without, middle - LONGEST_STATEMENT))
        if end > without and _has(tomllib.loads("\n".join(lines[:end])), keys):
            with_it = end
        else:
            without = middle
    first = _whole_beginning(lines, with_it - 1, max(0, with_it - LONGEST_STATEMENT))
    while first < with_it - 1 and (not lines[first].strip() or lines[first].lstrip().startswith("#")):
        first += 1
    return first + 1


def _whole_beginning(lines: Sequence[str], n_lines: int, more_than: int) -> int:
    """The largest number of lines, at most as many, that are TOML by themselves."""
    for number in range(n_lines, more_than, -1):
        try:
            tomllib.loads("\n".join(lines[:number]))
        except tomllib.TOMLDecodeError:
            continue
        return number
    return more_than


def _has(content: Any, keys: Sequence[Key]) -> bool:
    for key in keys:
        if isinstance(content, dict) and key in content:
            content = content[str(key)]
        elif isinstance(content, list) and isinstance(key, int) and key < len(content):
            content = content[key]
        else:
            return False
    return True
