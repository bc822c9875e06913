"""The items that come with goed, and their licences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from goed.errors import GoedError, unknown_name_error
from goed.labels.relabel import label_missing
from goed.own_data import data_folder
from goed.sources.header import LEMMA_FORM_FEATURES, FormReader
from goed.sources.items import read_items
from goed.study.items import Added, NewItem, add_items, add_source, sources_of_items
from goed.study.study import Study
from goed.tables.text_file import TextFile, read_lines

FILES_OF_ITEMS = ("items.tsv", "pairs.tsv")
SOURCE_PREFIX = "goed:"  # a study records embedded files as goed:deu/items.tsv


class Licence(NamedTuple):
    """One embedded file: the licence that it comes under, and whose work it is."""

    file: str  # deu/items.tsv
    licence: str
    sources: str


@dataclass(frozen=True)
class Embedded:
    """What comes with goed for one language."""

    items: list[NewItem]
    files: list[TextFile]  # the first one holds the items


def embedded_languages() -> list[str]:
    """The languages for which items come with goed."""
    places = [licence.file.split("/") for licence in licences()]
    return sorted({folders[0] for *folders, name in places if name in FILES_OF_ITEMS})


def chosen_languages(names: Sequence[str]) -> list[str]:
    """The embedded languages that are asked for; all of them if none is."""
    there = embedded_languages()
    missing = [name for name in names if name not in there]
    if missing:
        of_goed = unknown_name_error(missing[0], "language that goed has items of", there)
        raise GoedError(f"{of_goed}; bring yours in with `goed import items`")
    return list(dict.fromkeys(names)) or there


def licences() -> list[Licence]:
    """The licence of every embedded file."""
    rows = list(read_lines(data_folder() / "licences.tsv").rows())[1:]  # after the header
    return [Licence(*fields) for _, fields in rows]


def read_embedded(language: str) -> Embedded:
    """A language's items, then its accepted variants.

    If the counts have another licence than the lemmas and forms, they are in a file of their own, and are joined here.
    """
    folder, reader = data_folder() / language, FormReader(LEMMA_FORM_FEATURES)
    if (folder / "items.tsv").is_file():
        file, items = read_items(folder / "items.tsv", reader)
        files = [file]
    else:
        pairs_file, pairs = read_items(folder / "pairs.tsv", reader)
        counts_file = read_lines(folder / "counts.tsv")
        counts = {(word, gold): float(count) for _, (word, gold, count) in counts_file.rows()}
        items = [pair._replace(frequency=counts.get((pair.word, pair.gold))) for pair in pairs]
        files = [pairs_file, counts_file]
    variants_file, variants = read_items(folder / "variants.tsv", reader)
    return Embedded([*items, *variants], [*files, variants_file])


def is_embedded(study: Study, language: str) -> bool:
    """Whether all items that a study has of a language are goed's own."""
    return all(path.startswith(SOURCE_PREFIX) for path, _ in sources_of_items(study, [language]))


def add_embedded_items(study: Study, language: str) -> Added:
    """Add a language's embedded items to a study."""
    embedded = read_embedded(language)
    first, *others = [(f"{SOURCE_PREFIX}{language}/{file.path.name}", file.sha256) for file in embedded.files]
    with study.transaction() as db:
        added = add_items(db, language, embedded.items, *first)
        for other in others:
            add_source(db, *other)
    label_missing(study, [language])
    return added
