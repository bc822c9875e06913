"""How far annotators agree, with each other and with the classifier."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import combinations

import pandas as pd

from app.labels.resolved import CLASSIFIER
from app.store.annotations import Judgement, judgements
from app.store.labels import labels_of_annotated
from app.store.study import Study

WHAT = ("gold_class", "pred_class", "error", "flags", "label")  # the last: all four together
COLUMNS = ["language", "first", "second", "what", "n", "agreement", "kappa"]

Said = Mapping[int, tuple[str, ...]]  # output → gold class, predicted class, error, flags


def agreement(study: Study, languages: Collection[str] | None = None) -> pd.DataFrame:
    """For each pair of annotators, the classifier among them: the share of outputs that both label alike.

    kappa is Cohen's: agreement beyond what chance would give; empty where chance alone would give all of it.
    """
    language_of, by_classifier = {}, {}
    for output_id, language, *label in labels_of_annotated(study):
        language_of[output_id] = language
        by_classifier[output_id] = tuple(label)
    said: dict[str, Said] = {CLASSIFIER: by_classifier}
    for annotator, theirs in judgements(study).items():
        said[annotator] = {
            output_id: _as_words(judgement) for output_id, judgement in theirs.items() if judgement.is_label
        }
    rows = []
    for first, second in combinations(said, 2):
        shared = sorted(said[first].keys() & said[second].keys())
        for language in sorted({language_of[output_id] for output_id in shared}):
            if languages is None or language in languages:
                pairs = [
                    (said[first][output_id], said[second][output_id])
                    for output_id in shared
                    if language_of[output_id] == language
                ]
                rows += [(language, first, second, *_agreed(what, pairs)) for what in WHAT]
    return pd.DataFrame(rows, columns=COLUMNS)


def _as_words(judgement: Judgement) -> tuple[str, ...]:
    gold_class, pred_class, error, flags, _ = judgement
    return str(gold_class), str(pred_class), str(error), ",".join(sorted(flags))


def _agreed(
    what: str, pairs: Sequence[tuple[tuple[str, ...], tuple[str, ...]]]
) -> tuple[str, int, float, float | None]:
    """Column, number of outputs, share of them that are labelled alike, Cohen's kappa."""
    if what != "label":
        place = WHAT.index(what)
        pairs = [((one[place],), (other[place],)) for one, other in pairs]
    n = len(pairs)
    observed = sum(one == other for one, other in pairs) / n
    ones, others = Counter(one for one, _ in pairs), Counter(other for _, other in pairs)
    by_chance = sum(ones[value] * others[value] for value in ones) / n**2
    return what, n, observed, (observed - by_chance) / (1 - by_chance) if by_chance < 1 else None
