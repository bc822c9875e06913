"""Reading declarations: finding the TOML file, and checking every key and value."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from goed.domains.registry import all_models, domain_of, domains, with_unlisted
from goed.errors import GoedError, InputError, WrongUsageError, checked_name, quoted
from goed.making.declaration import (
    Declaration,
    DeclaredData,
    DeclaredFiles,
    DeclaredPredictions,
    DeclaredReport,
    DeclaredRuns,
    DeclaredSplits,
)
from goed.making.declared_corpora import declared_corpora, declared_corpus_splits
from goed.models.configuration import described_models
from goed.models.registry import models_named
from goed.number_ranges import numbers
from goed.own_data import data_folder
from goed.report.figures import FIGURES
from goed.sources.embedded_items import SOURCE_PREFIX
from goed.sources.file_names import checked_language, naming
from goed.sources.header import FormReader, named_order
from goed.sources.predictions import PREDICTED_PARTS, ImportOptions
from goed.splits.draw import STRATEGIES, Strategy
from goed.statistics.printed_results import PAPERS
from goed.study.items import INFLECTION
from goed.tables.toml_file import TomlTable, read_toml

TABLES = ("title", "domain", "languages", "data", "splits", "predictions", "runs", "models", "report")
TABLES_OF_CORPORA = ("title", "domain", "corpora", "splits", "runs", "models", "report")
FILES = ("path", "pattern", "map", "columns")
COLUMNS = ("lemma,form,features", "lemma,features,form")
DEVICES = ("auto", "cpu", "cuda")
MOST_SEEDS = 1000
MOST_ITEMS = 10_000_000


def shipped_declarations() -> list[Path]:
    """The files of the declarations that come with goed."""
    return sorted((data_folder() / "studies").glob("*.toml"))


def find_declaration(path: Path) -> Path:
    """The user's file; if there is none, goed's own of that name."""
    if path.exists():
        return path
    own = {file.name: file for file in shipped_declarations()}
    if str(path) in own:
        return own[str(path)]
    raise GoedError(f"{path}: there is no such file, and goed has only {', '.join(own)} of its own")


def name_in_study(path: Path) -> str:
    """How a study records where its declaration came from: the user's path, or the name of one of goed's own."""
    return str(path) if path.exists() else f"{SOURCE_PREFIX}{path}"


def read_declaration(path: Path) -> Declaration:
    """The declaration in a TOML file; paths in it are relative to the file's folder."""
    file = read_toml(path)
    whole = TomlTable(file, (), file.content)
    domain = whole.one_of("domain", domains()) or INFLECTION
    if domain_of(domain).text is not None:
        return _of_corpora(whole, domain)
    whole.refuse_others(TABLES)
    languages = _languages(whole)
    data = _data(whole)
    splits = _splits(whole, languages)
    if not any(each.sampling for each in splits.values()) and data.own_split is None:
        raise InputError(path, "there is nothing to learn from: draw splits with [splits], or take the files' own")
    predictions = tuple(_predictions(table) for table in whole.tables("predictions"))
    runs = _runs(whole, domain)
    declared = [*(model.name for model in runs.models), *runs.unavailable, *(each.wanted.model for each in predictions)]
    report = _report(whole, declared)
    title = whole.text("title") or path.stem
    return Declaration(file, title, languages, data, splits, predictions, runs, report, domain)


def _of_corpora(whole: TomlTable, domain: str) -> Declaration:
    """A declaration whose learners learn from corpora."""
    whole.refuse_others(TABLES_OF_CORPORA)
    corpora = declared_corpora(whole)
    runs = _runs(whole, domain)
    return Declaration(
        whole.file,
        whole.text("title") or whole.file.path.stem,
        tuple(dict.fromkeys(corpus.language for corpus in corpora)),
        DeclaredData(),
        {},
        (),
        runs,
        _report(whole, [*(model.name for model in runs.models), *runs.unavailable]),
        domain,
        corpora,
        declared_corpus_splits(whole),
    )


