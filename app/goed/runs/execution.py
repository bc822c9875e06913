"""Doing planned runs: hand out jobs, retry failed ones, store each result at once."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from goed.labels.relabel import label_missing
from goed.models.interface import Progress
from goed.runs.jobs import Failure, Job, JobNews, Result
from goed.runs.time_left import TimeLeft, Workload
from goed.runs.training_jobs import Training, TrainingJobs
from goed.runs.workers import Crew, Workers
from goed.study import runs as store_runs
from goed.study.runners import Runner
from goed.study.study import Study

MOST_TO_STORE = 32  # results that may wait to be stored before workers have to wait
MOST_TRIES = 3


class FailedTries:
    """The failures so far of the jobs at work."""

    def __init__(self) -> None:
        self._failed: dict[int, list[Result]] = {}

    def failed_on(self, number: int) -> frozenset[str]:
        """The workers where a job's model failed."""
        tried = self._failed.get(number, [])
        return frozenset(result.worker for result in tried if result.failure is Failure.MODEL)

    def is_worth_another(self, result: Result, workers: Workers) -> bool:
        """Whether to try again the job with this latest result.

        If its process or worker died, it is tried again anywhere, since that may have been chance. If the model itself
        failed, it is tried on other workers only: they may have a package, a GPU or a file that this one lacks.
        """
        if result.failure is None:
            return False
        tried = self._failed.setdefault(result.number, [])
        tried.append(result)
        if result.failure is Failure.FINAL or len(tried) == MOST_TRIES:
            return False
        return result.failure is Failure.DIED or workers.has_others(self.failed_on(result.number))

    def merged_result(self, result: Result) -> Result:
        """The result to store for a job: its last one.

        If the job failed more than once, that is the last failure reported by the model itself, or else the last one;
        its log begins with all of them.
        """
        tried = self._failed.pop(result.number, [])
        if result.failure is None or len(tried) == 1:
            return result
        told = [each for each in tried if each.failure is not Failure.DIED] or tried
        lines = [f"{each.worker or each.machine}: {each.message}" for each in tried]
        head = "\n".join([f"tried {len(tried)} times", *lines])
        return replace(told[-1], log=f"{head}\n\n{told[-1].log}" if told[-1].log else head)


class Listener(Protocol):
    """Receives news of how trainings go."""

    def ended(self, training: Training, message: str | None) -> None:
        """A training has ended, or another goed has it; `message` says why one failed."""

    def at_work(self, told: Sequence[tuple[Training, Progress]], seconds_left: float | None) -> None:
        """How far the trainings are that have reported, and how long all of them together will still take."""

    def crew(self, crew: Crew) -> None:
        """How many workers there are: called at the beginning, and whenever workers have come or gone."""

    def warn(self, sentence: str) -> None:
        """A problem that does not stop a training."""


class ProgressTracker:
    """Keeps track of the trainings of one call, and tells the listener."""

    def __init__(self, runner: Runner, todo: Sequence[Workload], crew: Crew, listener: Listener) -> None:
        self._runner = runner
        self._listener = listener
        self._time = TimeLeft(todo, crew.places)
        self._crew = crew
        self._trainings: dict[int, Training] = {}
        self._progress: dict[int, Progress] = {}
        self._has_news = False
        self._warned: set[str] = set()
        listener.crew(crew)

    def skip(self, training: Training) -> None:
        """Note that another goed has a training."""
        self._time.skip(training.workload)
        self._listener.ended(training, None)

    def begin(self, number: int, training: Training) -> None:
        """Note that a training has begun."""
        self._trainings[number] = training
        self._time.begin(number, training.workload)

    def begin_again(self, number: int) -> None:
        """Note that a failed training is tried again."""
        self._progress.pop(number, None)
        self._time.begin_again(number)

    def told(self, message: JobNews) -> None:
        """Note a message about a training."""
        if message.progress is not None and message.number is not None:
            self._progress[message.number] = message.progress
            self._time.told(message.number, message.progress)
            self._has_news = True
            self._show()
        self.warn(message.warning or "")

    def end(self, result: Result) -> None:
        """Note that a training has ended."""
        training = self._trainings.pop(result.number)
        had_told = self._progress.pop(result.number, None) is not None
        self._time.end(result.number, result.seconds if result.answers is not None else None)
        self._listener.ended(training, result.message)
        if had_told:
            self._show()

    def warn(self, sentence: str) -> None:
        """Pass a warning on, once."""
        if sentence and sentence not in self._warned:
            self._warned.add(sentence)
            self._listener.warn(sentence)

    def report(self, crew: Crew) -> None:
        """Show others that this goed is alive and, if there is news, how far its runs are."""
        if crew != self._crew:
            self._crew = crew
            self._time.n_workers = crew.places
            self._listener.crew(crew)
        if not self._has_news:
            self._runner.beat()
            return
        by_run = {
            run_id: told
            for number, told in self._progress.items()
            for run_id in self._trainings[number].run_ids.values()
        }
        if self._runner.tell(by_run, self._time.seconds()):
            self._has_news = False

    def _show(self) -> None:
        told = [(self._trainings[number], progress) for number, progress in sorted(self._progress.items())]
        self._listener.at_work(told, self._time.seconds())


