"""`goed run`: train what is planned and not done."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from app.command_line.options import Command, Several, opened, plural, study_option, talk
from app.number_ranges import numbers

if TYPE_CHECKING:
    from app.models.registry import Model
    from app.runs.execute import Tally, Training
    from app.runs.plan import Choice
    from app.store.study import Study


@click.command(cls=Command)
@click.option(
    "--model", "names", cls=Several, metavar="NAME ...", help="Plan and run these models.  [default: nonneur]"
)
@click.option("--language", "languages", cls=Several, metavar="L ...", help="Only these languages.")
@click.option("--sampling", "samplings", cls=Several, metavar="NAME ...", help="Only splits of these samplings.")
@click.option("--size", "sizes", cls=Several, metavar="N ...", help="Only these training sizes: 100 300, 100:1000:100.")
@click.option("--seed", "seeds", cls=Several, metavar="N ...", help="Only splits of these seeds.")
@click.option(
    "--repeats", default=1, show_default=True, type=click.IntRange(1, 1000), help="Training seeds for each split."
)
@click.option("--jobs", type=click.IntRange(1, 1024), help="Processes at work.  [default: one per core]")
@click.option(
    "--device", default="auto", show_default=True, type=click.Choice(["auto", "cpu", "cuda"]), help="For neural models."
)
@click.option("--config", type=click.Path(path_type=Path), metavar="FILE", help="TOML with models of your own.")
@click.option(
    "--number", "run_numbers", cls=Several, metavar="N ...", help="Only the runs of these numbers; plans no new ones."
)
@click.option("--retry-failed", is_flag=True, help="Try runs again that have failed.")
@click.option("--with-parent", type=int, hidden=True, help="End soon after the process of this id.")
@study_option
def command(
    names: tuple[str, ...],
    languages: tuple[str, ...],
    samplings: tuple[str, ...],
    sizes: tuple[str, ...],
    seeds: tuple[str, ...],
    repeats: int,
    jobs: int | None,
    device: str,
    config: Path | None,
    run_numbers: tuple[str, ...],
    retry_failed: bool,
    with_parent: int | None,
    study: Path,
) -> int:
    """Train models and predict: what is planned and not done.

    Every model learns from every training set, and predicts test, dev and core (the first hundred of the training
    list). What is done is not done again; what was interrupted goes on. Without --model, all that is planned is run,
    and NONNEUR and the models of --config are planned where nothing is. `goed status --runs all` lists runs with
    their numbers. Models of your own stand in --config:

    \b
        [models.mine]
        command = "python3 mine.py {train} {finetune} {dev} {test} {out} {seed}"
        time_limit = 3600
    """
    from app.models.configuration import read_configuration
    from app.models.registry import chosen, models
    from app.processes import end_with_parent
    from app.runs.plan import Choice, plan_runs
    from app.store import runs as store_runs

    if with_parent is not None:
        end_with_parent(with_parent)
    configured = read_configuration(config) if config else []
    known = models(configured)
    choice = Choice(
        models=names or None,
        languages=languages or None,
        samplings=samplings or None,
        sizes=numbers(sizes, "--size"),
        seeds=numbers(seeds, "--seed", step=1),
        run_numbers=numbers(run_numbers, "--number", step=1),
    )
    with opened(study) as opened_study:
        to_plan = list(names) or [model.name for model in configured]
        if not to_plan and not store_runs.any_to_train(opened_study):
            to_plan = ["nonneur"]
        if to_plan and choice.run_numbers is None:
            plan_runs(opened_study, chosen(to_plan, known), choice, repeats)
        tally = run_planned(opened_study, known, choice, jobs, device, retry_failed)
    return 1 if tally.failed else 0


def run_planned(
    study: Study,
    known: dict[str, Model],
    choice: Choice,
    jobs: int | None = None,
    device: str = "auto",
    retry_failed: bool = False,
    called: str = "goed run",
) -> Tally:
    """Run what is planned, say how it goes, and return what became of it; `called` is the command that goes on."""
    from app.command_line.progress import progress
    from app.runs.execute import Tally, execute, trainings
    from app.runs.plan import wanted_runs
    from app.runs.workers import LocalWorkers
    from app.store import runs as store_runs
    from app.store.runners import signed_in

    with signed_in(study) as runner:
        if retry_failed:
            again = wanted_runs(study, store_runs.failed(study), choice)
            store_runs.replan_failed(study, [run.id for run in again])
        runs = wanted_runs(study, store_runs.planned(study), choice)
        usable = {name: model for name, model in known.items() if not model.problem}
        unknown = sorted({run.model for run in runs if run.model not in usable})
        if unknown:
            talk(f"runs of {', '.join(unknown)} wait for the --config or the package that brings them")
        todo = trainings(study, [run for run in runs if run.model in usable], usable)
        if not todo:
            talk("nothing is left to run; --model NAME plans training sets that have no run yet")
            return Tally()
        n_runs = sum(len(training.run_ids) for training in todo)
        _tell_of_selection(study, todo)
        workers = LocalWorkers(min(jobs or os.cpu_count() or 1, len(todo)))
        try:
            with progress("runs", n_runs) as bar:

                def tell(training: Training, message: str | None) -> None:
                    what = f"{training.model.name} {training.split} {training.size}"
                    bar.step(what, len(training.run_ids))
                    if message:
                        talk(f"{what} failed: {message}")

                tally = execute(study, runner, todo, workers, device, tell)
        except KeyboardInterrupt:
            talk(f"`{called}` goes on with what is left")
            raise
        finally:
            workers.stop()
    talk(_in_words(tally))
    for warning in tally.warnings:
        talk(warning)
    return tally


def _tell_of_selection(study: Study, todo: Sequence[Training]) -> None:
    from app.store.splits import has_finetune

    on_dev = sorted(
        {
            str(training.split)
            for training in todo
            if training.model.selects and not has_finetune(study, training.split.id)
        }
    )
    for split in on_dev:
        talk(f"{split} has no fine-tune part: models select on dev, and their runs say so")


def _in_words(tally: Tally) -> str:
    words = [f"{plural(tally.done, 'run')} done"]
    if tally.taken:
        words.append(f"{tally.taken} done by another goed")
    if tally.failed:
        words.append(
            f"{tally.failed} failed (`goed status --runs failed` says why, `goed run --retry-failed` tries again)"
        )
    return ", ".join(words)
