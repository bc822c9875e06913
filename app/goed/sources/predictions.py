"""Importing predictions of models whose runs happened elsewhere."""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from goed.errors import GoedError, InputError, quoted
from goed.labels.new_outputs import LabelsAhead, tell_what_domains_say
from goed.labels.relabel import label_missing
from goed.sources.header import Reading
from goed.sources.naming import MOST_DIGITS, Name, Naming, checked_language, nothing_found
from goed.sources.prediction_reader import PredictionReader
from goed.study import splits as store_splits
from goed.study.outputs import OutputBook
from goed.study.predictions import ImportedPart, PartPredictions, import_parts, is_same, stored_part
from goed.study.runners import signed_in
from goed.study.splits import Split
from goed.study.study import Study

PREDICTED_PARTS = ("test", "dev", "core")
CONTROL_TOKEN = re.compile(r"<[^<>\s]+>")  # <UNK>, <s>, </s>


class Destination(NamedTuple):
    """The run and part that a file of predictions belongs to."""

    model: str
    split: Split
    size: int
    training_seed: int
    part: str


@dataclass(frozen=True)
class Wanted:
    """What the command line says of the files, where their names do not."""

    model: str | None = None
    language: str | None = None
    sampling: str = "given"
    seed: int | None = None
    size: str | None = None
    part: str | None = None
    reading: Reading = field(default_factory=Reading)
    domain: str | None = None


@dataclass
class Summary:
    """What an import of predictions found."""

    n_files: int = 0
    n_predictions: int = 0
    n_unchanged: int = 0  # files whose predictions the study held already
    n_replaced: int = 0
    empty: int = 0
    control_tokens: int = 0
    unmatched: list[tuple[Path, int]] = field(default_factory=list)
    missing: list[tuple[Path, int]] = field(default_factory=list)
    skipped: list[Path] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)  # of classifiers


