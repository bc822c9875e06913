"""Watching trainings at work: what they tell goes to whoever called goed, and now and then into the study."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from goed.models.interface import Progress
from goed.runs.jobs import Result, Told
from goed.runs.time_left import Kind, TimeLeft
from goed.runs.training import Training
from goed.runs.workers import Crew
from goed.study.runners import Runner


class Listener(Protocol):
    """Somebody who wants to know how trainings go."""

    def ended(self, training: Training, message: str | None) -> None:
        """A training has ended, or was done by another goed; with the message of one that failed."""

    def at_work(self, told: Sequence[tuple[Training, Progress]], seconds_left: float | None) -> None:
        """How far those trainings are that have told, and how long all of them together will still take."""

    def crew(self, crew: Crew) -> None:
        """Who does the trainings: at the beginning, and whenever workers have come or gone."""

    def warn(self, sentence: str) -> None:
        """Something that a training goes on without."""


class Watch:
    """What is known of the trainings of one call."""

    def __init__(self, runner: Runner, todo: Sequence[Kind], crew: Crew, listener: Listener) -> None:
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
        """Another goed has a training."""
        self._time.skip(training.kind)
        self._listener.ended(training, None)

    def begin(self, number: int, training: Training) -> None:
        """A training is at work."""
        self._trainings[number] = training
        self._time.begin(number, training.kind)

    def begin_again(self, number: int) -> None:
        """A training that failed is tried again."""
        self._progress.pop(number, None)
        self._time.begin_again(number)

    def told(self, message: Told) -> None:
        """A training tells something."""
        if message.progress is not None:
            self._progress[message.number] = message.progress
            self._time.told(message.number, message.progress)
            self._has_news = True
            self._show()
        self.warn(message.warning or "")

    def end(self, result: Result) -> None:
        """A training has ended."""
        training = self._trainings.pop(result.number)
        had_told = self._progress.pop(result.number, None) is not None
        self._time.end(result.number, result.seconds if result.answers is not None else None)
        self._listener.ended(training, result.message)
        if had_told:
            self._show()

    def warn(self, sentence: str) -> None:
        """Say a sentence, once."""
        if sentence and sentence not in self._warned:
            self._warned.add(sentence)
            self._listener.warn(sentence)

    def look(self, crew: Crew) -> None:
        """Give a sign of life; where there is news, with how far the runs are."""
        if crew != self._crew:
            self._crew = crew
            self._time.set_workers(crew.places)
            self._listener.crew(crew)
        if not self._has_news:
            self._runner.beat()
        elif self._runner.tell(self._by_run(), self._time.seconds()):
            self._has_news = False

    def _show(self) -> None:
        told = [(self._trainings[number], progress) for number, progress in sorted(self._progress.items())]
        self._listener.at_work(told, self._time.seconds())

    def _by_run(self) -> dict[int, Progress]:
        """The same progress for each run that a training fills."""
        return {
            run_id: told
            for number, told in self._progress.items()
            for run_id in self._trainings[number].run_ids.values()
        }
