"""The workers of a cluster, as the runs see them.

Workers may come and go during runs. goed itself decides which worker does which job, and sends a worker no more jobs
than it can do at the same time, so that no job waits while another worker is free. Only very short trainings are sent
ahead and wait at their worker, since sending them takes a noticeable share of their time. The job of a worker that died
comes back like one that failed.
"""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Callable, Collection, Iterable, Iterator
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import count
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple
from uuid import uuid4

from distributed import CancelledError, KilledWorker

from goed.runs.cluster.connection import Cluster, problems, refuse_any
from goed.runs.jobs import Failure, Job, JobNews, PackedJob, Result, died
from goed.runs.text_tasks import PackedText
from goed.runs.workers import Crew, Message

# Run by a built-in function, since the scheduler looks into what it passes on, and may not have goed.
RUN_JOB_EXPRESSION = (
    "__import__('goed.runs.cluster.dask_worker', fromlist=['do_job']).do_job(packed, key, topic, digest, text)"
)
LOOK_EVERY = 0.5  # seconds
MOMENT = 2.0  # seconds; shorter trainings are quick ones


class Joined(NamedTuple):
    """A worker has joined; it does `places` jobs at the same time."""

    worker: str
    places: int


class Left(NamedTuple):
    """A worker has died, or was ended."""

    worker: str


class SchedulerGone:
    """The scheduler is no longer there."""


class MessageReceived(NamedTuple):
    """A message has come from the try with this key."""

    key: str
    message: JobNews | Result


CrewNews = Joined | Left | JobNews | SchedulerGone


class WorkerMonitor:
    """Asks the scheduler regularly which workers it has, and each new worker what is installed there."""

    def __init__(self, cluster: Cluster, packages: list[str], tell: Callable[[CrewNews], None]) -> None:
        self._cluster = cluster
        self._packages = packages
        self._tell = tell
        self._is_usable: dict[str, bool | None] = {}  # by worker; None while its answer is on the way
        self._asking: set[asyncio.Task[None]] = set()

    async def begin(self) -> None:
        """Look for the first time; an unusable worker is an error, since nothing has begun yet."""
        places = await self._cluster.places()
        found = await problems(self._cluster.client, list(places), self._packages)
        refuse_any(found)
        self._take(places, found)

    async def follow(self) -> None:
        """Look again and again, until the scheduler is gone."""
        while self._cluster.client.status == "running":
            with suppress(Exception):  # whatever the error: the client finds out whether the scheduler is still there
                await self._look()
            await asyncio.sleep(LOOK_EVERY)
        self._tell(SchedulerGone())

    async def _look(self) -> None:
        places = await self._cluster.places()
        for worker in self._is_usable.keys() - places.keys():
            if self._is_usable[worker] is not None and self._is_usable.pop(worker):
                self._tell(Left(worker))
        new = {worker: number for worker, number in places.items() if worker not in self._is_usable}
        if new:
            self._is_usable |= dict.fromkeys(new)
            task = asyncio.create_task(self._ask(new))
            self._asking.add(task)
            task.add_done_callback(self._asking.discard)

    async def _ask(self, new: dict[str, int]) -> None:
        """Ask workers that have joined; one that does not answer is asked again at the next look."""
        found: dict[str, str | None] = {}
        with suppress(Exception):  # whatever the error: the workers have died meanwhile, or the scheduler has
            found = await problems(self._cluster.client, list(new), self._packages)
        for worker in new.keys() - found.keys():
            del self._is_usable[worker]
        self._take(new, found)

    def _take(self, places: dict[str, int], found: dict[str, str | None]) -> None:
        for worker, problem in found.items():
            self._is_usable[worker] = problem is None
            if problem is None:
                self._tell(Joined(worker, places[worker]))
            else:
                self._tell(JobNews(None, warning=f"{problem}; until then it gets no runs"))


@dataclass
class _Try:
    """One try of a job, on one worker."""

    job_number: int
    family: tuple[str, ...]  # of the job's model
    worker: str
    future: Future[None]


@dataclass
class _WorkerState:
    """A worker, and the keys of its current tries."""

    places: int
    keys: set[str] = field(default_factory=set)


