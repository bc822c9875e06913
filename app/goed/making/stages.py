"""The stages from nothing to predictions. Each looks for what is there already, and does the rest or nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from goed.making.declaration import Declaration, Draws
from goed.making.material import Material
from goed.sources.embedded import add_embedded_items
from goed.sources.given_splits import is_there, store_given_splits
from goed.sources.items import ItemFile, store_items
from goed.sources.predictions import import_predictions
from goed.splits.draw import Strategy
from goed.splits.make import DrawnSplit, draw_splits, store_splits
from goed.study.items import items_of, known_sources, languages, word_frequencies
from goed.study.splits import in_brief
from goed.study.study import Study

THERE_ALREADY = "there already"


class Done(NamedTuple):
    """What a stage did, in words."""

    stage: str
    said: str
    notes: tuple[str, ...] = ()


def make_items(study: Study, declaration: Declaration, material: Material) -> Done:
    """The items of every language that has none yet."""
    there = languages(study)
    missing = [language for language in declaration.languages if language not in there]
    if material.item_files:
        store_items(study, [file for file in material.item_files if file.language in missing], counts_only=False)
    else:
        for language in missing:
            add_embedded_items(study, language)
    numbers = {language: len(items_of(study, language)) for language in declaration.languages}
    said = [
        f"{language} {number:,}" + ("" if language in missing else f" ({THERE_ALREADY})")
        for language, number in numbers.items()
    ]
    return Done("items", ", ".join(said))


def make_frequencies(study: Study, material: Material) -> Done | None:
    """The counts that files beside the items bring."""
    if not material.counts:
        return None
    new = new_counts(study, material)
    if not new:
        return Done("frequencies", THERE_ALREADY)
    added = store_items(study, new, counts_only=True)
    return Done("frequencies", ", ".join(f"{language} {each.frequencies:,}" for language, each in added.items()))


def new_counts(study: Study, material: Material) -> list[ItemFile]:
    """The files of counts that the study has not taken in."""
    known = known_sources(study)
    return [file for file in material.counts if file.file.sha256 not in known]


def make_own_splits(study: Study, declaration: Declaration, material: Material) -> Done | None:
    """The split that the files themselves make."""
    if not material.own_splits:
        return None
    new = [split for split in material.own_splits if not is_there(study, split)]
    if not new:
        return Done("own split", THERE_ALREADY)
    stored = store_given_splits(study, new, " ".join(map(str, declaration.data.items.paths)))
    notes = [
        f"{each.key.language} {each.key.sampling}: {in_brief(each.sizes)}; {each.n_dev:,} dev, {each.n_test:,} test"
        for each in stored
    ]
    without = [each.key.language for each in stored if each.sizes and not each.has_finetune]
    if without:
        notes.append(f"no fine-tune part in {', '.join(without)}: models that need one select on dev")
    return Done("own split", f"{len(stored)} new", tuple(notes))


def make_draws(study: Study, declaration: Declaration) -> Done | None:
    """The splits that goed draws."""
    notes: list[str] = []
    all_made: list[DrawnSplit] = []
    for language, draws in declaration.draws.items():
        strategies = strategies_that_can_be_drawn(study, language, draws)
        if len(strategies) < len(draws.strategies):
            notes.append(
                f"{language}: no word has a frequency, so weighted splits are left out; "
                "name counts in [data.frequencies], or with --frequencies"
            )
        drawn = draw_splits(study, language, strategies, draws.seeds, draws.sizes, draws.dev, draws.test)
        made = store_splits(study, drawn)
        all_made += made
        if any(split.is_new for split in made):
            notes.append(_in_words(made))
        n_zeros = max((split.n_zeros for split in made), default=0)
        if n_zeros:
            notes.append(f"{language}: {n_zeros:,} lemmas without a count weigh 0.5 in weighted draws")
    n_new = sum(split.is_new for split in all_made)
    n_there = len(all_made) - n_new
    said = [f"{n_new} new"] * bool(n_new) + [f"{n_there} {THERE_ALREADY}"] * bool(n_there)
    return Done("splits", ", ".join(said) or "none", tuple(notes)) if all_made or notes else None


def _in_words(made: Sequence[DrawnSplit]) -> str:
    """The splits of a language: eng: 5 uniform + 5 weighted, 100 to 1000 by 100; 500 dev, 953 test."""
    kinds = " + ".join(
        f"{number} {sampling}" for sampling, number in Counter(each.split.sampling for each in made).items()
    )
    first = made[0].split
    return f"{first.language}: {kinds}, {in_brief(first.sizes)}; {len(first.dev):,} dev, {len(first.test):,} test"


def strategies_that_can_be_drawn(study: Study, language: str, draws: Draws) -> list[Strategy]:
    """Without any counts a weighted draw would be a uniform one under another name."""
    has_counts = any(word_frequencies(study, language).values())
    return [strategy for strategy in draws.strategies if strategy == "uniform" or has_counts]


def import_declared_predictions(study: Study, declaration: Declaration) -> Done | None:
    """The predictions of models that were run elsewhere."""
    if not declaration.predictions:
        return None
    n_files = n_there = 0
    notes: list[str] = []
    for each in declaration.predictions:
        summary = import_predictions(study, each.files.paths, each.wanted, each.files.naming)
        notes += each.files.reading.notes
        n_files += summary.n_files
        n_there += summary.n_unchanged
        notes += [
            f"{path}: {number:,} lines about no item of this part, left out" for path, number in summary.unmatched
        ]
        notes += [
            f"{path}: {number:,} items without a prediction, counted as wrong" for path, number in summary.missing
        ]
        notes += summary.warnings
    there = f", {n_there} of them {THERE_ALREADY}" if n_there else ""
    return Done("predictions", f"{n_files} files{there}", tuple(notes))
