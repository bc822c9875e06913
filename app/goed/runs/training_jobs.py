"""Trainings as jobs: group planned runs by training, pack jobs, store their results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from goed.domains.registry import add_measures_and_circumstances, domain_of
from goed.labels.labeller import LabelsAhead
from goed.models.interface import Prediction, Task
from goed.models.model import Key, Model
from goed.runs.checkpoints import Checkpoints
from goed.runs.jobs import Job, Result
from goed.runs.plan import with_stored_settings
from goed.runs.time_left import Workload
from goed.study import runs as store_runs
from goed.study import splits as store_splits
from goed.study.items import Item
from goed.study.outputs import OutputBook
from goed.study.predictions import PartPredictions
from goed.study.runs import Outcome, PlannedRun
from goed.study.splits import Split
from goed.study.study import Study, now
from goed_classifiers.forms import normal

if TYPE_CHECKING:
    from goed.runs.text_jobs import TextJobs

PARTS = ("test", "dev", "core")


@dataclass(frozen=True)
class Training:
    """A training, and the runs that it fills."""

    model: Model
    split: Split
    size: int
    seed: int
    run_ids: Mapping[str, int]  # model name → run

    def __str__(self) -> str:
        split = self.split  # a corpus says which language it is; a language may have several
        words = f"{self.model.name} {split.corpus or split.language} {split.sampling} {split.seed} {self.size}"
        return words if self.seed == split.seed else f"{words}, training seed {self.seed}"

    @property
    def workload(self) -> Workload:
        """What the length of the training depends on."""
        return Workload(self.model.family, self.size)


def trainings(study: Study, runs: Sequence[PlannedRun], models: Mapping[Key, Model]) -> list[Training]:
    """Group planned runs by the training that fills them, the quick models first."""
    by_id = {split.id: split for split in store_splits.splits(study)}
    settled = {key: with_stored_settings(study, models[key]) for key in {run.key for run in runs}}
    groups: dict[tuple[tuple[str, ...], int, int, int], dict[str, int]] = {}
    for run in runs:
        key = (settled[run.key].family, run.split_id, run.size, run.training_seed)
        groups.setdefault(key, {})[run.model] = run.id
    found = [
        Training(settled[by_id[split_id].domain, next(iter(run_ids))], by_id[split_id], size, seed, run_ids)
        for (_, split_id, size, seed), run_ids in groups.items()
    ]
    return sorted(found, key=lambda training: training.model.uses_workbench)


class TrainingJobs:
    """Makes jobs from the study, and stores their results in it."""

    def __init__(self, study: Study, runner_id: int, device: str) -> None:
        self._study = study
        self._runner_id = runner_id
        self._device = device
        self.labeller = LabelsAhead()
        self.book = OutputBook(study, self.labeller)
        self._parts: dict[tuple[int, str], list[tuple[Item, Any]]] = {}
        self._started: dict[int, str] = {}
        self._next_number = 0
        self._places: dict[int, Path | None] = {}  # of checkpoints
        self.checkpoints = Checkpoints(study.path)
        self.at_work: dict[int, Training] = {}

    @cached_property
    def texts(self) -> TextJobs:
        """What trainings on corpora are given, and what becomes of their answers."""
        from goed.runs.text_jobs import TextJobs  # numpy: only where there are corpora

        return TextJobs(self._study, self.book)

    def job(self, training: Training) -> Job | None:
        """Claim a training's runs and pack what it needs; None where another goed has them."""
        if not store_runs.claim(self._study, list(training.run_ids.values()), self._runner_id):
            return None
        number = self._next_number
        self._next_number += 1
        self.at_work[number] = training
        self._started[number] = now()
        model = training.model
        if training.split.corpus_id:
            return Job(number, model, self.texts.task(training, self._device), text=self.texts.packed(training.split))
        learn_from = store_splits.training_set(self._study, training.split.id, training.size)
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
            self._places[number] = self.checkpoints.acquire(training.run_ids.values(), model, task)
        return Job(number, model, task, self._places.get(number))

    def store(self, result: Result) -> int:
        """Store the result of a job; return how many of its runs still belonged to this goed."""
        training = self.at_work[result.number]
        n_stored = 0
        if result.answers is None:
            for run_id in training.run_ids.values():
                n_stored += store_runs.fail(self._study, run_id, self._runner_id, result.message or "", result.log)
        else:
            self.book.load_items(training.split.language)
            circumstances = (self._started[result.number], result.seconds, result.machine, result.versions)
            outcome = Outcome(*circumstances, self._selected_on(training), result.log)
            for name, run_id in training.run_ids.items():
                answers: Any = result.answers.by_model[name]
                of_corpus = training.split.corpus_id
                parts = (self.texts.part_predictions if of_corpus else self._part_predictions)(training, answers)
                n_stored += store_runs.finish(self._study, self.book, run_id, self._runner_id, parts, outcome)
        if result.number in self._places:
            done = () if result.answers is None else training.run_ids.values()  # a failed one may resume from it
            self.checkpoints.release(self._places.pop(result.number), done)
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
            if asked := self._asked(training, part):
                parts.append(self._part_prediction(part, [(item, answer_to[question]) for item, question in asked]))
        told = add_measures_and_circumstances(self._study, self.book, training.split, training.size, parts)
        self.labeller.warnings.extend(told)
        return parts

    def _questions(self, training: Training) -> tuple[Any, ...]:
        """What the learner is asked, each question once."""
        return tuple(dict.fromkeys(question for part in PARTS for _, question in self._asked(training, part)))

    def _part_prediction(self, part: str, answers: Sequence[tuple[Item, Prediction | None]]) -> PartPredictions:
        predictions = PartPredictions(part, len(answers))
        for item, answer in answers:
            if answer is not None:
                given = answer.form.encode("utf-8", "backslashreplace").decode()  # a model may return lone surrogates
                form = normal(given)
                predictions.handles.append(self.book.handle(item.id, form))
                if form != given:
                    predictions.original_bytes[item.id] = given.encode()
                if answer.score is not None or answer.actions is not None:
                    predictions.details[item.id] = (answer.score, answer.actions)
        return predictions

    def _asked(self, training: Training, part: str) -> list[tuple[Item, Any]]:
        """The items of a part, each with the question that a learner is asked about it."""
        size = training.size if part == "core" else 0
        key = (training.split.id, f"{part} {size}")
        if key not in self._parts:
            items = store_splits.part_items(self._study, training.split.id, part, training.size)
            self._parts[key] = list(zip(items, map(domain_of(training.split.domain).question, items), strict=True))
        return self._parts[key]
