"""The errors that a user is told of: one clear sentence, never a traceback."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

MOST_NAMED = 20  # of what there is, where something that is not there is asked for


class GoedError(Exception):
    """Something that the user can put right; the message says what is wrong and what to do."""


class InputError(GoedError):
    """A file that cannot be used, named with the line where it goes wrong."""

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
    """Untrusted text made safe to show: what is not a printable character appears as its escape.

    >>> visible("go\\x1b[31mes")
    'go\\\\x1b[31mes'
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def nearest(typed: str, there: Iterable[str]) -> str | None:
    """The name that a slip of the pen probably stands for."""
    from difflib import get_close_matches

    names = {name.casefold(): name for name in there}
    near = get_close_matches(typed.casefold(), names, 1)
    return names[near[0]] if near else None


def unknown(typed: str, what: str, there: Sequence[object]) -> GoedError:
    """What is no name of anything is told with what there is."""
    names = [str(name) for name in there]
    near = None if typed[:1].isdecimal() else nearest(typed, names)
    guess = f"; did you mean {near}? There" if near else "; there"
    listed = ", ".join(names[:MOST_NAMED]) + (", …" if len(names) > MOST_NAMED else "")
    return GoedError(f"{quoted(typed)} is no {what}{guess} are: {listed or 'none so far'}")


def is_unicode(text: str) -> bool:
    """Whether a text can be kept: words of a command line may have bytes in them that are no UTF-8."""
    return not any("\ud800" <= sign <= "\udfff" for sign in text)


def checked_name(name: str, what: str) -> str:
    """A name for a model or a sampling that can be shown anywhere."""
    if not name or not name.isprintable() or name != name.strip() or len(name) > 100:
        raise GoedError(f"{quoted(name)} cannot be the name of a {what}; take printable characters, at most 100")
    return name
