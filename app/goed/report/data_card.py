"""The card beside an exported data set: its contents, sources and licences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from importlib.resources import files
from typing import NamedTuple, Protocol

from goed import __version__
from goed.errors import visible
from goed.labels.peoples_labels import CLASSIFIER, DISPUTED
from goed.report.report_data import SELECTED
from goed.sources.embedded_items import SOURCE_PREFIX, licences
from goed.study.corpora import sources_of_corpora
from goed.study.items import sources_of_items
from goed.study.output_words import classifiers_used
from goed.study.selection import Selection
from goed.study.study import Study, now
from goed.study.tallies import part_tallies
from goed_classifiers.values import CORRECT

OF_ITEMS, OF_TOKENS = "data_card.md", "token_data_card.md"  # templates


class CountedRow(Protocol):
    """What a card tells of a row of the data set."""

    @property
    def language(self) -> str:
        """The language of its item."""

    @property
    def error(self) -> str:
        """The error by the label that counts."""

    @property
    def n_predictions(self) -> int:
        """How many predictions it stands for."""

    @property
    def source(self) -> str:
        """Whose label it is."""


class CardRow(NamedTuple):
    """A row of which only that is kept."""

    language: str
    error: str
    n_predictions: int
    source: str


def data_card(
    study: Study,
    selection: Selection,
    only_wrong: bool,
    file: str,
    rows: Sequence[CountedRow],
    sha256: str,
    template: str = OF_ITEMS,
) -> str:
    """The card in Markdown: a template, filled in."""
    languages = sorted({row.language for row in rows})
    checked = [row for row in rows if row.source not in (CLASSIFIER, DISPUTED)]
    sources = Counter(row.source for row in rows).most_common()
    return (
        files("goed.report")
        .joinpath(template)
        .read_text(encoding="utf-8")
        .format(
            file=_text(file),
            version=__version__,
            now=now(),
            study=_text(study.path.name),
            sha256=sha256,
            selection=_selection(selection) + ("; only outputs that are wrong" if only_wrong else ""),
            contents="\n".join(_contents(language, rows) for language in languages),
            models=_models(study, selection),
            n_checked=len(checked),
            n_rows=len(rows),
            share_checked=len(checked) / len(rows),
            sources="\n".join(f"- {_text(source)}: {number:,}" for source, number in sources),
            classifiers=_classifiers(study, languages),
            licences=_licences(study, set(languages)),
        )
    )


def _selection(selection: Selection) -> str:
    said = [
        f"{name} {', '.join(_text(str(value)) for value in values)}"
        for name in SELECTED
        if (values := getattr(selection, name)) is not None
    ]
    return "; ".join(said) or "everything in the study"


def _contents(language: str, rows: Sequence[CountedRow]) -> str:
    """A row of the card's table of contents."""
    of_language = [row for row in rows if row.language == language]
    n_wrong = sum(row.error != CORRECT for row in of_language)
    n_predictions = sum(row.n_predictions for row in of_language)
    return f"| {_text(language)} | {len(of_language):,} | {n_wrong:,} | {n_predictions:,} |"


def _models(study: Study, selection: Selection) -> str:
    """The models that made predictions, each with its number of runs."""
    tallies = [tally for tally in part_tallies(study) if selection.has(tally)]
    runs = {(tally.model, tally.split_id, tally.size, tally.training_seed) for tally in tallies}
    counts = Counter(model for model, *_ in runs)
    return ", ".join(f"{_text(model)} (runs: {counts[model]:,})" for model in sorted(counts))


def _classifiers(study: Study, languages: Sequence[str]) -> str:
    used = {str(name) for _, language, _, name, _ in classifiers_used(study) if name and language in languages}
    return ", ".join(map(_text, sorted(used))) or "none"


def _licences(study: Study, languages: set[str]) -> str:
    """The licence of each embedded file that items of these languages come from, and the names of other sources."""
    by_file = {licence.file: licence for licence in licences()}
    embedded, others = [], []
    for path, sha256 in sources_of_items(study, languages):
        file = path.removeprefix(SOURCE_PREFIX)
        if path.startswith(SOURCE_PREFIX):
            if file.split("/")[0] in languages and file in by_file:
                embedded.append(f"| {file} | {by_file[file].licence} | {by_file[file].sources} |")
        else:
            others.append(f"- {_text(path)}" + (f" (SHA-256 `{sha256}`)" if sha256 else ""))
    parts = []
    if embedded:
        parts.append(
            "Lemmas, features, gold forms and accepted variants of these files come with goed; their licences hold for "
            "what is taken from them here:\n\n| file | licence | from |\n|---|---|---|\n" + "\n".join(embedded)
        )
    if of_corpora := sources_of_corpora(study, languages):
        lines = [
            f"| {_text(name)} | {_text(licence) or 'not told'} | {_text(path)} |" for name, licence, path in of_corpora
        ]
        parts.append(
            "Sentences, tags and trees of these corpora; their licences hold for what is taken from them here:\n\n"
            "| corpus | licence | from |\n|---|---|---|\n" + "\n".join(lines)
        )
    if others:
        parts.append("Brought in by the study's owner, who knows under which licence:\n\n" + "\n".join(others))
    return "\n\n".join(parts) or "No source is known."


def _text(text: str) -> str:
    """A user's text, escaped so that Markdown shows it as it is."""
    return "".join(f"\\{c}" if c in "\\`*_[]<>|#&" else c for c in visible(text))
