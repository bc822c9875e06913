"""Combining CCG constituents: which variables become the same.

After A14 of C02's second evaluation. Each part of a category has a variable; variables that are the same have the same
words as heads.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from goed.scores.derivations.categories import CONJUNCT, Category, category_of, fits, is_modifier, is_same, same_shape
from goed.scores.derivations.derivations import PUNCTUATION
from goed.scores.derivations.markup import NOUNS, WORD, by_patterns, headed_by, names

DEEPEST_COMPOSITION = 4
CONJUNCTION = "conj"


class Part(NamedTuple):
    """The variables of a category, in the shape of the category."""

    variable: int
    parts: tuple[Part, Part] | None = None  # of the result and of the argument


class Variables:
    """Variables, and which of them have become the same (a union-find structure)."""

    def __init__(self) -> None:
        self._parent: list[int] = []
        self._words: list[set[int]] = []  # by the first variable of each class: the words that head it
        self._conjuncts: list[list[int]] = []  # … and variables whose heads are its heads, too

    def new(self, word: int | None = None) -> int:
        """A new variable; if a word is given, it is the head."""
        self._parent.append(len(self._parent))
        self._words.append(set() if word is None else {word})
        self._conjuncts.append([])
        return len(self._parent) - 1

    def representative(self, variable: int) -> int:
        """The first variable of the class, which stands for all others."""
        while self._parent[variable] != variable:
            self._parent[variable] = variable = self._parent[self._parent[variable]]
        return variable

    def join(self, one: int, other: int) -> None:
        """Make two variables the same."""
        one, other = self.representative(one), self.representative(other)
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
            variable = self.representative(waiting.pop())
            if variable not in seen:
                seen.add(variable)
                found |= self._words[variable]
                waiting += self._conjuncts[variable]
        return found

    def parts_of(self, marked: Category, named: dict[str, int], slots: list[tuple[int, int]]) -> Part:
        """The variables of a marked-up category: those in `named`, and new ones.

        Names of new ones are added to `named`, and slots with their variables to `slots`.
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

    def coordinated_parts(self, one: Part, other: Part) -> Part:
        """The category of two conjuncts, which is headed by both; both take its arguments."""
        heads = self.representative(one.variable), self.representative(other.variable)
        both = self.new()  # has the heads of two variables that stay apart: Smith and Jones
        self._conjuncts[both] = list(heads)
        return self._joint(one, other, heads, both)

    def _joint(self, one: Part, other: Part, heads: tuple[int, int], both: int) -> Part:
        if (self.representative(one.variable), self.representative(other.variable)) == heads:
            variable = both
        else:
            self.join(one.variable, other.variable)
            variable = one.variable
        if one.parts is None or other.parts is None:
            return Part(variable)
        result, argument = (self._joint(*each, heads, both) for each in zip(one.parts, other.parts, strict=True))
        return Part(variable, (result, argument))


@dataclass(frozen=True)
class Constituent:
    """A node of a derivation: its category, its variables, and whether it waits for another conjunct."""

    category: Category
    part: Part
    is_conjunct: bool = False
    is_mark: bool = False  # punctuation, or a conjunction


