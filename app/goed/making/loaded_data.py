"""The data that a declaration names, all read before the study is touched."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from goed.making.corpus_stages import LoadedCorpus, loaded_corpora
from goed.making.declaration import Declaration, DeclaredFiles
from goed.sources.embedded_items import embedded_languages, read_embedded
from goed.sources.given_splits import GivenSplit, find_given_splits
from goed.sources.items import ItemFile, find_item_files
from goed.study.items import Item, NewItem

Words = dict[tuple[str, str], set[str]]  # lemma and features → gold forms


@dataclass(frozen=True)
class LoadedData:
    """The items, the files' own splits, and counts of forms; or corpora."""

    words: dict[str, Words]  # language → the words to draw from
    item_files: tuple[ItemFile, ...] = ()  # none: goed's own words
    own_splits: tuple[GivenSplit, ...] = ()
    counts: tuple[ItemFile, ...] = ()
    corpora: tuple[LoadedCorpus, ...] = ()


def load_data(declaration: Declaration) -> LoadedData:
    """Read all files that a declaration names; files of other languages are ignored."""
    if declaration.corpora:
        return LoadedData({}, corpora=loaded_corpora(declaration.corpora))
    data, languages = declaration.data, declaration.languages
    counts = _files(data.frequencies, languages) if data.frequencies.paths else ()
    if not data.items.paths:  # goed's own words are meant
        _refuse_missing(declaration, embedded_languages(), "goed has no words of {} of its own; name files in [data]")
        return LoadedData({each: words_of(read_embedded(each).items) for each in languages}, counts=counts)
    files = _files(data.items, languages)
    where = ", ".join(map(str, data.items.paths))
    _refuse_missing(declaration, {file.language for file in files}, f"{where}: there are no items of {{}} in it")
    words = {
        each: words_of(item for file in files if file.language == each for item in file.items) for each in languages
    }
    return LoadedData(words, files, _own_splits(declaration), counts)


def _files(named: DeclaredFiles, languages: Collection[str]) -> tuple[ItemFile, ...]:
    found = find_item_files(named.paths, None, named.naming, named.reading)
    return tuple(file for file in found if file.language in languages)


def _own_splits(declaration: Declaration) -> tuple[GivenSplit, ...]:
    name, files = declaration.data.own_split, declaration.data.items
    if name is None:
        return ()
    found = find_given_splits(files.paths, None, name, files.naming, files.reading)
    return tuple(split for split in found if split.key.language in declaration.languages)


def _refuse_missing(declaration: Declaration, there: Collection[str], problem: str) -> None:
    missing = [language for language in declaration.languages if language not in there]
    if missing:
        raise declaration.file.error(["languages"], problem.format(missing[0]))


def words_of(items: Iterable[NewItem | Item]) -> Words:
    """The words of some items, each with all its gold forms."""
    words: Words = {}
    for item in items:
        words.setdefault((item.word, item.features), set()).add(item.gold)
    return words
