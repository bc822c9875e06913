"""Importing predictions made elsewhere: lines of files are matched to the items asked."""

from __future__ import annotations

import gc
import re
from array import array
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from goed.domains.registry import add_measures_and_circumstances
from goed.errors import GoedError, InputError, quoted
from goed.forms import MAX_ACCENTS, check_form
from goed.labels.labeller import LabelsAhead
from goed.labels.relabel import label_missing
from goed.sources.file_names import MAX_DIGITS, FileName, Naming, checked_language
from goed.sources.header import LEMMA_FEATURES_FORM, LEMMA_FORM_FEATURES, PREDICTIONS, ColumnOrder, FormReader
from goed.study import splits as store_splits
from goed.study.items import Item
from goed.study.outputs import OutputBook
from goed.study.predictions import ImportedPart, PartPredictions, import_parts, is_same, stored_part
from goed.study.runners import signed_in
from goed.study.splits import Split
from goed.study.study import Study
from goed.tables.text_file import TextFile
from goed_classifiers.forms import normal

PREDICTED_PARTS = ("test", "dev", "core")
CONTROL_TOKEN = re.compile(r"<[^<>\s]+>")  # <UNK>, <s>, </s>
SAMPLE = 20  # lines from which the order of columns is guessed


class Destination(NamedTuple):
    """The run and part that a file of predictions belongs to."""

    model: str
    split: Split
    size: int
    part: str

    @property
    def run(self) -> tuple[str, int, int, int]:
        """Model, split, size and training seed, which identify a run in a study."""
        return self.model, self.split.id, self.size, self.split.seed


@dataclass(frozen=True)
class ImportOptions:
    """What the options say about the files, in case their names do not."""

    model: str | None = None
    language: str | None = None
    sampling: str = "given"
    seed: int | None = None
    size: str | None = None
    part: str | None = None
    reader: FormReader = field(default_factory=FormReader)
    domain: str | None = None
    corpus: str | None = None


@dataclass
class PredictionSummary:
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
    """Switch off the search for cycles: an import's million tuples have none, and it takes a tenth of the time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@_without_cycle_collection()
def import_predictions(
    study: Study, paths: Sequence[Path], wanted: ImportOptions, names: Naming, replace: bool = False
) -> PredictionSummary:
    """Import files of predictions; every file is read and checked before the first one is written."""
    located, skipped = _locate(paths, wanted, names)
    destinations = _destinations(study, located, wanted)
    labeller = LabelsAhead()
    files = _PredictionFiles(study, labeller, wanted.reader, replace)
    parts = [
        ImportedPart(*destination.run, predictions)
        for name, destination in zip(located, destinations, strict=True)
        if (predictions := files.read_if_new(name.path, destination)) is not None
    ]
    found, book = files.found, files.book
    found.skipped = skipped
    _count_oddities(book, parts, found)
    if parts:
        with signed_in(study) as runner:
            book.refresh()
            import_parts(study, book, runner.id, parts, runner.beat)
            if book.has_unlabelled:
                label_missing(study)
    found.warnings += labeller.warnings
    return found


def _locate(paths: Sequence[Path], wanted: ImportOptions, names: Naming) -> tuple[list[FileName], list[Path]]:
    """The files to read; if language and size are given, files may have any names."""
    if wanted.language is not None and wanted.size is not None and all(path.is_file() for path in paths):
        said = [names.read(path, (*PREDICTED_PARTS, None)) or FileName(path) for path in paths]
        return [FileName(name.path, part=wanted.part or name.part, model=name.model) for name in said], []
    return names.find(paths, (*PREDICTED_PARTS, None) if wanted.part else PREDICTED_PARTS)


def _destinations(study: Study, located: Sequence[FileName], wanted: ImportOptions) -> list[Destination]:
    """The run and part of each file, by its name or the options; no two files may have the same."""
    all_splits = [split for split in store_splits.splits(study) if not split.corpus_id]
    first: dict[Destination, Path] = {}
    for name in located:
        model = name.model or wanted.model
        if model is None:
            raise InputError(name.path, "its name does not say the model; give it with --model")
        language = checked_language(wanted.language or name.language, name.path)
        seed = name.seed if name.seed is not None else wanted.seed or 0
        split = store_splits.split_named(all_splits, language, name.sampling or wanted.sampling, seed, wanted.domain)
        part = wanted.part or name.part or PREDICTED_PARTS[0]
        destination = Destination(model, split, _size(study, split, name, wanted), part)
        if destination in first:
            raise InputError(name.path, f"says the same run and part as {first[destination]}")
        first[destination] = name.path
    return list(first)


def _size(study: Study, split: Split, name: FileName, wanted: ImportOptions) -> int:
    """The size of the training set, which must be one of the split's, if the study has any for the split."""
    known = store_splits.sizes(study, split.id)
    word = wanted.size or (str(name.size) if name.size is not None else name.size_word)
    if word is None:
        raise InputError(name.path, "its name does not say the size of the training set; give it with --size")
    by_word = {meaning: size for size, meaning in known.items() if meaning}
    size = by_word.get(word, int(word) if word.isdecimal() and len(word) <= MAX_DIGITS else None)
    if size is None:
        raise InputError(name.path, f"the size {quoted(word)} is no number; say what it stands for with --map")
    if known and size not in known:
        there = ", ".join(str(each) for each in known)
        raise InputError(name.path, f"the split {split} has no training set of {size}; it has {there}")
    return size


