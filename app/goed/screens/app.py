"""The Textual app: four screens on one study, for one annotator."""

from __future__ import annotations

import asyncio
import os
import select
import signal
import sys
import termios
import threading
import time
from contextlib import suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar

from rich.console import Console
from textual.app import App
from textual.binding import Binding

from goed.annotation.queue_filter import Filter
from goed.errors import GoedError
from goed.runs.background import BackgroundRuns
from goed.screens.actions import help_text
from goed.screens.bidi import Bidi, guess, order_request
from goed.screens.dialogs import TextDialog
from goed.screens.goed_screen import SCREENS, GoedScreen
from goed.screens.label_screen import LabelScreen
from goed.screens.study_thread import DeskThread
from goed.screens.theme import DARK, LIGHT, THEMES

ASKING = 10.0  # seconds within which a second q quits although runs are at work
LOOK_AFTER = 2.0  # seconds between two checks that the terminal still exists


class GoedApp(App[None]):
    """The app: what all screens share, and how it starts, switches screens and ends."""

    TITLE = "goed"
    ENABLE_COMMAND_PALETTE = False
    CSS = """
    Screen { layers: base; }
    """
    DEFAULT_MODE = "label"
    BINDINGS: ClassVar = [
        Binding("ctrl+c", "how_to_leave", show=False, system=True),
        Binding("ctrl+z", "suspend_process", show=False, system=True),
    ]

    def __init__(
        self,
        path: Path,
        annotator: str,
        chosen: Filter | None = None,
        start: str = "label",
        configuration: Path | None = None,
        desk: DeskThread | None = None,
    ) -> None:
        self.path = path
        self.annotator = annotator
        self.desk = desk or DeskThread(path, annotator)
        self.background = BackgroundRuns(path, configuration)
        self._may_leave_until = 0.0  # monotonic time until which q quits although runs are at work
        self.first_filter = chosen
        self.bidi: Bidi = guess(os.environ)
        self.start = start
        self.unexpected: BaseException | None = None  # the error that ended the app, if one did
        super().__init__()
        self.error_console = Console(stderr=True, quiet=True)  # quiet, since Textual would print a traceback to it
        self.register_theme(DARK)
        self.register_theme(LIGHT)
        wanted = os.environ.get("GOED_THEME", "dark")
        self.theme = {"light": LIGHT.name, "ansi": "ansi-dark"}.get(wanted, DARK.name)
        for name in SCREENS:
            self.add_mode(name, partial(_screen, name))

    async def on_mount(self) -> None:
        """Show the first screen."""
        self.order_letters(self.bidi)
        if not self.is_headless and threading.current_thread() is threading.main_thread():
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):  # asked to end, or the terminal was closed
                asyncio.get_running_loop().add_signal_handler(number, self.exit, None, 128 + number)
            self.set_interval(LOOK_AFTER, self._look_after_terminal)
        if self.current_mode != self.start:
            await self.switch_mode(self.start)

    def _look_after_terminal(self) -> None:
        """Exit if the terminal or the server has vanished without a signal: Textual would wait for keys for ever."""
        if _is_cut_off(0) if self.is_web else _is_no_terminal(0):
            self.exit(return_code=128 + signal.SIGHUP)

    async def run_action(self, *action: Any, **namespaces: Any) -> bool:
        """Do what a key asks for; an error is shown as a message, and the screen stays as it is."""
        try:
            return await super().run_action(*action, **namespaces)
        except GoedError as error:
            self._screen_of_goed.say(str(error), is_warning=True)
            return True

    @property
    def _screen_of_goed(self) -> GoedScreen:
        """The current screen of goed, even if a dialog is open over it."""
        return next(screen for screen in reversed(self.screen_stack) if isinstance(screen, GoedScreen))

    def bell(self) -> None:
        """Ring; while an unexpected error is being handled, keep it for `start.run` to raise instead.

        Textual 8.2 catches such an error, rings, and ends the app. There is no other public way to get at it: `run` and
        `run_async` return normally, `return_code` is just 1, `panic` and `error_console` get a traceback as text, and
        only some errors come from workers. If Textual ever stops ringing, `start.run` still reports an error.
        """
        error = sys.exception()
        if error is None:
            super().bell()
        self.unexpected = self.unexpected or error

    async def action_go(self, name: str) -> None:
        """Switch to another screen."""
        if not isinstance(self.screen, GoedScreen):
            return  # a dialog is open
        await self.switch_mode(name)

    async def open_cases(self, chosen: Filter) -> None:
        """Show what a filter finds in Label."""
        await self.switch_mode("label")
        label = self.screen
        if isinstance(label, LabelScreen):
            # Later, since a new screen opens its first queue first.
            label.call_later(lambda: label.attempt(label.open(chosen)))

    def order_letters(self, who: Bidi) -> None:
        """Choose who orders right-to-left letters, goed or the terminal, and tell the terminal."""
        self.bidi = who
        self._tell_terminal(order_request(who, os.environ))

    def on_unmount(self) -> None:
        """Leave the terminal as it was."""
        self._tell_terminal(order_request(Bidi.TERMINAL, os.environ))

    def _tell_terminal(self, sequence: str) -> None:
        """Write a control sequence to the stream that Textual uses, which has no public method for that."""
        if sys.__stderr__ is not None and not self.is_headless and not self.is_web:
            with suppress(OSError):  # the terminal may be gone
                sys.__stderr__.write(sequence)
                sys.__stderr__.flush()

    def action_change_theme(self) -> None:
        """Switch to the next theme: dark, light, or the terminal's own colours."""
        self.theme = THEMES[(THEMES.index(self.theme) + 1) % len(THEMES)]
        self._screen_of_goed.redraw()

    async def action_help(self) -> None:
        """Show all keys of this screen."""
        if isinstance(self.screen, GoedScreen):
            title = f"keys of {SCREENS[self.screen.NAME]}"
            await self.push_screen(TextDialog(title, help_text(self.screen.ACTIONS)))

    def action_how_to_leave(self) -> None:
        """Ctrl-C was pressed: say how to quit."""
        self._screen_of_goed.say("q quits; everything that you did is saved already")

    def action_leave(self) -> None:
        """Quit; if runs are at work, only when pressed twice."""
        is_asked_again = time.monotonic() < self._may_leave_until
        if self.background.is_at_work and not is_asked_again and isinstance(self.screen, GoedScreen):
            self._may_leave_until = time.monotonic() + ASKING
            raise GoedError("runs are at work: q once more stops them and quits; they can go on later")
        self.exit()


def _is_no_terminal(descriptor: int) -> bool:
    try:
        termios.tcgetattr(descriptor)
    except termios.error:
        return True
    return False


def _is_cut_off(descriptor: int) -> bool:
    """Whether nobody is left at the other end of a pipe."""
    watched = select.poll()
    watched.register(descriptor, 0)  # a hang-up is always told
    return any(events & select.POLLHUP for _, events in watched.poll(0))


def _screen(name: str) -> GoedScreen:
    """A new screen; its module is imported when it is first shown."""
    screen: GoedScreen = getattr(import_module(f"goed.screens.{name}_screen"), f"{name.title()}Screen")()
    return screen
