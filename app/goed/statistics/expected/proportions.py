"""Proportions as the list of expectations writes them.

over-regularization                 a rate of the language's scheme
Br→Br / wrong:Br                    some outcomes among others, in the words of goed.statistics.what_counts
early Br→Br / wrong:Br              the same at the smallest third of the sizes; late: at the largest
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from goed.errors import GoedError, quoted
from goed.statistics.what_counts import problem_of
from goed_classifiers.error_scheme import ErrorScheme

WHEN = ("early", "late")
FEWEST_SIZES = 3  # that have an early and a late third


class ProportionOf(NamedTuple):
    """What is seen, among that and the others, and at which sizes."""

    when: str  # early, late, or nothing for all sizes
    seen: tuple[str, ...]
    others: tuple[str, ...]

    def places(self, n_sizes: int) -> Sequence[int]:
        """The places of its sizes among all, the smallest first."""
        third = -(-n_sizes // 3)
        return {"early": range(third), "late": range(n_sizes - third, n_sizes)}.get(self.when, range(n_sizes))


def read_proportion(text: str, scheme: ErrorScheme) -> ProportionOf:
    """A proportion in words; what is wrong with them is said."""
    words = text.split()
    when = words.pop(0) if words and words[0] in WHEN else ""
    rates = {rate.name: rate for rate in scheme.rates}
    if len(words) == 1 and words[0] in rates:
        rate = rates[words[0]]
        return ProportionOf(when, rate.errors, rate.right)
    if words.count("/") != 1 or words[0] == "/" or words[-1] == "/":
        known = f" ({', '.join(rates)})" if rates else ""
        raise GoedError(f"{quoted(text)} is neither a rate{known} nor outcomes / outcomes, such as unnatural / wrong:*")
    slash = words.index("/")
    seen, others = tuple(words[:slash]), tuple(words[slash + 1 :])
    errors = error_names(scheme)
    for term in (*seen, *others):
        if problem := problem_of(term, scheme.classifier.classes, errors):
            raise GoedError(f"{quoted(text)}: {problem}")
    return ProportionOf(when, seen, others)


def error_names(scheme: ErrorScheme) -> list[str]:
    """Every error that the classifier of a scheme can name."""
    flags: list[tuple[str, ...]] = [(), *((flag.name,) for flag in scheme.flags)]
    classifier, classes = scheme.classifier, scheme.classifier.classes
    return sorted({classifier.error_name(gold, shown, flag) for gold in classes for shown in classes for flag in flags})
