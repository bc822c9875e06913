"""The case at the right: what is known of it, and the keys of the classes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rich.text import Text

from app.annotation.case import Case
from app.ui.case_lines import Drawing, case_lines, heading, subheading
from app.ui.lines_view import LinesView, wrapped
from app.ui.shown import shown

NOTHING = "nothing to judge here"


class CaseView(LinesView):
    """All that helps to judge an output, with the digits of its classes at the bottom."""

    DEFAULT_CSS = "CaseView { border: round $primary; width: 3fr; height: 1fr; padding: 0 1; }"

    def show_case(self, case: Case | None, drawing: Drawing, classes: Sequence[str], is_gold: bool) -> None:
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
        lines = case_lines(case, drawing)
        room = max(0, height - len(keys))
        if len(lines) > room:
            lines = [*lines[: max(0, room - 1)], Text("…  the window is too small for the rest", drawing.colours.faint)]
        self.show([*lines, *[Text()] * (room - len(lines)), *keys])

    def _keys(self, case: Case, drawing: Drawing, classes: Sequence[str], is_gold: bool) -> list[Text]:
        """Digits with their classes, the present one marked; then the flags that are most often needed."""
        present = case.present.gold_class if is_gold else None if case.is_blind else case.present.pred_class
        text = Text.assemble(("gold: " if is_gold else "", drawing.colours.warning))
        for number, name in enumerate(classes[:9], start=1):
            text.append(f"{number}", "bold reverse")
            word = shown(drawing.names.of(case.output.language, name), 20)
            text.append(f" {word}", drawing.colours.changed if name == present else "")
            text.append("  ")
        if not is_gold:
            for key, word, flag in (("v", "variant", "variant"), ("g", "gold error", "gold-error")):
                text.append(key, "bold reverse")
                text.append(f" {word}", drawing.colours.changed if flag in case.present.flags else "")
                text.append("  ")
        return wrapped(text, max(10, self.size.width))
