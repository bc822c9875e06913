"""Predictions exported as files with SIGMORPHON's names, for use by other programs."""

from __future__ import annotations

from collections import Counter
from functools import partial
from pathlib import Path

from goed.drafts import file_name
from goed.errors import GoedError
from goed.report.file_set import write_all
from goed.study import splits as store_splits
from goed.study.items import Item
from goed.study.predictions import answers_of_part
from goed.study.selection import Selection
from goed.study.study import Study
from goed.study.tallies import PartTally, part_tallies


def export_predictions(study: Study, selection: Selection, folder: Path, replace: bool) -> list[Path]:
    """Write one file for each part of each run, in the order of the items, all of them or none."""
    is_given = {split.id: split.is_given for split in store_splits.splits(study)}
    tallies = [tally for tally in part_tallies(study) if selection.has(tally)]
    if not tallies:
        raise GoedError("the study has no such predictions; `goed status` shows what it holds")
    stems = [_stem(folder, tally, is_given[tally.split_id]) for tally in tallies]
    n_files = Counter((stem, tally.part) for stem, tally in zip(stems, tallies, strict=True))
    paths = []
    for stem, tally in zip(stems, tallies, strict=True):
        has_repeats = n_files[stem, tally.part] > 1  # several training seeds of a model for one split
        paths.append(Path(f"{stem}_{tally.training_seed}.{tally.part}" if has_repeats else f"{stem}.{tally.part}"))
    lines = (partial(_lines, study, tally) for tally in tallies)
    return write_all(folder, dict(zip(paths, lines, strict=True)), replace)


def _stem(folder: Path, tally: PartTally, is_given: bool) -> Path:
    """A run's path without ending: MODEL/LANGUAGE_SAMPLING_SEED_SIZE or, on a given split, MODEL/LANGUAGE_SIZE."""
    is_plain = is_given and tally.sampling == "given" and tally.seed == 0
    split = "" if is_plain else f"_{file_name(tally.sampling)}_{tally.seed}"
    return folder / file_name(tally.model) / f"{file_name(tally.language)}{split}_{tally.size}"


def _lines(study: Study, tally: PartTally) -> bytes:
    items: list[Item] = store_splits.part_items(study, tally.split_id, tally.part, tally.size)
    forms = answers_of_part(study, tally.run_part_id)
    lines = [
        b"\t".join((item.word.encode(), _in_a_cell(forms[item.id]), item.features.encode())) + b"\n"
        for item in items
        if item.id in forms
    ]
    return b"".join(lines)


def _in_a_cell(form: bytes) -> bytes:
    """A form with its tabs and line ends escaped, as these would break the table."""
    return form.replace(b"\t", b"\\t").replace(b"\n", b"\\n").replace(b"\r", b"\\r")