class _PredictionFiles:
    """Reads the files of an import one after the other, and notes what it finds in them."""

    def __init__(self, study: Study, labeller: LabelsAhead, reader: FormReader, replace: bool) -> None:
        self._study = study
        self._reader = reader
        self._replace = replace
        self.book = OutputBook(study, labeller)
        self.found = PredictionSummary()
        self._matchers: dict[tuple[int, str, int | None], PredictionMatcher] = {}

    def read_if_new(self, path: Path, to: Destination) -> PartPredictions | None:
        """The predictions of a file; None if the study holds the same. To replace different ones takes --replace."""
        found = self.found
        predictions = self._matcher(to).match(path, self._reader)
        self.book.label_ahead()
        existing = stored_part(self._study, *to.run, to.part)
        found.warnings += add_measures_and_circumstances(self._study, self.book, to.split, to.size, [predictions])
        is_unchanged = existing is not None and is_same(self._study, self.book, existing, predictions)
        is_other = existing is not None and not is_unchanged
        if is_other and not self._replace:
            there = f"the study holds other predictions of {to.model} for {to.split}, size {to.size}, part {to.part}"
            advice = "say --replace to put these in their place, or give this model another name"
            raise InputError(path, f"{there}; {advice}")
        found.n_unchanged += is_unchanged
        found.n_replaced += is_other
        found.n_files += 1
        found.n_predictions += len(predictions.handles)
        if predictions.n_unmatched:
            found.unmatched.append((path, predictions.n_unmatched))
        if n_missing := predictions.n_items - len(predictions.handles):
            found.missing.append((path, n_missing))
        return None if is_unchanged else predictions

    def _matcher(self, to: Destination) -> PredictionMatcher:
        """The matcher for a split's part; files of the same part share it, and so the lines that it has parsed."""
        key = (to.split.id, to.part, to.size if to.part == "core" else None)
        if key not in self._matchers:
            items = store_splits.part_items(self._study, to.split.id, to.part, to.size)
            if not items:
                raise GoedError(f"the split {to.split} has no items in part {to.part}")
            self.book.load_items(to.split.language)
            self._matchers[key] = PredictionMatcher(self.book, to, items)
        return self._matchers[key]


def _count_oddities(book: OutputBook, parts: Sequence[ImportedPart], found: PredictionSummary) -> None:
    """Count empty predictions and those that hold control tokens."""
    empty = {handle for handle, form in enumerate(book.answers) if not form}
    tokens = {handle for handle, form in enumerate(book.answers) if "<" in form and CONTROL_TOKEN.search(form)}
    if empty or tokens:
        for part in parts:
            found.empty += sum(handle in empty for handle in part.predictions.handles)
            found.control_tokens += sum(handle in tokens for handle in part.predictions.handles)


