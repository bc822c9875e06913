"""Corpora in a declaration, and how they are split. An example of the file:

domain = "dependencies"

[[corpora]]
name = "danish"            # one that comes with goed

[[corpora]]
name = "swedish"           # files of the user's own
language = "swe"
path = "talbanken.conll"
dev = "1-1000"
test = "1001-2000"

[splits]
learn_from = "all"         # the corpora's own sections; learners see the text of all of them
order = "uniform"          # and training sets that grow, drawn from what is for training
sizes = [1000, 10000, "all"]
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from goed.corpora.layouts import LAYOUTS
from goed.errors import GoedError, InputError, checked_name
from goed.number_ranges import stretch
from goed.sources.corpus_request import CorpusRequest
from goed.sources.embedded_corpora import embedded_corpora
from goed.splits.utterances import ORDERS, Order
from goed.tables.toml_file import TomlTable

FILES = ("path", "train", "dev", "test")
HOW_TO_READ = ("licence", "upos", "punctuation", "punctuation_column", "read_as")
LEARN_FROM = ("training", "all")
ALL = "all"  # the size of the whole training list
MOST_SEEDS, MOST_UTTERANCES, MOST_TOKENS = 1_000, 10_000_000, 1_000_000_000


@dataclass(frozen=True)
class DeclaredCorpus:
    """A corpus that comes with goed, or one that files are to become."""

    name: str
    language: str
    table: TomlTable  # where it is declared
    request: CorpusRequest | None = None  # None: it comes with goed


@dataclass(frozen=True)
class DeclaredCorpusSplits:
    """How all corpora are split: by their own sections, by drawing, or both."""

    learn_from: str | None = None  # of the split that their sections make; None: it is not wanted
    orders: tuple[Order, ...] = ()
    seeds: int = 1
    sizes: tuple[int | str, ...] | None = None  # in tokens, or `all`; None: 100, 300, 1,000 …, and all
    dev: int | None = None  # utterances; None: as the corpus has it
    test: int | None = None


def declared_corpora(whole: TomlTable) -> tuple[DeclaredCorpus, ...]:
    """The corpora that [[corpora]] tables describe."""
    tables = whole.tables("corpora")
    if not tables:
        raise whole.error("corpora" if "corpora" in whole else None, "corpora are missing; say [[corpora]] with a name")
    corpora: list[DeclaredCorpus] = []
    for table in tables:
        corpus = _corpus(table)
        if corpus.name in [other.name for other in corpora]:
            raise table.error("name", f"there are two corpora {corpus.name}; give each a name of its own")
        if other := next((each.name for each in corpora if each.language == corpus.language), None):
            problem = f"{other} and {corpus.name} are both of {corpus.language}, and a report shows one of a language"
            raise table.error("name", f"{problem}; declare them apart")
        corpora.append(corpus)
    return tuple(corpora)


def _corpus(table: TomlTable) -> DeclaredCorpus:
    table.refuse_others(("name", "language", *FILES, *HOW_TO_READ))
    name, language = table.text("name"), table.text("language")
    if name is None:
        raise table.error(None, "name is missing: that of a corpus")
    if not any(key in table for key in FILES):
        return _embedded(table, name, language)
    try:
        checked_name(name, "corpus")
    except GoedError as error:
        raise table.error("name", str(error)) from None
    if language is None:
        raise table.error(None, f'the language of {name} is missing; say language = "dan"')
    return DeclaredCorpus(name, language, table, _request(table, name, language))


def _embedded(table: TomlTable, name: str, language: str | None) -> DeclaredCorpus:
    there = embedded_corpora()
    if name not in there:
        raise table.error("name", f"goed has {' and '.join(there)} of its own; of {name}, say the files with path")
    if language not in (None, there[name].language):
        raise table.error("language", f"the language of goed's own corpus {name} is {there[name].language}")
    return DeclaredCorpus(name, there[name].language, table)


def _request(table: TomlTable, name: str, language: str) -> CorpusRequest:
    files = _paths(table, "path")
    sections = {section: _sections(table, section) for section in FILES[1:]}
    upos = _paths(table, "upos")
    return CorpusRequest(
        tuple(files),
        language,
        name,
        table.text("licence") or "",
        **sections,
        upos=upos[0] if upos else None,
        punctuation=table.texts("punctuation") or (),
        punctuation_column=table.text("punctuation_column") or "tag",
        read_as=table.one_of("read_as", tuple(LAYOUTS)),
    )


def _paths(table: TomlTable, key: str) -> list[Path]:
    """The files under a key; their paths begin at the declaration's folder."""
    folder = table.file.path.absolute().parent
    paths = [folder / name for name in table.texts(key) or ()]
    for path in paths:
        if not path.is_file():
            raise table.error(key, f"there is no file {path}")
    return paths


def _sections(table: TomlTable, section: str) -> tuple[str, ...]:
    """Numbers of utterances, or files."""
    said = table.texts(section) or ()
    if all(stretch(text) for text in said):
        return said
    return tuple(map(str, _paths(table, section)))


def declared_corpus_splits(whole: TomlTable) -> DeclaredCorpusSplits:
    """What [splits] says, where corpora are split; by default, their own sections."""
    table = whole.table("splits") or TomlTable(whole.file, (), {})
    table.refuse_others(("learn_from", "order", *DRAWN))
    orders = _orders(table)
    learn_from = table.one_of("learn_from", LEARN_FROM)
    if not orders:
        if of_draws := next((key for key in DRAWN if key in table), None):
            raise table.error(of_draws, f'{of_draws} is about training sets that are drawn; say order = "uniform"')
        learn_from = learn_from or LEARN_FROM[0]
    return DeclaredCorpusSplits(learn_from, orders, **{key: read(table) for key, read in DRAWN.items() if key in table})


def _orders(table: TomlTable) -> tuple[Order, ...]:
    names = table.texts("order") or ()
    for name in names:
        if name not in ORDERS:
            raise table.error("order", f"order is one of {', '.join(ORDERS)}, or a list of them, not '{name}'")
    return tuple(order for order in ORDERS if order in names)


def _sizes(table: TomlTable) -> tuple[int | str, ...]:
    said = table.values["sizes"]
    sizes = said if isinstance(said, list) else [said]
    if not sizes or not all(size == ALL or (type(size) is int and 0 < size <= MOST_TOKENS) for size in sizes):
        raise table.error("sizes", 'sizes are numbers of tokens, as [300, 1000, "all"]')
    return tuple(dict.fromkeys(sizes))


DRAWN: dict[str, Callable[[TomlTable], Any]] = {  # keys of [splits] about drawing, fields of DeclaredCorpusSplits
    "seeds": lambda table: table.whole_number("seeds", 1, MOST_SEEDS),
    "sizes": _sizes,
    "dev": lambda table: table.whole_number("dev", 0, MOST_UTTERANCES),
    "test": lambda table: table.whole_number("test", 1, MOST_UTTERANCES),
}


def located(corpus: DeclaredCorpus, error: GoedError) -> GoedError:
    """An error about a corpus, with the line where it is declared; one about a file of its own stays as it is."""
    return error if isinstance(error, InputError) else corpus.table.error(None, str(error))
