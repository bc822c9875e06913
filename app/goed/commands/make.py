"""`goed make`: a declared study, from nothing to report."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from goed.commands.options import Command, Several, opened, several, study_option, talk
from goed.commands.output import format_option, print_rows
from goed.commands.run import cluster_at, cluster_option, read_cluster
from goed.errors import GoedError, WrongUsageError
from goed.study.selection import Selection

if TYPE_CHECKING:
    from goed.making.declaration import Declaration, Runs
    from goed.making.material import Material
    from goed.making.report_stage import WrittenReport
    from goed.making.stages import Done
    from goed.runs.cluster.connection import Cluster
    from goed.study.study import Study


@click.command(cls=Command)
@click.argument("path", required=False, type=click.Path(path_type=Path), metavar="[STUDY.toml]")
@click.option(
    "--data", cls=Several, type=click.Path(path_type=Path), metavar="PATH ...", help="Files or folders of items."
)
@click.option(
    "--frequencies", cls=Several, type=click.Path(path_type=Path), metavar="PATH ...", help="Files with counts of them."
)
@click.option("-o", "--output", "folder", type=click.Path(path_type=Path), metavar="DIR", help="Folder for the report.")
@click.option("--replace", is_flag=True, help="Write over files of the report that are not as goed wrote them.")
@several("--model", "models", "NAME ...", "Train only these of the declared models.")
@click.option("--jobs", type=click.IntRange(1, 1024), metavar="N", help="Processes at work.  [default: one per core]")
@cluster_option
@click.option("--list", "list_them", is_flag=True, help="List the declarations that come with goed.")
@click.option("--show", is_flag=True, help="Only print the declaration; without STUDY.toml, the study's own.")
@format_option
@study_option
def command(
    path: Path | None,
    data: tuple[Path, ...],
    frequencies: tuple[Path, ...],
    folder: Path | None,
    replace: bool,
    models: tuple[str, ...],
    jobs: int | None,
    cluster: str | None,
    list_them: bool,
    show: bool,
    form: str,
    study: Path,
) -> int:
    """Make a declared study, from nothing to report.

    The declaration says it all: words, splits, models, predictions to bring in, the report. What is there already is
    not done again: a study that was interrupted goes on, one whose declaration has grown gets the rest. kodner2023.toml
    comes with goed; `goed make kodner2023.toml --show > mine.toml` makes a copy of it to change. Neural models take
    minutes to hours for each run: --model leaves out what can wait.
    """
    from goed.making.shipped import find_declaration

    if list_them:
        _list(form)
        return 0
    if show:
        _show(path, study)
        return 0
    if path is None:
        raise WrongUsageError("name a declaration, as in `goed make kodner2023.toml`; `goed make --list` lists goed's")

    from goed.making.contradictions import refuse_too_much
    from goed.making.material import read_material
    from goed.making.reading import read_declaration
    from goed.report.folder import refuse_what_is_no_folder

    address = read_cluster(cluster, jobs)
    declaration = read_declaration(find_declaration(path)).with_files(data, frequencies).with_models_only(models)
    if report_folder := folder or declaration.report.folder:
        refuse_what_is_no_folder(report_folder)
    material = read_material(declaration)
    refuse_too_much(declaration, material)
    with opened(study, create=True) as opened_study, cluster_at(address) as reached:
        _take_up(opened_study, declaration, material, path, data, frequencies)
        _make_splits(opened_study, declaration, material)
        n_failed = _run(opened_study, declaration, material, jobs, reached)
        report = _report(opened_study, declaration, folder, replace)
        _print_summary(opened_study, report, form)
    return 1 if n_failed else 0


def _take_up(
    study: Study,
    declaration: Declaration,
    material: Material,
    path: Path,
    data: tuple[Path, ...],
    frequencies: tuple[Path, ...],
) -> None:
    """Refuse what contradicts the study, else keep the declaration in it."""
    from goed.making.contradictions import refuse_contradictions
    from goed.making.shipped import name_in_study
    from goed.study.declarations import add_declaration

    refuse_contradictions(study, declaration, material)
    beside = {"data": [str(each) for each in data], "frequencies": [str(each) for each in frequencies]}
    is_new = add_declaration(
        study, path.name, name_in_study(path), declaration.file.sha256, declaration.file.text, beside
    )
    talk(f"declaration: {path.name}, {'kept in the study' if is_new else 'as it is in the study'}")


def _make_splits(study: Study, declaration: Declaration, material: Material) -> None:
    """Everything up to the training sets, and the predictions that come from elsewhere."""
    from goed.making import stages

    for files in (declaration.data.items, declaration.data.frequencies):
        for note in files.reading.notes:
            talk(note)
    _tell(stages.make_items(study, declaration, material))
    _tell(stages.make_frequencies(study, material))
    _tell(stages.make_own_splits(study, declaration, material))
    _tell(stages.make_draws(study, declaration))
    _tell(stages.import_declared_predictions(study, declaration))


def _tell(done: Done | None) -> None:
    if done is not None:
        talk(f"{done.stage}: {done.said}")
        for note in done.notes:
            talk(f"  {note}")


def _run(study: Study, declaration: Declaration, material: Material, jobs: int | None, cluster: Cluster | None) -> int:
    """Train what is not trained yet, and label what has no label; how many runs have failed."""
    from goed.commands.run import Workforce, refuse_absent_device, run_planned
    from goed.labels.relabel import label_missing
    from goed.making.grid import plan_declared_runs

    wish = declaration.runs
    if cluster is None:
        refuse_absent_device(wish.device)
    _tell_of_absent_models(wish)
    runs = plan_declared_runs(study, declaration, material)
    n_failed = 0
    if runs.to_do:
        there = f", {len(runs.done):,} there already" if runs.done else ""
        talk(f"runs: {len(runs.to_do):,} to do{there}")
        _tell_of_long_runs(wish, runs.to_do_by_model)
        choice = Selection(run_numbers=frozenset(runs.to_do))
        workforce = Workforce(jobs, wish.device, cluster)
        n_failed = run_planned(study, wish.known, choice, workforce, True, "goed make").failed
    elif runs.done:
        talk(f"runs: {len(runs.done):,} there already")
    label_missing(study)  # of a call that was killed between words and their classes
    return n_failed


def _tell_of_absent_models(wish: Runs) -> None:
    problem_of = {model.name: model.problem for model in wish.known.values()}
    absent = [name for name in wish.not_here if name not in problem_of]
    if absent:
        talk(f"models that this goed does not have, left out: {', '.join(absent)}")
    problems: dict[str, list[str]] = {}
    for name in wish.not_here:
        if name in problem_of:
            problems.setdefault(problem_of[name], []).append(name)
    for problem, names in problems.items():
        talk(f"models that cannot be run here, left out: {', '.join(names)} ({problem})")


def _tell_of_long_runs(wish: Runs, n_runs: Mapping[str, int]) -> None:
    """Who has installed torch should not find out by waiting that a grid of the paper's size takes days."""
    long = [model.name for model in wish.models if model.uses_workbench and n_runs.get(model.name)]
    if long:
        numbers = ", ".join(f"{model.name} {n_runs.get(model.name, 0):,}" for model in wish.models)
        talk(f"  {numbers}; a run of {', '.join(long)} takes minutes to hours")
        talk("  Ctrl-C stops, and the same command goes on; --model NAME ... trains only what you name")


