"""How two constituents, or one, become another: which variables become the same (A14 of C02's second evaluation)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from goed.scores.derivations.categories import CONJUNCT, Category, category_of, fits, is_modifier, is_same, same_shape
from goed.scores.derivations.derivations import PUNCTUATION
from goed.scores.derivations.markup import NOUNS, WORD, by_patterns, headed_by, names
from goed.scores.derivations.variables import Part, Variables

DEEPEST_COMPOSITION = 4
CONJUNCTION = "conj"


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
        """NP to S/(S\\NP): T is the same on both sides, and the noun phrase stays what it is."""
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
        """Another category with the same head; a clause without a noun that modifies one misses just that one."""
        part = self._variables.parts_of(by_patterns(category), {WORD: child.part.variable}, [])
        if child.category.parts is None or child.part.parts is None or not child.category.parts[1].is_atom("NP"):
            return Constituent(category, part)
        missing = child.part.parts[1].variable  # of the noun phrase that a clause still takes: S[pss]\NP, S[dcl]/NP
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
            return right if right.is_mark else self._behind_mark(left, right, category, label)
        if right.is_mark:
            return self._kept_or_changed(left, category)
        if right.is_conjunct and same_shape(left.category, right.category) and fits(left.category, right.category):
            if not same_shape(left.category, category):
                category = left.category
            return Constituent(category, self._variables.joint_parts(left.part, right.part))
        found = next(self._by_rules(left, right, category), None)
        if found is not None:
            return found
        self.n_unexplained += 1
        return self._kept_or_changed((left, right)[head], category)

    def _kept_or_changed(self, one: Constituent, category: Category) -> Constituent:
        if fits(one.category, category):
            return replace(one, category=category)
        return self._headed_by_word_of(one, category)

    def _behind_mark(self, mark: Constituent, right: Constituent, category: Category, label: str) -> Constituent:
        """What follows a conjunction or a comma: X[conj] or X\\X of an X waits for the other conjunct."""
        if right.is_conjunct:
            return right
        is_doubled = category.parts is not None and all(is_same(part, right.category) for part in category.parts)
        is_conjunct = label.endswith(CONJUNCT) or mark.category.atom == CONJUNCTION
        if is_doubled or (is_conjunct and fits(right.category, category)):
            return replace(right, is_conjunct=True)
        return self._kept_or_changed(right, category)

    def _by_rules(self, left: Constituent, right: Constituent, category: Category) -> Iterator[Constituent]:
        """What application, composition and substitution make of two constituents, if that is the node's category."""
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
        """X/Y and Y give X; X/Y and Y/Z give X/Z, and so on: the functor leaves as many arguments open as `depth`."""
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
