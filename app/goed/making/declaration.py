"""A declared study as plain values: all that it takes from nothing to a report.

An example of its file:

    languages = ["fra", "spa"]

    [splits]
    sampling = ["uniform", "weighted"]
    sizes = "100:1000:100"

    [runs]
    models = ["nonneur"]
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from goed.errors import GoedError, unknown_name_error
from goed.making.declared_corpora import DeclaredCorpus, DeclaredCorpusSplits
from goed.models.model import Key, Model
from goed.report.figures import FIGURES
from goed.sources.file_names import Naming
from goed.sources.header import FormReader
from goed.sources.predictions import ImportOptions
from goed.splits.draw import Strategy
from goed.study.items import INFLECTION
from goed.tables.toml_file import TomlFile


@dataclass(frozen=True)
class DeclaredFiles:
    """Files or folders, and how the files are named; `paths` may be empty, and the command line may name some."""

    paths: tuple[Path, ...] = ()
    naming: Naming = field(default_factory=Naming)
    reading: FormReader = field(default_factory=FormReader)


@dataclass(frozen=True)
class DeclaredData:
    """Where items come from: files, or goed's own words where there are none."""

    items: DeclaredFiles = field(default_factory=DeclaredFiles)
    own_split: str | None = None  # what to call the files' own split; None: it is not wanted
    frequencies: DeclaredFiles = field(default_factory=DeclaredFiles)


@dataclass(frozen=True)
class DeclaredSplits:
    """The splits to draw for a language."""

    sampling: tuple[Strategy, ...] = ()
    seeds: tuple[int, ...] = (0,)
    sizes: tuple[int, ...] | None = None  # None: as many as the language has items for, as in the paper
    dev: int | None = None  # None: 500, or less in a small language
    test: int | None = None  # None: all that are left


@dataclass(frozen=True)
class DeclaredPredictions:
    """Predictions of a model that was run elsewhere."""

    files: DeclaredFiles
    wanted: ImportOptions


@dataclass(frozen=True)
class DeclaredRuns:
    """The models to train, and how."""

    models: tuple[Model, ...] = ()
    installed: dict[Key, Model] = field(default_factory=dict)  # every model that this installation has
    unavailable: tuple[str, ...] = ()  # of models_if_available: those that this installation lacks
    repeats: int = 1  # training seeds for each split
    device: str = "auto"


@dataclass(frozen=True)
class DeclaredReport:
    """The report that is wanted."""

    folder: Path | None = None  # None: no report
    model: str | None = None  # whose errors are shown by size
    figures: tuple[str, ...] = FIGURES
    published: str | None = None  # the paper whose results the learner chosen on dev is held against


@dataclass(frozen=True)
class Declaration:
    """A declared study."""

    file: TomlFile
    title: str
    languages: tuple[str, ...]
    data: DeclaredData
    splits: Mapping[str, DeclaredSplits]  # by language
    predictions: tuple[DeclaredPredictions, ...]
    runs: DeclaredRuns
    report: DeclaredReport
    domain: str = INFLECTION
    corpora: tuple[DeclaredCorpus, ...] = ()  # in domains that learn from corpora, in place of data and splits
    corpus_splits: DeclaredCorpusSplits = field(default_factory=DeclaredCorpusSplits)

    def with_models_only(self, names: tuple[str, ...]) -> Declaration:
        """The same declaration, but only these of its models are trained; all if none is named."""
        there = [model.name for model in self.runs.models]
        for name in names:
            if name not in there:
                raise unknown_name_error(name, "model that is declared and can be trained here", there)
        wanted = tuple(model for model in self.runs.models if not names or model.name in names)
        return replace(self, runs=replace(self.runs, models=wanted))

    def with_files(self, items: tuple[Path, ...], frequencies: tuple[Path, ...]) -> Declaration:
        """The same declaration, but with other files if any are named."""
        data = self.data
        if self.corpora and (items or frequencies):
            raise GoedError(
                f"{self.file.path} is about corpora; name their files in it, with path under [[corpora]]: --data and "
                "--frequencies are for items"
            )
        if items:
            data = replace(data, items=replace(data.items, paths=items))
        if frequencies:
            data = replace(data, frequencies=replace(data.frequencies, paths=frequencies))
        return replace(self, data=data)