class Combiner:
    """Combines constituents of one sentence, and counts the nodes that no rule explains."""

    def __init__(self, variables: Variables) -> None:
        self._variables = variables
        self.n_unexplained = 0

    # ---- one daughter ----

    def change(self, child: Constituent, label: str) -> Constituent:
        """The node above a single daughter."""
        category = category_of(label.removesuffix(CONJUNCT))
        if fits(child.category, category) or (child.category.is_atom(*NOUNS) and category.is_atom(*NOUNS)):
            return replace(child, category=category)
        return self._raised(child, category) or self._headed_by_word_of(child, category)

    def _raised(self, child: Constituent, category: Category) -> Constituent | None:
        """Type-raising, of NP to S/(S\\NP): both S have the same variables, and the noun phrase keeps its own."""
        if category.parts is None or category.parts[1].parts is None:
            return None
        outer, (target, wanted) = category.parts[0], category.parts[1].parts
        if str(outer) != str(target) or category.slash == category.parts[1].slash or not fits(wanted, child.category):
            return None
        if not same_shape(wanted, child.category):
            return None
        new = names()
        shared = self._variables.parts_of(headed_by(outer, next(new), new), {WORD: self._variables.new()}, [])
        inner = Part(shared.variable, (shared, child.part))
        return Constituent(category, Part(child.part.variable, (shared, inner)))

    def _headed_by_word_of(self, child: Constituent, category: Category) -> Constituent:
        """Change the category, and keep the head. A clause that lacks a noun and modifies one lacks that very noun."""
        part = self._variables.parts_of(by_patterns(category), {WORD: child.part.variable}, [])
        if child.category.parts is None or child.part.parts is None or not child.category.parts[1].is_atom("NP"):
            return Constituent(category, part)
        missing = child.part.parts[1].variable  # the noun phrase that a clause still takes: S[pss]\NP, S[dcl]/NP
        if is_modifier(category) and part.parts is not None and category.parts is not None:
            modified, its = category.parts[0], part.parts[0]
            if modified.is_atom(*NOUNS):
                self._variables.join(missing, its.variable)
            elif modified.parts is not None and modified.parts[1].atom == "NP" and its.parts is not None:
                self._variables.join(missing, its.parts[1].variable)
        return Constituent(category, part)

    # ---- two daughters ----

    def combine(self, left: Constituent, right: Constituent, label: str, head: int) -> Constituent:
        """The node above two daughters; `head` says which of them counts where no rule explains the node."""
        category = category_of(label.removesuffix(CONJUNCT))
        if left.is_mark:
            return right if right.is_mark else self._after_conjunction(left, right, category, label)
        if right.is_mark:
            return self._kept_or_changed(left, category)
        if right.is_conjunct and same_shape(left.category, right.category) and fits(left.category, right.category):
            if not same_shape(left.category, category):
                category = left.category
            return Constituent(category, self._variables.coordinated_parts(left.part, right.part))
        found = next(self._by_rules(left, right, category), None)
        if found is not None:
            return found
        self.n_unexplained += 1
        return self._kept_or_changed((left, right)[head], category)

    def _kept_or_changed(self, one: Constituent, category: Category) -> Constituent:
        if fits(one.category, category):
            return replace(one, category=category)
        return self._headed_by_word_of(one, category)

    def _after_conjunction(self, mark: Constituent, right: Constituent, category: Category, label: str) -> Constituent:
        """What follows a conjunction or a comma: X becomes X[conj] or X\\X, and waits for the other conjunct."""
        if right.is_conjunct:
            return right
        is_doubled = category.parts is not None and all(is_same(part, right.category) for part in category.parts)
        is_conjunct = label.endswith(CONJUNCT) or mark.category.atom == CONJUNCTION
        if is_doubled or (is_conjunct and fits(right.category, category)):
            return replace(right, is_conjunct=True)
        return self._kept_or_changed(right, category)

    def _by_rules(self, left: Constituent, right: Constituent, category: Category) -> Iterator[Constituent]:
        """What application, composition and substitution make of two constituents, if it fits the node's category."""
        functors = ((left, right, "/"), (right, left, "\\"))
        for depth in range(DEEPEST_COMPOSITION + 1):
            for functor, other, slash in functors:
                if functor.category.slash == slash:
                    yield from self._composed(functor, other, depth, category)
        for functor, other, _ in functors:
            yield from self._substituted(functor, other, category)

    def _composed(
        self, functor: Constituent, other: Constituent, depth: int, category: Category
    ) -> Iterator[Constituent]:
        """X/Y and Y give X; X/Y and Y/Z give X/Z, and so on: `depth` arguments stay open."""
        assert functor.category.parts is not None
        result, wanted = functor.category.parts
        base, base_part = other.category, other.part
        left_open: list[tuple[str, Category, Part]] = []
        for _ in range(depth):
            if base.parts is None or base_part.parts is None:
                return
            left_open.append((base.slash, base.parts[1], base_part.parts[1]))
            base, base_part = base.parts[0], base_part.parts[0]
        whole = result
        for open_slash, argument, _ in reversed(left_open):
            whole = Category(slash=open_slash, parts=(whole, argument))
        if not (fits(wanted, base) and fits(whole, category)):
            return
        assert functor.part.parts is not None
        part, taken = functor.part.parts
        self._variables.join_parts(taken, base_part)
        head = part.variable
        for _, _, taken in reversed(left_open):
            part = Part(head, (part, taken))
        yield Constituent(category, part)

    def _substituted(self, functor: Constituent, other: Constituent, category: Category) -> Iterator[Constituent]:
        """(X/Y)/Z and Y/Z give X/Z: both miss the same Z, as in *file without reading*."""
        if functor.category.parts is None or other.category.parts is None or functor.category.parts[0].parts is None:
            return
        inner, argument = functor.category.parts
        assert inner.parts is not None
        (result, wanted), (base, missing) = inner.parts, other.category.parts
        whole = Category(slash=other.category.slash, parts=(result, missing))
        if not (fits(wanted, base) and fits(argument, missing) and fits(whole, category)):
            return
        if functor.part.parts is None or other.part.parts is None or functor.part.parts[0].parts is None:
            return
        (part, taken), missed = functor.part.parts[0].parts, functor.part.parts[1]
        its_result, its_missed = other.part.parts
        self._variables.join_parts(taken, its_result)
        self._variables.join_parts(missed, its_missed)
        yield Constituent(category, Part(part.variable, (part, its_missed)))


def is_mark(category: str) -> bool:
    """Whether a leaf of this category is punctuation or a conjunction."""
    return category in PUNCTUATION or category == CONJUNCTION
