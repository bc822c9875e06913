"""Variables of one sentence: which are the same, and which words are the heads of each."""

from __future__ import annotations

from typing import NamedTuple

from goed.scores.derivations.categories import Category


class Part(NamedTuple):
    """A category as its variables, in its own shape."""

    variable: int
    parts: tuple[Part, Part] | None = None  # of the result and of the argument


class Variables:
    """Classes of variables that were made the same."""

    def __init__(self) -> None:
        self._parent: list[int] = []
        self._words: list[set[int]] = []  # of the first of each class: the words that head it
        self._conjuncts: list[list[int]] = []  # … and variables whose heads are its heads, too

    def new(self, word: int | None = None) -> int:
        """Another variable, of which a word may be the head."""
        self._parent.append(len(self._parent))
        self._words.append(set() if word is None else {word})
        self._conjuncts.append([])
        return len(self._parent) - 1

    def first(self, variable: int) -> int:
        """The variable that stands for all that are the same."""
        while self._parent[variable] != variable:
            self._parent[variable] = variable = self._parent[self._parent[variable]]
        return variable

    def join(self, one: int, other: int) -> None:
        """Make two variables the same."""
        one, other = self.first(one), self.first(other)
        if one != other:
            self._parent[other] = one
            self._words[one] |= self._words[other]
            self._conjuncts[one] += self._conjuncts[other]

    def heads(self, variable: int) -> set[int]:
        """The words that head a variable."""
        found: set[int] = set()
        seen: set[int] = set()
        waiting = [variable]
        while waiting:
            variable = self.first(waiting.pop())
            if variable not in seen:
                seen.add(variable)
                found |= self._words[variable]
                waiting += self._conjuncts[variable]
        return found

    def parts_of(self, marked: Category, named: dict[str, int], slots: list[tuple[int, int]]) -> Part:
        """The variables of a marked-up category: those that are named, and new ones.

        The names of new ones are added, and the slots with their variables.
        """
        variable = named.get(marked.variable)
        if variable is None:
            variable = self.new()
            if marked.variable:
                named[marked.variable] = variable
        if marked.slot:
            slots.append((marked.slot, variable))
        if marked.parts is None:
            return Part(variable)
        result, argument = (self.parts_of(part, named, slots) for part in marked.parts)
        return Part(variable, (result, argument))

    def join_parts(self, one: Part, other: Part) -> None:
        """Make all variables of two categories of one shape the same."""
        self.join(one.variable, other.variable)
        if one.parts is not None and other.parts is not None:
            for part, its in zip(one.parts, other.parts, strict=True):
                self.join_parts(part, its)

    def joint_parts(self, one: Part, other: Part) -> Part:
        """The category of two conjuncts: it is headed by both; what it takes, both take."""
        heads = self.first(one.variable), self.first(other.variable)
        both = self.new()  # has the heads of two variables that stay apart: Smith and Jones
        self._conjuncts[both] = list(heads)
        return self._joint(one, other, heads, both)

    def _joint(self, one: Part, other: Part, heads: tuple[int, int], both: int) -> Part:
        if (self.first(one.variable), self.first(other.variable)) == heads:
            variable = both
        else:
            self.join(one.variable, other.variable)
            variable = one.variable
        if one.parts is None or other.parts is None:
            return Part(variable)
        result, argument = (self._joint(*each, heads, both) for each in zip(one.parts, other.parts, strict=True))
        return Part(variable, (result, argument))
