"""`goed make`: makes a study from its declaration, up to the report."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from goed.commands.options import Command, MultiValueOption, multi_value_option, opened, study_option, talk
from goed.commands.output import format_option, print_rows
from goed.commands.run import cluster_at, cluster_option, read_cluster
from goed.errors import GoedError, WrongUsageError
from goed.study.selection import Selection

if TYPE_CHECKING:
    from goed.making.declaration import Declaration, DeclaredReport, DeclaredRuns
    from goed.making.loaded_data import LoadedData
    from goed.report.report import Report
    from goed.runs.cluster.connection import Cluster
    from goed.study.study import Study


@dataclass(frozen=True)
class CommandLineOverrides:
    """What the command line adds to the declaration, or overrides in it."""

    path: Path | None  # of the declaration
    data: tuple[Path, ...]
    frequencies: tuple[Path, ...]
    folder: Path | None  # for the report
    replace: bool
    models: tuple[str, ...]
    jobs: int | None
    cluster: str | None


@click.command(cls=Command)
@click.argument("path", required=False, type=click.Path(path_type=Path), metavar="[STUDY.toml]")
@click.option(
    "--data",
    cls=MultiValueOption,
    type=click.Path(path_type=Path),
    metavar="PATH ...",
    help="Files or folders of items.",
)
@click.option(
    "--frequencies",
    cls=MultiValueOption,
    type=click.Path(path_type=Path),
    metavar="PATH ...",
    help="Files with counts of them.",
)
@click.option("-o", "--output", "folder", type=click.Path(path_type=Path), metavar="DIR", help="Folder for the report.")
@click.option("--replace", is_flag=True, help="Write over files of the report that are not as goed wrote them.")
@multi_value_option("--model", "models", "NAME ...", "Train only these of the declared models.")
@click.option("--jobs", type=click.IntRange(1, 1024), metavar="N", help="Processes at work.  [default: one per core]")
@cluster_option
@click.option("--list", "list_them", is_flag=True, help="List the declarations that come with goed.")
@click.option("--show", is_flag=True, help="Only print the declaration; without STUDY.toml, the study's own.")
@format_option
@study_option
def command(list_them: bool, show: bool, form: str, study: Path, **options: Any) -> int:
    """Make a declared study, from nothing to report.

    The declaration says it all: words, splits, models, predictions to bring in, the report. What is there already is
    not done again: a study that was interrupted goes on, one whose declaration has grown gets the rest. kodner2023.toml
    comes with goed; `goed make kodner2023.toml --show > mine.toml` makes a copy of it to change. Neural models take
    minutes to hours for each run: --model leaves out what can wait.
    """
    overrides = CommandLineOverrides(**options)
    if list_them:
        _list(form)
        return 0
    if show:
        _show(overrides.path, study)
        return 0
    if overrides.path is None:
        raise WrongUsageError("name a declaration, as in `goed make kodner2023.toml`; `goed make --list` lists goed's")

    from goed.making.contradictions import refuse_too_much
    from goed.making.declaration_file import find_declaration, read_declaration
    from goed.making.loaded_data import load_data
    from goed.report.folder import refuse_unusable_folder

    address = read_cluster(overrides.cluster, overrides.jobs)
    declaration = read_declaration(find_declaration(overrides.path))
    declaration = declaration.with_files(overrides.data, overrides.frequencies).with_models_only(overrides.models)
    if folder := overrides.folder or declaration.report.folder:
        refuse_unusable_folder(folder)
    data = load_data(declaration)
    refuse_too_much(declaration, data)
    with opened(study, create=True) as opened_study, cluster_at(address) as reached:
        _take_up(opened_study, declaration, data, overrides)
        _make_splits_and_predictions(opened_study, declaration, data)
        n_failed = _run(opened_study, declaration, data, overrides.jobs, reached)
        _tell_of_choice(opened_study, declaration)
        report = _report(opened_study, declaration.report, folder, overrides.replace) if folder else None
        print_rows(["what", "language", "name", "number", "note"], _summary(opened_study, report), form)
    return 1 if n_failed else 0


def _take_up(study: Study, declaration: Declaration, data: LoadedData, overrides: CommandLineOverrides) -> None:
    """Store the declaration in the study; refuse it if it contradicts what the study has."""
    from goed.making.contradictions import refuse_contradictions
    from goed.making.declaration_file import name_in_study
    from goed.study.declarations import add_declaration

    assert overrides.path is not None
    refuse_contradictions(study, declaration, data)
    beside = {
        "data": [str(each) for each in overrides.data],
        "frequencies": [str(each) for each in overrides.frequencies],
    }
    name, where, file = overrides.path.name, name_in_study(overrides.path), declaration.file
    is_new = add_declaration(study, name, where, file.sha256, file.text, beside)
    talk(f"declaration: {name}, {'kept in the study' if is_new else 'as it is in the study'}")


def _make_splits_and_predictions(study: Study, declaration: Declaration, data: LoadedData) -> None:
    """Make everything up to the training sets, and import declared predictions."""
    from goed.making.stages import make_splits_and_predictions

    for files in (declaration.data.items, declaration.data.frequencies):
        for note in files.reading.notes:
            talk(note)
    for done in make_splits_and_predictions(study, declaration, data):
        talk(f"{done.stage}: {done.said}")
        for note in done.notes:
            talk(f"  {note}")


def _run(study: Study, declaration: Declaration, data: LoadedData, jobs: int | None, cluster: Cluster | None) -> int:
    """Train what is not trained yet, and label what has no label; returns how many runs failed."""
    from goed.commands.run import Workforce, refuse_absent_device, run_planned, tell_of_missing_tags
    from goed.labels.relabel import label_missing
    from goed.making.stages import plan_declared_runs

    declared = declaration.runs
    if cluster is None:
        refuse_absent_device(declared.device)
    _tell_of_absent_models(declared)
    runs = plan_declared_runs(study, declaration, data)
    tell_of_missing_tags(study, declared.models, Selection(languages=declaration.languages, domain=declaration.domain))
    to_do = [run for run in runs if run.state != "done"]  # planned, failed, or left by a goed that was killed
    n_there, n_failed = len(runs) - len(to_do), 0
    if to_do:
        talk(f"runs: {len(to_do):,} to do" + (f", {n_there:,} there already" if n_there else ""))
        _tell_of_long_runs(declared, Counter(run.model for run in to_do))
        choice = Selection(run_numbers=frozenset(run.number for run in to_do))
        workforce = Workforce(jobs, declared.device, cluster)
        n_failed = run_planned(study, declared.installed, choice, workforce, True, "goed make").failed
    elif n_there:
        talk(f"runs: {n_there:,} there already")
    label_missing(study)  # outputs that a killed call stored but did not label
    return n_failed


def _tell_of_absent_models(declared_runs: DeclaredRuns) -> None:
    problem_of = {model.name: model.problem for model in declared_runs.installed.values()}
    if absent := [name for name in declared_runs.unavailable if name not in problem_of]:
        talk(f"models that this goed does not have, left out: {', '.join(absent)}")
    unusable = [name for name in declared_runs.unavailable if name in problem_of]
    for problem in dict.fromkeys(problem_of[name] for name in unusable):
        names = ", ".join(name for name in unusable if problem_of[name] == problem)
        talk(f"models that cannot be run here, left out: {names} ({problem})")


def _tell_of_long_runs(declared_runs: DeclaredRuns, n_runs: Counter[str]) -> None:
    """Warn that neural models take long: with torch installed, a grid of the paper's size takes days."""
    long = [model.name for model in declared_runs.models if model.uses_workbench and n_runs[model.name]]
    if long:
        numbers = ", ".join(f"{model.name} {n_runs[model.name]:,}" for model in declared_runs.models)
        talk(f"  {numbers}; a run of {', '.join(long)} takes minutes to hours")
        talk("  Ctrl-C stops, and the same command goes on; --model NAME ... trains only what you name")


