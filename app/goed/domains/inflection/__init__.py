"""Inflection: which form does a lemma have, with these features?

After Kodner, Khalifa, Payne & Liu (2023)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from goed.domains.domain import Breakdown, Domain, Told
from goed.models.model import Model
from goed.study.items import Item
from goed.study.output_words import AskedWords, OutputWords
from goed.study.splits import TrainingSet
from goed_classifiers.registry import registry

GENDERS = ("MASC", "FEM", "NEUT")
HUMANNESS = ("HUM", "NHUM")
NONE = "none"

Change = tuple[str, str]  # the stretch of the lemma that is lost, and what replaces it


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


def _changes(items: Sequence[AskedWords], forms: Sequence[str]) -> Iterator[Change]:
    return changes([item.word for item in items], forms)


def _tag(tags: Sequence[str]) -> Breakdown:
    def value(item: Item, learned_from: TrainingSet) -> str:
        return next((tag for tag in item.features.split(";") if tag in tags), NONE)

    return value


def _seen_lemma(item: Item, learned_from: TrainingSet) -> str:
    return "seen" if item.word in learned_from.words else "unseen"


def _seen_features(item: Item, learned_from: TrainingSet) -> str:
    return "seen" if item.features in learned_from.features else "unseen"


def _seen(item: Item, learned_from: TrainingSet) -> str:
    """Which of lemma and features occurred in training (though not together), as in the shared tasks' evaluation."""
    names = {
        (True, True): "both",
        (True, False): "lemma",
        (False, True): "features",
        (False, False): "neither",
    }
    return names[item.word in learned_from.words, item.features in learned_from.features]


BREAKDOWNS: dict[str, Breakdown] = {
    "gender": _tag(GENDERS),
    "humanness": _tag(HUMANNESS),
    "seen": _seen,
    "seen_lemma": _seen_lemma,
    "seen_features": _seen_features,
}


def learners() -> list[Model]:
    """NONNEUR, and the neural models."""
    from goed.models.families import built_in

    return [  # a new learner is a file in goed.models, and a line here
        Model(
            "nonneur",
            "rules for endings and beginnings, counted (the shared tasks' non-neural baseline)",
            "goed.models.nonneur:learn_and_predict",
            uses_seed=False,
        ),
        *built_in(),
    ]


def largest_set(language: str) -> int | None:
    """The size of the paper's largest training set for a language; None if it has no language pack."""
    packs = registry()
    return packs.pack(language).largest_set if language in packs.languages else None


DOMAIN = Domain(
    name="inflection",
    models="inflection models",
    schemes=registry,
    word="lemma",
    learners=learners,
    usual_learner="nonneur",
    largest_set=largest_set,
    breakdowns=BREAKDOWNS,
    from_training=frozenset({"seen", "seen_lemma", "seen_features"}),
    told=told,
    changes=_changes,
)
