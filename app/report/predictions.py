"""Predictions as files in SIGMORPHON's naming, so that other programs can go on from them."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

from app.errors import GoedError
from app.stats.selection import Selection
from app.store import splits as store_splits
from app.store.items import Item
from app.store.predictions import forms_of_part
from app.store.study import Study
from app.store.tallies import PartTally, part_tallies


def export_predictions(study: Study, selection: Selection, folder: Path) -> list[Path]:
    """Write one file for each part of each run, in the order of the items; each is there whole or not at all."""
    is_given = {split.id: split.is_given for split in store_splits.splits(study)}
    tallies = [tally for tally in part_tallies(study) if selection.has(tally)]
    if not tallies:
        raise GoedError("the study has no such predictions; `goed status` shows what it holds")
    names = [_name(tally, is_given[tally.split_id]) for tally in tallies]
    repeated = [name for name, number in Counter(names).items() if number > 1]
    paths = []
    for tally, name in zip(tallies, names, strict=True):
        if name in repeated:  # several training seeds for one split
            name = f"{name.rpartition('.')[0]}_{tally.training_seed}.{tally.part}"
        path = folder / tally.model.replace("/", "-").replace(":", "-") / name
        path.parent.mkdir(parents=True, exist_ok=True)
        _write_whole(path, _lines(study, tally))
        paths.append(path)
    return paths


def _name(tally: PartTally, is_given: bool) -> str:
    split = "" if is_given and tally.sampling == "given" and tally.seed == 0 else f"_{tally.sampling}_{tally.seed}"
    return f"{tally.language}{split}_{tally.size}.{tally.part}"


def _lines(study: Study, tally: PartTally) -> bytes:
    items: list[Item] = store_splits.part_items(study, tally.split_id, tally.part, tally.size)
    forms = forms_of_part(study, tally.run_part_id)
    lines = [
        b"\t".join((item.lemma.encode(), forms[item.id], item.features.encode())) + b"\n"
        for item in items
        if item.id in forms
    ]
    return b"".join(lines)


def _write_whole(path: Path, content: bytes) -> None:
    draft = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        draft.write_bytes(content)
        os.replace(draft, path)
    finally:
        draft.unlink(missing_ok=True)
