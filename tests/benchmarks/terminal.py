"""A real terminal for tests and benchmarks: a pty whose screen can be read, with the moment each frame came."""

from __future__ import annotations

import codecs
import fcntl
import os
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from types import TracebackType

try:
    from .screen import Screen
except ImportError:  # a benchmark beside it was started
    from screen import Screen

ASKS_FOR_SYNCHRONISED_OUTPUT = b"\x1b[?2026$p"
HAS_SYNCHRONISED_OUTPUT = b"\x1b[?2026;2$y"
QUIET = 10.0  # seconds without a byte in the middle of a frame after which it is taken as it is: goed may only be slow


class Terminal:
    """A command in a pty of its own. Leaving it kills the command and whatever it has started."""

    def __init__(
        self,
        command: Sequence[object],
        size: tuple[int, int] = (120, 40),
        environment: Mapping[str, str] | None = None,
        before: Callable[[], None] | None = None,
    ) -> None:
        width, height = size
        self.screen = Screen(width, height)
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.seen = bytearray()  # all that was written
        self.drawn_at = self.started_at = time.perf_counter()
        ours, theirs = os.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
        hidden = {"COLUMNS", "LINES", "NO_COLOR", "TMUX", "CI"}
        settings = {key: value for key, value in os.environ.items() if key not in hidden}
        settings |= {"TERM": "xterm-256color", "COLORTERM": "truecolor", "PYTHONUTF8": "1", **(environment or {})}
        self.process = subprocess.Popen(
            [str(word) for word in command],
            stdin=theirs, stdout=theirs, stderr=theirs, env=settings, start_new_session=True, preexec_fn=before,
        )  # fmt: skip
        os.close(theirs)
        self.pty: int = ours

    def send(self, keys: str) -> float:
        """Type; the moment at which it was done."""
        moment = time.perf_counter()
        os.write(self.pty, keys.encode())
        return moment

    def read(self, seconds: float | None = 0.0) -> bool:
        """Take in what the command has written, or writes within this time, if any; whether there was anything."""
        if self.pty < 0 or not select.select([self.pty], [], [], None if seconds is None else max(0.0, seconds))[0]:
            return False
        try:
            written = os.read(self.pty, 1 << 16)
        except OSError:  # the command has ended
            written = b""
        if not written:
            self._close_pty()
            return False
        self.drawn_at = time.perf_counter()
        self.seen += written
        if ASKS_FOR_SYNCHRONISED_OUTPUT in self.seen[-len(written) - len(ASKS_FOR_SYNCHRONISED_OUTPUT) :]:
            os.write(self.pty, HAS_SYNCHRONISED_OUTPUT)
        self.screen.feed(self._decoder.decode(written))
        return True

    def wait_until(self, holds: Callable[[Screen], object], seconds: float | None = None) -> float:
        """Read until something holds of a whole frame; the moment at which its last bytes came.

        Raises `TimeoutError` with the screen where it does not come to hold, or where the command ends before.
        """
        deadline = None if seconds is None else time.perf_counter() + seconds
        is_quiet = False  # then no end of a frame comes, either
        while (self.screen.is_within_a_frame and not is_quiet) or not holds(self.screen):
            left = None if deadline is None else deadline - time.perf_counter()
            is_quiet = not self.read(QUIET if left is None else min(left, QUIET))
            if (left is not None and left <= 0) or (is_quiet and self.pty < 0):
                raise TimeoutError(f"at the end of its time, or its own, the screen is still\n{self.screen.text}")
        return self.drawn_at

    def wait_for(self, text: str, seconds: float | None = None) -> float:
        """Read until a text stands on the screen; the moment at which it did."""
        return self.wait_until(lambda screen: text in screen.text, seconds)

    def settle(self, quiet: float = 0.2, at_most: float = 5.0) -> None:
        """Read until nothing has come for a while."""
        deadline = time.perf_counter() + at_most
        while time.perf_counter() < deadline and self.read(quiet):
            pass

    def wait_for_end(self) -> int:
        """Read until the command ends; its exit code."""
        while self.process.poll() is None:
            self.read(0.05)
        return self.process.returncode

    def kill(self) -> None:
        """Kill -9: the command and its group, at once."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def vanish(self) -> None:
        """Take the terminal away from under the command, which is told nothing of it."""
        self._close_pty()

    def memory(self, of: str = "VmHWM") -> float:
        """The memory of the command in megabytes: the most that it had (VmHWM) or what it has now (VmRSS)."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            return next(int(line.split()[1]) / 1024 for line in status if line.startswith(of + ":"))

    def _close_pty(self) -> None:
        if self.pty >= 0:
            os.close(self.pty)
            self.pty = -1

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()
        self._close_pty()


def is_possible() -> bool:
    """Whether this system has ptys, and says of a process what memory it has."""
    return sys.platform == "linux" and os.path.exists("/dev/ptmx")
