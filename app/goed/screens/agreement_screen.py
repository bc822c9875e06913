"""Agreement: how far annotators agree with each other and with the classifier.

Enter opens the outputs that they differ on in Label.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from textual import on, work
from textual.widget import Widget

from goed.errors import GoedError
from goed.screens.actions import AGREEMENT, EVERYWHERE, bindings
from goed.screens.agreement_view import (
    AgreementAnswer,
    AgreementQuestion,
    CellPlace,
    ConfusionView,
    Judges,
    JudgesView,
    answered,
    what_to_do,
)
from goed.screens.goed_screen import GoedScreen, TitleBar
from goed.screens.lines_view import CursorList
from goed.screens.study_thread import StudyThread
from goed.study.acts import n_acts
from goed.study.study import Study

LOOK_AROUND = 1.0  # seconds between two checks for new acts
FRAME = 5  # lines of the screen for title, message and keys


class AgreementScreen(GoedScreen):
    """The list of judges above, and the confusion table of the chosen pair below."""

    NAME = "agreement"
    ACTIONS = AGREEMENT
    BINDINGS = bindings(AGREEMENT + EVERYWHERE)

    def __init__(self) -> None:
        super().__init__()
        self.judges_view, self.table = JudgesView(), ConfusionView()
        self.question = AgreementQuestion()
        self.answer = AgreementAnswer(self.question)
        self.cursor = 0
        self.place: CellPlace = (0, 0)
        self.in_table = False
        self._is_counting = False
        self._open_when_counted = False  # Enter was pressed while counting: open as soon as it is done
        self._thread: StudyThread[Study]

    def body(self) -> Sequence[Widget]:
        """The judges above, the table below."""
        return (self.judges_view, self.table)

    # Counting

    def on_mount(self) -> None:
        self._thread = StudyThread(self.goed.path, lambda study: study)
        self.set_interval(LOOK_AROUND, self._look_around)

    def on_unmount(self) -> None:
        self._thread.close()

    async def on_screen_resume(self) -> None:
        """The screen is shown again: count what may have changed meanwhile."""
        await self._look_around()

    async def _look_around(self) -> None:
        """Count again if there are new acts."""
        if self.app.screen is not self or self._is_counting:
            return
        if await self.goed.desk.call(lambda desk: n_acts(desk.study)) != self.answer.n_acts:
            self._count()

    def _count(self, before: AgreementAnswer | None = None) -> None:
        """Start answering the question, from an earlier answer's data if given, else from the study."""
        self._is_counting = True
        self._say_question("counting …")
        self._show_answer(before)

    @work(exclusive=True, group="comparing")
    async def _show_answer(self, before: AgreementAnswer | None) -> None:
        try:
            question = self.question
            answer = await self._thread.call(lambda study: answered(study, question, before))
        except GoedError as error:
            answer = self.answer
            self.say(str(error), is_warning=True)
        self._is_counting = False
        chosen, self.answer = self.judges.key if self.judges else None, answer
        keys = [judges.key for judges in self.answer.judges]
        self.cursor = keys.index(chosen) if chosen in keys else 0
        self.in_table = self.in_table and bool(keys)
        self.draw()
        if self._open_when_counted:
            self._open_when_counted = False
            await self.action_open()

    # Drawing

    @property
    def judges(self) -> Judges | None:
        """The judges at the cursor."""
        return self.answer.judges[self.cursor] if self.answer.judges else None

    def draw(self) -> None:
        """Draw the judges and the table."""
        is_counted = self.answer.comparisons is not None
        sentences = what_to_do(self.answer.judges) if is_counted else ()
        room = max(6, (self.size.height - FRAME) // 2)
        self.judges_view.show_judges(self.answer.judges, self.cursor, not self.in_table, sentences, room)
        self._say_question()
        self.table.display = self.judges is not None
        if self.judges is not None:
            self.table.show_judges(self.judges, self.place, self.in_table)

    def _say_question(self, state: str = "") -> None:
        self.query_one(TitleBar).say(self.question.in_words(), state)

    def on_resize(self) -> None:
        self.draw()

    # Keys

    def action_move(self, lines: int, columns: int) -> None:
        """Move within the judges, or within the table."""
        if self.in_table:
            self.place = self.table.grid.within((self.place[0] + lines, self.place[1] + columns))
        elif lines:
            self._choose(self.cursor + lines)
        self.draw()

    def _choose(self, place: int) -> None:
        place = max(0, min(place, len(self.answer.judges) - 1))
        if place != self.cursor:
            self.cursor, self.place = place, (0, 0)

    def action_other_part(self) -> None:
        """From the judges to the table, and back."""
        if not self.in_table and not self.table.grid.lines:
            self.say("there is no table here")
            return
        self.in_table = not self.in_table
        self.draw()

    def action_to_judges(self) -> None:
        """Back to the judges."""
        self.in_table = False
        self.draw()

    def action_compare(self) -> None:
        """Compare another aspect of the labels."""
        aspects = self.answer.aspects
        place = aspects.index(self.question.aspect) if self.question.aspect in aspects else -1
        self._ask(replace(self.question, aspect=aspects[(place + 1) % len(aspects)]))

    def action_right_ones(self) -> None:
        """Include right outputs, or leave them out."""
        self._ask(replace(self.question, only_wrong=not self.question.only_wrong))

    def _ask(self, question: AgreementQuestion) -> None:
        is_read = self.answer.question.only_wrong == question.only_wrong
        self.question, self.place, self.in_table = question, (0, 0), False
        self._count(self.answer if is_read else None)

    def action_refresh(self) -> None:
        """Compare again."""
        self._count()

    async def action_open(self) -> None:
        """Open in Label what the judges differ on, or the outputs of the chosen cell."""
        judges, question = self.judges, self.answer.question
        if judges is None:
            self._open_when_counted = self._is_counting
            self.say("counting …" if self._is_counting else "there is nobody to compare yet")
            return
        if not self.in_table:
            if judges.summary.agreement == 1:
                self.say(f"they agree on all {judges.summary.n:,} outputs")
            else:
                await self.goed.open_cases(judges.differing(question.only_wrong))
            return
        grid = self.table.grid
        line, column = grid.within(self.place)
        if grid.numbers[line][column]:
            await self.goed.open_cases(judges.differing(question.only_wrong, grid.lines[line][column]))
        else:
            self.say("no output is like that")

    @on(CursorList.Clicked)
    def _point(self, event: CursorList.Clicked) -> None:
        if event.view is self.judges_view and event.place < len(self.answer.judges):
            self.in_table = False
            self._choose(event.place)
        elif event.view is self.table and event.place < len(self.table.grid.lines):
            self.in_table, self.place = True, (event.place, self.table.column_at(event.x))
        self.draw()
