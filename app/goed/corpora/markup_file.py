"""Files of marked-up categories, goed's own and those of the C&C tools: (NP{a}/N{a}<1>){_}, one to a line.

What stands before it on the line (a number of slots) and lines without a marked-up category (plain categories,
grammatical relations, # comments) say nothing here.
"""

from __future__ import annotations

import re
from pathlib import Path

from goed.corpora.derivation_file import lines_of_text
from goed.errors import InputError, quoted
from goed.own_data import data_folder
from goed.scores.ccg.categories import ANY_FEATURE, Category, NoCategoryError, parsed


def read_markup(path: Path) -> dict[str, Category]:
    """The marked-up form of each category in a file."""
    found: dict[str, Category] = {}
    for number, line in lines_of_text(path):
        if line.lstrip().startswith(("#", "!")):
            continue
        for word in re.split(r"[\s,\"]+", line):
            if "{" in word:
                _add(found, path, number, word)
                break
    if not found:
        raise InputError(path, "holds no marked-up category, as (NP{a}/N{a}<1>){_}")
    return found


def own_markup() -> dict[str, Category]:
    """The categories that goed has marked up itself."""
    return read_markup(data_folder() / "ccg" / "markup.txt")


def _add(found: dict[str, Category], path: Path, number: int, word: str) -> None:
    try:
        category = parsed(word)
    except NoCategoryError as error:
        raise InputError(path, f"{quoted(word)} is no marked-up category: {error}", number) from None
    slots = _slots(category)
    if len(set(slots)) != len(slots):
        raise InputError(path, f"{quoted(word)} has a slot twice", number)
    plain = str(category).replace(ANY_FEATURE, "")
    if plain in found and found[plain] != category:
        raise InputError(path, f"{quoted(plain)} is marked up in two ways", number)
    found[plain] = category


def _slots(category: Category) -> list[int]:
    here = [category.slot] if category.slot else []
    return here if category.parts is None else here + [slot for part in category.parts for slot in _slots(part)]
