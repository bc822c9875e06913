"""Label: the queue at the left, the case at the right; one key labels and goes on."""

from __future__ import annotations

from textual import on

from goed.annotation.desk import Desk
from goed.screens.bidi import Bidi
from goed.screens.case_view import CaseView
from goed.screens.label_windows import LabelWindows
from goed.screens.queue_view import QueueView
from goed.screens.transliteration import Script


class LabelScreen(LabelWindows):
    """Judging outputs one by one: the keys that move about, and those that change how things are shown."""

    async def action_skip(self) -> None:
        """Go on without a label; from where one was called back to, to where one was."""
        await self.action_move(1 if self._detour is None else 0)

    async def action_move(self, steps: int) -> None:
        """Up or down the queue."""
        self._detour = None
        self.cursor = max(0, min(len(self.output_ids) - 1, self.cursor + steps))
        await self.look()

    async def action_page(self, pages: int) -> None:
        """A screenful up or down."""
        await self.action_move(pages * self.query_one(QueueView).n_lines)

    async def action_jump(self, place: int) -> None:
        """To the first or the last."""
        await self.action_move(-len(self.output_ids) if place == 0 else len(self.output_ids))

    def action_scroll_case(self, lines: int) -> None:
        """Up or down within the case."""
        self.query_one(CaseView).scroll(lines)
        self._draw(self._sight)

    async def action_next_open(self) -> None:
        """To the next output that has no label yet."""
        await self._go_on()

    async def action_refresh(self) -> None:
        """Open the queue anew."""
        await self.open(self.filter)

    @on(QueueView.Clicked)
    async def _choose(self, event: QueueView.Clicked) -> None:
        if event.place < len(self.output_ids):
            self._detour, self.cursor = None, event.place
            await self.look()

    @on(QueueView.Turned)
    async def _scroll(self, event: QueueView.Turned) -> None:
        await self.action_move(event.lines)

    async def action_others(self) -> None:
        """Show what others say, or hide it."""

        def toggle(desk: Desk) -> bool:
            desk.shows_others = not desk.shows_others
            return desk.shows_others

        shows = await self._visit(toggle)
        await self.look()
        self.say("what others say is shown" if shows else "what others say is hidden")

    def action_transliterate(self) -> None:
        """The next script for Arabic."""
        scripts = list(Script)
        self.script = scripts[(scripts.index(self.script) + 1) % len(scripts)]
        self._draw(self._sight)
        self.say(f"Arabic in Latin letters: {self.script}")

    def action_bidi(self) -> None:
        """Let the other one turn right-to-left letters round."""
        self.goed.order_letters(self.goed.bidi.other)
        self._draw(self._sight)
        self.say(
            f"right-to-left letters are turned round by {'goed' if self.goed.bidi is Bidi.GOED else 'the terminal'}"
        )
