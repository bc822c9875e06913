"""The connection to a cluster, whether already there or started in this process.

Dask talks to its cluster in an event loop with a thread of its own, while goed stores results. Workers must have the
same goed as this process, so that their results are those of a local run.
"""

from __future__ import annotations

import asyncio
import logging
import os
import threading
import warnings
from collections.abc import Coroutine, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import dask
from distributed import Client, LocalCluster

from goed.errors import GoedError
from goed.runs.cluster import dask_worker, worker_description
from goed.runs.cluster.address import Address
from goed.runs.workers import end_idle_processes

CONNECT_WITHIN = 10  # seconds
PATIENCE = 30.0  # seconds that the scheduler or workers have to answer
ANSWER_WITHIN = 60.0  # seconds, for answers that take several questions
CLOSE_WITHIN = 5.0  # seconds; a scheduler that is gone does not answer
WITHOUT_DASHBOARD = {  # turns off what Dask measures only for its dashboard
    "distributed.worker.profile.enabled": False,
    "distributed.scheduler.work-stealing": False,
    "distributed.scheduler.active-memory-manager.start": False,
    "distributed.admin.system-monitor.interval": "10s",
    "distributed.admin.tick.interval": "10s",
}
LOGGERS = ("distributed", "distributed.client", "distributed.gc", "tornado", "tornado.application", "asyncio")

DESCRIBE_EXPRESSION = "exec(source, names) or names['description'](packages)"  # of a worker: which goed it has

T = TypeVar("T")


@contextmanager
def connected(address: Address) -> Iterator[Cluster]:
    """Connect to a cluster to send runs to; refuse one with another goed on its workers."""
    _keep_quiet()
    cluster = Cluster(address)
    try:
        cluster.open()
        yield cluster
    finally:
        cluster.close()