class ClusterWorkers:
    """Sends jobs to the workers of a cluster; what comes back waits in a queue until it is asked for."""

    def __init__(self, cluster: Cluster, packages: list[str]) -> None:
        self._cluster = cluster
        self._name = f"goed-{uuid4().hex}"  # unique to this call, so that nobody else listens to its messages
        self._numbers = count()
        self._members: dict[str, _WorkerState] = {}
        self._quick: set[tuple[str, ...]] = set()  # models whose last training took no longer than a moment
        self._tries: dict[str, _Try] = {}
        # Texts of corpora, by worker and digest. Each has a key of its own: Dask keeps one copy for a key, and removes
        # further ones after a while, so that a text that workers share would travel again and again.
        self._texts: dict[tuple[str, str], asyncio.Future[Any]] = {}
        self._news: SimpleQueue[CrewNews | MessageReceived] = SimpleQueue()
        monitor = WorkerMonitor(cluster, packages, self._news.put)
        cluster.call(self._begin(monitor))
        self._following = cluster.loop.start(monitor.follow())
        for _ in self.messages(patience=0):
            pass  # only says that workers are there

    def crew(self) -> Crew:
        return Crew(len(self._members), sum(member.places for member in self._members.values()))

    def free(self) -> int:
        return sum(map(self._free, self._members.values()))

    def submit(self, job: Job, failed_on: Collection[str] = ()) -> None:
        address, member = max(self._members.items(), key=lambda item: (item[0] not in failed_on, self._free(item[1])))
        key = f"{self._name}-{next(self._numbers)}"
        member.keys.add(key)
        future = self._cluster.loop.start(self._do(key, PackedJob.of(job), job.text, address))
        self._tries[key] = _Try(job.number, job.model.family, address, future)

    def has_others(self, failed_on: Collection[str]) -> bool:
        return not self._cluster.is_local and not self._members.keys() <= set(failed_on)

    def messages(self, patience: float) -> Iterable[Message]:
        for news in self._newest(patience):
            match news:
                case Joined(worker, places):
                    self._members[worker] = _WorkerState(places)
                case Left(worker):
                    yield from self._lose(worker)
                case MessageReceived(key, message):
                    yield from self._receive(key, message)
                case JobNews():
                    yield news
                case SchedulerGone():
                    raise self._cluster.scheduler_gone_error()

    def stop(self) -> None:
        self._following.cancel()
        for each in self._tries.values():
            each.future.cancel()
        self._tries.clear()

    def _free(self, member: _WorkerState) -> int:
        """How many more jobs a worker can be sent: it may have twice its places if all its jobs are quick."""
        all_quick = member.keys and all(self._tries[key].family in self._quick for key in member.keys)
        return max(0, member.places * (2 if all_quick else 1) - len(member.keys))

    def _newest(self, patience: float) -> Iterator[CrewNews | MessageReceived]:
        """All news that has come, after waiting for the first."""
        try:
            yield self._news.get(timeout=patience) if patience else self._news.get_nowait()
            while True:
                yield self._news.get_nowait()
        except Empty:
            return

    def _receive(self, key: str, message: JobNews | Result) -> Iterator[Message]:
        """Pass on the message of a try, unless the try was given up."""
        if key not in self._tries:
            return
        if isinstance(message, Result):
            ended = self._tries.pop(key)
            self._members[ended.worker].keys.discard(key)
            if message.answers is not None and message.seconds <= MOMENT:
                self._quick.add(ended.family)
            else:
                self._quick.discard(ended.family)
        yield message

    def _lose(self, worker: str) -> Iterator[Message]:
        """Give up the tries of a worker that is gone, and forget the texts that it had."""
        self._texts = {place: sent for place, sent in self._texts.items() if place[0] != worker}
        for key in self._members.pop(worker).keys:
            lost = self._tries.pop(key)
            lost.future.cancel()
            yield died(lost.job_number, f"the worker {worker} died or was ended while it was at this run", worker)

    async def _begin(self, monitor: WorkerMonitor) -> None:
        self._cluster.client.subscribe_topic(self._name, self._told)  # type: ignore[no-untyped-call]
        await monitor.begin()

    def _told(self, event: tuple[float, dict[str, Any]]) -> None:
        _, said = event
        self._news.put(MessageReceived(said["key"], pickle.loads(said["told"])))

    async def _do(self, key: str, job: PackedJob, text: PackedText | None, worker: str) -> None:
        """Have a worker do a job, and queue the outcome, unless it failed because the scheduler is lost."""
        try:
            # Workers that are threads of this process are all alike, so they share a name.
            known_as = "" if self._cluster.is_local else worker
            result = replace(await self._result_of(key, job, text, worker), worker=known_as)
        except (KilledWorker, CancelledError) as error:
            await asyncio.sleep(2 * LOOK_EVERY)  # a worker that is gone takes this try with it, see `_lose`
            how = "died while it was at this run" if isinstance(error, KilledWorker) else "was told to give up this run"
            result = died(job.number, f"the worker {worker} {how}", worker)
        except Exception as error:  # Dask's own errors, or the machine's: no process, no memory …
            message = f"the worker {worker} could not do this run ({type(error).__name__}: {error})"
            result = replace(died(job.number, message, worker), failure=Failure.MODEL)
        if result.answers is not None or self._cluster.client.status == "running":
            self._news.put(MessageReceived(key, result))

    async def _text_at(self, worker: str, text: PackedText) -> Any:
        """The text as Dask keeps it at a worker, to which it is sent when the first job needs it."""
        place = worker, text.digest
        if place not in self._texts or _is_lost(self._texts[place]):
            sent = self._cluster.client.scatter(text.content, workers=[worker], hash=False)  # type: ignore[no-untyped-call]
            self._texts[place] = asyncio.ensure_future(sent)
        return await self._texts[place]

    async def _result_of(self, key: str, job: PackedJob, text: PackedText | None, worker: str) -> Result:
        there = None if text is None else await self._text_at(worker, text)
        of_text = {"digest": text.digest if text else "", "text": there}
        names = {"packed": pickle.dumps(job), "key": key, "topic": self._name, **of_text}
        future = self._cluster.client.submit(eval, RUN_JOB_EXPRESSION, names, key=key, workers=[worker], pure=False)
        try:
            result: Result = pickle.loads(await future)
        finally:
            future.release()  # type: ignore[no-untyped-call]
        return result


def _is_lost(sent: asyncio.Future[Any]) -> bool:
    """Whether a text could not be sent, or is no longer where it was sent to."""
    if not sent.done():
        return False
    return sent.cancelled() or sent.exception() is not None or sent.result().status not in ("finished", "pending")
