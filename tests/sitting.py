"""Somebody at the terminal UI: the real app over a real study, driven by keys; and a small study worth labelling."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

from textual.events import Key

from conftest import Goed, sql, write
from goed.annotation.queue_filter import Filter
from goed.screens.app import GoedApp

PATIENCE = 30.0  # seconds to wait for something to appear
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


def verbs_to_label(goed: Goed) -> Path:
    """A study of English verbs with 14 distinct wrong forms, *brang*, *bept* and *goed* the most frequent."""
    rows = [[lemma, past, "V;PST"] for lemma, past in VERBS.items()]
    known = [[word, f"{word}ed", "V;PST"] for word in ("jump", "join", "talk", "look")]
    for size in (2, 4):
        write(Path(f"split/eng_{size}.train"), known[:size])
    write(Path("split/eng.dev"), [["own", "owned", "V;PST"]])
    write(Path("split/eng.gold"), rows)
    goed("init", "--empty")
    goed("import", "items", "split", "--as", "split")
    for model, sizes in WRONG.items():
        for size, wrong in sizes.items():
            said = [[lemma, wrong.get(lemma, past), tags] for lemma, past, tags in rows]
            write(Path(f"said/{model}/eng_{size}.test"), said)
    goed("import", "predictions", "said", "--pattern", "{model}/{language}_{size}")
    return Path("study.goed")


FOREVER: set[str] = set()  # groups of workers that never end


CHARACTERS = {"space": " ", "slash": "/", "question_mark": "?", "left_parenthesis": "(", "full_stop": ".",
              "circumflex_accent": "^", "enter": "\r", "escape": "\x1b", "tab": "\t"}  # fmt: skip


def _names_of(key: str) -> tuple[str, str | None]:
    """A key as Textual names it, and the character that it types."""
    return key, key if len(key) == 1 else CHARACTERS.get(key)


class Sitting:
    """The app while it runs: keys go in, and what is on the screen can be read."""

    def __init__(self, app: GoedApp, pilot: Any, is_patient: bool) -> None:
        self.app, self._pilot, self._is_patient = app, pilot, is_patient

    async def press(self, *keys: str) -> str:
        """Press keys, one after the other; the screen afterwards."""
        if self._is_patient:
            await self._pilot.press(*keys)
        else:
            for key in keys:
                self.app.post_message(Key(*_names_of(key)))
                await self._settle_at_once(rounds=1)
        await self.settle()
        return self.text

    async def type(self, text: str) -> str:
        """Type a text."""
        return await self.press(*({" ": "space", "/": "slash", "^": "circumflex_accent"}.get(c, c) for c in text))

    async def until(self, *words: str) -> str:
        """Wait until words are on the screen; the screen then."""
        deadline = time.monotonic() + PATIENCE
        while not all(word in self.text for word in words):
            assert time.monotonic() < deadline, f"{words} did not come:\n{self.text}"
            await self._pilot.pause(0.05)
        return self.text

    async def settle(self) -> None:
        """Wait until what was begun at the desk is done and drawn."""
        if not self._is_patient:
            await self._settle_at_once(rounds=3)
            return
        for _ in range(3):
            await self._pilot.pause()
            await self.app.desk.call(lambda desk: None)
        await self._pilot.pause()

    async def _settle_at_once(self, rounds: int) -> None:
        """Without Textual's wait for a quiet processor, which takes longer than all the rest."""
        for _ in range(rounds):
            await self._pilot.pause(0)
            await self.app.desk.call(lambda desk: None)
        await self._pilot.pause(0)

    async def wait_for_workers(self) -> None:
        """Wait until what a screen counts beside the desk is there."""
        for _ in range(3):
            await self.app.workers.wait_for_complete(
                [worker for worker in self.app.workers if worker.group not in FOREVER]
            )
            await self.settle()

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
        from goed.screens.frame import MessageLine

        said = self.app.screen.query_one(MessageLine).lines
        return said[0].plain.strip() if said else ""


def sit_down(
    study: Path,
    doing: Callable[[Sitting], Awaitable[object]],
    size: tuple[int, int] = (120, 40),
    annotator: str = "sp",
    chosen: Filter | None = None,
    start: str = "label",
    configuration: Path | None = None,
    is_patient: bool = True,
) -> None:
    """Open the app, do something in it, and quit; who only labels need not be patient."""

    async def live() -> None:
        app = GoedApp(study, annotator, chosen, start, configuration)
        try:
            async with app.run_test(size=size) as pilot:
                sitting = Sitting(app, pilot, is_patient)
                await pilot.pause()
                await sitting.settle()
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
