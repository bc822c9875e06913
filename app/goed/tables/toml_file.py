"""TOML files, read with tomllib; every error names the line that it is about."""

from __future__ import annotations

import hashlib
import re
import tomllib
from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from goed.errors import InputError, nearest, quoted
from goed.tables.text_file import normalised_utf8

LARGEST_FILE = 1_000_000  # bytes
AT_END = " (at end of document)"  # how tomllib says that something is missing there
LARGEST_WITH_LINES = 200_000  # characters; in longer files errors name no lines: to find one is slow
MAX_DOTS = 1_000  # in a line: tomllib takes minutes for a name of very many parts
HUGE = re.compile(r"[\d_]{1000}")
TOKEN = re.compile(  # strings and comments, which may hide brackets and line ends, and these
    r'''"""(?:[^\\]|\\.)*?"{3,5}|\'{3}.*?\'{3,5}|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'|\#[^\n]*|[][{}\n]''', re.DOTALL
)

Key = str | int  # a name in a table, or a place in an array of tables


@dataclass(frozen=True)
class TomlFile:
    """A TOML file: its text, and its parsed content."""

    path: Path
    text: str
    sha256: str
    content: dict[str, Any]

    def error(self, keys: Sequence[Key], problem: str) -> InputError:
        """An error about the value under some keys, such as ("splits", "fra", "sizes")."""
        return InputError(self.path, problem, line_of(self.text, keys) if keys else None)


@dataclass(frozen=True)
class TomlTable:
    """One table, and where it stands in the file; reading a value of the wrong type is an error with its line."""

    file: TomlFile
    keys: tuple[Key, ...]
    values: Mapping[str, Any]

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def error(self, key: str | None, problem: str) -> InputError:
        """An error about the value of a key, or about the table if `key` is None."""
        return self.file.error(self.keys if key is None else (*self.keys, key), problem)

    def refuse_others(self, known: Collection[str]) -> None:
        """Raise an error for an unknown key: it may be a known one, misspelt."""
        where = "".join(f".{key}" for key in self.keys if isinstance(key, str)).removeprefix(".")
        for key in self.values:
            if key not in known:
                near = nearest(key, known)
                guess = f"; did you mean {near}? There" if near else "; there"
                inside = f" in [{where}]" if where else ""
                raise self.error(key, f"{quoted(key)} means nothing{inside}{guess} may be {', '.join(known)}")

    def text(self, key: str) -> str | None:
        """A text that is not empty."""
        value = self.values.get(key)
        if value is not None and not (isinstance(value, str) and value.strip()):
            raise self.error(key, f"{key} is a text, in quotation marks")
        return value

    def texts(self, key: str) -> tuple[str, ...] | None:
        """One text or a list of them."""
        value = self.values.get(key)
        if value is None:
            return None
        several = value if isinstance(value, list) else [value]
        if not all(isinstance(each, str) and each.strip() for each in several):
            raise self.error(key, f'{key} is a text or a list of texts, as ["a", "b"]')
        return tuple(dict.fromkeys(several))

    def one_of(self, key: str, allowed: Collection[str]) -> str | None:
        """One of a few words."""
        value = self.values.get(key)
        if value is not None and value not in tuple(allowed):
            raise self.error(key, f"{key} is {' or '.join(allowed)}, not {quoted(str(value))}")
        return value

    def whole_number(self, key: str, smallest: int, largest: int) -> int | None:
        """A whole number between two others."""
        value = self.values.get(key)
        if value is not None and not (type(value) is int and smallest <= value <= largest):
            raise self.error(key, f"{key} is a whole number from {smallest:,} to {largest:,}")
        return value

    def words(self, key: str) -> dict[str, str]:
        """What words stand for: { small = 100, fr = "fra" }."""
        value = self.values.get(key, {})
        if not isinstance(value, dict) or any(type(meaning) not in (str, int) for meaning in value.values()):
            raise self.error(key, f'{key} says what words stand for, as {{ fr = "fra", small = 100 }}')
        return {word: str(meaning) for word, meaning in value.items()}

    def table(self, key: str) -> TomlTable | None:
        """A table inside this one."""
        value = self.values.get(key)
        if value is None:
            return None
        if not isinstance(value, dict):
            raise self.error(key, f"{key} is a table of its own: [{key}]")
        return TomlTable(self.file, (*self.keys, key), value)

    def tables(self, key: str) -> list[TomlTable]:
        """All tables of one name: [[predictions]]."""
        value = self.values.get(key, [])
        if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
            raise self.error(key, f"{key} are tables of their own: [[{key}]]")
        return [TomlTable(self.file, (*self.keys, key, place), each) for place, each in enumerate(value)]


