"""Somebody at the terminal UI: the real app over a real study, driven by keys; and a small study worth labelling."""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

from textual.events import Callback, Key, MouseDown, MouseEvent, MouseScrollDown, MouseUp
from textual.keys import REPLACED_KEYS, _character_to_key, _get_unicode_name_from_key
from textual.message import Message
from textual.message_pump import MessagePump
from textual.screen import ModalScreen, Screen
from textual.worker import Worker

from conftest import in_folder, sql, write
from goed.annotation.queue_filter import Filter
from goed.screens.app import GoedApp
from waiting import wait_beside

VERBS = {
    "bring": "brought", "sing": "sang", "sting": "stung", "beep": "beeped", "prod": "prodded", "go": "went",
    "walk": "walked", "dream": "dreamed", "keep": "kept", "hit": "hit", "char": "chared", "squeeze": "squeezed",
}  # fmt: skip
WRONG = {  # model → size → lemma → what it gives
    "babble": {
        2: {"bring": "brang", "sing": "singed", "sting": "stang", "beep": "bept", "go": "goed", "keep": "keeped",
            "walk": "wolked", "dream": "dreamt", "char": "charred"},
        4: {"bring": "brang", "beep": "bept", "go": "goed", "prod": "proded", "squeeze": "squoze"},
    },
    "mumble": {
        2: {"bring": "brang", "beep": "bept", "go": "wented", "hit": "hitted"},
        4: {"bring": "bringed", "go": "goed"},
    },
}  # fmt: skip


def verbs_to_label(folder: Path) -> Path:
    """A study of English verbs with 14 distinct wrong forms, *brang*, *bept* and *goed* the most frequent."""
    rows = [[lemma, past, "V;PST"] for lemma, past in VERBS.items()]
    known = [[word, f"{word}ed", "V;PST"] for word in ("jump", "join", "talk", "look")]
    for size in (2, 4):
        write(folder / f"split/eng_{size}.train", known[:size])
    write(folder / "split/eng.dev", [["own", "owned", "V;PST"]])
    write(folder / "split/eng.gold", rows)
    for model, sizes in WRONG.items():
        for size, wrong in sizes.items():
            said = [[lemma, wrong.get(lemma, past), tags] for lemma, past, tags in rows]
            write(folder / f"said/{model}/eng_{size}.test", said)
    predictions = ["import", "predictions", "said", "--pattern", "{model}/{language}_{size}"]
    in_folder(folder, ["init", "--empty"], ["import", "items", "split", "--as", "split"], predictions)
    return folder / "study.goed"


LEFT_TO_DO = (  # what Textual notes down to be done when nothing else is
    "_next_callbacks", "_callbacks", "_dirty_widgets", "_repaint_required", "_layout_required", "_scroll_required",
    "_recompose_required", "_refresh_styles_required",
)  # fmt: skip


def has_something_left(part: MessagePump) -> bool:
    """Whether a part of the app has something left to take in, to do or to draw."""
    is_covered = isinstance(part, Screen) and part is not part.app.screen  # it is drawn when it is seen again
    return bool(part.message_queue_size or any(getattr(part, name, None) for name in LEFT_TO_DO if not is_covered))


def _key(name: str) -> Key:
    """A key as a terminal sends it, by Textual's name for it."""
    name = _character_to_key(name) if len(name) == 1 and not name.isalnum() else name
    try:
        character: str | None = unicodedata.lookup(_get_unicode_name_from_key(REPLACED_KEYS.get(name, name)))
    except KeyError:
        character = name if len(name) == 1 else None
    return Key(name, character)


