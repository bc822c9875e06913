"""The settings of learners of dependencies. Needs no numpy."""

from __future__ import annotations

from dataclasses import dataclass, replace

ESTIMATORS = ("em", "viterbi", "softmax", "vb", "chain")


@dataclass(frozen=True)
class DmvSettings:
    """How the DMV is learned."""

    estimator: str = "em"  # also where the values below come from
    tags: str = "upos"  # what it reads: a column of the text, or form
    longest: int = 10  # words without punctuation of the sentences to learn from; 0: any number
    iterations: int = 20  # steps; of chain, those of its second half
    starts: int = 0  # random ones, of which the likeliest end counts; 0: the harmonic start
    sharpness: float = 0.5  # of softmax and chain: 0 is EM, towards 1 the best tree counts alone
    prior: float = 0.25  # of vb: added to each count
    viterbi_iterations: int = 20  # of chain's first half
    smoothing: float = 0.001  # added to each probability between chain's halves


READ_BY = {  # settings that only some estimators read
    "sharpness": ("softmax", "chain"),
    "prior": ("vb",),
    "viterbi_iterations": ("chain",),
    "smoothing": ("chain",),
}


@dataclass(frozen=True)
class HarmonicSettings:
    """How the harmonic start is counted."""

    tags: str = "upos"
    longest: int = 10


@dataclass(frozen=True)
class RulesSettings:
    """What `rules` reads."""

    tags: str = "upos"


@dataclass(frozen=True)
class RankSettings:
    """How words are ranked."""

    tags: str = "upos"  # "none": words alone
    function_words: int = 100  # the commonest words of the training text
    with_rules: bool = False  # attach as the table of rules allows, where it can be had


EM = DmvSettings()
PRESETS = {
    "em": EM,
    "viterbi": replace(EM, estimator="viterbi"),
    "softmax": replace(EM, estimator="softmax", iterations=50),
    "vb": replace(EM, estimator="vb", iterations=50),
    "chain": replace(EM, estimator="chain", iterations=50),
}
