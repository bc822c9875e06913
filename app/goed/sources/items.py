"""Importing items: lemma, form, features and perhaps a frequency.

They are read from files of UniMorph, SIGMORPHON and the like."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from sys import intern

from goed.errors import GoedError, InputError, quoted
from goed.forms import normal_form
from goed.labels.relabel import label_missing
from goed.sources.file_names import Naming, checked_language, files_in
from goed.sources.header import FEATURES, ITEMS, QUESTIONS, FormReader, column_order, header_of
from goed.study.items import INFLECTION, Added, NewItem, add_frequencies, add_items
from goed.study.study import Study
from goed.tables.text_file import TextFile, read_lines

LARGEST_COUNT = 1e15  # more than anybody has counted, and sums of it stay exact enough
MAX_ITEMS = 700_000  # in one file; they take most of a gigabyte
ITEM_PARTS = (None, "train", "finetune", "dev", "test", "gold")


@dataclass(frozen=True)
class ItemFile:
    """The items of one file."""

    file: TextFile
    language: str
    items: list[NewItem]


def read_items(path: Path, reader: FormReader) -> tuple[TextFile, list[NewItem]]:
    """The items of a file of three or four columns."""
    file, order = reader.read(path, ITEMS)
    if not any(line.strip() for line in file.lines):
        return file, []
    order = order or column_order(path, list(file.rows()))
    items: list[NewItem] = []
    for number, fields in file.rows():
        if len(items) == MAX_ITEMS:
            problem = f"has more than {MAX_ITEMS:,} items; part it into files and import one after the other"
            raise InputError(path, problem, number)
        if not 3 <= len(fields) <= 4:
            problem = f"{len(fields)} columns where lemma, form, features and perhaps a frequency are expected"
            raise InputError(path, problem, number)
        if fields[order.features] in FEATURES:
            raise InputError(path, "names columns, though it is not the first line: take it away", number)
        items.append(
            NewItem(
                _word(path, number, fields[0], "lemma"),
                _word(path, number, fields[order.form], "form"),
                intern(_word(path, number, fields[order.features], "features")),  # few distinct values
                _frequency(path, number, fields[3]) if len(fields) == 4 else None,
            )
        )
    return file, items


def read_questions(path: Path, reader: FormReader) -> list[tuple[int, str, str]]:
    """Line, lemma and features of a file without gold forms (SIGMORPHON's `.test`)."""
    questions = []
    for number, fields in reader.read(path, QUESTIONS)[0].rows():
        if len(fields) != 2:
            raise InputError(path, f"{len(fields)} columns where lemma and features are expected", number)
        lemma = normal_form(path, number, fields[0], "lemma")
        questions.append((number, lemma, normal_form(path, number, fields[1], "features")))
    return questions


def n_columns(path: Path) -> int:
    """How many columns the first line that is not blank has."""
    file = read_lines(path)
    header = header_of(file)
    return len(header.cells) if header else next((len(fields) for _, fields in file.rows()), 0)


def _word(path: Path, number: int, text: str, what: str) -> str:
    """A lemma, a gold form or features in NFC; raises InputError if it is empty or has control characters."""
    value = normal_form(path, number, text, what)
    if not value:
        raise InputError(path, f"the {what} is empty", number)
    if not value.isprintable() and any(unicodedata.category(character) == "Cc" for character in value):
        raise InputError(path, f"the {what} {quoted(value)} holds a control character", number)
    return value


def _frequency(path: Path, number: int, text: str) -> float | None:
    if not text.strip():
        return None
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 <= value <= LARGEST_COUNT:  # NaN is not in the range either
        raise InputError(path, f"the frequency {quoted(text.strip())} is not a number from 0 to 10^15", number)
    return value


def find_item_files(paths: Sequence[Path], language: str | None, names: Naming, reader: FormReader) -> list[ItemFile]:
    """Read every file of an import of items; a language given with --language holds for all of them."""
    if language is not None:
        if missing := next((path for path in paths if not path.exists()), None):
            raise InputError(missing, "there is no such file or folder")
        all_files = [file for path in paths for file in (files_in(path) if path.is_dir() else [path])]
        located = [(file, checked_language(language, file)) for file in all_files]
        if not located:
            raise GoedError(f"{', '.join(map(str, paths))}: there is no file in it")
    else:
        located = [(name.path, checked_language(name.language, name.path)) for name in names.find(paths, ITEM_PARTS)[0]]
    files = []
    for path, its_language in located:
        if path.suffix in (".test", ".tst") and n_columns(path) == 2:
            continue  # questions without gold forms
        file, items = read_items(path, reader)
        files.append(ItemFile(replace(file, lines=[]), its_language, items))  # a large file is not kept twice
    return files


def store_items(
    study: Study, files: Sequence[ItemFile], counts_only: bool, domain: str = INFLECTION
) -> dict[str, Added]:
    """Add the files' items, or only their frequencies, to the study; returns what changed, by language."""
    store = add_frequencies if counts_only else add_items
    changed: dict[str, Added] = {}
    with study.transaction() as db:
        for each in files:
            added = store(db, each.language, each.items, str(each.file.path), each.file.sha256, domain)
            before = changed.get(each.language, Added(0, 0, 0))
            changed[each.language] = Added(*(a + b for a, b in zip(before, added, strict=True)))
    label_missing(study, list(changed))
    return changed