class Sitting:
    """The app while it runs: keys go in, and what is on the screen can be read."""

    def __init__(self, app: GoedApp) -> None:
        self.app = app
        self._n_messages = 0

    def count(self, message: Message) -> None:
        """Note a message that some part of the app takes in, but for this one's own."""
        is_own = isinstance(message, Callback) and getattr(message.callback, "func", None) == self._take_in
        self._n_messages += not is_own

    async def press(self, *keys: str) -> str:
        """Press keys, one after the other; the screen afterwards."""
        for key in keys:
            self.app.post_message(_key(key))
            await self.settle()
        return self.text

    def press_at_once(self, *keys: str) -> None:
        """Press keys and wait for nothing."""
        for key in keys:
            self.app.post_message(_key(key))

    async def click(self, view: str, x: int, y: int) -> str:
        """Click at a place in a part of the screen, counted from its upper left corner; the screen afterwards."""
        await self._use_mouse(MouseDown, view, x, y, button=1)
        return await self._use_mouse(MouseUp, view, x, y, button=1)

    async def turn_wheel(self, view: str) -> str:
        """Turn the wheel down by a line above a part of the screen; the screen afterwards."""
        return await self._use_mouse(MouseScrollDown, view, 1, 1, button=0)

    async def _use_mouse(self, what: type[MouseEvent], view: str, x: int, y: int, button: int) -> str:
        corner = self.app.screen.query_one(view).region
        place = (corner.x + x, corner.y + y)
        self.app.post_message(what(None, *place, 0, 0, button, False, False, False, *place))
        await self.settle()
        return self.text

    async def type(self, text: str) -> str:
        """Type a text."""
        return await self.press(*text)

    async def until(self, *words: str) -> str:
        """Wait until words are on the screen; the screen then."""
        await self.until_so(lambda: all(word in self.text for word in words))
        return self.text

    async def until_so(self, is_so: Callable[[], object]) -> None:
        """Wait until something is so."""
        await wait_beside(is_so, self.settle)

    async def settle(self) -> None:
        """Wait until all that was begun is done and drawn: no part of the app has anything left to take in.

        Textual's own way is to wait until the processor is quiet, which it never is on a busy machine, or always.
        """
        before = -1
        while self.app.is_running and (before != self._n_messages or any(map(has_something_left, self._parts))):
            before = self._n_messages
            await self._all_take_in_what_has_come()
            await wait_beside(lambda: not any(map(self._is_at_work, self.app.workers)))
            await self.app.desk.call(lambda desk: None)
            await self._all_take_in_what_has_come()
            self.app.screen._on_timer_update()  # draws; there is no public way

    def _is_at_work(self, worker: Worker[object]) -> bool:
        """Whether something is done beside the screen; what waits for an answer in a window is not at work."""
        waits = worker.group == "default" and isinstance(self.app.screen, ModalScreen)
        return not worker.is_finished and not waits

    @property
    def _parts(self) -> list[MessagePump]:
        """All that takes in messages: the app, its windows, and what is in them."""
        return [self.app, *(part for screen in self.app.screen_stack for part in screen.walk_children(with_self=True))]

    async def _all_take_in_what_has_come(self) -> None:
        """Every part comes to a message that is the last one of those that it has now."""
        messages = []
        for part in self._parts:
            message = asyncio.Event()
            if part.call_later(self._take_in, message):
                messages.append(message)
        for message in messages:
            await message.wait()

    @staticmethod
    def _take_in(message: asyncio.Event) -> None:
        message.set()

    @property
    def text(self) -> str:
        """What is on the screen."""
        strips = self.app.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips)

    @property
    def title(self) -> str:
        """The case that is being judged: bring → *brang."""
        from goed.screens.case_view import CaseView

        return str(self.app.query_one(CaseView).border_title)

    @property
    def message(self) -> str:
        """What the last key did."""
        from goed.screens.goed_screen import MessageLine

        said = self.app.screen.query_one(MessageLine).lines
        return said[0].plain.strip() if said else ""


def sit_down(
    study: Path,
    doing: Callable[[Any], Awaitable[object]],
    size: tuple[int, int] = (120, 40),
    annotator: str = "sp",
    chosen: Filter | None = None,
    start: str = "label",
    configuration: Path | None = None,
    kind: type[Sitting] = Sitting,
) -> None:
    """Open the app, do something in it, and quit."""

    async def live() -> None:
        app = GoedApp(study, annotator, chosen, start, configuration)
        app.animation_level = "none"
        sitting = kind(app)
        try:
            async with app.run_test(size=size, message_hook=sitting.count):
                await sitting.settle()
                await doing(sitting)
        finally:
            app.background.stop()
            app.desk.close()

    asyncio.run(live())


def acts(study: Path, annotator: str = "sp") -> list[tuple[Any, ...]]:
    """What an annotator did: kind, lemma, predicted form, predicted class, error, flags, note, mark."""
    return sql(
        study,
        "SELECT kind, word, output.answer, pred_class, error, flags, note, is_marked FROM act "
        "JOIN annotator ON annotator.id = annotator_id LEFT JOIN annotation ON act_id = act.id "
        "LEFT JOIN output ON output.id = output_id LEFT JOIN item ON item.id = item_id "
        "WHERE annotator.name = ? ORDER BY act.id, output_id",
        annotator,
    )


def labels(study: Path, annotator: str = "sp") -> list[tuple[str, str]]:
    """The predicted forms that an annotator labelled, undone acts among them, with the class that they gave."""
    return [(form, pred) for kind, _, form, pred, *_ in acts(study, annotator) if kind == "label"]


def lines(text: str, word: str) -> Sequence[str]:
    """The lines of a screen that have a word in them."""
    return [line for line in text.splitlines() if word in line]
