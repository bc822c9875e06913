"""The rates of the child-language literature: which errors, among how many chances to make them.

A rate is the errors ÷ (the errors + the right forms of the same words). Wrong forms of another kind are no chance
taken: Marcus et al. (1992) leave *bringed* and *brought* in, and *bring* for *brought* out.
"""

from __future__ import annotations

from typing import NamedTuple

GERMAN_CLASSES = ("zero", "e", "(e)n", "(e)r", "(e)s", "other")


class Rate(NamedTuple):
    """One rate, in the words of goed.statistics.what_counts."""

    language: str
    name: str
    errors: tuple[str, ...]
    right: tuple[str, ...]

    @property
    def terms(self) -> tuple[str, ...]:
        """All that it counts."""
        return (*self.errors, *self.right)


def _over_applied(german_class: str) -> Rate:
    """How often words of the other classes are put into this one: Hunds for Hunde is any→(e)s."""
    others = tuple(f"correct:{name}" for name in GERMAN_CLASSES if name != german_class)
    return Rate("deu", f"any→{german_class}", (f"any→{german_class}",), others)


RATES = (
    # bringed ÷ (bringed + brought), as Marcus et al. (1992) count
    Rate("eng", "over-regularization", ("over-regularization",), ("correct:irr",)),
    # trick–truck ÷ (truck + tricked), as Xu & Pinker (1995) count
    Rate("eng", "over-irregularization", ("over-irregularization",), ("correct:reg",)),
    *(_over_applied(name) for name in GERMAN_CLASSES if name != "other"),
    Rate("ara", "Snd(M)→Snd(F)", ("Snd(M)→Snd(F)",), ("correct:Snd(M)",)),
    Rate("ara", "Snd(F)→Snd(M)", ("Snd(F)→Snd(M)",), ("correct:Snd(F)",)),
    Rate("ara", "Br→Snd(F)", ("Br→Snd(F)",), ("correct:Br",)),
    Rate("ara", "Br→Snd(M)", ("Br→Snd(M)",), ("correct:Br",)),
    Rate("ara", "Br→Br", ("Br→Br",), ("correct:Br",)),
    Rate("ara", "Snd→Br", ("Snd(F)→Br", "Snd(M)→Br"), ("correct:Snd(F)", "correct:Snd(M)")),
)


def rates_of(language: str) -> list[Rate]:
    """The rates of a language; none where the literature has none."""
    return [rate for rate in RATES if rate.language == language]
