"""Making splits of a study's items, with the paper's sizes as defaults."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from goed.domains.domain import USUAL_LARGEST, Domain
from goed.domains.registry import domain_of
from goed.errors import GoedError
from goed.splits.draw import Drawable, Strategy, draw
from goed.study.items import INFLECTION, Item, items_of, word_frequencies
from goed.study.splits import NewSplit, TrainingList, add_split, check_split, items_of_given_splits
from goed.study.study import Study

DEV = 500
STEP = 100


class DrawnSplit(NamedTuple):
    """A drawn split, and whether it was new to the study."""

    split: NewSplit
    n_zeros: int  # groups without a count, in a weighted draw
    is_new: bool = True


def store_splits(study: Study, drawn_splits: Sequence[DrawnSplit]) -> list[DrawnSplit]:
    """Store drawn splits; those that the study has already gain missing sizes, and otherwise stay as they are."""
    for drawn in drawn_splits:
        check_split(study.connection, drawn.split)
    stored = []
    for drawn in drawn_splits:
        with study.transaction() as db:
            stored.append(drawn._replace(is_new=add_split(db, drawn.split, None)))
    return stored


def draw_splits(
    study: Study,
    language: str,
    strategies: Sequence[Strategy],
    seeds: Sequence[int],
    sizes: Sequence[int] | None,
    n_dev: int | None,
    n_test: int | None,
    domain: str = INFLECTION,
) -> list[DrawnSplit]:
    """Draw splits of a language without storing them."""
    frequencies = word_frequencies(study, language, domain)
    given = items_of_given_splits(study, language)
    pool = drawable(items_of(study, language, domain), given, frequencies, domain_of(domain))
    if not pool:
        raise GoedError(f"the study has no items of {language}; bring some in with `goed import items`")
    if sizes is None:
        sizes = default_sizes(language, len(pool), domain)
    if n_dev is None:
        n_left = len(pool) - max(sizes)
        n_dev = DEV if n_left >= 2 * DEV or domain_of(domain).largest_set(language) else max(0, n_left // 2)
    drawn_splits = []
    for strategy in strategies:
        for seed in seeds:
            drawn = draw(pool, language, strategy, seed, max(sizes), n_dev, n_test)
            if len(drawn.training) < max(sizes) or len(drawn.test) < (n_test or 1):
                raise GoedError(
                    f"{language} has {len(pool):,} items: too few for training sets up to {max(sizes):,}, "
                    f"{n_dev:,} dev and {n_test or 'some'} test items; ask for less with --sizes, --dev and --test"
                )
            lists = [TrainingList(drawn.training, drawn.is_finetune, {size: size for size in sizes})]
            split = NewSplit(language, strategy, seed, False, lists, drawn.dev, drawn.test, domain)
            drawn_splits.append(DrawnSplit(split, drawn.n_zeros))
    return drawn_splits


def drawable(
    items: Sequence[Item], of_given_splits: set[int], frequencies: Mapping[tuple[str, str], float], domain: Domain
) -> list[Drawable]:
    """One item for each word and features, with the summed counts of all its accepted answers.

    Of items that differ only in their gold answer, one used in a given split is taken, else the first by alphabet.
    Neither this choice nor the count depends on the order of imports.
    """
    chosen: dict[tuple[str, str], Item] = {}
    for item in sorted(items, key=lambda item: (item.id not in of_given_splits, item.gold)):
        chosen.setdefault((item.word, item.features), item)
    return [Drawable(item.id, domain.group(item), item.features, frequencies.get(key)) for key, item in chosen.items()]


def default_sizes(language: str, n_items: int, domain: str = INFLECTION) -> list[int]:
    """100, 200, … up to the domain's largest size for the language; without one, to 1,000 or half of the items."""
    largest = domain_of(domain).largest_set(language) or min(USUAL_LARGEST, n_items // 2 // STEP * STEP)
    if largest < STEP:
        raise GoedError(f"{language} has only {n_items} items; say with --sizes how many to train on")
    return list(range(STEP, largest + 1, STEP))
