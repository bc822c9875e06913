"""Doing what is planned: jobs go out to workers, each finished run is stored whole at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from app.forms import normal
from app.labels.ahead import LabelsAhead
from app.labels.relabel import label_missing
from app.models.interface import Example, Prediction, Question, Task
from app.models.model import Model
from app.runs.checkpoints import Checkpoints
from app.runs.jobs import Job, Result, Told
from app.runs.plan import settle
from app.runs.training import Training
from app.runs.watch import Listener, Watch
from app.runs.workers import Workers
from app.store import runs as store_runs
from app.store import splits as store_splits
from app.store.items import Item
from app.store.outputs import OutputBook
from app.store.predictions import PartPredictions
from app.store.runners import Runner
from app.store.runs import Outcome, PlannedRun
from app.store.study import Study, now

PARTS = ("test", "dev", "core")


@dataclass
class Tally:
    """What became of the runs of one call."""

    done: int = 0
    taken: int = 0  # by another goed that works on the same study
    failed: int = 0
    warnings: list[str] = field(default_factory=list)  # of classifiers


def trainings(study: Study, runs: Sequence[PlannedRun], models: Mapping[str, Model]) -> list[Training]:
    """Group planned runs by the training that fills them, the quick models first."""
    by_id = {split.id: split for split in store_splits.splits(study)}
    settled = {name: settle(study, models[name]) for name in {run.model for run in runs}}
    groups: dict[tuple[tuple[str, ...], int, int, int], dict[str, int]] = {}
    for run in runs:
        key = (settled[run.model].family, run.split_id, run.size, run.training_seed)
        groups.setdefault(key, {})[run.model] = run.id
    found = [
        Training(settled[next(iter(run_ids))], by_id[split_id], size, seed, run_ids)
        for (_, split_id, size, seed), run_ids in groups.items()
    ]
    return sorted(found, key=lambda training: training.model.uses_workbench)


def execute(
    study: Study, runner: Runner, todo: Sequence[Training], workers: Workers, device: str, listener: Listener
) -> Tally:
    """Do all trainings, and let the listener hear how they go."""
    grid = _Grid(study, runner.id, device)
    watch = Watch(runner, [training.kind for training in todo], workers.free(), listener)
    tally = Tally()
    waiting = iter(todo)
    try:
        _fill(grid, waiting, workers, tally, watch)
        while grid.at_work:
            for message in workers.heard(patience=1.0):
                if isinstance(message, Told):
                    watch.told(message)
                else:
                    _take_in(grid, message, tally, watch)
            _fill(grid, waiting, workers, tally, watch)
            watch.look()
    finally:
        for training in grid.at_work.values():
            store_runs.give_back(study, list(training.run_ids.values()), runner.id)
        grid.checkpoints.tidy()
        if grid.left_unlabelled:
            label_missing(study)
    tally.warnings += grid.labeller.warnings
    return tally


def _fill(grid: _Grid, waiting: Iterator[Training], workers: Workers, tally: Tally, watch: Watch) -> None:
    """Give every free worker a job."""
    while workers.free():
        training = next(waiting, None)
        if training is None:
            return
        job = grid.job(training)
        if job is None:
            tally.taken += len(training.run_ids)
            watch.skip(training)
        else:
            workers.submit(job)
            watch.begin(job.number, training)
            watch.warn(grid.checkpoints.problem)


def _take_in(grid: _Grid, result: Result, tally: Tally, watch: Watch) -> None:
    """Store what a job brought, and count it."""
    training = grid.at_work[result.number]
    n_stored = grid.store(result)
    tally.taken += len(training.run_ids) - n_stored
    if result.answers is None:
        tally.failed += n_stored
    else:
        tally.done += n_stored
    watch.end(result)


class _Grid:
    """Jobs out of the study, results into it."""

    def __init__(self, study: Study, runner_id: int, device: str) -> None:
        self._study = study
        self._runner_id = runner_id
        self._device = device
        self.labeller = LabelsAhead()
        self._book = OutputBook(study, self.labeller)
        self._parts: dict[tuple[int, str], list[Item]] = {}
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
        task = Task(
            train=_examples(learn_from.train),
            finetune=_examples(learn_from.finetune),
            dev=_examples(self._items(training, "dev")),
            questions=tuple(dict.fromkeys(_question(item) for part in PARTS for item in self._items(training, part))),
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
            for name, run_id in training.run_ids.items():
                parts = self._part_predictions(training, result.answers.by_model[name])
                outcome = Outcome(
                    self._started[result.number],
                    result.seconds,
                    result.machine,
                    result.versions,
                    self._selected_on(training),
                    result.log,
                )
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
        return "dev" if self._items(training, "dev") else None

    def _part_predictions(self, training: Training, predictions: Sequence[Prediction | None]) -> list[PartPredictions]:
        questions = dict.fromkeys(_question(item) for part in PARTS for item in self._items(training, part))
        answer_to = dict(zip(questions, predictions, strict=True))
        parts = []
        for part in PARTS:
            items = self._items(training, part)
            if items:
                answers = [(item, answer_to[_question(item)]) for item in items]
                parts.append(self._part_prediction(part, len(items), answers))
        return parts

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

    def _items(self, training: Training, part: str) -> list[Item]:
        size = training.size if part == "core" else 0
        key = (training.split.id, f"{part} {size}")
        if key not in self._parts:
            self._parts[key] = store_splits.part_items(self._study, training.split.id, part, training.size)
        return self._parts[key]


def _question(item: Item) -> Question:
    return Question(item.lemma, item.features)


def _examples(items: Sequence[Item]) -> tuple[Example, ...]:
    return tuple(Example(item.lemma, item.form, item.features) for item in items)
