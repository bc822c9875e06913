"""Whether workers have the same goed as this one: otherwise their results would not be those of a local run."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from distributed import Client

from goed.errors import GoedError
from goed.runs.cluster import worker_description

PATIENCE = 30.0  # seconds that workers have to answer
ASK = "exec(source, names) or names['description'](packages)"


async def problems(client: Client, workers: Sequence[str], packages: Sequence[str]) -> dict[str, str | None]:
    """For each of these workers that answers: what is wrong with it, in a sentence, or None."""
    names = {
        "source": Path(worker_description.__file__).read_text(encoding="utf-8"),
        "names": {},
        "packages": list(packages),
    }
    # As text, and through a function of Python's own: others could not be sent to a worker without goed.
    answers = await asyncio.wait_for(
        client.run(eval, ASK, names, workers=list(workers), on_error="return"), timeout=PATIENCE
    )
    ours = worker_description.description(list(packages))
    return {
        worker: _problem(worker, theirs, ours) for worker, theirs in answers.items() if not isinstance(theirs, OSError)
    }


async def refuse_other_dask(client: Client) -> None:
    """The scheduler and the workers must have the same Dask as this process, or they may misunderstand each other."""
    versions: Any = await asyncio.wait_for(client.get_versions(), timeout=PATIENCE)  # type: ignore[arg-type]
    ours = _dask(versions["client"])
    others = {"the scheduler": versions["scheduler"]}
    others |= {f"the worker {address}": of_worker for address, of_worker in versions["workers"].items()}
    for who, theirs in others.items():
        if theirs and _dask(theirs) != ours:
            raise GoedError(
                f"{who} has distributed {_dask(theirs)}, and here it is {ours}; install the same one on both sides"
            )


def refuse_any(found: Mapping[str, str | None]) -> None:
    """Say the first of the problems that workers have."""
    for _, problem in sorted(found.items()):
        if problem:
            raise GoedError(problem)


def _dask(versions: Mapping[str, Any]) -> str | None:
    found: str | None = versions["packages"].get("distributed")
    return found


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