def read_toml(path: Path) -> TomlFile:
    """Read a TOML file whole."""
    if path.exists() and not path.is_file():
        raise InputError(path, "is no file of settings")
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise InputError(path, f"cannot be read ({error.strerror})") from None
    if len(content) > LARGEST_FILE:
        raise InputError(path, "is larger than 1 MB; this is no file of settings")
    normalised_utf8(path, content)  # refuses what is not UTF-8
    text = content.decode("utf-8-sig")
    for number, line in enumerate(text.split("\n"), start=1):
        if line.count(".") > MAX_DOTS:
            raise InputError(path, f"more than {MAX_DOTS:,} dots in a line; this is no file of settings", number)
    try:
        return TomlFile(path, text, hashlib.sha256(content).hexdigest(), tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise _no_toml(path, text, str(error)) from None
    except RecursionError:
        raise InputError(path, "is no valid TOML: it is nested too deep") from None
    except ValueError:  # Python refuses to read numbers of thousands of digits
        line_number = next((place for place, line in enumerate(text.split("\n"), start=1) if HUGE.search(line)), None)
        raise InputError(path, "is no valid TOML: a number of thousands of digits", line_number) from None


def _no_toml(path: Path, text: str, said: str) -> InputError:
    """tomllib's error as goed's own, with its line."""
    if said.endswith(AT_END):
        problem = f"is no valid TOML: {said.removesuffix(AT_END)}, at the end of the file"
        return InputError(path, problem, len(text.rstrip("\n").split("\n")))
    place = re.search(r" \(at line (\d+), (column \d+)\)$", said)
    if place is None:
        return InputError(path, f"is no valid TOML: {said}")
    return InputError(path, f"is no valid TOML: {said[: place.start()]}, at {place[2]}", int(place[1]))


def line_of(text: str, keys: Sequence[Key]) -> int | None:
    """The line where something under these keys first appears; None in a very long file.

    tomllib gives no line numbers, so it parses longer and longer beginnings of the file until the keys are there.
    """
    if len(text) > LARGEST_WITH_LINES:
        return None
    text = text.replace("\r\n", "\n")
    lines, ends = text.split("\n"), _ends_of_statements(text)

    def is_there(end: int) -> bool:
        return _has(tomllib.loads("\n".join(lines[:end])), keys)

    place = min(bisect_left(ends, True, key=is_there), len(ends) - 1)
    first = ends[place - 1] if place else 0
    while first < ends[place] - 1 and (not lines[first].strip() or lines[first].lstrip().startswith("#")):
        first += 1
    return first + 1


def _ends_of_statements(text: str) -> list[int]:
    """The number of lines up to the end of each statement: a list or a text may span several lines."""
    ends, n_lines, depth = [], 1, 0
    for token in TOKEN.finditer(text):
        match token[0]:
            case "[" | "{":
                depth += 1
            case "]" | "}":
                depth -= 1
            case "\n" if depth <= 0:
                ends.append(n_lines)
        n_lines += token[0].count("\n")
    return [*ends, n_lines]


def _has(content: Any, keys: Sequence[Key]) -> bool:
    for key in keys:
        if isinstance(content, dict) and key in content:
            content = content[str(key)]
        elif isinstance(content, list) and isinstance(key, int) and key < len(content):
            content = content[key]
        else:
            return False
    return True