@dataclass
class Tally:
    """What became of the runs of one call."""

    done: int = 0
    taken: int = 0  # by another goed that works on the same study
    failed: int = 0
    warnings: list[str] = field(default_factory=list)  # of classifiers


def execute(
    study: Study, runner: Runner, todo: Sequence[Training], workers: Workers, device: str, listener: Listener
) -> Tally:
    """Do all trainings, and keep the listener informed."""
    jobs = TrainingJobs(study, runner.id, device)
    tracker = ProgressTracker(runner, [training.workload for training in todo], workers.crew(), listener)
    execution = _Execution(jobs, todo, workers, tracker)
    try:
        execution.go_through()
    finally:
        try:
            execution.store_all()  # results that have come in may have taken hours: store them, whatever ended this
        finally:
            for training in jobs.at_work.values():
                store_runs.give_back(study, list(training.run_ids.values()), runner.id)
            jobs.checkpoints.tidy()
        if jobs.book.has_unlabelled:  # an output waits for its label, since another accepted form came in
            label_missing(study)
    execution.tally.warnings += jobs.labeller.warnings
    return execution.tally


class _Execution:
    """Jobs on their way to workers and back. A worker that is free gets its next job before anything is stored."""

    def __init__(
        self, jobs: TrainingJobs, todo: Sequence[Training], workers: Workers, tracker: ProgressTracker
    ) -> None:
        self._training_jobs = jobs
        self._workers = workers
        self._tracker = tracker
        self._waiting = deque(todo)
        self._again: deque[Job] = deque()  # jobs that failed, and wait for another try
        self._jobs: dict[int, Job] = {}  # at work
        self._tries = FailedTries()
        self._to_store: deque[Result] = deque()
        self.tally = Tally()

    def go_through(self) -> None:
        """Do everything; at times there may be no workers."""
        self._fill()
        while self._jobs or self._waiting or self._again or self._to_store:
            self._hear(patience=0.0 if self._to_store else 1.0)
            self._fill()
            if self._to_store:
                self._store(self._to_store.popleft())
            self._tracker.report(self._workers.crew())

    def store_all(self) -> None:
        """Store what has come in."""
        while self._to_store:
            self._store(self._to_store.popleft())

    def _hear(self, patience: float) -> None:
        for message in self._workers.messages(patience):
            if isinstance(message, JobNews):
                self._tracker.told(message)
                continue
            job = self._jobs.pop(message.number)
            if self._tries.is_worth_another(message, self._workers):
                self._again.append(job)
            else:
                self._to_store.append(self._tries.merged_result(message))

    def _fill(self) -> None:
        """Give every free worker a job."""
        while self._workers.free() and len(self._to_store) < MOST_TO_STORE:
            if self._again:
                job = self._again.popleft()
                self._tracker.begin_again(job.number)
                self._submit(job)
            elif self._waiting:
                self._begin(self._waiting.popleft())
            else:
                return

    def _begin(self, training: Training) -> None:
        job = self._training_jobs.job(training)
        if job is None:
            self.tally.taken += len(training.run_ids)
            self._tracker.skip(training)
        else:
            self._submit(job)
            self._tracker.begin(job.number, training)
            self._tracker.warn(self._training_jobs.checkpoints.problem)

    def _submit(self, job: Job) -> None:
        self._jobs[job.number] = job
        self._workers.submit(job, self._tries.failed_on(job.number))

    def _store(self, result: Result) -> None:
        """Store what a job brought, and count it."""
        training = self._training_jobs.at_work[result.number]
        n_stored = self._training_jobs.store(result)
        self.tally.taken += len(training.run_ids) - n_stored
        if result.answers is None:
            self.tally.failed += n_stored
        else:
            self.tally.done += n_stored
        self._tracker.end(result)
