"""Doing what is planned: jobs go out to workers, each finished run is stored whole at once."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from goed.domains.registry import domain_of
from goed.labels.new_outputs import LabelsAhead, tell_what_domains_say
from goed.labels.relabel import label_missing
from goed.models.interface import Prediction, Task
from goed.models.model import Key, Model
from goed.runs.checkpoints import Checkpoints
from goed.runs.jobs import Job, Notice, Result, Told
from goed.runs.plan import settle
from goed.runs.training import Training
from goed.runs.tries import Tries
from goed.runs.watch import Listener, Watch
from goed.runs.workers import Workers
from goed.study import runs as store_runs
from goed.study import splits as store_splits
from goed.study.items import Item
from goed.study.outputs import OutputBook
from goed.study.predictions import PartPredictions
from goed.study.runners import Runner
from goed.study.runs import Outcome, PlannedRun
from goed.study.study import Study, now
from goed_classifiers.forms import normal

PARTS = ("test", "dev", "core")
MOST_TO_STORE = 32  # results that may wait to be stored before workers have to wait for that


@dataclass
class Tally:
    """What became of the runs of one call."""

    done: int = 0
    taken: int = 0  # by another goed that works on the same study
    failed: int = 0
    warnings: list[str] = field(default_factory=list)  # of classifiers


def trainings(study: Study, runs: Sequence[PlannedRun], models: Mapping[Key, Model]) -> list[Training]:
    """Group planned runs by the training that fills them, the quick models first."""
    by_id = {split.id: split for split in store_splits.splits(study)}
    settled = {key: settle(study, models[key]) for key in {run.key for run in runs}}
    groups: dict[tuple[tuple[str, ...], int, int, int], dict[str, int]] = {}
    for run in runs:
        key = (settled[run.key].family, run.split_id, run.size, run.training_seed)
        groups.setdefault(key, {})[run.model] = run.id
    found = [
        Training(settled[by_id[split_id].domain, next(iter(run_ids))], by_id[split_id], size, seed, run_ids)
        for (_, split_id, size, seed), run_ids in groups.items()
    ]
    return sorted(found, key=lambda training: training.model.uses_workbench)


def execute(
    study: Study, runner: Runner, todo: Sequence[Training], workers: Workers, device: str, listener: Listener
) -> Tally:
    """Do all trainings, and let the listener hear how they go."""
    grid = _Grid(study, runner.id, device)
    watch = Watch(runner, [training.kind for training in todo], workers.crew(), listener)
    execution = _Execution(grid, todo, workers, watch)
    try:
        execution.go_through()
    finally:
        try:
            execution.store_all()  # hours may have gone into what has come in, whatever ends this
        finally:
            for training in grid.at_work.values():
                store_runs.give_back(study, list(training.run_ids.values()), runner.id)
            grid.checkpoints.tidy()
        if grid.left_unlabelled:
            label_missing(study)
    execution.tally.warnings += grid.labeller.warnings
    return execution.tally


class _Execution:
    """Jobs on their way to workers and back. A worker that is free gets its next job before anything is stored."""

    def __init__(self, grid: _Grid, todo: Sequence[Training], workers: Workers, watch: Watch) -> None:
        self._grid = grid
        self._workers = workers
        self._watch = watch
        self._waiting = deque(todo)
        self._again: deque[Job] = deque()  # jobs that failed, and wait for another try
        self._jobs: dict[int, Job] = {}  # at work
        self._tries = Tries()
        self._to_store: deque[Result] = deque()
        self.tally = Tally()

    def go_through(self) -> None:
        """Do everything; workers may be none for a while."""
        self._fill()
        while self._jobs or self._waiting or self._again or self._to_store:
            self._hear(patience=0.0 if self._to_store else 1.0)
            self._fill()
            if self._to_store:
                self._store(self._to_store.popleft())
            self._watch.look(self._workers.crew())

    def store_all(self) -> None:
        """Store what has come in."""
        while self._to_store:
            self._store(self._to_store.popleft())

    def _hear(self, patience: float) -> None:
        for message in self._workers.heard(patience):
            if isinstance(message, Told):
                self._watch.told(message)
            elif isinstance(message, Notice):
                self._watch.warn(message.sentence)
            else:
                self._take_in(message)

    def _take_in(self, result: Result) -> None:
        """Try a job again, or put its result with those that are to be stored."""
        job = self._jobs.pop(result.number)
        if self._tries.is_worth_another(result, self._workers):
            self._again.append(job)
        else:
            self._to_store.append(self._tries.all_in_one(result))

    def _fill(self) -> None:
        """Give every free worker a job."""
        while self._workers.free() and len(self._to_store) < MOST_TO_STORE:
            if self._again:
                job = self._again.popleft()
                self._watch.begin_again(job.number)
                self._submit(job)
            elif self._waiting:
                self._begin(self._waiting.popleft())
            else:
                return

    def _begin(self, training: Training) -> None:
        job = self._grid.job(training)
        if job is None:
            self.tally.taken += len(training.run_ids)
            self._watch.skip(training)
        else:
            self._submit(job)
            self._watch.begin(job.number, training)
            self._watch.warn(self._grid.checkpoints.problem)

    def _submit(self, job: Job) -> None:
        self._jobs[job.number] = job
        self._workers.submit(job, self._tries.failed_on(job.number))

    def _store(self, result: Result) -> None:
        """Store what a job brought, and count it."""
        training = self._grid.at_work[result.number]
        n_stored = self._grid.store(result)
        self.tally.taken += len(training.run_ids) - n_stored
        if result.answers is None:
            self.tally.failed += n_stored
        else:
            self.tally.done += n_stored
        self._watch.end(result)


class _Grid:
    """Jobs out of the study, results into it."""

    def __init__(self, study: Study, runner_id: int, device: str) -> None:
        self._study = study
        self._runner_id = runner_id
        self._device = device
        self.labeller = LabelsAhead()
        self._book = OutputBook(study, self.labeller)
        self._parts: dict[tuple[int, str], list[tuple[Item, Any]]] = {}
        self._started: dict[int, str] = {}
        self._next_number = 0
        self._places: dict[int, Path | None] = {}  # of checkpoints
        self.checkpoints = Checkpoints(study.path)
        self.at_work: dict[int, Training] = {}

    @property
    def left_unlabelled(self) -> bool:
        """Whether an output waits for its label, since another accepted form came in."""
        return self._book.left_unlabelled

    def job(self, training: Training) -> Job | None:
        """Claim a training's runs and pack what it needs; None where another goed has them."""
        if not store_runs.claim(self._study, list(training.run_ids.values()), self._runner_id):
            return None
        learn_from = store_splits.training_set(self._study, training.split.id, training.size)
        number = self._next_number
        self._next_number += 1
        self.at_work[number] = training
        self._started[number] = now()
        model = training.model
        domain = domain_of(training.split.domain)
        task = Task(
            train=tuple(map(domain.example, learn_from.train)),
            finetune=tuple(map(domain.example, learn_from.finetune)),
            dev=tuple(domain.example(item) for item, _ in self._asked(training, "dev")),
            questions=self._questions(training),
            seed=training.seed,
            settings={"name": model.name, **model.settings, **model.circumstances},
            device=self._device,
        )
        if model.uses_workbench and model.keeps_checkpoints:
            self._places[number] = self.checkpoints.place(training.run_ids.values(), model, task)
        return Job(number, model, task, self._places.get(number))

    def store(self, result: Result) -> int:
        """Store what a job brought; how many of its runs were still this goed's to store."""
        training = self.at_work[result.number]
        n_stored = 0
        if result.answers is None:
            for run_id in training.run_ids.values():
                n_stored += store_runs.fail(self._study, run_id, self._runner_id, result.message or "", result.log)
        else:
            self._book.watch(training.split.language)
            circumstances = (self._started[result.number], result.seconds, result.machine, result.versions)
            outcome = Outcome(*circumstances, self._selected_on(training), result.log)
            for name, run_id in training.run_ids.items():
                parts = self._part_predictions(training, result.answers.by_model[name])
                n_stored += store_runs.finish(self._study, self._book, run_id, self._runner_id, parts, outcome)
        if result.number in self._places:
            if result.answers is not None:  # one that failed may go on from there
                self.checkpoints.remove(training.run_ids.values(), self._places[result.number])
            self.checkpoints.give_back(self._places.pop(result.number))
        del self.at_work[result.number]
        return n_stored

    def _selected_on(self, training: Training) -> str | None:
        if not training.model.selects:
            return None
        if store_splits.has_finetune(self._study, training.split.id, training.size):
            return "finetune"
        return "dev" if self._asked(training, "dev") else None

    def _part_predictions(self, training: Training, predictions: Sequence[Prediction | None]) -> list[PartPredictions]:
        answer_to = dict(zip(self._questions(training), predictions, strict=True))
        parts = []
        for part in PARTS:
            asked = self._asked(training, part)
            if asked:
                answers = [(item, answer_to[question]) for item, question in asked]
                parts.append(self._part_prediction(part, len(asked), answers))
        self.labeller.warnings.extend(
            tell_what_domains_say(self._study, self._book, training.split, training.size, parts)
        )
        return parts

    def _questions(self, training: Training) -> tuple[Any, ...]:
        """What the learner is asked, each question once."""
        return tuple(dict.fromkeys(question for part in PARTS for _, question in self._asked(training, part)))

    def _part_prediction(
        self, part: str, n_items: int, answers: Sequence[tuple[Item, Prediction | None]]
    ) -> PartPredictions:
        predictions = PartPredictions(part, n_items)
        for item, answer in answers:
            if answer is not None:
                given = answer.form.encode("utf-8", "backslashreplace").decode()  # a model may give half characters
                form = normal(given)
                predictions.handles.append(self._book.handle(item.id, form))
                if form != given:
                    predictions.bytes_of[item.id] = given.encode()
                if answer.score is not None or answer.actions is not None:
                    predictions.details[item.id] = (answer.score, answer.actions)
        return predictions

    def _asked(self, training: Training, part: str) -> list[tuple[Item, Any]]:
        """The items of a part, and what a learner is asked of each."""
        size = training.size if part == "core" else 0
        key = (training.split.id, f"{part} {size}")
        if key not in self._parts:
            items = store_splits.part_items(self._study, training.split.id, part, training.size)
            self._parts[key] = list(zip(items, map(domain_of(training.split.domain).question, items), strict=True))
        return self._parts[key]
