"""Checks that a declaration does not contradict the study that it is to add to.

More of everything is welcome; a change to what is there is refused.
"""

from __future__ import annotations

from collections.abc import Sequence

from goed.errors import GoedError, quoted
from goed.making.corpus_stages import refuse_other_corpora
from goed.making.declaration import Declaration, DeclaredSplits
from goed.making.loaded_data import LoadedData, Words, words_of
from goed.making.stages import new_counts, strategies_that_can_be_drawn
from goed.sources.given_splits import is_there
from goed.splits.make import default_sizes, draw_splits
from goed.study import splits as store_splits
from goed.study.declarations import newest_declaration
from goed.study.items import items_of, languages
from goed.study.runs import refuse_other_settings
from goed.study.study import Study


def refuse_too_much(declaration: Declaration, data: LoadedData) -> None:
    """Refuse a declaration that asks for more words than its data have."""
    for language, words in data.words.items():
        draws = declaration.splits[language]
        if not draws.sampling:
            continue
        needed = max(_sizes(declaration, language, len(words))) + (draws.dev or 0) + (draws.test or 1)
        if len(words) < needed:
            raise declaration.file.error(
                ["splits"],
                f"{language} has {len(words):,} words, and {needed:,} are needed for the largest training set, dev and "
                f"test; ask for less under [splits.{language}]",
            )


def _sizes(declaration: Declaration, language: str, n_words: int) -> Sequence[int]:
    """The declared sizes, or else the default ones for a language with so many words."""
    try:
        return declaration.splits[language].sizes or default_sizes(language, n_words)
    except GoedError:
        raise declaration.file.error(
            ["splits"],
            f"{language} has only {n_words:,} words; say with sizes, under [splits] or [splits.{language}], "
            "how many to train on",
        ) from None


def refuse_contradictions(study: Study, declaration: Declaration, data: LoadedData) -> None:
    """Refuse a declaration that contradicts what is in the study. Nothing is written."""
    try:
        refuse_other_corpora(study, declaration, data.corpora)
        for language in languages(study):
            if language in data.words:
                _refuse_other_items(study, language, data.words[language])
                _refuse_late_counts(study, language, data)
                _refuse_different_splits(study, language, declaration.splits[language])
        for split in data.own_splits:
            is_there(study, split)
        for model in declaration.runs.models:
            refuse_other_settings(study.connection, model.name, model.kind, model.settings, model.domain)
    except GoedError as error:
        raise GoedError(
            f"{declaration.file.path} does not fit {study.path}, where nothing was changed: {error}{_made_with(study)}"
        ) from None


def _made_with(study: Study) -> str:
    """The options that the study was made with in addition to its declaration: easily forgotten the next time."""
    newest = newest_declaration(study)
    given = [f"--{option} {' '.join(paths)}" for option, paths in newest.data.items() if paths] if newest else []
    return f" (the study was made with {' '.join(given)})" if given else ""


def _refuse_other_items(study: Study, language: str, words: Words) -> None:
    """Refuse items that differ: the pool that splits are drawn from must be the declared one, word for word."""
    there = words_of(items_of(study, language))
    n_missing = len(words.keys() - there.keys())
    others = sorted(key for key, forms in there.items() if not forms <= words.get(key, set()))
    if n_missing or others:
        first = f", the first of them {quoted(' '.join(others[0]))}" if others else ""
        raise GoedError(
            f"the items of {language} are not the same: {n_missing:,} declared ones are not in the study, "
            f"{len(others):,} of the study are not declared{first}; take another study with --study"
        )


def _refuse_late_counts(study: Study, language: str, data: LoadedData) -> None:
    """Refuse new counts if weighted splits exist, since these were drawn by the frequencies known at the time."""
    late = [file for file in new_counts(study, data) if file.language == language]
    weighted = [
        split for split in store_splits.splits(study) if (split.language, split.sampling) == (language, "weighted")
    ]
    if late and weighted:
        raise GoedError(
            f"the weighted splits of {language} were drawn before the counts of {late[0].file.path} came in; "
            "take another study with --study"
        )


def _refuse_different_splits(study: Study, language: str, draws: DeclaredSplits) -> None:
    """Refuse a study whose splits are not those that would be drawn now."""
    strategies = strategies_that_can_be_drawn(study, language, draws)
    for drawn in draw_splits(study, language, strategies, draws.seeds, draws.sizes, draws.dev, draws.test):
        store_splits.check_split(study.connection, drawn.split)