def _report(study: Study, declaration: Declaration, folder: Path | None, replace: bool) -> WrittenReport | None:
    from goed.commands.progress import progress
    from goed.making.report_stage import make_report, report_there
    from goed.report.report import n_steps
    from goed.study.tallies import part_tallies

    wish = declaration.report
    folder = folder or wish.folder
    if folder is None:
        return None
    if not part_tallies(study):
        talk("report: none, since there are no predictions to report on")
        return None
    report = report_there(study, folder, wish)
    if report is None:
        with progress("report", n_steps(study, Selection())) as bar:
            report = make_report(study, folder, wish, replace, bar.step)
    talk(f"report: {report.page}" + (", there already" if report.was_there else ""))
    return report


def _print_summary(study: Study, report: WrittenReport | None, form: str) -> None:
    from goed.making.summary import summary

    print_rows(["what", "language", "name", "number", "note"], summary(study, report), form)


def _list(form: str) -> None:
    from goed.making.reading import read_declaration
    from goed.making.shipped import shipped_declarations

    declarations = [read_declaration(path) for path in shipped_declarations()]
    rows = [(each.file.path.name, each.title, " ".join(each.languages)) for each in declarations]
    print_rows(["declaration", "title", "languages"], rows, form)


def _show(path: Path | None, study: Path) -> None:
    """A declaration as it stands: a file's, or that which the study was made from."""
    from goed.making.shipped import find_declaration
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
