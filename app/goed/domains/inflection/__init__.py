"""Inflection: which form does a lemma have, with these features? After Kodner, Khalifa, Payne & Liu (2023)."""

from __future__ import annotations

from goed.domains.domain import Domain
from goed.domains.inflection.breakdowns import BREAKDOWNS
from goed.domains.inflection.case import changes, told
from goed.models.model import Model
from goed_classifiers.registry import registry


def learners() -> list[Model]:
    """NONNEUR, and the neural models."""
    from goed.models.families import built_in

    nonneur = Model(
        "nonneur",
        "rules for endings and beginnings, counted (the shared tasks' non-neural baseline)",
        "goed.models.nonneur:learn_and_predict",
        uses_seed=False,
    )
    return [nonneur, *built_in()]


def largest_set(language: str) -> int | None:
    """As in the paper."""
    packs = registry()
    return packs.pack(language).largest_set if language in packs.languages else None


DOMAIN = Domain(
    name="inflection",
    schemes=registry,
    word="lemma",
    learners=learners,
    largest_set=largest_set,
    breakdowns=BREAKDOWNS,
    from_training=frozenset({"seen", "seen_lemma", "seen_features"}),
    told=told,
    changes=changes,
)