def _languages(whole: TomlTable) -> tuple[str, ...]:
    languages = whole.texts("languages")
    if not languages:
        raise whole.error(
            "languages" if "languages" in whole else None, 'languages are missing; say languages = ["fra", "spa"]'
        )
    for language in languages:
        with _located(whole, "languages"):
            checked_language(language, whole.file.path)
    return languages


def _data(whole: TomlTable) -> DeclaredData:
    table = whole.table("data") or TomlTable(whole.file, (), {})
    table.refuse_others((*FILES, "split", "frequencies"))
    frequencies = table.table("frequencies") or TomlTable(whole.file, (), {})
    frequencies.refuse_others(FILES)
    own_split = table.text("split")
    if own_split is not None:
        with _located(table, "split"):
            checked_name(own_split, "sampling")
        if own_split in STRATEGIES:
            raise table.error("split", f"{own_split} is how goed draws; call the files' own split otherwise: given")
    return DeclaredData(_files(table), own_split, _files(frequencies))


def _files(table: TomlTable) -> DeclaredFiles:
    folder = table.file.path.absolute().parent
    order = table.one_of("columns", COLUMNS)
    words = [f"{word}={meaning}" for word, meaning in table.words("map").items()]
    try:
        names = naming(table.text("pattern"), words)
    except WrongUsageError as error:
        key = "map" if str(error).startswith("--map") else "pattern"
        raise table.error(key, str(error).removeprefix("--")) from None
    paths = tuple(folder / path for path in table.texts("path") or ())
    for path in paths:
        if not path.exists():
            raise table.error("path", f"there is no file or folder {path}")
    return DeclaredFiles(paths, names, FormReader(named_order(order)))


def _splits(whole: TomlTable, languages: tuple[str, ...]) -> dict[str, DeclaredSplits]:
    """The splits of each language: as [splits] says, unless for example [splits.deu] says otherwise for one."""
    table = whole.table("splits")
    if table is None:
        return dict.fromkeys(languages, DeclaredSplits())
    table.refuse_others((*SPLITS, *languages))
    common = _splits_in(table, DeclaredSplits(STRATEGIES, tuple(range(5))))
    splits = dict.fromkeys(languages, common)
    for language in languages:
        if own := table.table(language):
            own.refuse_others(SPLITS)
            splits[language] = _splits_in(own, common)
    return splits


def _splits_in(table: TomlTable, common: DeclaredSplits) -> DeclaredSplits:
    return replace(common, **{key: read(table) for key, read in SPLITS.items() if key in table})


def _sampling(table: TomlTable) -> tuple[Strategy, ...]:
    names = table.texts("sampling") or ()
    for name in names:
        if name not in STRATEGIES:
            raise table.error("sampling", f"sampling is uniform, weighted, or both as a list, not '{name}'")
    return tuple(strategy for strategy in STRATEGIES if strategy in names)


def _seeds(table: TomlTable) -> tuple[int, ...]:
    """5 stands for 0 to 4; a list or a range names the seeds one by one."""
    if isinstance(table.values["seeds"], int):
        return tuple(range(table.whole_number("seeds", 1, MOST_SEEDS) or 0))
    return _numbers(table, "seeds", step=1)


def _sizes(table: TomlTable) -> tuple[int, ...]:
    sizes = _numbers(table, "sizes", step=100)
    if not sizes[0]:
        raise table.error("sizes", "sizes: nothing is learned from a training set of 0")
    return sizes


def _numbers(table: TomlTable, key: str, step: int) -> tuple[int, ...]:
    value = table.values[key]
    several = value if isinstance(value, list) else [value]
    texts = [str(each) for each in several if isinstance(each, str | int) and not isinstance(each, bool)]
    with _located(table, key):
        found = numbers(texts, key, step) if len(texts) == len(several) else None
    if not found:
        example = "100:1000:100" if step > 1 else "0:4"
        raise table.error(key, f'{key} are whole numbers, as [100, 300], or a range, as "{example}"')
    return tuple(found)


