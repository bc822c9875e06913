"""How a case of inflection is told: what became of the lemma, and of the gold form; and which changes are the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from goed.domains.domain import Told
from goed.study.queues import OutputWords

Change = tuple[str, str]  # what of the lemma is lost, and what comes in its place


def told(output: OutputWords) -> list[Told]:
    """The predicted form as a change of the lemma, and, where it is wrong, of the gold form."""
    from_lemma = Told("from lemma", change=(output.word, output.predicted))
    from_gold = Told("from gold", change=(output.gold, output.predicted))
    return [from_lemma] if output.predicted == output.gold else [from_lemma, from_gold]


def changes(lemmas: Sequence[str], forms: Sequence[str]) -> Iterator[Change]:
    """The stretch in which each form differs from its lemma: (i, a) for bring → brang, ('', ed) for go → goed.

    A letter that could belong to beginning and end alike belongs to the beginning.
    """
    import numpy as np
    from rapidfuzz.distance import Postfix, Prefix
    from rapidfuzz.process import cpdist

    starts, ends = (cpdist(lemmas, forms, scorer=of.similarity, dtype=np.int32) for of in (Prefix, Postfix))
    of_lemmas, of_forms = (np.fromiter(map(len, words), dtype=np.int32, count=len(words)) for words in (lemmas, forms))
    ends = np.minimum(ends, np.minimum(of_lemmas, of_forms) - starts)
    places = (each.tolist() for each in (starts, of_lemmas - ends, of_forms - ends))
    for lemma, form, start, end, form_end in zip(lemmas, forms, *places, strict=True):
        yield lemma[start:end], form[start:form_end]
