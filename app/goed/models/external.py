"""External models: commands that read training files and write predictions.

They run without a shell. A command carries a mark of the process it works for in its environment, and so do the
processes that it starts. If goed is killed they would work on for nobody; the next goed on this machine finds them by
the mark and ends them.
"""

from __future__ import annotations

import os
import platform
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from goed.drafts import draft_folder, remove_dead_drafts
from goed.forms import LONGEST_FORM
from goed.models.interface import Answers, ModelError, Prediction, Question, Task, TimeRanOutError
from goed.processes import process_started_at

PLACEHOLDERS = ("train", "finetune", "dev", "test", "out", "seed")
DEFAULT_TIME_LIMIT = 24 * 3600.0  # seconds
MOST_PREDICTED = 64 * 2**20  # characters of all predictions of a run
LOG_SIZE = 20_000  # characters of the end of stderr that are kept
MARK = "GOED_COMMAND_OF"  # in a command's environment: the process that it works for, and when that was started

_running: set[int] = set()  # process groups of commands at work


def learn_and_predict(task: Task) -> Answers:
    """Write the task's files, run the command, read its predictions."""
    with _temporary_folder() as folder:
        files = _write_files(folder, task)
        values = {**{name: str(path) for name, path in files.items()}, "seed": str(task.seed)}
        command = [_fill_in(word, values) for word in task.settings["command"]]
        log = _run(command, folder, task.settings)
        predictions = _read_predictions(files["out"], task.questions, log)
    return Answers({task.settings["name"]: predictions}, log=log or None)


@contextmanager
def _temporary_folder() -> Iterator[Path]:
    """A folder that is removed whatever happens; after a kill, the next command on this machine removes it."""
    with ExitStack() as stack:
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
        try:  # no signal may come between making the folder and arranging for its removal
            folder = stack.enter_context(draft_folder(Path(tempfile.gettempdir()) / "goed"))
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        yield folder


def stop_commands() -> None:
    """Kill whatever external commands this process has running."""
    for group in tuple(_running):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(group, signal.SIGKILL)


def _write_files(folder: Path, task: Task) -> dict[str, Path]:
    tables = {"train": task.train, "finetune": task.finetune, "dev": task.dev, "test": task.questions}
    files = {name: folder / f"goed.{name}" for name in (*tables, "out")}
    for name, rows in tables.items():
        files[name].write_text("".join("\t".join(row) + "\n" for row in rows), encoding="utf-8", newline="\n")
    return files


def _fill_in(word: str, values: Mapping[str, str]) -> str:
    for name, value in values.items():
        word = word.replace(f"{{{name}}}", value)
    return word


def _run(command: Sequence[str], folder: Path, settings: Mapping[str, object]) -> str:
    """Run the command until it ends or its time is up; return the end of its stderr."""
    log_path = folder / "stderr"
    home = Path(str(settings["folder"]))
    if not home.is_dir():
        raise ModelError(f"the command's folder {home} is not there on {platform.node()}")
    with log_path.open("wb") as log:
        try:
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=home,
                env={**os.environ, MARK: _mark(os.getpid())},
                start_new_session=True,  # so that the time limit ends its children too
            )
        except OSError as error:
            raise ModelError(f"the command cannot be started: {command[0]}: {error.strerror}") from None
        _running.add(process.pid)
        try:
            exit_code = process.wait(timeout=float(str(settings["time_limit"])))
        except subprocess.TimeoutExpired:
            raise TimeRanOutError(
                f"the command took longer than its time limit of {settings['time_limit']:g} s", _end_of(log_path)
            ) from None
        finally:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            _running.discard(process.pid)
    if exit_code:
        how = f"signal {signal.Signals(-exit_code).name}" if exit_code < 0 else f"exit code {exit_code}"
        raise ModelError(f"the command ended with {how}", _end_of(log_path))
    return _end_of(log_path)


def _end_of(path: Path) -> str:
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - LOG_SIZE))
        return file.read().decode("utf-8", errors="backslashreplace")


def _read_predictions(path: Path, questions: Sequence[Question], log: str) -> list[Prediction | None]:
    """Read predictions: lemma, form, features in any order, or one form a line in the order of the test file."""
    if not path.exists():
        raise ModelError("the command wrote no file {out}", log)
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:  # only \n ends a line
            text = file.read(MOST_PREDICTED + 1)
        if len(text) > MOST_PREDICTED:
            raise ModelError(f"the command wrote more than {MOST_PREDICTED // 2**20} million characters", log)
        lines = text.removesuffix("\n").split("\n")
    except UnicodeDecodeError as error:
        raise ModelError(f"the predictions are not UTF-8 (byte {error.start})", log) from None
    while len(lines) > len(questions) and not lines[-1].strip():  # the last forms may be empty
        lines.pop()
    lines = [line.removesuffix("\r") for line in lines]
    for number, line in enumerate(lines, start=1):
        if len(line) > 3 * LONGEST_FORM:
            raise ModelError(f"line {number} of the predictions has {len(line):,} characters; that is no form", log)
    if len(lines) == len(questions) and not any("\t" in line for line in lines):
        return [Prediction(line) for line in lines]
    predicted: dict[Question, str] = {}
    for number, line in enumerate(lines, start=1):
        fields = line.split("\t")
        if len(fields) != 3 and line.strip():
            raise ModelError(
                f"line {number} of the predictions has {len(fields)} columns where lemma, form, features are expected, "
                f"and {len(lines)} lines of forms alone would have to be {len(questions)}",
                log,
            )
        if len(fields) == 3:
            predicted.setdefault(Question(fields[0].strip(), fields[2].strip()), fields[1])
    if not any(question in predicted for question in questions):
        raise ModelError("no line of the predictions is about an item of the test file", log)
    return [Prediction(predicted[question]) if question in predicted else None for question in questions]


def end_orphans() -> int:
    """Kill commands left by goed processes that died, and remove their files; return the number of commands."""
    import psutil

    n_ended = 0
    for process in psutil.process_iter():
        with suppress(psutil.Error):  # somebody else's process, or already ended
            master = process.environ().get(MARK)
            if master and _mark(int(master.partition(":")[0])) != master:
                process.kill()
                n_ended += 1
    remove_dead_drafts(Path(tempfile.gettempdir()))
    return n_ended


def _mark(pid: int) -> str:
    return f"{pid}:{process_started_at(pid)}"
