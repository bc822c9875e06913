"""CCG categories, such as (NP\\NP)/NP, and marked-up ones, with variables and slots."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

SLASHES = "/\\"
LONGEST = 1_000  # letters of a category that is taken apart; a longer one is an atom
ANY_FEATURE = "[X]"  # C&C's mark for a feature that comes from elsewhere; dropped when markup is looked up
CONJUNCT = "[conj]"  # ends a category that waits for the other conjunct


@dataclass(frozen=True)
class Category:
    """An atom with its feature, or a result and the argument it takes; with a variable and a slot if marked up."""

    atom: str = ""
    feature: str = ""
    slash: str = ""
    parts: tuple[Category, Category] | None = None  # result and argument; None for an atom
    variable: str = ""
    slot: int = 0

    def is_atom(self, *atoms: str) -> bool:
        """Whether it is one of some atoms."""
        return self.parts is None and self.atom in atoms

    def slots(self) -> list[int]:
        """The slots that are marked on it and its parts."""
        here = [self.slot] if self.slot else []
        return here + [slot for part in self.parts or () for slot in part.slots()]

    def __str__(self) -> str:
        written = self._written(with_marks=False)
        return written if self.parts is None else written[1:-1]

    def marked_up(self) -> str:
        """The category as text with its marks: (NP{x}/N{x}<1>){_}."""
        return self._written(with_marks=True)

    def _written(self, with_marks: bool) -> str:
        """The category as text, in brackets unless it is an atom."""
        if self.parts is None:
            whole = f"{self.atom}[{self.feature}]" if self.feature else self.atom
        else:
            result, argument = (part._written(with_marks) for part in self.parts)
            whole = f"({result}{self.slash}{argument})"
        if with_marks:
            whole += (f"{{{self.variable}}}" if self.variable else "") + (f"<{self.slot}>" if self.slot else "")
        return whole


class NoCategoryError(ValueError):
    """A text that is not a category."""


@lru_cache(maxsize=100_000)
def category_of(text: str) -> Category:
    """The category that a text stands for; what cannot be taken apart is an atom."""
    try:
        return parsed(text)
    except NoCategoryError:
        return Category(atom=text)


def is_category(text: str) -> bool:
    """Whether a text can be taken apart as a category."""
    try:
        parsed(text)
    except NoCategoryError:
        return False
    return True


def parsed(text: str) -> Category:
    """The category that a text stands for, with its marks."""
    if len(text) > LONGEST:
        raise NoCategoryError(f"more than {LONGEST:,} letters")
    found, place = _expression(text, 0, 0)
    if place != len(text):
        raise NoCategoryError(f"{text[place]!r} is not expected at place {place + 1}")
    return found


DEEPEST = 60  # brackets within each other


def _expression(text: str, place: int, depth: int) -> tuple[Category, int]:
    """Parse a primary and its arguments: X/Y\\Z is (X/Y)\\Z."""
    left, place = _primary(text, place, depth)
    while place < len(text) and text[place] in SLASHES:
        slash = text[place]
        right, place = _primary(text, place + 1, depth)
        left = Category(slash=slash, parts=(left, right))
    return left, place


def _primary(text: str, place: int, depth: int) -> tuple[Category, int]:
    """Parse an atom or something in brackets, with the marks after it."""
    if depth > DEEPEST:
        raise NoCategoryError("too many brackets within each other")
    if text[place : place + 1] == "(":
        found, place = _expression(text, place + 1, depth + 1)
        if text[place : place + 1] != ")":
            raise NoCategoryError("a bracket is not closed")
        place += 1
    else:
        start = place
        while place < len(text) and text[place] not in "/\\()[]{}<>":
            place += 1
        if place == start:
            raise NoCategoryError(f"an atom is missing at place {place + 1}")
        found = Category(atom=text[start:place])
    return _with_marks(text, place, found)


def _with_marks(text: str, place: int, found: Category) -> tuple[Category, int]:
    """Parse the feature, variable and slot after a category: S[dcl]{_}<1>."""
    feature, place = _between(text, place, "[", "]")
    variable, place = _between(text, place, "{", "}")
    slot, place = _between(text, place, "<", ">")
    if slot and not (slot.isascii() and slot.isdigit() and 0 < int(slot) < 100):
        raise NoCategoryError(f"<{slot}> is no slot")
    marked = replace(
        found,
        feature=feature or found.feature,
        variable=variable.removesuffix("*") or found.variable,
        slot=int(slot or 0) or found.slot,
    )
    return marked, place


def _between(text: str, place: int, first: str, last: str) -> tuple[str, int]:
    if text[place : place + 1] != first:
        return "", place
    end = text.find(last, place)
    if end <= place + 1:
        raise NoCategoryError(f"{first} without {last}, or nothing between them")
    return text[place + 1 : end], end + 1


def fits(one: Category, other: Category) -> bool:
    """Whether two categories agree, except for features that only one of them has: S\\NP and S[dcl]\\NP."""
    if one.parts is None or other.parts is None:
        same_feature = one.feature == other.feature or not (_is_constant(one) and _is_constant(other))
        return one.parts is None and other.parts is None and one.atom == other.atom and same_feature
    pairs = zip(one.parts, other.parts, strict=True)
    return one.slash == other.slash and all(fits(part, its) for part, its in pairs)


def _is_constant(atom: Category) -> bool:
    """Whether an atom has a feature that must match: [X] stands for any, and [nb] does not matter."""
    return atom.feature not in ("", "X", "nb")


def same_shape(one: Category, other: Category) -> bool:
    """Whether two categories have results and arguments in the same places."""
    if one.parts is None or other.parts is None:
        return one.parts is None and other.parts is None
    return all(same_shape(part, its) for part, its in zip(one.parts, other.parts, strict=True))


def is_modifier(category: Category) -> bool:
    """Whether it is X/X or X\\X, with the same features except [nb]."""
    return category.parts is not None and is_same(*category.parts)


def leaves_head(category: Category) -> bool:
    """Whether it is a modifier or determiner (NP/N, NP[nb]/N), so that its argument heads the whole."""
    is_determiner = category.parts is not None and category.parts[0].is_atom("NP") and category.parts[1].is_atom("N")
    return is_determiner or is_modifier(category)


def is_same(one: Category, other: Category) -> bool:
    """Whether two categories are the same, features included, except [nb]."""
    return str(one).replace("[nb]", "") == str(other).replace("[nb]", "")
