"""A table of a TOML file whose values must be of certain kinds; what is not is said with its line."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from goed.errors import InputError, nearest, quoted
from goed.tables.toml_file import Key, TomlFile


@dataclass(frozen=True)
class TomlTable:
    """One table, and where in the file it stands."""

    file: TomlFile
    keys: tuple[Key, ...]
    values: Mapping[str, Any]

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def error(self, key: str | None, problem: str) -> InputError:
        """A complaint about a value, or about the table."""
        return self.file.error(self.keys if key is None else (*self.keys, key), problem)

    def refuse_others(self, known: Collection[str]) -> None:
        """A key that means nothing is an error: it may be a slip of the pen for one that does."""
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
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int) or not smallest <= value <= largest:
            raise self.error(key, f"{key} is a whole number from {smallest:,} to {largest:,}")
        return value

    def words(self, key: str) -> dict[str, str]:
        """What words stand for: { small = 100, fr = "fra" }."""
        value = self.values.get(key, {})
        if not isinstance(value, dict) or any(
            isinstance(meaning, bool) or not isinstance(meaning, str | int) for meaning in value.values()
        ):
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
