"""Reading a table of accuracies, one row per run, from this study or elsewhere."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import NamedTuple

from goed.errors import InputError, quoted
from goed.tables.files import Table, check_columns, read_table

ACCURACY = "accuracy"
ALL = "all"  # the single value that fills a column that a table lacks
PARTS = ("test", "dev", "core")

# Our columns, and what other people call them; the first name that a table has is taken.
NAMES = {
    "language": ("language", "lang"),
    "sampling": ("sampling", "sampling_strategy", "sampling_strat", "strategy", "split_type"),
    "model": ("model", "model_type", "system", "learner"),
    "size": ("size", "train_size", "training_size", "n_train"),
    "part": ("part",),
    "seed": ("seed", "split_seed", "random_seed"),
    "training_seed": ("training_seed",),
    ACCURACY: (ACCURACY, "acc", "exact_match", "mean"),
}
KNOWN = tuple(name for names in NAMES.values() for name in names)
MISSING = frozenset({"", "na", "nan"})  # how R, pandas and spreadsheets write a missing accuracy
WHOLE = re.compile(r"-?\d{1,15}")

Value = int | float | str


class AccuracyRow(NamedTuple):
    """A row of the table; sizes and seeds are numbers if their whole column is, else words."""

    line: int
    language: str
    sampling: str
    model: str
    size: Value
    part: str
    seed: Value
    training_seed: Value
    accuracy: float  # from 0 to 1


class AccuracyTable(NamedTuple):
    """The rows of a table, and notes for the user on how they were read."""

    path: Path
    rows: list[AccuracyRow]
    notes: list[str]


Cells = dict[str, str]  # our column → the table's cell


def read_accuracies(path: Path, may_repeat: bool = False) -> AccuracyTable:
    """Read a table of accuracies; `may_repeat` allows several rows for the same cell and seed."""
    table = read_table(path, (), KNOWN)
    names = _names(table)
    notes = list(_said_of_columns(names, table.columns))
    lines, missing = [], []
    for line, cells in table.rows:
        ours = {name: cells[theirs].strip() for name, theirs in names.items()}
        if ours[ACCURACY].casefold() in MISSING:
            missing.append(line)
        else:
            lines.append((line, ours))
    if missing:
        notes.append(f"rows without an accuracy are left out: {len(missing)}, the first is line {missing[0]}")
    accuracies = [_accuracy(path, line, cells[ACCURACY]) for line, cells in lines]
    if any(accuracy > 1 for accuracy in accuracies) or any("%" in cells[ACCURACY] for _, cells in lines):
        notes.append("accuracies are taken as per cent, since some are above 1 or have a % sign")
        accuracies = [accuracy / 100 for accuracy in accuracies]
    places = _places(path, lines)
    rows = [AccuracyRow(line[0], *place, each) for line, place, each in zip(lines, places, accuracies, strict=True)]
    notes += _repeated(path, rows, may_repeat)
    return AccuracyTable(path, rows, [f"{path}: {note}" for note in notes])


def _names(table: Table) -> dict[str, str]:
    """Our columns → the columns of the table."""
    by_name = {_letters(column): column for column in reversed(table.columns)}
    names = {}
    for ours, known in NAMES.items():
        if there := [by_name[_letters(name)] for name in known if _letters(name) in by_name]:
            names[ours] = there[0]
    if not any(table.columns):
        raise InputError(table.path, "is empty")
    if ACCURACY not in names:
        check_columns(table.path, table.columns, [ACCURACY])
    return names


def _letters(name: str) -> str:
    """A name without separators, so that names can be compared: train_size and train size become trainsize."""
    return re.sub(r"[\s._-]+", "", name)


def _said_of_columns(names: Mapping[str, str], columns: Sequence[str]) -> Iterator[str]:
    """Notes on which columns have other names than goed's, which are missing, and which are not used."""
    if renamed := [f"{theirs} for {ours}" for ours, theirs in names.items() if ours != theirs]:
        yield f"columns are taken so: {', '.join(renamed)}"
    if missing := [name for name in ("language", "sampling", "model", "size") if name not in names]:
        yield f"there is no column {' nor '.join(missing)}: all rows have one value there, called {ALL}"
    if "seed" not in names:
        yield "there is no column seed: the rows of a cell are its seeds 0, 1, 2 …"
    if unused := [quoted(column, 20) for column in columns if column and column not in names.values()]:
        yield f"columns that are not used: {', '.join(unused)}"


def _accuracy(path: Path, line: int, text: str) -> float:
    accuracy = _number(text.removesuffix("%").rstrip())
    if accuracy is None or not 0 <= accuracy <= 100:
        raise InputError(path, f"{quoted(text)} is no accuracy; take numbers from 0 to 1, or from 0 to 100", line)
    return accuracy


def _number(text: str) -> float | None:
    """A finite number, even with a decimal comma as in German or French spreadsheets; None for anything else."""
    try:
        number = float(re.sub(r"^(-?\d+),(\d+)$", r"\1.\2", text))
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _places(path: Path, lines: Sequence[tuple[int, Cells]]) -> Iterator[tuple[str, str, str, Value, str, Value, Value]]:
    """Language, sampling, model, size, part, seed and training seed of each line."""
    if not lines:
        return iter(())
    for line, cells in lines:
        if empty := next((name for name, cell in cells.items() if not cell), None):
            raise InputError(path, f"there is nothing in the column {empty}", line)
    languages, samplings, models, written_sizes = (
        [cells.get(column, ALL) for _, cells in lines] for column in ("language", "sampling", "model", "size")
    )
    sizes = _numbers_or_words(written_sizes)
    parts = [cells.get("part", PARTS[0]).casefold() for _, cells in lines]
    for (line, cells), part in zip(lines, parts, strict=True):
        if part not in PARTS:
            raise InputError(path, f"{quoted(cells['part'])} is no part; parts are {', '.join(PARTS)}", line)
    there = lines[0][1]
    if "seed" in there:
        seeds = _numbers_or_words([cells["seed"] for _, cells in lines])
    else:
        counters: defaultdict[tuple[Value, ...], Iterator[int]] = defaultdict(count)  # one for each cell
        seeds = [next(counters[cell]) for cell in zip(languages, samplings, models, sizes, parts, strict=True)]
    trainings = _numbers_or_words([cells["training_seed"] for _, cells in lines]) if "training_seed" in there else seeds
    return zip(languages, samplings, models, sizes, parts, seeds, trainings, strict=True)


def _numbers_or_words(texts: list[str]) -> list[Value]:
    """A column as numbers if all its values are (whole ones if possible), else as words."""
    if all(WHOLE.fullmatch(text) for text in texts):
        return [int(text) for text in texts]
    numbers = [number for text in texts if (number := _number(text)) is not None]
    if len(numbers) < len(texts):
        return list(texts)
    return [int(number) if number == int(number) else number for number in numbers]


def _repeated(path: Path, rows: Sequence[AccuracyRow], may_repeat: bool) -> list[str]:
    """A note on several rows for the same cell and seed; raises InputError unless they are allowed."""
    first: dict[tuple[Value, ...], int] = {}
    pairs = [(line, row.line) for row in rows if (line := first.setdefault((*row[1:-1],), row.line)) != row.line]
    if not pairs:
        return []
    earlier, later = pairs[0]
    what = f"of the same language, sampling, model, size, part and seed as line {earlier}"
    if not may_repeat:
        raise InputError(path, f"is {what}; a column part or training_seed can tell them apart", later)
    return [f"line {later} is {what}; all rows count ({len(pairs)} so repeat another one)"]
