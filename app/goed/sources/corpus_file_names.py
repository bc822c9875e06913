"""The names of files about splits of corpora: as `goed export` gives them, and as an import reads them back.

danish_68536.test.conll            the test part of the given split, learned from 68,536 tokens
danish_uniform_0_300.dev.conll     of a drawn one
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from goed.drafts import file_name
from goed.study.splits import Split

ENDING = ".conll"
PLAIN = ("given", 0)  # the sampling and seed that names leave out
OF_RUN = re.compile(r"_([0-9]{1,9})(?:_[0-9]{1,9})?\.(test|dev|core)")  # size, training seed, part


class SplitPart(NamedTuple):
    """What a file's name says."""

    split: Split
    size: int
    part: str


def split_stem(split: Split) -> str:
    """How the names of a split's files begin: danish, or danish_uniform_0 if it is not the given split."""
    is_plain = split.is_given and (split.sampling, split.seed) == PLAIN
    return file_name(split.corpus) + ("" if is_plain else f"_{file_name(split.sampling)}_{split.seed}")


def exported_name(path: Path, splits: Iterable[Split]) -> SplitPart | None:
    """What a name says that `goed export --predictions` gave; None if it gave no such name."""
    for split in sorted(splits, key=lambda each: len(split_stem(each)), reverse=True):
        stem = split_stem(split)
        found = OF_RUN.fullmatch(path.name.removesuffix(ENDING).removeprefix(stem))
        if split.corpus_id and path.name.startswith(stem) and path.suffix == ENDING and found:
            return SplitPart(split, int(found[1]), found[2])
    return None
