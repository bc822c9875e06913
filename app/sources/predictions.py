"""Reading predictions of models whose runs happened elsewhere, and matching them to the items that were asked."""

from __future__ import annotations

import gc
import re
from array import array
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from app.errors import GoedError, InputError, quoted
from app.sources.columns import LEMMA_FEATURES_FORM, LEMMA_FORM_FEATURES, Columns
from app.sources.lines import TextFile, normal, read_lines
from app.sources.naming import MOST_DIGITS, Name, Naming, checked_language, nothing_found
from app.store import splits as store_splits
from app.store.items import Item
from app.store.outputs import OutputBook
from app.store.predictions import ImportedPart, PartPredictions, import_parts, is_same, stored_part
from app.store.runners import signed_in
from app.store.splits import Split
from app.store.study import Study

PREDICTED_PARTS = ("test", "dev", "core")
SAMPLE = 20  # lines from which the order of columns is told
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
    columns: Columns | None = None


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


def import_predictions(
    study: Study, paths: Sequence[Path], wanted: Wanted, names: Naming, replace: bool = False
) -> Summary:
    """Import files of predictions; every file is read and checked before the first one is written."""
    with _without_cycle_collection():
        return _import_predictions(study, paths, wanted, names, replace)


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


def _import_predictions(study: Study, paths: Sequence[Path], wanted: Wanted, names: Naming, replace: bool) -> Summary:
    located, skipped = _locate(paths, wanted, names)
    destinations = _destinations(study, located, wanted)
    summary = Summary(skipped=skipped)
    book = OutputBook(study)
    readers: dict[tuple[int, str, int | None], PredictionReader] = {}
    parts: list[ImportedPart] = []
    for name, destination in zip(located, destinations, strict=True):
        reader = _reader(study, book, readers, destination)
        predictions = reader.read(name.path, wanted.columns)
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
    split = store_splits.choose(all_splits, language, name.sampling or wanted.sampling, seed)
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
    empty = {handle for handle, form in enumerate(book.forms) if not form}
    tokens = {handle for handle, form in enumerate(book.forms) if "<" in form and CONTROL_TOKEN.search(form)}
    if empty or tokens:
        for part in parts:
            summary.empty += sum(handle in empty for handle in part.predictions.handles)
            summary.control_tokens += sum(handle in tokens for handle in part.predictions.handles)


class PredictionReader:
    """Reads files of predictions for the items of one part, in whatever order their lines stand.

    Models often predict the same form for an item, so whole lines recur from file to file: a line is taken apart
    once, and then known.
    """

    def __init__(self, book: OutputBook, what: str, part: str, items: Sequence[Item]) -> None:
        self._book = book
        self._what = what
        self._part = part
        self._items = {(item.lemma, item.features): item.id for item in items}
        self._features = {item.features for item in items}
        self._known: dict[Columns, dict[bytes, int]] = {}
        self._raw: dict[bytes, bytes] = {}  # lines whose form is not stored as it stands → the form as it stands

    def read(self, path: Path, columns: Columns | None = None) -> PartPredictions:
        """The predictions of one file, matched by lemma and features."""
        file = read_lines(path)
        while file.lines and not file.lines[-1].strip():
            file.lines.pop()
        order = columns or self._column_order(file)
        known = self._known.setdefault(order, {})
        handles = [known.get(line, -1) for line in file.lines]
        n_unmatched = 0
        if -1 in handles:
            n_unmatched = self._take_apart(file, order, known, handles)
            handles = [handle for handle in handles if handle >= 0]
        handles = self._one_an_item(file, known, handles)
        if not handles:
            raise InputError(path, f"none of its {n_unmatched} lines is about an item of {self._what}")
        handles.sort(key=self._book.item_ids.__getitem__)  # rows are stored, and the table grows, in this order
        predictions = PartPredictions(self._part, len(self._items), array("I", handles), n_unmatched=n_unmatched)
        predictions.source = (str(path), file.sha256)
        if self._raw:
            for line in file.lines:
                if line in self._raw and line in known:
                    predictions.bytes_of[self._book.item_ids[known[line]]] = self._raw[line]
        return predictions

    def _take_apart(self, file: TextFile, order: Columns, known: dict[bytes, int], handles: list[int]) -> int:
        """Find the outputs of lines that were not seen before; how many lines are about no item of this part."""
        n_unmatched = 0
        for index, handle in enumerate(handles):
            if handle < 0 and file.lines[index].strip():
                line = file.lines[index]
                handles[index] = known.get(line, -1)
                if handles[index] < 0:
                    handles[index] = self._output(file, order, line, index + 1)
                    if handles[index] < 0:
                        n_unmatched += 1
                    else:
                        known[line] = handles[index]
        return n_unmatched

    def _output(self, file: TextFile, order: Columns, line: bytes, number: int) -> int:
        """The output that a line predicts; -1 where it is about no item of this part."""
        fields = file.decode(line, number).split("\t")
        if len(fields) == 2 and order == LEMMA_FEATURES_FORM and normal(fields[1]) in self._features:
            fields.append("")  # an editor took away the tab before an empty prediction
        if len(fields) != 3:
            raise InputError(
                file.path,
                f"{len(fields)} column{'s' * (len(fields) != 1)} where lemma, predicted form and features are expected",
                number,
            )
        item_id = self._items.get((fields[0], fields[order.features]))
        if item_id is None:
            item_id = self._items.get((normal(fields[0]), normal(fields[order.features])))
            if item_id is None:
                return -1
        form = normal(fields[order.form])
        if form != fields[order.form]:
            self._raw[line] = fields[order.form].encode("utf-8")
        return self._book.handle(item_id, form)

    def _one_an_item(self, file: TextFile, known: dict[bytes, int], handles: list[int]) -> list[int]:
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
                    fields = [quoted(field) for field in file.decode(line, number).split("\t")]
                    raise InputError(
                        file.path,
                        f"predicts otherwise for the same item than line {first_number}: {' '.join(fields)}",
                        number,
                    )
        return list(dict.fromkeys(handles))

    def _column_order(self, file: TextFile) -> Columns:
        """The order in which more lines are about items of this part; where none is, that of known features."""
        for order, known in self._known.items():
            if file.lines and file.lines[0] in known:
                return order
        scores = {LEMMA_FORM_FEATURES: 0, LEMMA_FEATURES_FORM: 0}
        for number, line in enumerate(file.lines[:SAMPLE], start=1):
            fields = file.decode(line, number).split("\t")
            for order in scores:
                if len(fields) == 3 and normal(fields[order.features]) in self._features:
                    scores[order] += 1 + 1000 * ((normal(fields[0]), normal(fields[order.features])) in self._items)
        return max(scores, key=scores.__getitem__)