@contextmanager
def _without_cycle_collection() -> Iterator[None]:
    """A million small tuples hold no cycles; looking for some among them takes a tenth of an import's time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@_without_cycle_collection()
def import_predictions(
    study: Study, paths: Sequence[Path], wanted: Wanted, names: Naming, replace: bool = False
) -> Summary:
    """Import files of predictions; every file is read and checked before the first one is written."""
    located, skipped = _locate(paths, wanted, names)
    destinations = _destinations(study, located, wanted)
    summary = Summary(skipped=skipped)
    labeller = LabelsAhead()
    book = OutputBook(study, labeller)
    readers: dict[tuple[int, str, int | None], PredictionReader] = {}
    parts: list[ImportedPart] = []
    for name, destination in zip(located, destinations, strict=True):
        reader = _reader(study, book, readers, destination)
        predictions = reader.read(name.path, wanted.reading)
        book.label_ahead()
        part = ImportedPart(*_run_of(destination), predictions)
        if _is_new(study, book, destination, predictions, name.path, replace, summary):
            parts.append(part)
        summary.n_files += 1
        summary.n_predictions += len(predictions.handles)
        if predictions.n_unmatched:
            summary.unmatched.append((name.path, predictions.n_unmatched))
        if len(predictions.handles) < predictions.n_items:
            summary.missing.append((name.path, predictions.n_items - len(predictions.handles)))
    _count_oddities(book, parts, summary)
    if parts:
        with signed_in(study) as runner:
            book.refresh()
            import_parts(study, book, runner.id, parts, runner.beat)
            if book.left_unlabelled:
                label_missing(study)
    summary.warnings += labeller.warnings
    return summary


def _locate(paths: Sequence[Path], wanted: Wanted, names: Naming) -> tuple[list[Name], list[Path]]:
    """The files to read. One file whose language and size are given needs no telling name."""
    if wanted.language is not None and wanted.size is not None and all(path.is_file() for path in paths):
        given = [names.read(path, (*PREDICTED_PARTS, None)) for path in paths]
        part = wanted.part or "test"
        return [
            Name(
                path, part=(name.part if name and not wanted.part else None) or part, model=name.model if name else None
            )
            for path, name in zip(paths, given, strict=True)
        ], []
    parts = (*PREDICTED_PARTS, None) if wanted.part else PREDICTED_PARTS
    found, others = names.find(paths, parts)
    if not found:
        raise nothing_found(paths, others, names.advice(PREDICTED_PARTS))
    return found, others


def _destinations(study: Study, located: Sequence[Name], wanted: Wanted) -> list[Destination]:
    all_splits = store_splits.splits(study)
    destinations: list[Destination] = []
    seen: dict[Destination, Path] = {}
    for name in located:
        destination = _destination(study, all_splits, name, wanted)
        if destination in seen:
            raise InputError(name.path, f"says the same run and part as {seen[destination]}")
        seen[destination] = name.path
        destinations.append(destination)
    return destinations


def _destination(study: Study, all_splits: Sequence[Split], name: Name, wanted: Wanted) -> Destination:
    model = name.model or wanted.model
    if model is None:
        raise InputError(name.path, "its name does not say the model; give it with --model")
    language = checked_language(wanted.language or name.language, name.path)
    seed = name.seed if name.seed is not None else wanted.seed or 0
    split = store_splits.choose(all_splits, language, name.sampling or wanted.sampling, seed, wanted.domain)
    size = _size(study, split, name, wanted)
    return Destination(model, split, size, split.seed, wanted.part or name.part or "test")


def _size(study: Study, split: Split, name: Name, wanted: Wanted) -> int:
    """The size of the training set, which the study must have, unless it has none for this split."""
    known = store_splits.sizes(study, split.id)
    word = wanted.size or (str(name.size) if name.size is not None else name.size_word)
    if word is None:
        raise InputError(name.path, "its name does not say the size of the training set; give it with --size")
    by_word = {meaning: size for size, meaning in known.items() if meaning}
    size = by_word.get(word, int(word) if word.isdecimal() and len(word) <= MOST_DIGITS else None)
    if size is None:
        raise InputError(name.path, f"the size {quoted(word)} is no number; say what it stands for with --map")
    if known and size not in known:
        there = ", ".join(str(each) for each in known)
        raise InputError(name.path, f"the split {split} has no training set of {size}; it has {there}")
    return size


def _reader(
    study: Study, book: OutputBook, readers: dict[tuple[int, str, int | None], PredictionReader], to: Destination
) -> PredictionReader:
    """The reader for a split's part; files of the same part share it, and so what it has learned of their lines."""
    key = (to.split.id, to.part, to.size if to.part == "core" else None)
    if key not in readers:
        items = store_splits.part_items(study, to.split.id, to.part, to.size)
        if not items:
            raise GoedError(f"the split {to.split} has no items in part {to.part}")
        book.watch(to.split.language)
        readers[key] = PredictionReader(book, f"{to.split}, part {to.part}", to.part, items)
    return readers[key]


def _run_of(to: Destination) -> tuple[str, int, int, int]:
    return to.model, to.split.id, to.size, to.training_seed


def _is_new(
    study: Study,
    book: OutputBook,
    to: Destination,
    predictions: PartPredictions,
    path: Path,
    replace: bool,
    summary: Summary,
) -> bool:
    """Whether a file brings something; other predictions for a part that is there need --replace."""
    existing = stored_part(study, *_run_of(to), to.part)
    summary.warnings += tell_what_domains_say(study, book, to.split, to.size, [predictions])
    if existing is None:
        return True
    if is_same(study, book, existing, predictions):
        summary.n_unchanged += 1
        return False
    if not replace:
        raise InputError(
            path,
            f"the study holds other predictions of {to.model} for {to.split}, size {to.size}, part {to.part}; "
            "say --replace to put these in their place, or give this model another name",
        )
    summary.n_replaced += 1
    return True


def _count_oddities(book: OutputBook, parts: Sequence[ImportedPart], summary: Summary) -> None:
    """Count empty predictions and those that hold control tokens."""
    empty = {handle for handle, form in enumerate(book.answers) if not form}
    tokens = {handle for handle, form in enumerate(book.answers) if "<" in form and CONTROL_TOKEN.search(form)}
    if empty or tokens:
        for part in parts:
            summary.empty += sum(handle in empty for handle in part.predictions.handles)
            summary.control_tokens += sum(handle in tokens for handle in part.predictions.handles)
