"""The difference of two forms on one line: br[i→a]ng."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from app.annotation.difference import Step
from app.ui.bidi import Bidi, for_terminal
from app.ui.shown import shown


def difference_text(steps: Sequence[Step], width: int, bidi: Bidi, changed: str) -> Text:
    """The steps from one form to another, with brackets around what changes."""
    text = Text()
    for step in steps:
        if step.kind == "same":
            text.append(for_terminal(shown(step.before), bidi))
        else:
            text.append(f"[{shown(step.before)}→{shown(step.after)}]", changed)
    return text
