"""`goed run`: trains the models that are planned, and has them predict."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from goed.commands.options import Command, domain_option, multi_value_option, one_of, opened, plural, study_option, talk
from goed.errors import GoedError, WrongUsageError
from goed.number_ranges import numbers
from goed.study.selection import Selection, refuse_unknown, what_is_there

if TYPE_CHECKING:
    from goed.commands.progress import ProgressBar, ProgressLines
    from goed.models.interface import Progress as TrainingProgress
    from goed.models.model import Key, Model
    from goed.runs.cluster.address import Address
    from goed.runs.cluster.connection import Cluster
    from goed.runs.execution import Tally
    from goed.runs.training_jobs import Training
    from goed.runs.workers import Crew, Workers
    from goed.study.study import Study

cluster_option = click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Send runs to a Dask cluster: tcp://host:8786, a scheduler file, or local:4 for four workers here.",
)


@click.command(cls=Command)
@multi_value_option("--model", "models", "NAME ...", "Plan and run these models.  [default: nonneur, dmv@upos]")
@multi_value_option("--language", "languages", "L ...", "Only these languages.")
@multi_value_option("--corpus", "corpora", "NAME ...", "Only these corpora.")
@multi_value_option("--sampling", "samplings", "NAME ...", "Only splits of these samplings.")
@multi_value_option("--size", "sizes", "N ...", "Only these training sizes: 100 300, 100:1000:100.")
@multi_value_option("--seed", "seeds", "N ...", "Only splits of these seeds.")
@click.option(
    "--repeats", default=1, show_default=True, type=click.IntRange(1, 1000), help="Training seeds for each split."
)
@click.option("--jobs", type=click.IntRange(1, 1024), help="Processes at work.  [default: one per core; 1 on a GPU]")
@cluster_option
@one_of("--device", ["auto", "cpu", "cuda"], "auto", "For neural models; auto takes a GPU where there is one.")
@click.option("--config", type=click.Path(path_type=Path), metavar="FILE", help="TOML with models of your own.")
@multi_value_option("--number", "run_numbers", "N ...", "Only the runs of these numbers; plans no new ones.")
@click.option("--retry-failed", is_flag=True, help="Try runs again that have failed.")
@domain_option
@click.option("--with-parent", type=int, hidden=True, help="End soon after the process of this id.")
@study_option
def command(
    repeats: int,
    jobs: int | None,
    cluster: str | None,
    device: str,
    config: Path | None,
    retry_failed: bool,
    with_parent: int | None,
    study: Path,
    **chosen: Any,
) -> int:
    """Train models and predict: what is planned and not done.

    Every model learns from every training set, and predicts test, dev and core (the first hundred of the training
    list). What is done is not done again; what was interrupted goes on. Without --model, all that is planned is run,
    and NONNEUR (or DMV) and the models of --config are planned where nothing is. `goed status --runs all` lists runs
    with their numbers. `goed models` lists the models. CHR-TRM keeps checkpoints beside the study, in
    STUDY.checkpoints, and goes on from there after an interruption; what is done can be annotated meanwhile.

    Models of your own stand in --config, commands, or goed's own with other settings:

    \b
        [models.mine]
        command = "python3 mine.py {train} {finetune} {dev} {test} {out} {seed}"
        time_limit = 3600
    \b
        [models."cluzh-b4:mine"]
        setting = "best"
        epochs = 30

    Parsers say domain = "dependencies", and take {train} {test} {out} {seed};
    [models."dmv:mine"] gives the DMV other settings.
    """
    from goed.domains.registry import all_models, domains, with_unlisted
    from goed.models.configuration import read_configuration
    from goed.processes import end_with_parent

    if with_parent is not None:
        end_with_parent(with_parent)
    address = read_cluster(cluster, jobs)
    if address is None:
        refuse_absent_device(device)
    configured = read_configuration(config) if config else []
    known = with_unlisted(all_models(configured), product(domains(), chosen["models"]))
    said = {name: value or None for name, value in chosen.items()}
    said["sizes"] = numbers(chosen["sizes"], "--size")
    said["seeds"] = numbers(chosen["seeds"], "--seed", step=1)
    said["run_numbers"] = numbers(chosen["run_numbers"], "--number", step=1)
    choice = Selection(**said)
    with opened(study) as opened_study, cluster_at(address) as reached:
        choice = _plan(opened_study, configured, known, choice, repeats)
        tally = run_planned(opened_study, known, choice, Workforce(jobs, device, reached), retry_failed)
    return 1 if tally.failed else 0


def _plan(
    study: Study, configured: Sequence[Model], known: dict[Key, Model], choice: Selection, repeats: int
) -> Selection:
    """Plan the missing runs of the models of --model or --config; of the usual one if no run ever was.

    Returns the selection with the models' full names: dmv@upos where dmv was asked for.
    """
    from goed.domains.registry import domain_of
    from goed.models.registry import models_named
    from goed.runs.plan import domains_asked_for, plan_runs
    from goed.study import runs as store_runs

    names = list(choice.models or ()) or [model.name for model in configured]
    if not names and not store_runs.any_to_train(study):
        usual = [domain_of(domain).usual_learner for domain in sorted(domains_asked_for(study, choice))]
        names = [name for name in usual if name] or ["nonneur"]
    names = [] if choice.run_numbers else names
    there = what_is_there(study)
    wanted = models_named(names, known, domains_asked_for(study, choice))
    full = {name: known[key].name for key in known for name in names if name == key[1]}
    if choice.models:
        choice = replace(choice, models=tuple(full.get(name, name) for name in choice.models))
    refuse_unknown(choice, {**there, "models": there["models"].union(model.name for model in known.values())})
    for name in names:
        if len(of_name := [model.domain for model in wanted if model.name == name]) > 1:
            talk(f"{name} is a model of {' and of '.join(of_name)}: each is run; --domain takes one of them")
    if wanted:
        tell_of_missing_tags(study, wanted, choice)
        plan_runs(study, wanted, choice, repeats)
    return choice


def tell_of_missing_tags(study: Study, wanted: Sequence[Model], choice: Selection) -> None:
    """Say which corpora lack tags that models read; an error if that leaves nothing to run."""
    from goed.runs.plan import can_be_planned, what_cannot_be_read

    missing = what_cannot_be_read(study, wanted, choice)
    said = [
        f"{sentence}: no runs of {', '.join(model.name for model in models)}" for sentence, models in missing.items()
    ]
    if said and not can_be_planned(study, wanted, choice):
        raise GoedError(
            f"{said[0]}. What a learner reads stands behind the @ of its name, as in dmv@postag or dmv@form"
        )
    talk(*said)


def read_cluster(said: str | None, jobs: int | None) -> Address | None:
    """The address of the cluster that --cluster names, if any."""
    if said is None:
        return None
    if jobs is not None:
        raise WrongUsageError("--jobs is about processes on this machine; with --cluster, its workers say how many")
    from goed.runs.cluster.address import read_address

    address = read_address(said)
    if find_spec("distributed") is None:
        raise GoedError("goed run --cluster needs the package distributed: pip install 'goed[cluster]'")
    return address


@contextmanager
def cluster_at(address: Address | None) -> Iterator[Cluster | None]:
    """Connect to the cluster for as long as the command runs; None without an address."""
    if address is None:
        yield None
        return
    from goed.runs.workers import prepare_processes

    prepare_processes(address.local_workers)  # they start while Dask is imported, which takes half a second

    from goed.runs.cluster.connection import connected

    with connected(address) as cluster:
        yield cluster


@dataclass(frozen=True)
class Workforce:
    """Who does the trainings: a cluster, or `jobs` processes on this machine."""

    jobs: int | None = None
    device: str = "auto"
    cluster: Cluster | None = None

    def workers(self, todo: Sequence[Training]) -> Workers:
        """Workers for these trainings, ready to begin."""
        if self.cluster is None:
            from goed.runs.workers import LocalWorkers

            return LocalWorkers(min(self.jobs or self._usual_jobs(todo), len(todo)))

        from goed.runs.cluster.workers import ClusterWorkers

        packages = {package for training in todo for package in training.model.packages}  # workers need the same
        return ClusterWorkers(self.cluster, sorted(packages))

    def _usual_jobs(self, todo: Sequence[Training]) -> int:
        """One per core; but one in all if neural models share a GPU."""
        from goed.models.devices import kind_of

        shares_gpu = any(training.model.uses_workbench for training in todo) and kind_of(self.device) == "cuda"
        return 1 if shares_gpu else os.cpu_count() or 1


def run_planned(
    study: Study,
    known: dict[Key, Model],
    choice: Selection,
    workforce: Workforce = Workforce(),
    retry_failed: bool = False,
    called: str = "goed run",
) -> Tally:
    """Run what is planned, with messages; returns the tally. `called` is the command to type after an interruption."""
    from goed.commands.progress import progress
    from goed.domains.registry import with_unlisted
    from goed.runs.execution import Tally, execute
    from goed.runs.plan import wanted_runs
    from goed.runs.training_jobs import trainings
    from goed.study import runs as store_runs
    from goed.study.runners import signed_in

    with signed_in(study) as runner:
        known = with_unlisted(known, {run.key for run in store_runs.all_runs(study)})
        if retry_failed:
            again = wanted_runs(study, store_runs.failed(study), choice)
            store_runs.replan_failed(study, [run.id for run in again])
        runs = wanted_runs(study, store_runs.planned(study), choice)
        usable = {key: model for key, model in known.items() if not model.problem}
        _tell_of_unusable(known, {run.key for run in runs})
        todo = trainings(study, [run for run in runs if run.key in usable], usable)
        if not todo:
            talk("nothing is left to run; --model NAME plans training sets that have no run yet")
            return Tally()
        n_runs = sum(len(training.run_ids) for training in todo)
        _tell_of_selection(study, todo)
        workers = workforce.workers(todo)
        try:
            with progress("runs", n_runs) as bar:
                tally = execute(study, runner, todo, workers, workforce.device, _Listener(bar, workforce.cluster))
        except KeyboardInterrupt:
            talk(f"`{called}` goes on with what is left")
            raise
        finally:
            workers.stop()
    talk(_in_words(tally), *tally.warnings)
    return tally


class _Listener:
    """Shows the progress of trainings."""

    def __init__(self, bar: ProgressLines | ProgressBar, cluster: Cluster | None) -> None:
        self._bar = bar
        self._cluster = cluster
        self._n_workers: int | None = None

    def ended(self, training: Training, message: str | None) -> None:
        self._bar.step(str(training), len(training.run_ids))
        if message:
            talk(f"{training} failed: {message}")

    def at_work(self, told: Sequence[tuple[Training, TrainingProgress]], seconds_left: float | None) -> None:
        from goed.runs.time_left import progress_in_words

        lines = [f"{training}: {progress_in_words(progress)}" for training, progress in told]
        self._bar.at_work(lines, seconds_left)

    def crew(self, crew: Crew) -> None:
        if self._cluster is not None:  # the number of local processes is known from --jobs
            self._bar.note_beside(plural(crew.workers, "worker"))
            if self._n_workers is None:
                talk(f"the cluster at {self._cluster.address} has {plural(crew.workers, 'worker')}")
            elif crew.workers and not self._n_workers:
                talk(f"{plural(crew.workers, 'worker')} at {self._cluster.address}")
            if not crew.workers:
                talk(f"waiting for workers at {self._cluster.address}")
            self._n_workers = crew.workers

    def warn(self, sentence: str) -> None:
        talk(sentence)


def refuse_absent_device(device: str) -> None:
    """Refuse --device cuda without a GPU, before anything is planned."""
    from goed.models.devices import cuda_works

    if device == "cuda" and not cuda_works():
        raise GoedError("torch finds no GPU here: leave --device out, or take --device cpu")


def _tell_of_unusable(known: Mapping[Key, Model], keys: Iterable[Key]) -> None:
    """Say which planned runs cannot be done now, and what they need."""
    unknown = sorted({name for domain, name in keys if (domain, name) not in known})
    if unknown:
        talk(f"runs of {', '.join(unknown)} wait for the --config or the package that brings them")
    problems: dict[str, list[str]] = {}
    for key in sorted(set(keys) & set(known)):
        if known[key].problem:
            problems.setdefault(known[key].problem, []).append(known[key].name)
    talk(*(f"runs of {', '.join(models)} wait: {problem}" for problem, models in problems.items()))


def _tell_of_selection(study: Study, todo: Sequence[Training]) -> None:
    """Say which part models select on, for splits without a fine-tune part."""
    from goed.study.splits import has_finetune, n_items

    said = set()
    for split, size in {(training.split, training.size) for training in todo if training.model.selects}:
        if not has_finetune(study, split.id, size):
            where = f"{split} {size}" if has_finetune(study, split.id) else f"{split}"
            has_dev = "has no fine-tune part: models select on dev, and their runs say so"
            has_none = "has neither a fine-tune part nor dev: models select nothing, and take what is last"
            said.add(f"{where} {has_dev if n_items(study, split.id).get('dev') else has_none}")
    talk(*sorted(said))


def _in_words(tally: Tally) -> str:
    words = [f"{plural(tally.done, 'run')} done"]
    if tally.taken:
        words.append(f"{tally.taken} done by another goed")
    if tally.failed:
        advice = "`goed status --runs failed` says why, `goed run --retry-failed` tries again"
        words.append(f"{tally.failed} failed ({advice})")
    return ", ".join(words)