def _test(table: TomlTable) -> int | None:
    if table.values["test"] == "rest":
        return None
    try:
        return table.whole_number("test", 1, MOST_ITEMS)
    except InputError:
        raise table.error("test", 'test is a whole number from 1 up, or "rest"') from None


SPLITS: dict[str, Callable[[TomlTable], Any]] = {  # keys of [splits], which are fields of DeclaredSplits
    "sampling": _sampling,
    "seeds": _seeds,
    "sizes": _sizes,
    "dev": lambda table: table.whole_number("dev", 0, MOST_ITEMS),
    "test": _test,
}


def _predictions(table: TomlTable) -> DeclaredPredictions:
    table.refuse_others((*FILES, "model", "language", "sampling", "seed", "size", "part"))
    files = _files(table)
    if not files.paths:
        raise table.error(None, "path is missing: the folder or file that holds the predictions")
    model, sampling = table.text("model"), table.text("sampling")
    for key, name in (("model", model), ("sampling", sampling)):
        if name is not None:
            with _located(table, key):
                checked_name(name, key)
    size = table.values.get("size")
    wanted = ImportOptions(
        model,
        table.text("language"),
        sampling or "given",
        table.whole_number("seed", 0, MOST_ITEMS),
        str(size) if isinstance(size, int) and not isinstance(size, bool) else table.text("size"),
        table.one_of("part", PREDICTED_PARTS),
        files.reading,
    )
    return DeclaredPredictions(files, wanted)


def _runs(whole: TomlTable, domain: str) -> DeclaredRuns:
    """The models to train: goed's own, and those that the file describes under [models.NAME]."""
    table = whole.table("runs") or TomlTable(whole.file, (), {})
    table.refuse_others(("models", "models_if_available", "repeats", "device"))
    names = table.texts("models") or ()
    if_available = [name for name in table.texts("models_if_available") or () if name not in names]
    known = all_models(described_models(whole.file))
    known = with_unlisted(known, [(domain, name) for name in (*names, *if_available)])
    with _located(table, "models"):
        wanted = models_named(names, known, [domain])
    for model in wanted:
        if model.domain != domain:
            raise table.error("models", f"{model.name} learns {model.domain}, and this declaration is about {domain}")
    there = [known[domain, name] for name in if_available if (domain, name) in known]
    here = [model for model in there if not model.problem]
    return DeclaredRuns(
        (*wanted, *here),
        known,
        tuple(name for name in if_available if known.get((domain, name)) not in here),
        table.whole_number("repeats", 1, MOST_SEEDS) or 1,
        table.one_of("device", DEVICES) or "auto",
    )


def _report(whole: TomlTable, models: Collection[str | None]) -> DeclaredReport:
    """The wanted report. A None among `models` means that names of files tell the model: then any name is allowed."""
    table = whole.table("report")
    if table is None:
        return DeclaredReport()
    table.refuse_others(("folder", "model", "figures", "published"))
    figures = table.texts("figures") or FIGURES
    for figure in figures:
        if figure not in FIGURES:
            raise table.error("figures", f"figures are {', '.join(FIGURES)}, not {quoted(figure)}")
    model = table.text("model")
    if model is not None and model not in models and None not in models:
        names = ", ".join(map(str, models))
        raise table.error("model", f"{quoted(model)} is none of the models declared here: {names}")
    published = table.one_of("published", [paper.name for paper in PAPERS])
    return DeclaredReport(Path(table.text("folder") or "report"), model, figures, published)


@contextmanager
def _located(table: TomlTable, key: str) -> Iterator[None]:
    """Give errors about the value of a key the line that it stands on."""
    try:
        yield
    except GoedError as error:
        raise table.error(key, error.problem if isinstance(error, InputError) else str(error)) from None
