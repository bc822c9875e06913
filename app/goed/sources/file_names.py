"""What a file's name says: its language, sampling, seed, size, part and model.

Names are read by SIGMORPHON's conventions, or by the pattern that a user gives with --pattern."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import regex

from goed.errors import GoedError, InputError, WrongUsageError, checked_name, quoted

SIGMORPHON = ("{language}_{size}", "{language}")
PLACEHOLDERS = ("language", "sampling", "seed", "size", "part", "model")
SLOWEST = 1.0  # seconds after which matching a name with a pattern is given up
MAX_DIGITS = 9  # of a size or a seed
PARTS = {  # endings of files → parts
    **dict.fromkeys(("train", "trn"), "train"),
    **dict.fromkeys(("finetune", "ftune", "tune"), "finetune"),
    **dict.fromkeys(("dev", "valid", "val"), "dev"),
    **dict.fromkeys(("test", "tst"), "test"),
    "gold": "gold",
    "core": "core",
}


@dataclass(frozen=True)
class FileName:
    """What the name of one file says; None for what it does not say."""

    path: Path
    language: str | None = None
    sampling: str | None = None
    seed: int | None = None
    size: int | None = None
    size_word: str | None = None
    part: str | None = None
    model: str | None = None

    def sort_key(self) -> tuple[str, str, int, int, str]:
        """The key by which the files of an import are sorted."""
        return (self.language or "", self.sampling or "", self.seed or 0, self.size or 0, str(self.path))


@dataclass(frozen=True)
class Naming:
    """How the files of an import are named."""

    patterns: tuple[str, ...] = SIGMORPHON
    words: Mapping[str, str] | None = None  # --map: what words in names stand for

    def find(self, paths: Sequence[Path], parts: Sequence[str | None]) -> tuple[list[FileName], list[Path]]:
        """The files whose names fit and say one of these parts, and the other files in the folders.

        A folder stands for the files in it, and in its subfolders if the pattern has slashes. A file that is given by
        its own path must fit, and at least one file must.
        """
        found: list[FileName] = []
        others: list[Path] = []
        depth = max(pattern.count("/") for pattern in self.patterns)
        for path in paths:
            if path.is_dir():
                for file in files_in(path, depth):
                    name = self.read(file, parts)
                    (found if name else others).append(name or file)  # type: ignore[arg-type]
            elif not path.exists():
                raise InputError(path, "there is no such file or folder")
            else:
                name = self.read(path, parts)
                if name is None:
                    raise InputError(path, f"its name does not say what it is; {self.advice(parts)}")
                found.append(name)
        if not found:
            where = ", ".join(str(path) for path in paths)
            there = _contents([file.name for file in others], paths)
            raise GoedError(f"{where}: no file is named as expected ({there}); {self.advice(parts)}")
        return sorted(found, key=FileName.sort_key), others

    def read(self, path: Path, parts: Sequence[str | None]) -> FileName | None:
        """What a file's name says; None if it does not fit, or says another part."""
        for pattern in self.patterns:
            if match := _match(pattern, path):
                name = self._name(path, match.groupdict(), _part_in(pattern))
                if name.part in parts:
                    return name
        return None

    def advice(self, parts: Sequence[str | None]) -> str:
        """A sentence on which names are looked for."""
        endings = sorted({ending for ending, part in PARTS.items() if part in parts})
        shown = " or ".join(f"'{pattern}'" for pattern in self.patterns)
        looked_for = f"{shown} with an ending of .{', .'.join(endings)}"
        return f"looked for {looked_for}; say otherwise with --pattern or --language"

    def _name(self, path: Path, said: dict[str, str | None], part_in_pattern: str | None) -> FileName:
        value = {key: (self.words or {}).get(text, text) for key, text in said.items() if text is not None}
        seed, size = value.get("seed"), value.get("size")
        if seed is not None and not seed.isdecimal():
            raise InputError(path, f"the seed {quoted(seed)} is not a number; say what it stands for with --map")
        for number in (seed, size):
            if number is not None and number.isdecimal() and len(number) > MAX_DIGITS:
                raise InputError(path, f"{quoted(number)} is larger than any size or seed can be")
        for what in ("sampling", "model"):
            if what in value:
                checked_name(value[what], what)
        part = value.get("part") or part_in_pattern
        return FileName(
            path,
            language=value.get("language"),
            sampling=value.get("sampling"),
            seed=None if seed is None else int(seed),
            size=int(size) if size is not None and size.isdecimal() else None,
            size_word=None if (said.get("size") or "0").isdecimal() else said.get("size"),
            part=PARTS.get(part, part) if part else None,
            model=value.get("model"),
        )


