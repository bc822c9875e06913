"""A command under tmux: what a person's terminal shows in the end, letters, widths and all.

    python tests/benchmarks/tmux.py WIDTHxHEIGHT KEYS COMMAND...

prints the screen after the keys (by tmux's names: Enter, Space, a).

tmux tells its screen only when asked, which takes milliseconds; for fine timing there is `terminal.py`.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from types import TracebackType


class Tmux:
    """A tmux server of one's own with one window."""

    def __init__(self, command: Sequence[object], size: tuple[int, int] = (120, 40)) -> None:
        self._socket = f"goed-{os.getpid()}-{id(self)}"
        width, height = map(str, size)
        line = shlex.join(str(word) for word in command)
        self.started_at = time.perf_counter()
        self._tmux("-f", os.devnull, "new-session", "-d", "-s", "goed", "-x", width, "-y", height, line)
        self._tmux("set-option", "-g", "remain-on-exit", "on")

    def press(self, *keys: str) -> float:
        """Press keys by tmux's names: Enter, Space, a; the moment at which it was begun."""
        moment = time.perf_counter()
        self._tmux("send-keys", "-t", "goed", *keys)
        return moment

    def screen(self, with_colours: bool = False) -> str:
        """What stands on the screen."""
        return self._tmux("capture-pane", "-p", "-t", "goed", *(["-e"] if with_colours else []))

    def wait_until(self, holds: Callable[[str], object], seconds: float = 20.0) -> float:
        """Ask until something holds of the screen; the moment at which tmux was asked, so without the answer's time."""
        deadline = time.perf_counter() + seconds
        while True:
            asked = time.perf_counter()
            shown = self.screen()
            if holds(shown):
                return asked
            if asked > deadline:
                raise TimeoutError(f"after {seconds:.0f} s the screen is still\n{shown}")

    def _tmux(self, *arguments: str) -> str:
        command = ["tmux", "-L", self._socket, *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True, encoding="utf-8").stdout

    def __enter__(self) -> Tmux:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        subprocess.run(["tmux", "-L", self._socket, "kill-server"], check=False, capture_output=True)


def main(size: str, keys: str, command: Sequence[str]) -> None:
    width, height = size.split("x")
    with Tmux(command, (int(width), int(height))) as tmux:
        time.sleep(2)
        for key in keys.split():
            tmux.press(key)
            time.sleep(0.4)
        print(tmux.screen())


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
