"""Making splits of a study's items, with the paper's sizes as defaults."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.errors import GoedError
from app.splits.draw import Drawable, Strategy, draw
from app.store.items import Item, items_of
from app.store.splits import NewSplit, TrainingList, add_split, items_of_given_splits
from app.store.study import Study

LARGEST = {"eng": 1000, "ara": 1000, "deu": 600}  # as in the paper; 1000 for other languages
DEV = 500
STEP = 100


@dataclass(frozen=True)
class MadeSplit:
    """What became of one split."""

    language: str
    sampling: str
    seed: int
    sizes: list[int]
    n_dev: int
    n_test: int
    n_zeros: int
    is_new: bool


def make_splits(
    study: Study,
    language: str,
    strategies: Sequence[Strategy],
    seeds: Sequence[int],
    sizes: Sequence[int] | None,
    n_dev: int | None,
    n_test: int | None,
) -> list[MadeSplit]:
    """Draw and store splits of a language; those that are there already stay as they are."""
    pool = drawable(items_of(study, language), items_of_given_splits(study, language))
    if not pool:
        raise GoedError(f"the study has no items of {language}; bring some in with `goed import items`")
    if sizes is None:
        sizes = _default_sizes(language, len(pool))
    if n_dev is None:
        n_left = len(pool) - max(sizes)
        n_dev = DEV if n_left >= 2 * DEV or language in LARGEST else max(0, n_left // 2)
    made = []
    with study.transaction() as db:
        for strategy in strategies:
            for seed in seeds:
                drawn = draw(pool, language, strategy, seed, max(sizes), n_dev, n_test)
                if len(drawn.training) < max(sizes) or len(drawn.test) < (n_test or 1):
                    raise GoedError(
                        f"{language} has {len(pool):,} items: too few for training sets up to {max(sizes):,}, "
                        f"{n_dev:,} dev and {n_test or 'some'} test items; ask for less with --sizes, --dev and --test"
                    )
                in_list = {size: size for size in sizes}
                new = NewSplit(
                    language,
                    strategy,
                    seed,
                    is_given=False,
                    lists=[TrainingList(drawn.training, drawn.is_finetune, in_list)],
                    dev=drawn.dev,
                    test=drawn.test,
                )
                is_new = add_split(db, new, None)
                counts = (len(drawn.dev), len(drawn.test), drawn.n_zeros)
                made.append(MadeSplit(language, strategy, seed, list(sizes), *counts, is_new))
    return made


def drawable(items: Sequence[Item], of_given_splits: set[int]) -> list[Drawable]:
    """One item for each lemma and features: where golds differ, the one that a given split uses, else the first."""
    chosen: dict[tuple[str, str], Item] = {}
    for item in items:
        key = (item.lemma, item.features)
        if key not in chosen or (item.id in of_given_splits and chosen[key].id not in of_given_splits):
            chosen[key] = item
    return [Drawable(item.id, item.lemma, item.frequency) for item in chosen.values()]


def _default_sizes(language: str, n_items: int) -> list[int]:
    """Up to the paper's largest size; for small languages up to half of the items."""
    largest = LARGEST.get(language, 1000)
    if language not in LARGEST:
        largest = min(largest, n_items // 2 // STEP * STEP)
    if largest < STEP:
        raise GoedError(f"{language} has only {n_items} items; say with --sizes how many to train on")
    return list(range(STEP, largest + 1, STEP))
