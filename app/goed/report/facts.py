"""What stands on top of a report: what the study holds, how much of it people checked, and what made it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import NamedTuple

from goed import __version__
from goed.errors import visible
from goed.labels.names import title_of
from goed.report.commands import call
from goed.report.material import Material
from goed.statistics.selection import Selection
from goed.study import runs as provenance
from goed.study.output_words import classifiers_used
from goed.study.samples import samples
from goed.study.splits import in_brief

LIBRARIES = ("matplotlib", "numpy", "pandas", "scipy", "statsmodels")


class Fact(NamedTuple):
    """A name with what is to be said of it."""

    name: str
    says: str


def facts(material: Material) -> Iterator[Fact]:
    """What the study holds, in a few lines."""
    accuracies = material.rows("accuracy")
    yield Fact("Languages", ", ".join(title_of(language) for language in material.languages))
    yield Fact("Models", _listed(material.models()))
    yield Fact("Sampling", ", ".join(sorted(accuracies["sampling"].unique())))
    for language in material.languages:
        of_language = material.of_language("accuracy", language)
        sizes = in_brief(material.sizes(language))
        n_runs = int(of_language["n_seeds"].max())
        runs = f"up to {n_runs} runs a cell" if n_runs > 1 else "one run a cell"
        items = f"{int(of_language['n_items'].max()):,} items"
        yield Fact(title_of(language), f"training sets of {sizes}; {runs}; {items} in {material.part}")
    yield Fact("Runs", _runs(material))
    yield Fact("Labels checked", checked(material))
    yield Fact("Audit", audit(material))
    yield Fact(
        "Made with", f"goed {__version__}; classifiers {_classifiers(material)}; settings and all versions below"
    )


def checked(material: Material) -> str:
    """How much of the labels of wrong forms people looked at."""
    if "errors" not in material.tables:
        return "there are no errors"
    rows = material.rows("errors")
    n = int(rows["n"].sum())
    n_checked = round(float((rows["n"] * rows["checked"].fillna(0)).sum()))
    share = f"{100 * n_checked / n:.1f} %" if n else "none"
    rest = "" if n_checked == n else "; the others are the classifier's alone"
    return f"people looked at {share} of {n:,} wrong predictions ({n_checked:,}){rest}"


def audit(material: Material) -> str:
    """Whether there is a blind sample that says how far the labels can be trusted, and how far it is judged."""
    if "audited-errors" not in material.tables:
        drawn = ", and none of those that are drawn is judged" if samples(material.study) else ""
        draw = call(material.study, ["audit"], Selection())
        return f"none yet{drawn}: how far the labels can be trusted is not known (`{draw}` draws a sample)"
    return "; ".join(material.tables["audited-errors"].notes) or "there is one"


def _runs(material: Material) -> str:
    states = provenance.run_states(material.study)
    left = [f"{number:,} {name}" for name, number in states._asdict().items() if name != "done" and number]
    return f"{states.done:,} done" + (f"; {', '.join(left)}: not in this report" if left else "")


def _listed(names: list[str], most: int = 12) -> str:
    shown = ", ".join(names[:most])
    return f"{len(names)}: {shown}, …" if len(names) > most else shown


def made_with(material: Material) -> Iterator[Fact]:
    """Versions and settings: what one needs to make the same again."""
    import sys
    from importlib.metadata import version

    python = ".".join(map(str, sys.version_info[:3]))
    libraries = ", ".join(f"{name} {version(name)}" for name in LIBRARIES)
    yield Fact("Report", f"goed {__version__}, Python {python}, {libraries}")
    yield Fact("Classifiers", _classifiers(material))
    ran = [", ".join(f"{name} {number}" for name, number in sorted(one.items())) for one in _versions(material)]
    if ran:
        yield Fact("Runs made with", "; ".join(ran))


def _classifiers(material: Material) -> str:
    """Which versions labelled the outputs: eng 3, deu 2, ara 2."""
    used = [name for _, language, _, name, _ in classifiers_used(material.study) if language in material.languages]
    return ", ".join(name or "none" for name in used)


def _versions(material: Material) -> list[dict[str, str]]:
    return provenance.versions(material.study)


def settings(material: Material) -> Iterator[tuple[str, str, str]]:
    """Name, kind and settings of each model in the report."""
    shown = set(material.models())
    for model in provenance.models(material.study):
        if model.name in shown:
            text = json.dumps(model.settings, ensure_ascii=False, sort_keys=True) if model.settings else ""
            yield model.name, model.kind, visible(text)
