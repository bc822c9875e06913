"""The case at the right: what is known of it, and the keys of the classes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rich.text import Text

from goed.annotation.case import OutputCase
from goed.domains.registry import domain_of
from goed.screens.actions import VERDICT_KEYS
from goed.screens.case_lines import case_lines, heading, subheading
from goed.screens.drawing import Drawing
from goed.screens.lines_view import LinesView, flowed
from goed.screens.people_lines import by_letter
from goed.screens.safe_text import shown

NOTHING = "nothing to judge here"


class CaseView(LinesView):
    """All that helps to judge an output, with the digits of its classes at the bottom."""

    DEFAULT_CSS = "CaseView { border: round $primary; width: 3fr; height: 1fr; padding: 0 1; }"

    def __init__(self) -> None:
        super().__init__()
        self._shown = 0  # the output
        self._top = 0  # the line that stands at the top

    def show_case(self, case: OutputCase | None, drawing: Drawing, classes: Sequence[str], is_gold: bool) -> None:
        """Draw a case."""
        width, height = self.size.width, self.size.height
        if case is None:
            self.border_title = self.border_subtitle = ""
            self.show([Text(NOTHING, "dim")])
            return
        drawing = replace(drawing, width=width)
        self.border_title = Text(heading(case, drawing))
        self.border_subtitle = Text(subheading(case, drawing))
        keys = self._keys(case, drawing, classes, is_gold)
        if self._shown != case.output.id:
            self._shown, self._top = case.output.id, 0
        lines = self._that_fit(case_lines(case, drawing), max(0, height - len(keys)), drawing.colours.faint)
        self.show([*lines, *keys])

    def scroll(self, steps: int) -> None:
        """Up or down a case that is longer than the window; it is drawn anew after that."""
        self._top = max(0, self._top + steps)

    def _that_fit(self, lines: list[Text], room: int, faint: str) -> list[Text]:
        """As many lines as there is room for, and which key shows the rest."""
        if len(lines) <= room:
            self._top = 0
            return [*lines, *[Text()] * (room - len(lines))]
        self._top = min(self._top, len(lines) - room + 1)
        is_last = self._top + room > len(lines)
        sign = "K  the lines before" if is_last else f"J  {len(lines) - self._top - room + 1} more lines"
        return [*lines[self._top : self._top + room - 1], Text(f"…  {sign}", faint)][-room:] if room else []

    def _keys(self, case: OutputCase, drawing: Drawing, classes: Sequence[str], is_gold: bool) -> list[Text]:
        """Digits with their classes, the present one marked; then the flags that are most often needed."""
        marked = drawing.colours.changed
        present = self._present(case, drawing, is_gold)
        pieces = [Text("gold:", drawing.colours.warning)] if is_gold else []
        if drawing.is_dispute:
            pieces += [_key(letter, "is right") for letter in by_letter(case)]
        for number, name in enumerate(classes[:9], start=1):
            word = shown(drawing.names.of(case.output.language, name), 20)
            pieces.append(_key(str(number), word, marked if name == present else ""))
        if len(classes) > 9:
            pieces.append(_key("0", f"{len(classes) - 9} more"))
        given = drawing.held if case.is_blind or drawing.is_dispute else case.present
        for key, word, flag in (("v", "variant", "variant"), ("g", "gold error", "gold-error")):
            pieces.append(_key(key, word, marked if flag in given.flags else ""))
        for key, verdict in zip(VERDICT_KEYS, domain_of(case.output.domain).verdicts, strict=False):
            pieces.append(_key(key, verdict.words, marked if verdict.name == given.verdict else ""))
        return flowed(pieces, max(10, self.size.width))

    def _present(self, case: OutputCase, drawing: Drawing, is_gold: bool) -> str | None:
        """The class that is marked among the digits: the annotator's or the classifier's; of a dispute the decision."""
        said = case.present
        if drawing.is_dispute:
            if case.verdict is None:
                return None
            said = case.verdict.judgement
        if is_gold:
            return said.gold_class
        return None if case.is_blind else said.pred_class


def _key(key: str, word: str, style: str = "") -> Text:
    return Text.assemble((key, "bold reverse"), (f" {word}", style))
