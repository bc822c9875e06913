"""Errors shown to the user as one clear sentence, never as a traceback."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

MAX_NAMED = 20  # existing names that a message lists when an unknown one is asked for


class GoedError(Exception):
    """Something that the user can put right; the message says what is wrong and what to do."""


class InputError(GoedError):
    """A file that cannot be used; the message names the file, and the line with the problem."""

    def __init__(self, path: Path | str, problem: str, line: int | None = None) -> None:
        where = f"{path}, line {line}" if line is not None else str(path)
        super().__init__(f"{where}: {problem}")
        self.path, self.line, self.problem = path, line, problem


class WrongUsageError(GoedError):
    """Options that do not fit together (exit code 2)."""


def quoted(text: str, longest: int = 60) -> str:
    """Untrusted text for a message: shortened, and with every control, format or unassigned character escaped."""
    shown = text if len(text) <= longest else text[: longest - 1] + "…"
    return f"'{visible(shown)}'"


def visible(text: str) -> str:
    """Untrusted text made safe to show: every unprintable character is replaced by its escape.

    >>> visible("go\\x1b[31mes")
    'go\\\\x1b[31mes'
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def nearest(typed: str, existing: Iterable[str]) -> str | None:
    """The existing name that a misspelt one probably stands for; None if none is close."""
    from difflib import get_close_matches

    names = {name.casefold(): name for name in existing}
    near = get_close_matches(typed.casefold(), names, 1)
    return names[near[0]] if near else None


def unknown_name_error(typed: str, what: str, existing: Sequence[object]) -> GoedError:
    """The error for a name that does not exist: it lists those that do, and guesses which one was meant."""
    names = [str(name) for name in existing]
    near = None if typed[:1].isdecimal() else nearest(typed, names)
    guess = f"; did you mean {near}? There" if near else "; there"
    listed = ", ".join(names[:MAX_NAMED]) + (", …" if len(names) > MAX_NAMED else "")
    return GoedError(f"{quoted(typed)} is no {what}{guess} are: {listed or 'none so far'}")


def is_unicode(text: str) -> bool:
    """Whether a text can be stored as UTF-8; words from a command line may contain bytes that cannot."""
    return not any("\ud800" <= sign <= "\udfff" for sign in text)


def checked_name(name: str, what: str) -> str:
    """The name of a model or sampling, checked to be short, printable and without blanks at either end."""
    if not name or not name.isprintable() or name != name.strip() or len(name) > 100:
        raise GoedError(f"{quoted(name)} cannot be the name of a {what}; take printable characters, at most 100")
    return name
