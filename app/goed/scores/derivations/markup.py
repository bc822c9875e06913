"""Marked-up categories: which word fills which slot of a lexical category.

Each part of a category carries a variable; parts with the same variable have the same head. {_} is the word itself, and
<n> says that the head of its part fills slot n of the word. Patterns mark up every category,
as a base and the arguments it takes one after the other:

modifier     N/N                       (N{a}/N{a}<1>){_}: the base, whatever N is
determiner   NP/N                      (NP{a}/N{a}<1>){_}: a base, too
verb         (S\\NP)/NP                 ((S{_}\\NP{a}<1>){_}/NP{b}<2>){_}: S is the base
control      (S[dcl]\\NP)/(S[b]\\NP)     what a clause S|NP misses is a noun taken later (persuade somebody to go);
             (NP\\NP)/(S[dcl]/NP)       else, if it is finite, the noun that the base modifies (shares that IBM bought);
             ((S\\NP)\\(S\\NP))/(S[ng]\\NP) else its subject
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from string import ascii_lowercase

from goed.scores.derivations.categories import ANY_FEATURE, Category, category_of, is_modifier, leaves_head

WORD = "_"
NOUNS = ("NP", "N")
FINITE = ("dcl", "")  # clauses that relative pronouns take


@dataclass
class CategoryMarkup:
    """Marked-up categories: those that were given, and the patterns for all others."""

    given: Mapping[str, Category] = field(default_factory=dict)
    _known: dict[str, Category] = field(default_factory=dict)

    def of(self, category: str) -> Category:
        """The marked-up form of a lexical category."""
        if category not in self._known:
            given = self.given.get(category.replace(ANY_FEATURE, ""))
            self._known[category] = given or by_patterns(category_of(category))
        return self._known[category]


def names() -> Iterator[str]:
    """Names of variables: a, b, … z, a1, b1, …"""
    return (f"{letter}{n or ''}" for n in count() for letter in ascii_lowercase)


def by_patterns(category: Category) -> Category:
    """Mark a category up; slots are numbered from left to right."""
    new = names()
    base, taken = category, list[Category]()  # S; and the category as it grows by its arguments: S\NP, (S\NP)/NP
    while base.parts is not None and not leaves_head(base):
        taken.insert(0, base)
        base = base.parts[0]
    marked = replace(base, variable=WORD)
    if base.parts is not None:
        shared = headed_by(base.parts[0], next(new), new)
        marked = replace(marked, parts=(shared, replace(_like(shared, base.parts[1]), slot=1)))
    arguments = [headed_by(each.parts[1], next(new), new) for each in taken if each.parts is not None]
    controlled = [_with_controller(marked, arguments, place) for place in range(len(arguments))]
    slot = 1 if leaves_head(base) else 0
    for whole, argument in zip(taken, controlled, strict=True):
        slot += 1
        marked = replace(whole, parts=(marked, replace(argument, slot=slot)), variable=WORD)
    return marked


def _like(marked: Category, category: Category) -> Category:
    """A category of the same shape, with the same variables; its features are its own."""
    if marked.parts is None or category.parts is None:
        return replace(category, variable=marked.variable)
    result, argument = (_like(*both) for both in zip(marked.parts, category.parts, strict=True))
    return replace(category, parts=(result, argument), variable=marked.variable)


def headed_by(category: Category, variable: str, new: Iterator[str]) -> Category:
    """A category with this variable on it and on its result, and new ones on its arguments."""
    if category.parts is None:
        return replace(category, variable=variable)
    result, argument = category.parts
    if is_modifier(category):
        shared = headed_by(result, next(new), new)
        return replace(category, parts=(shared, _like(shared, argument)), variable=variable)
    taken = headed_by(argument, next(new), new)
    return replace(category, parts=(headed_by(result, variable, new), taken), variable=variable)


def _with_controller(base: Category, arguments: Sequence[Category], place: int) -> Category:
    """An argument; if it is a clause that lacks a noun, with the variable of that noun."""
    clause = arguments[place]
    if clause.parts is None or not (clause.parts[0].is_atom("S") and clause.parts[1].is_atom("NP")):
        return clause
    variable = _controller(base, clause, arguments, place)
    if variable is None:
        return clause
    return replace(clause, parts=(clause.parts[0], replace(clause.parts[1], variable=variable)))


def _controller(base: Category, clause: Category, arguments: Sequence[Category], place: int) -> str | None:
    for later in arguments[place + 1 :]:
        if later.is_atom(*NOUNS):
            return later.variable
    if is_modifier(base) and base.parts is not None:
        modified = base.parts[0]
        if modified.is_atom(*NOUNS):  # that IBM bought, but not: the idea of selling
            is_finite = clause.parts is not None and clause.parts[0].feature in FINITE
            return modified.variable if is_finite else None
        is_verb_phrase = modified.parts is not None and modified.parts[1].is_atom("NP")
        return modified.parts[1].variable if modified.parts is not None and is_verb_phrase else None
    subject = arguments[0]
    return subject.variable if place > 0 and subject.is_atom(*NOUNS) else None