class Cluster:
    """A scheduler, reached through Dask's client, which lives in the loop's thread."""

    def __init__(self, address: Address) -> None:
        self.address = address
        self.loop = LoopThread()
        self._client: Client | None = None
        self._own: LocalCluster | None = None

    @property
    def client(self) -> Client:
        """Dask's client; use it in the loop's thread only."""
        assert self._client is not None
        return self._client

    @property
    def is_local(self) -> bool:
        """Whether the workers are threads of this process."""
        return self.address.local_workers > 0

    def open(self) -> None:
        """Connect, and check the workers."""
        try:
            self.loop.call(self._connect(), timeout=2 * CONNECT_WITHIN)
        except (OSError, TimeoutError):
            raise GoedError(
                f"no Dask scheduler answers at {self.address}; look whether `dask scheduler` runs there, "
                "and whether this machine can reach it"
            ) from None
        except Exception as error:  # TLS that is not set up, another program at that port …
            raise GoedError(f"{self.address} cannot be used as a cluster ({type(error).__name__}: {error})") from None
        self.call(self._check())

    def call(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Wait for a coroutine's result; if the scheduler no longer answers, raise an error that says so."""
        try:
            return self.loop.call(coroutine, timeout=ANSWER_WITHIN)
        except (OSError, TimeoutError):
            raise self.scheduler_gone_error() from None

    def close(self) -> None:
        """Disconnect; whatever still runs on the cluster for this goed ends."""
        with suppress(Exception):  # a cluster that was never reached, or is gone, cannot be closed properly
            self.loop.call(self._disconnect(), timeout=CLOSE_WITHIN)
        end_idle_processes()
        self.loop.stop()

    def scheduler_gone_error(self) -> GoedError:
        """The error to raise when the scheduler has gone away."""
        return GoedError(
            f"the scheduler at {self.address} is gone; what was done is stored, "
            "and the same command with a scheduler that is there goes on with what is left"
        )

    async def _connect(self) -> None:
        if self.is_local:
            dask.config.set(WITHOUT_DASHBOARD)
            self._own = await LocalCluster(  # type: ignore[no-untyped-call]
                n_workers=self.address.local_workers,
                threads_per_worker=1,
                processes=False,
                dashboard_address=None,
                memory_limit=0,  # trainings have processes of their own
                asynchronous=True,
            )
        target = self._own or str(self.address)
        self._client = Client(  # type: ignore[no-untyped-call]
            target, asynchronous=True, timeout=CONNECT_WITHIN, set_as_default=False
        )
        await self._client

    async def _check(self) -> None:
        await refuse_other_dask(self.client)
        refuse_any(await problems(self.client, list(await self.places()), []))
        if not self.is_local:
            await asyncio.wait_for(self.client.run(dask_worker.prepare, on_error="ignore"), timeout=PATIENCE)

    async def places(self) -> dict[str, int]:
        """How many jobs each worker does at the same time, by the worker's address."""
        found: Any = self.client.nthreads()  # type: ignore[no-untyped-call]
        return dict(await asyncio.wait_for(found, timeout=PATIENCE))

    async def _disconnect(self) -> None:
        if self._client is not None:
            await self._client.close()  # type: ignore[no-untyped-call]
        if self._own is not None:
            await self._own.close()  # type: ignore[misc]


class LoopThread:
    """An event loop in a thread of its own, which never keeps the process from ending."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="goed-cluster", daemon=True)
        self._thread.start()

    def call(self, coroutine: Coroutine[Any, Any, T], timeout: float) -> T:
        """Wait for a coroutine's result; raise TimeoutError after this many seconds."""
        future = self.start(coroutine)
        try:
            return future.result(timeout)
        except TimeoutError:
            future.cancel()
            raise

    def start(self, coroutine: Coroutine[Any, Any, T]) -> Future[T]:
        """Run a coroutine in the background."""
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop)

    def stop(self) -> None:
        """End the thread, and abandon what still runs in it."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(timeout=2.0)


def _keep_quiet() -> None:
    """Silence Dask and its libraries, unless GOED_DEBUG is set: goed itself tells users what they can do."""
    if os.environ.get("GOED_DEBUG"):
        return
    warnings.filterwarnings("ignore", module=r"(distributed|dask|tornado)(\..*)?")
    for name in LOGGERS:
        logger = logging.getLogger(name)
        logger.handlers[:] = [logging.NullHandler()]
        logger.propagate = False


# ---- whether workers have the same goed ----


async def problems(client: Client, workers: Sequence[str], packages: Sequence[str]) -> dict[str, str | None]:
    """For each of these workers that answers: what is wrong with it, in a sentence, or None."""
    names = {
        "source": Path(worker_description.__file__).read_text(encoding="utf-8"),
        "names": {},
        "packages": list(packages),
    }
    # Sent as text and run by a built-in function: goed's own functions cannot be sent to a worker without goed.
    answers = await asyncio.wait_for(
        client.run(eval, DESCRIBE_EXPRESSION, names, workers=list(workers), on_error="return"), timeout=PATIENCE
    )
    ours = worker_description.description(list(packages))
    return {
        worker: _problem(worker, theirs, ours) for worker, theirs in answers.items() if not isinstance(theirs, OSError)
    }


async def refuse_other_dask(client: Client) -> None:
    """Refuse a scheduler or worker with another version of Dask, since they might misunderstand each other."""
    versions: Any = await asyncio.wait_for(client.get_versions(), timeout=PATIENCE)  # type: ignore[arg-type]
    ours = versions["client"]["packages"].get("distributed")
    others = {"the scheduler": versions["scheduler"]}
    others |= {f"the worker {address}": of_worker for address, of_worker in versions["workers"].items()}
    for who, found in others.items():
        if found and (theirs := found["packages"].get("distributed")) != ours:
            raise GoedError(
                f"{who} has distributed {theirs}, and here it is {ours}; install the same one on both sides"
            )


def refuse_any(found: Mapping[str, str | None]) -> None:
    """Raise an error for the first problem that a worker has."""
    for _, problem in sorted(found.items()):
        if problem:
            raise GoedError(problem)


def _problem(worker: str, theirs: Mapping[str, Any] | Exception, ours: Mapping[str, Any]) -> str | None:
    if isinstance(theirs, Exception):
        return f"the worker {worker} cannot say which goed it has ({type(theirs).__name__}: {theirs})"
    who = f"the worker {worker} on {theirs['host']}"
    if theirs["python"] != ours["python"]:
        return f"{who} has Python {theirs['python']}, and here it is {ours['python']}; start it with the same one"
    if theirs["goed"] is None:
        return f"{who} has no goed; install goed {ours['goed']} there: pip install 'goed[cluster]'"
    if theirs["goed"] != ours["goed"]:
        return f"{who} has goed {theirs['goed']}, and here it is {ours['goed']}; install the same one on both sides"
    if theirs["files"] != ours["files"]:
        return f"{who} has other files of goed {ours['goed']} than those here; install the same there, and restart it"
    for package, version in ours["packages"].items():
        there = theirs["packages"].get(package)
        if there != version:
            return f"{who} has {_named(package, there)}, and here it is {_named(package, version)}; install the same"
    return None


def _named(package: str, version: str | None) -> str:
    return f"no {package}" if version is None else f"{package} {version}"