def naming(pattern: str | None, words: Sequence[str]) -> Naming:
    """The naming that a user asks for with --pattern and --map."""
    mapping = {}
    for each in words:
        key, equals, meaning = each.partition("=")
        if not (key and equals and meaning):
            raise WrongUsageError(f"--map takes WORD=MEANING, such as small=100 or en=eng, not {quoted(each)}")
        mapping[key] = meaning
    if pattern is None:
        return Naming(words=mapping)
    if unknown := set(re.findall(r"\{(.*?)\}", pattern)) - set(PLACEHOLDERS):
        known = ", ".join(f"{{{name}}}" for name in PLACEHOLDERS)
        raise WrongUsageError(f"--pattern knows {known}, not {{{min(unknown)}}}")
    if repeated := [name for name in PLACEHOLDERS if pattern.count(f"{{{name}}}") > 1]:
        raise WrongUsageError(f"--pattern has {{{repeated[0]}}} twice")
    return Naming((pattern,), mapping)


def checked_language(name: str | None, path: Path) -> str:
    """The language code, if it can be used; else raises an InputError that says how to give one."""
    if name is None:
        raise InputError(path, "its name does not say the language; give it with --language, as eng, deu or ara")
    if not re.fullmatch(r"\w[\w-]{1,31}", name):
        raise InputError(path, f"{quoted(name)} is no code for a language; say what it stands for with --map")
    return name


def _contents(file_names: Sequence[str], paths: Sequence[Path]) -> str:
    """What the folders hold instead of the files looked for, in words."""
    if file_names:
        return f"it has {', '.join(file_names[:3])}{', …' if len(file_names) > 3 else ''}"
    folders = sorted(inner.name for path in paths for inner in path.iterdir() if inner.is_dir())
    return f"it has only the folders {', '.join(folders[:5])}; name one of them" if folders else "it is empty"


def files_in(folder: Path, depth: int = 0) -> list[Path]:
    """The files of a folder and, with a depth, those exactly so many levels below it; hidden files are left out."""
    files = list(folder.glob("/".join(["*"] * (depth + 1))))
    if depth:  # the folder may itself be the last folder of the pattern
        files += folder.iterdir()
    return sorted(file for file in files if file.is_file() and not file.name.startswith("."))


def _expression(pattern: str) -> str:
    """A pattern as a regular expression; if the pattern does not say the part, the file's ending may."""
    expression = re.escape(pattern)
    for name in PLACEHOLDERS:
        values = "[^/]+?" if name == "model" else "[^/.]+?"  # a model's name may contain a version with dots
        expression = expression.replace(re.escape(f"{{{name}}}"), f"(?P<{name}>{values})")
    if "{part}" not in pattern and _part_in(pattern) is None:
        expression += rf"(?:\.(?P<part>{'|'.join(PARTS)}))?"
    return expression


def _match(pattern: str, path: Path) -> regex.Match[str] | None:
    """The match of a pattern with the end of a path; gives up in time, since a name may fit in millions of ways."""
    name = "/".join(path.parts[-1 - pattern.count("/") :])
    try:
        return regex.fullmatch(_expression(pattern), name, timeout=SLOWEST)
    except TimeoutError:
        problem = f"its name fits {quoted(pattern)} in too many ways to tell; put signs between the placeholders"
        raise InputError(path, problem) from None


def _part_in(pattern: str) -> str | None:
    """The part that a pattern's own ending says: `{language}.test` stands for test."""
    ending = pattern.rpartition(".")[2]
    return ending if ending in PARTS else None
