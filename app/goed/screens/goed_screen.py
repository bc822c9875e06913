"""What every screen has: two title lines, a line for messages, and a bar of keys."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, ClassVar, TypeVar, cast

from rich.text import Text
from textual.app import ComposeResult
from textual.screen import Screen
from textual.widget import Widget

from goed.annotation.desk import Desk
from goed.errors import GoedError
from goed.screens.actions import EVERYWHERE, Action
from goed.screens.lines_view import LinesView, flowed, key_text
from goed.screens.safe_text import padded, shown, width_of

if TYPE_CHECKING:
    from goed.screens.app import GoedApp

Answer = TypeVar("Answer")
Result = TypeVar("Result")
SLOW = 0.4  # seconds after which a message says that something takes long
WAITING = "one moment …"
SCREENS = {"label": "Label", "runs": "Runs", "trajectories": "Trajectories", "agreement": "Agreement"}


class TitleBar(LinesView):
    """Two lines: goed, study, annotator and the four screens; below, what the screen shows and its progress."""

    DEFAULT_CSS = "TitleBar { height: 2; background: $panel; }"

    def __init__(self, screen_name: str, study: str, annotator: str) -> None:
        super().__init__()
        self._screen_name = screen_name
        self._who = f" goed · {study} · {annotator}"
        self._left = self._right = ""
        self.is_cut = False

    def say(self, left: str, right: str = "") -> None:
        """Set the second line: what is shown at the left, progress at the right."""
        self._left, self._right = left, right
        self.draw()

    def draw(self) -> None:
        width = self.size.width
        tabs = Text()
        for name, title in SCREENS.items():
            is_here = name == self._screen_name
            word = title if width >= 100 or len(title) < 7 or is_here else f"{title[:5]}."
            if is_here:
                tabs.append(" ").append(f" {word} ", "reverse bold")
            else:  # underline the first letter: it is the key of that screen
                tabs.append(" ").append(word[0], "bold underline").append(word[1:])
        room = width - width_of(tabs.plain) - 1
        who = padded(self._who, room) if room > 8 else " goed".ljust(room)
        first = Text(who).append_text(tabs)
        right = shown(self._right, width * 3 // 5)
        left = shown(f" {self._left}", max(0, width - width_of(right) - 2))
        self.is_cut = width_of(left) < width_of(shown(f" {self._left}"))
        second = Text(left + " " * max(0, width - width_of(left) - width_of(right) - 1) + right, "bold")
        self.show([first, second])


class MessageLine(LinesView):
    """What the last key did, or why it did not."""

    DEFAULT_CSS = "MessageLine { height: 1; }"

    sentence = ""
    is_warning = False
    idle_text = ""  # shown while there is no message

    def say(self, sentence: str, is_warning: bool = False) -> None:
        """Show a sentence until the next one."""
        self.sentence, self.is_warning = sentence, is_warning
        if not sentence and self.idle_text:
            self.show([Text(shown(f" {self.idle_text}", self.size.width or None), self.colours.faint)])
            return
        sign, style = ("! ", self.colours.warning) if is_warning else ("", "")
        self.show([Text(shown(f" {sign}{sentence}", self.size.width or None), style)])


class KeyBar(LinesView):
    """The keys: as many as fit into two lines, the most important ones first."""

    DEFAULT_CSS = "KeyBar { height: 2; background: $panel; }"

    def __init__(self, actions: Sequence[Action]) -> None:
        super().__init__()
        self._actions = [action for action in actions if action.word]

    def draw(self) -> None:
        chosen = list(self._actions)
        while len(lines := self._lines(chosen)) > 2 and chosen:
            chosen.remove(max(reversed(chosen), key=lambda action: action.rank))
        self.show(lines)

    def _lines(self, actions: Sequence[Action]) -> list[Text]:
        pieces = [key_text(action.shown, action.word) for action in actions]
        return [Text(" ").append_text(line) for line in flowed(pieces, self.size.width - 1)]


class GoedScreen(Screen[None]):
    """A screen of goed; subclasses compose their own widgets in `body`."""

    NAME: ClassVar[str]
    ACTIONS: ClassVar[tuple[Action, ...]] = ()

    def compose(self) -> ComposeResult:
        yield TitleBar(self.NAME, self.goed.path.name, self.goed.annotator)
        yield from self.body()
        yield MessageLine()
        yield KeyBar(self.ACTIONS + EVERYWHERE)

    def body(self) -> Sequence[Widget]:
        """The widgets between the title and the keys."""
        return ()

    @property
    def goed(self) -> GoedApp:
        """The app, with its own type."""
        return cast("GoedApp", self.app)

    def say(self, sentence: str, is_warning: bool = False) -> None:
        """Show a message."""
        self.query_one(MessageLine).say(sentence, is_warning)

    async def attempt(self, work: Awaitable[object]) -> None:
        """Do something; an error is shown as a message, and the screen stays as it is."""
        try:
            await work
        except GoedError as error:
            self.say(str(error), is_warning=True)

    async def at_desk(self, work: Callable[[Desk], Result]) -> Result:
        """Do something at the desk; while it takes long, because another goed is writing, say, ask for patience."""
        task = asyncio.ensure_future(self.goed.desk.call(work))
        done, _ = await asyncio.wait({task}, timeout=SLOW)
        if not done:
            message = self.query_one(MessageLine)
            before = message.sentence
            if not message.is_warning:
                self.say(WAITING)
            await asyncio.wait({task})
            if message.sentence == WAITING:  # not if a message came meanwhile, such as that something was not saved
                self.say(before)
        return task.result()

    async def ask(self, window: Screen[Answer], act: Callable[[Answer], Awaitable[object]]) -> None:
        """Open a window, and once it has closed with an answer, do `act` with the answer."""

        async def act_upon(answer: Answer | None) -> None:
            if answer is not None:
                await self.attempt(act(answer))

        await self.app.push_screen(window, act_upon)

    def set_title(self, left: str, right: str = "") -> None:
        """Set the second title line. If `left` is cut, the message line shows it in full while there is no message."""
        title, message = self.query_one(TitleBar), self.query_one(MessageLine)
        title.say(left, right)
        message.idle_text = left if title.is_cut else ""
        if not message.sentence:
            message.say("")

    def redraw(self) -> None:
        """Draw everything again, as after a change of theme."""
        self.query_one(TitleBar).draw()
        self.query_one(KeyBar).draw()
        self.call_later(self.draw)

    def draw(self) -> Awaitable[None] | None:
        """Draw the screen's own widgets."""
        return None