class PredictionMatcher:
    """Matches the lines of files to the items of one part, in any order.

    Models often predict the same form for an item, so whole lines recur from file to file: each is parsed only once.
    """

    def __init__(self, book: OutputBook, to: Destination, items: Sequence[Item]) -> None:
        self._book = book
        self._what = f"{to.split}, part {to.part}"
        self._part = to.part
        self._items = {(item.word, item.features): item.id for item in items}
        self._features = {item.features for item in items}
        self._known: dict[ColumnOrder, dict[bytes, int]] = {}
        self._original_bytes: dict[bytes, bytes] = {}  # line → its form's own bytes, where NFC differs

    def match(self, path: Path, reader: FormReader) -> PartPredictions:
        """The predictions of one file, matched by lemma and features."""
        file, order = reader.read(path, PREDICTIONS)
        while file.lines and not file.lines[-1].strip():
            file.lines.pop()
        order = order or self._column_order(file)
        known = self._known.setdefault(order, {})
        handles = [known.get(line, -1) for line in file.lines]
        n_unmatched = 0
        if -1 in handles:
            n_unmatched = self._take_apart(file, order, known, handles)
            handles = [handle for handle in handles if handle >= 0]
        handles = self._without_repeats(file, known, handles)
        if not handles:
            raise InputError(path, f"none of its {n_unmatched} lines is about an item of {self._what}")
        handles.sort(key=self._book.item_ids.__getitem__)  # the order of the table, so that rows are only appended
        predictions = PartPredictions(self._part, len(self._items), array("I", handles), n_unmatched=n_unmatched)
        predictions.source = (str(path), file.sha256)
        if self._original_bytes:
            for line in file.lines:
                if line in self._original_bytes and line in known:
                    predictions.original_bytes[self._book.item_ids[known[line]]] = self._original_bytes[line]
        return predictions

    def _take_apart(self, file: TextFile, order: ColumnOrder, known: dict[bytes, int], handles: list[int]) -> int:
        """Find the outputs of lines not seen before; returns how many lines are about no item of this part."""
        n_unmatched = 0
        for index, line in enumerate(file.lines):
            if handles[index] < 0 and line.strip():
                if line not in known:
                    handle = self._output(file, order, line, index + 1)
                    if handle < 0:
                        n_unmatched += 1
                        continue
                    known[line] = handle
                handles[index] = known[line]
        return n_unmatched

    def _output(self, file: TextFile, order: ColumnOrder, line: bytes, number: int) -> int:
        """The output that a line predicts; -1 if it is about no item of this part."""
        fields = self._fields(file, line, number)
        if len(fields) == 2 and order == LEMMA_FEATURES_FORM and normal(fields[1]) in self._features:
            fields.append("")  # an editor stripped the tab before an empty prediction
        if len(fields) != 3:
            there = f"{len(fields)} column{'s' * (len(fields) != 1)}"
            raise InputError(file.path, f"{there} where lemma, predicted form and features are expected", number)
        item_id = self._items.get((fields[0], fields[order.features]))
        item_id = item_id or self._items.get((normal(fields[0]), normal(fields[order.features])))
        if item_id is None:
            return -1
        form = normal(fields[order.form])
        if form != fields[order.form]:
            self._original_bytes[line] = fields[order.form].encode("utf-8")
        return self._book.handle(item_id, form)

    def _fields(self, file: TextFile, line: bytes, number: int) -> list[str]:
        """The cells of a line, none of them longer than a form can be."""
        fields = file.decode(line, number).split("\t")
        if len(line) > MAX_ACCENTS:
            for field in fields:
                check_form(file.path, number, field, "lemma, form or features")
        return fields

    def _without_repeats(self, file: TextFile, known: dict[bytes, int], handles: list[int]) -> list[int]:
        """Repeated lines count once; two different predictions for one item are an error."""
        item_ids = self._book.item_ids
        if len({item_ids[handle] for handle in handles}) == len(handles):
            return handles
        line_of: dict[int, tuple[int, int]] = {}
        for number, line in enumerate(file.lines, start=1):
            handle = known.get(line)
            if handle is not None:
                first, first_number = line_of.setdefault(item_ids[handle], (handle, number))
                if first != handle:
                    said = " ".join(quoted(field) for field in file.decode(line, number).split("\t"))
                    problem = f"predicts otherwise for the same item than line {first_number}: {said}"
                    raise InputError(file.path, problem, number)
        return list(dict.fromkeys(handles))

    def _column_order(self, file: TextFile) -> ColumnOrder:
        """The order in which most lines are about items of this part, or at least have known features."""
        for order, known in self._known.items():
            if file.lines and file.lines[0] in known:
                return order
        scores = {LEMMA_FORM_FEATURES: 0, LEMMA_FEATURES_FORM: 0}
        for number, line in enumerate(file.lines[:SAMPLE], start=1):
            fields = self._fields(file, line, number)
            for order in scores:
                if len(fields) == 3 and normal(fields[order.features]) in self._features:
                    scores[order] += 1 + 1000 * ((normal(fields[0]), normal(fields[order.features])) in self._items)
        return max(scores, key=scores.__getitem__)