def _tell_of_choice(study: Study, declaration: Declaration) -> None:
    """Say which learner of corpora is the best on dev, and what it is held against."""
    if not declaration.corpora:
        return
    from goed.report.choice_on_dev import best_printed, choices_in_words, choices_on_dev

    wanted = Selection(declaration.languages, domain=declaration.domain)
    talk(*choices_in_words(choices_on_dev(study, wanted, declaration.domain)))
    if declaration.report.published:
        talk(*best_printed(study, wanted, declaration.report.published))


def _report(study: Study, declared_report: DeclaredReport, folder: Path, replace: bool) -> Report | None:
    from goed.commands.progress import progress
    from goed.making.stages import current_report, make_report
    from goed.report.report import n_steps
    from goed.study.tallies import part_tallies

    if not part_tallies(study):
        talk("report: none, since there are no predictions to report on")
        return None
    there = current_report(study, folder, declared_report)
    if there is not None:
        talk(f"report: {there.page}, there already")
        return there
    with progress("report", n_steps(study, Selection())) as bar:
        report = make_report(study, folder, declared_report, replace, bar.step)
    talk(f"report: {report.page}")
    return report


def _summary(study: Study, report: Report | None) -> list[tuple[str, str, str, int, str]]:
    """The rows of `goed status`, but with one row for all seeds of a sampling; and a row for the report."""
    from goed.study import overview

    def kind(row: overview.Row) -> tuple[str, str, str]:
        what, language, name, *_ = row
        return what, language, name.rpartition(" ")[0] if what == "split" else name

    rows: list[tuple[str, str, str, int, str]] = []
    for (what, language, name), group in groupby(overview.rows(study), kind):
        alike = [row[:-1] for row in group]
        rows += [("splits", language, name, len(alike), alike[0][4])] if what == "split" else alike
    if report is not None:
        rows.append(("report", "", str(report.page), 1, f"{report.n_figures} figures, {report.n_tables} tables"))
    return rows


def _list(form: str) -> None:
    from goed.making.declaration_file import read_declaration, shipped_declarations

    declarations = [read_declaration(path) for path in shipped_declarations()]
    rows = [(each.file.path.name, each.title, " ".join(each.languages)) for each in declarations]
    print_rows(["declaration", "title", "languages"], rows, form)


def _show(path: Path | None, study: Path) -> None:
    """Print a declaration as it is written: that of a file, else the one that the study was made from."""
    from goed.making.declaration_file import find_declaration
    from goed.study.declarations import newest_declaration
    from goed.tables.toml_file import read_toml

    if path is not None:
        click.echo(read_toml(find_declaration(path)).text, nl=False)
        return
    with opened(study) as opened_study:
        stored = newest_declaration(opened_study)
    if stored is None:
        raise GoedError(f"{study} was not made from a declaration; name one, as in `goed make kodner2023.toml`")
    talk(f"{stored.name}, taken up {stored.made_at} by goed {stored.goed}")
    click.echo(stored.text, nl=False)
