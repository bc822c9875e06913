"""Reading a declaration. Every key is known and every value checked before anything is done."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import get_args

from goed.domains.registry import all_models
from goed.errors import GoedError, InputError, WrongUsageError, checked_name, quoted
from goed.making.declaration import (
    Data,
    Declaration,
    Draws,
    Files,
    ImportedPredictions,
    ReportWish,
    Runs,
)
from goed.models.configuration import described_models
from goed.models.registry import chosen
from goed.number_ranges import numbers
from goed.report.figures import FIGURES
from goed.sources.file_names import checked_language, naming
from goed.sources.header import FormReader, named_order
from goed.sources.predictions import PREDICTED_PARTS, Wanted
from goed.splits.draw import STRATEGIES, Strategy
from goed.study.items import INFLECTION
from goed.tables.toml_file import TomlTable, read_toml

TABLES = ("title", "languages", "data", "splits", "predictions", "runs", "models", "report")
FILES = ("path", "pattern", "map", "columns")
DRAWS = ("sampling", "seeds", "sizes", "dev", "test")
COLUMNS = ("lemma,form,features", "lemma,features,form")
DEVICES = ("auto", "cpu", "cuda")
MOST_SEEDS = 1000
MOST_ITEMS = 10_000_000


def read_declaration(path: Path) -> Declaration:
    """The declaration that a TOML file holds; paths in it start at its own folder."""
    file = read_toml(path)
    whole = TomlTable(file, (), file.content)
    whole.refuse_others(TABLES)
    languages = _languages(whole)
    data = _data(whole)
    draws = _draws(whole, languages)
    if not any(each.strategies for each in draws.values()) and data.own_split is None:
        raise InputError(path, "there is nothing to learn from: draw splits with [splits], or take the files' own")
    predictions = tuple(_predictions(table) for table in whole.tables("predictions"))
    runs = _runs(whole)
    declared = [*(model.name for model in runs.models), *runs.not_here, *(each.wanted.model for each in predictions)]
    return Declaration(
        file, whole.text("title") or path.stem, languages, data, draws, predictions, runs, _report(whole, declared)
    )


def _languages(whole: TomlTable) -> tuple[str, ...]:
    languages = whole.texts("languages")
    if not languages:
        raise whole.error(
            "languages" if "languages" in whole else None, 'languages are missing; say languages = ["fra", "spa"]'
        )
    for language in languages:
        try:
            checked_language(language, whole.file.path)
        except InputError as error:
            raise whole.error("languages", error.problem) from None
    return languages


def _data(whole: TomlTable) -> Data:
    table = whole.table("data")
    if table is None:
        return Data()
    table.refuse_others((*FILES, "split", "frequencies"))
    frequencies = table.table("frequencies")
    if frequencies is not None:
        frequencies.refuse_others(FILES)
    own_split = table.text("split")
    if own_split is not None:
        _checked_name(table, "split", own_split, "sampling")
        if own_split in STRATEGIES:
            raise table.error("split", f"{own_split} is how goed draws; call the files' own split otherwise: given")
    return Data(_files(table), own_split, Files() if frequencies is None else _files(frequencies))


def _files(table: TomlTable) -> Files:
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
    return Files(paths, names, FormReader(named_order(order)))


def _draws(whole: TomlTable, languages: tuple[str, ...]) -> dict[str, Draws]:
    """The splits of each language: what [splits] says, and for one of them [splits.deu] otherwise."""
    table = whole.table("splits")
    if table is None:
        return dict.fromkeys(languages, Draws())
    table.refuse_others((*DRAWS, *languages))
    common = _draws_of(table, Draws(STRATEGIES, tuple(range(5))))
    draws = {}
    for language in languages:
        own = table.table(language)
        if own is not None:
            own.refuse_others(DRAWS)
        draws[language] = common if own is None else _draws_of(own, common)
    return draws


def _draws_of(table: TomlTable, common: Draws) -> Draws:
    return Draws(
        _strategies(table) if "sampling" in table else common.strategies,
        _seeds(table) if "seeds" in table else common.seeds,
        _sizes(table) if "sizes" in table else common.sizes,
        table.whole_number("dev", 0, MOST_ITEMS) if "dev" in table else common.dev,
        _test(table) if "test" in table else common.test,
    )


def _strategies(table: TomlTable) -> tuple[Strategy, ...]:
    names = table.texts("sampling") or ()
    for name in names:
        if name not in get_args(Strategy):
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
    try:
        found = numbers(texts, key, step) if len(texts) == len(several) else None
    except WrongUsageError as error:
        raise table.error(key, str(error)) from None
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


def _predictions(table: TomlTable) -> ImportedPredictions:
    table.refuse_others((*FILES, "model", "language", "sampling", "seed", "size", "part"))
    files = _files(table)
    if not files.paths:
        raise table.error(None, "path is missing: the folder or file that holds the predictions")
    model, sampling = table.text("model"), table.text("sampling")
    for key, name in (("model", model), ("sampling", sampling)):
        if name is not None:
            _checked_name(table, key, name, key)
    size = table.values.get("size")
    wanted = Wanted(
        model,
        table.text("language"),
        sampling or "given",
        table.whole_number("seed", 0, MOST_ITEMS),
        str(size) if isinstance(size, int) and not isinstance(size, bool) else table.text("size"),
        table.one_of("part", PREDICTED_PARTS),
        files.reading,
    )
    return ImportedPredictions(files, wanted)


def _runs(whole: TomlTable) -> Runs:
    """The models that are trained. Those of the file, [models.NAME], may be named among them like goed's own."""
    known = all_models(described_models(whole.file))
    table = whole.table("runs")
    if table is None:
        return Runs(known=known)
    table.refuse_others(("models", "models_if_available", "repeats", "device"))
    names = table.texts("models") or ()
    try:
        wanted = chosen(names, known, [INFLECTION])
    except GoedError as error:
        raise table.error("models", str(error)) from None
    if_available = [name for name in table.texts("models_if_available") or () if name not in names]
    there = [known[INFLECTION, name] for name in if_available if (INFLECTION, name) in known]
    here = [model for model in there if not model.problem]
    return Runs(
        (*wanted, *here),
        known,
        tuple(name for name in if_available if known.get((INFLECTION, name)) not in here),
        table.whole_number("repeats", 1, MOST_SEEDS) or 1,
        table.one_of("device", DEVICES) or "auto",
    )


def _report(whole: TomlTable, models: Collection[str | None]) -> ReportWish:
    """What the report is to be. Where files' names tell their model (None here), any may be meant."""
    table = whole.table("report")
    if table is None:
        return ReportWish()
    table.refuse_others(("folder", "model", "figures"))
    figures = table.texts("figures") or FIGURES
    for figure in figures:
        if figure not in FIGURES:
            raise table.error("figures", f"figures are {', '.join(FIGURES)}, not {quoted(figure)}")
    model = table.text("model")
    if model is not None and model not in models and None not in models:
        names = ", ".join(map(str, models))
        raise table.error("model", f"{quoted(model)} is none of the models declared here: {names}")
    return ReportWish(Path(table.text("folder") or "report"), model, figures)


def _checked_name(table: TomlTable, key: str, name: str, what: str) -> None:
    try:
        checked_name(name, what)
    except GoedError as error:
        raise table.error(key, str(error)) from None
