"""Running commands of the user's: without a shell, with a time limit, and in a folder of their own.

A command carries a mark of the process it works for in its environment, and so do the processes that it starts. If goed
is killed they would work on for nobody; the next goed on this machine finds them by the mark and ends them.
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
from goed.models.interface import ModelError, TimeRanOutError
from goed.processes import process_started_at

LOG_SIZE = 20_000  # characters of the end of stderr that are kept
MARK = "GOED_COMMAND_OF"  # in a command's environment: the process that it works for, and when that was started

_running: set[int] = set()  # process groups of commands at work


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """A folder that is removed whatever happens; after a kill, the next command on this machine removes it."""
    with ExitStack() as stack:
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
        try:  # no signal may come between making the folder and arranging for its removal
            folder = stack.enter_context(draft_folder(Path(tempfile.gettempdir()) / "goed"))
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        yield folder


def run_command(
    words: Sequence[str], values: Mapping[str, object], folder: Path, settings: Mapping[str, object]
) -> str:
    """Run a command until it ends or its time is up, with values for its placeholders; return the end of its stderr."""
    command = [_fill_in(word, values) for word in words]
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


def _fill_in(word: str, values: Mapping[str, object]) -> str:
    for name, value in values.items():
        word = word.replace(f"{{{name}}}", str(value))
    return word


def _end_of(path: Path) -> str:
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - LOG_SIZE))
        return file.read().decode("utf-8", errors="backslashreplace")


def stop_commands() -> None:
    """Kill whatever external commands this process has running."""
    for group in tuple(_running):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(group, signal.SIGKILL)


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
