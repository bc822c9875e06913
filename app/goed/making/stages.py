"""The stages from nothing to a report; each does only what has not been done yet."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from goed import __version__
from goed.drafts import write_whole
from goed.making.corpus_stages import add_corpora, corpus_choices, split_corpora
from goed.making.declaration import Declaration, DeclaredReport, DeclaredSplits
from goed.making.loaded_data import LoadedData
from goed.report.folder import PAGE
from goed.runs.plan import plan_runs
from goed.sources.embedded_items import add_embedded_items
from goed.sources.given_splits import is_there, store_given_splits
from goed.sources.items import ItemFile, store_items
from goed.sources.predictions import import_predictions
from goed.splits.draw import Strategy
from goed.splits.make import DrawnSplit, draw_splits, store_splits
from goed.study import runs as store_runs
from goed.study.items import items_of, known_sources, languages, word_frequencies
from goed.study.overview import state_of_results
from goed.study.selection import Selection
from goed.study.splits import sizes_in_words, splits
from goed.study.study import Study

if TYPE_CHECKING:
    from goed.report.report import Report
    from goed.report.report_data import Step

ALREADY_DONE = "there already"
MADE_FROM = "made-from.json"  # beside the report's page: which state of the study it shows


class Done(NamedTuple):
    """What a stage did, in words."""

    stage: str
    said: str
    notes: tuple[str, ...] = ()


def make_splits_and_predictions(study: Study, declaration: Declaration, data: LoadedData) -> Iterator[Done]:
    """All stages before the runs; yields what each one did as soon as it is done."""
    of_items = (_items, _frequencies, _own_splits, _draws, _predictions)
    for stage in (_corpora, _corpus_splits) if declaration.corpora else of_items:
        done = stage(study, declaration, data)
        if done is not None:
            yield done


def _corpora(study: Study, declaration: Declaration, data: LoadedData) -> Done:
    """Add the corpora that are not there yet."""
    return Done("corpora", add_corpora(study, data.corpora))


def _corpus_splits(study: Study, declaration: Declaration, data: LoadedData) -> Done:
    """Part the corpora."""
    made = list(split_corpora(study, declaration))
    return Done(
        "splits",
        _new_and_there(sum(n_new for _, n_new, _ in made), sum(n_there for *_, n_there in made)),
        tuple(said for said, *_ in made),
    )


def _items(study: Study, declaration: Declaration, data: LoadedData) -> Done:
    """Add the items of every declared language that has none yet."""
    there = languages(study)
    missing = [language for language in declaration.languages if language not in there]
    if data.item_files:
        store_items(study, [file for file in data.item_files if file.language in missing], counts_only=False)
    else:
        for language in missing:
            add_embedded_items(study, language)
    numbers = {language: len(items_of(study, language)) for language in declaration.languages}
    said = [
        f"{language} {number:,}" + ("" if language in missing else f" ({ALREADY_DONE})")
        for language, number in numbers.items()
    ]
    return Done("items", ", ".join(said))


def _frequencies(study: Study, declaration: Declaration, data: LoadedData) -> Done | None:
    """Add the counts from the files that are given for them."""
    if not data.counts:
        return None
    new = new_counts(study, data)
    if not new:
        return Done("frequencies", ALREADY_DONE)
    added = store_items(study, new, counts_only=True)
    return Done("frequencies", ", ".join(f"{language} {each.frequencies:,}" for language, each in added.items()))


def new_counts(study: Study, data: LoadedData) -> list[ItemFile]:
    """The files of counts that the study has not taken in yet."""
    known = known_sources(study)
    return [file for file in data.counts if file.file.sha256 not in known]


def _own_splits(study: Study, declaration: Declaration, data: LoadedData) -> Done | None:
    """Add the splits that the files of items themselves make."""
    if not data.own_splits:
        return None
    new = [split for split in data.own_splits if not is_there(study, split)]
    if not new:
        return Done("own split", ALREADY_DONE)
    stored = store_given_splits(study, new, " ".join(map(str, declaration.data.items.paths)))
    notes = [
        f"{each.key.language} {each.key.sampling}: {sizes_in_words(each.sizes)}; "
        f"{each.n_dev:,} dev, {each.n_test:,} test"
        for each in stored
    ]
    without = [each.key.language for each in stored if each.sizes and not each.has_finetune]
    if without:
        notes.append(f"no fine-tune part in {', '.join(without)}: models that need one select on dev")
    return Done("own split", f"{len(stored)} new", tuple(notes))


def _draws(study: Study, declaration: Declaration, data: LoadedData) -> Done | None:
    """Draw the declared splits."""
    notes: list[str] = []
    all_made: list[DrawnSplit] = []
    for language, draws in declaration.splits.items():
        strategies = strategies_that_can_be_drawn(study, language, draws)
        if len(strategies) < len(draws.sampling):
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
    said = _new_and_there(n_new, len(all_made) - n_new)
    return Done("splits", said, tuple(notes)) if all_made or notes else None


def _new_and_there(n_new: int, n_there: int) -> str:
    said = [f"{n_new} new"] * bool(n_new) + [f"{n_there} {ALREADY_DONE}"] * bool(n_there)
    return ", ".join(said) or "none"


def _in_words(made: Sequence[DrawnSplit]) -> str:
    """The splits of a language in words: eng: 5 uniform + 5 weighted, 100 to 1000 by 100; 500 dev, 953 test."""
    kinds = " + ".join(
        f"{number} {sampling}" for sampling, number in Counter(each.split.sampling for each in made).items()
    )
    first = made[0].split
    return f"{first.language}: {kinds}, {sizes_in_words(first.sizes)}; {len(first.dev):,} dev, {len(first.test):,} test"


def strategies_that_can_be_drawn(study: Study, language: str, draws: DeclaredSplits) -> list[Strategy]:
    """The declared strategies; without counts none that is weighted, as it would be uniform under another name."""
    has_counts = any(word_frequencies(study, language).values())
    return [strategy for strategy in draws.sampling if strategy == "uniform" or has_counts]


def _predictions(study: Study, declaration: Declaration, data: LoadedData) -> Done | None:
    """Import the predictions of models that were run elsewhere."""
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
    there = f", {n_there} of them {ALREADY_DONE}" if n_there else ""
    return Done("predictions", f"{n_files} files{there}", tuple(notes))


def plan_declared_runs(study: Study, declaration: Declaration, data: LoadedData) -> list[store_runs.RunState]:
    """Plan the runs that are not there yet; returns all runs of the declaration, whatever their state."""
    choices = _choices(study, declaration, data)
    for choice in choices:
        plan_runs(study, declaration.runs.models, choice, declaration.runs.repeats)
    models = {model.key for model in declaration.runs.models}
    by_name = {(split.domain, split.language, split.sampling, split.seed): split for split in splits(study)}
    found = []
    for run in store_runs.all_runs(study):
        split = by_name[run.domain, run.language, run.sampling, run.seed]
        if run.key in models and any(choice.has(split, size=run.size) for choice in choices):
            found.append(run)
    return found


def _choices(study: Study, declaration: Declaration, data: LoadedData) -> list[Selection]:
    """The declared cells of the grid: drawn splits at their declared sizes, the files' own at all of theirs."""
    if declaration.corpora:
        return corpus_choices(study, declaration)
    choices = [
        Selection(
            languages=[split.key.language], samplings=[split.key.sampling], seeds=[split.key.seed], sizes=split.training
        )
        for split in data.own_splits
        if split.training
    ]
    for language, draws in declaration.splits.items():
        strategies = strategies_that_can_be_drawn(study, language, draws)
        if strategies:
            choices.append(Selection(languages=[language], samplings=strategies, seeds=draws.seeds, sizes=draws.sizes))
    return choices


def current_report(study: Study, folder: Path, declared_report: DeclaredReport) -> Report | None:
    """The report in the folder if it shows the study as it is now, else None."""
    from goed.report.report import Report  # imports pandas, which is not needed without a report

    try:
        said = json.loads((folder / MADE_FROM).read_text(encoding="utf-8"))
        if said["state"] != _state(study, declared_report) or not (folder / PAGE).is_file():
            return None
        return Report(folder / PAGE, int(said["figures"]), int(said["tables"]))
    except (OSError, ValueError, TypeError, KeyError):  # not there, or not as goed wrote it
        return None


def make_report(study: Study, folder: Path, declared_report: DeclaredReport, replace: bool, on_step: Step) -> Report:
    """Write the report, with a note of the state of the study that it was made from."""
    from goed.report.report import write_report

    report = write_report(study, folder, Selection(), declared_report.model, replace, on_step, declared_report.figures)
    note = {"state": _state(study, declared_report), "figures": report.n_figures, "tables": report.n_tables}
    write_whole(folder / MADE_FROM, json.dumps(note, indent=1).encode() + b"\n")
    return report


def _state(study: Study, declared_report: DeclaredReport) -> list[object]:
    return [__version__, declared_report.model, list(declared_report.figures), state_of_results(study)]
