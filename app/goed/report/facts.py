"""The facts at the top of a report: what the study holds, what was checked, versions."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.metadata import version
from platform import python_version
from typing import NamedTuple

from goed import __version__
from goed.report.report_data import ReportData, goed_call
from goed.study import runs as provenance
from goed.study.corpora import stored_corpora
from goed.study.output_words import classifiers_used
from goed.study.samples import samples
from goed.study.selection import Selection
from goed.study.splits import sizes_in_words, splits

MOST_NAMED = 12  # models
LIBRARIES = ("matplotlib", "numpy", "pandas", "scipy", "statsmodels")


class Fact(NamedTuple):
    """A name, and what is said about it."""

    name: str
    says: str


def facts(data: ReportData) -> Iterator[Fact]:
    """What the study holds, in a few lines."""
    yield Fact("Languages", ", ".join(data.titles.values()))
    models = data.models()
    first = ", ".join(models[:MOST_NAMED])
    yield Fact("Models", f"{len(models)}: {first}, …" if len(models) > MOST_NAMED else first)
    yield Fact("Sampling", ", ".join(sorted(data.rows("accuracy")["sampling"].unique())))
    yield from _corpora(data)
    for language in data.languages:
        of_language = data.rows("accuracy", language)
        sizes = sizes_in_words(data.sizes(language))
        n_runs = int(of_language["n_seeds"].max())
        runs = f"up to {n_runs} runs a cell" if n_runs > 1 else "one run a cell"
        asked = f"{int(of_language['n_items'].max()):,} {'items' if data.domain.text is None else 'words'}"
        of_tokens = "" if data.domain.text is None else f" {data.domain.unit}"
        yield Fact(data.titles[language], f"training sets of {sizes}{of_tokens}; {runs}; {asked} in {data.part}")
    yield Fact("Runs", _runs(data))
    yield Fact("Labels checked", _checked(data))
    yield Fact("Audit", _audit(data))
    yield Fact("Made with", f"goed {__version__}; classifiers {_classifiers(data)}; settings and all versions below")


def _corpora(data: ReportData) -> Iterator[Fact]:
    """The corpora with their licences, and where learners saw more of them than the section for training."""
    if data.domain.text is None:
        return
    shown = {name for names in data.corpora.values() for name in names}
    corpora = [corpus for corpus in stored_corpora(data.study) if corpus.name in shown]
    yield Fact("Corpora", "; ".join(f"{each.name} ({each.licence or 'licence not told'})" for each in corpora))
    there = set(data.rows("accuracy")["sampling"])
    saw_all = {split.sampling for split in splits(data.study) if split.learn_from == "all" and split.sampling in there}
    if saw_all:
        yield Fact("Text", f"{', '.join(sorted(saw_all))}: learners saw that of all sections, without gold answers")


def _checked(data: ReportData) -> str:
    """How many wrong predictions have labels that people looked at."""
    if "errors" not in data.tables:
        return "there are no errors"
    rows = data.rows("errors")
    n = int(rows["n"].sum())
    n_checked = round(float((rows["n"] * rows["checked"].fillna(0)).sum()))
    share = f"{100 * n_checked / n:.1f} %" if n else "none"
    rest = "" if n_checked == n else "; the others are the classifier's alone"
    return f"people looked at {share} of {n:,} wrong predictions ({n_checked:,}){rest}"


def _audit(data: ReportData) -> str:
    """Whether a blind sample says how far the labels can be trusted, and how far it has been judged."""
    if "audited-errors" not in data.tables:
        drawn = ", and none of those that are drawn is judged" if samples(data.study) else ""
        draw = goed_call(data.study, ["audit"], Selection())
        return f"none yet{drawn}: how far the labels can be trusted is not known (`{draw}` draws a sample)"
    return "; ".join(data.tables["audited-errors"].notes) or "there is one"


def _runs(data: ReportData) -> str:
    states = provenance.run_states(data.study)
    left = [f"{number:,} {name}" for name, number in states._asdict().items() if name != "done" and number]
    return f"{states.done:,} done" + (f"; {', '.join(left)}: not in this report" if left else "")


def made_with(data: ReportData) -> Iterator[Fact]:
    """The versions that are needed to make the same report again."""
    libraries = ", ".join(f"{name} {version(name)}" for name in LIBRARIES)
    yield Fact("Report", f"goed {__version__}, Python {python_version()}, {libraries}")
    yield Fact("Classifiers", _classifiers(data))
    versions = provenance.versions(data.study)
    if versions:
        ran = (", ".join(f"{name} {number}" for name, number in sorted(one.items())) for one in versions)
        yield Fact("Runs made with", "; ".join(ran))


def _classifiers(data: ReportData) -> str:
    """The versions of the classifiers that labelled the outputs: eng 3, deu 2, ara 2."""
    domain = data.domain.name
    used = [
        name or "none"
        for of, language, _, name, _ in classifiers_used(data.study)
        if of == domain and language in data.languages
    ]
    return ", ".join(dict.fromkeys(used))


def settings(data: ReportData) -> Iterator[tuple[str, str, str]]:
    """Name, kind and settings of each model in the report."""
    shown = set(data.models())
    for model in provenance.models(data.study):
        if model.name in shown:
            text = json.dumps(model.settings, ensure_ascii=False, sort_keys=True) if model.settings else ""
            yield model.name, model.kind, text
