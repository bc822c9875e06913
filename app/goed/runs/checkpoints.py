"""The checkpoints of a study's trainings: files in the folder STUDYFILE.checkpoints.

They exist only while they are needed. A file's name says whose it is: `cluzh-gr.run17.3f9a….pt` belongs to run 17, as
long as the fingerprint is that of its task. The same run with other words, settings or versions begins afresh.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Collection, Iterable
from contextlib import suppress
from dataclasses import asdict
from hashlib import blake2b
from pathlib import Path

from goed import __version__
from goed.drafts import remove_files
from goed.models.devices import kind_of
from goed.models.interface import Task
from goed.models.model import Model
from goed.runs.jobs import package_versions
from goed.study import runs as store_runs
from goed.study.study import Study

RUN = re.compile(r"\.run(\d+)\.")


class Checkpoints:
    """The folder of a study's checkpoints."""

    def __init__(self, study: Path) -> None:
        self._folder = folder_of(study)
        self.problem = ""  # why no checkpoint can be kept
        self._in_use: set[Path] = set()  # two splits may have the same words, and so trainings the same fingerprint

    def acquire(self, numbers: Collection[int], model: Model, task: Task) -> Path | None:
        """The file where the training that fills these runs keeps its checkpoint; None if it cannot keep one."""
        with suppress(OSError):
            self._folder.mkdir(exist_ok=True)
        if not (self._folder.is_dir() and os.access(self._folder, os.W_OK)):
            self.problem = (
                f"no checkpoints are kept, since {self._folder} cannot be written to; "
                "a training that is stopped will begin afresh"
            )
            return None
        mark = _fingerprint(model, task)
        there = sorted(set(self._folder.glob(f"*.{mark}.pt")) - self._in_use)
        name = re.sub(r"[^A-Za-z0-9-]+", "-", model.family[0])[:60]
        path = there[0] if there else self._folder / f"{name}.run{min(numbers)}.{mark}.pt"
        self._remove(numbers, but=path)
        self._in_use.add(path)
        return path

    def release(self, path: Path | None, done: Collection[int] = ()) -> None:
        """Release the place of a training that has ended, and remove the checkpoints of the runs that it completed."""
        self._remove(done)
        if path is not None:
            self._in_use.discard(path)
            if done:
                remove_files([path])

    def tidy(self) -> None:
        """Remove the folder if it is empty."""
        with suppress(OSError):
            self._folder.rmdir()

    def _remove(self, numbers: Iterable[int], but: Path | None = None) -> None:
        for number in numbers:
            remove_files(path for path in self._folder.glob(f"*.run{number}.*") if path != but)


def folder_of(study: Path) -> Path:
    """The folder of the checkpoints of a study's trainings."""
    return Path(f"{study.absolute()}.checkpoints")


def left_over(study: Study) -> list[Path]:
    """Checkpoints of runs that no longer exist, or are done."""
    open_runs = {run.number for run in store_runs.all_runs(study) if run.state != "done"}
    there = sorted(folder_of(study.path).glob("*.run*"))
    return [path for path in there if (run := RUN.search(path.name)) and int(run[1]) not in open_runs]


def remove_left_over(study: Study) -> int:
    """Remove left-over checkpoints; return how many there were."""
    found = left_over(study)
    remove_files(found)
    Checkpoints(study.path).tidy()
    return len(found)


def _fingerprint(model: Model, task: Task) -> str:
    """A hash of all that a training's state depends on: words, settings, seed, kind of device, and versions."""
    content = {
        **asdict(task),
        "settings": dict(model.settings),
        "device": kind_of(task.device),
        "models": model.family,
        "versions": {**package_versions(model), "goed": __version__},
    }
    text = json.dumps(content, sort_keys=True, ensure_ascii=True)
    return blake2b(text.encode(), digest_size=10).hexdigest()
