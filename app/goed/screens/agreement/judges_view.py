"""The list of judges: a line for each pair and panel, with how far they agree."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from goed.screens.agreement.judges import Judges
from goed.screens.lines_view import CursorList, wrapped
from goed.screens.safe_text import padded, shown, width_of
from goed.statistics.intervals import outwards

SIGN, LANGUAGE, NUMBER, SHARE, COEFFICIENT = 2, 5, 8, 15, 24  # widths of the columns but the names
NAMES = "judged · the standard"
FRAME = 2  # lines of the border


class JudgesView(CursorList):
    """Pairs and panels of judges; one of them is chosen."""

    DEFAULT_CSS = "JudgesView { border: round $primary; height: auto; }"

    def show_judges(
        self, judges: Sequence[Judges], cursor: int, has_keys: bool, sentences: Sequence[str], room: int
    ) -> None:
        """Show judges around the cursor and sentences beneath, in at most as many lines as there is room."""
        width = max(20, self.screen.size.width - FRAME)
        wrapped_sentences = [line for sentence in sentences for line in wrapped(Text(sentence), width - 2)]
        beneath = [Text(" ").append_text(line) for line in wrapped_sentences]
        number = len(judges)
        fit = max(1, min(number, room - FRAME - self.HEAD - len(beneath)))
        longest = max((width_of(_together(one.names)) for one in judges), default=0)
        names = min(max(longest, width_of(NAMES)) + 2, width - SIGN - LANGUAGE - NUMBER - SHARE - COEFFICIENT)
        head = _in_columns(names, "", NAMES, "outputs", "alike %", "beyond chance")
        lines = [Text(" " * SIGN + head, self.colours.faint)] if number else []
        style = self.colours.cursor if has_keys else ""
        for place in self.window(cursor, number, fit):
            lines.append(self._line(judges[place], names, style if place == cursor else None))
        self.styles.height = len(lines) + len(beneath) + FRAME if number else "1fr"
        self.border_title = "who with whom" if number else ""
        self.border_subtitle = f"{cursor + 1} of {number}" if number > fit else ""
        self.show([*lines, *beneath])

    def _line(self, judges: Judges, names: int, cursor: str | None) -> Text:
        row = judges.summary
        share = f"{100 * row.agreement:.1f} {outwards(100 * row.agreement_low, 100 * row.agreement_high, 0)}"
        who = _together(judges.names, names - 1)
        cells = _in_columns(names, row.language, who, f"{row.n:,}", share, coefficient(judges))
        return Text(("  " if cursor is None else "▶ ") + cells, cursor or "")


def _in_columns(names: int, *cells: str) -> str:
    """The cells of a line, numbers at the right of their columns; `names` is the width of the column with the names."""
    columns = zip(cells, (LANGUAGE, names, NUMBER, SHARE, COEFFICIENT), strict=True)
    return "".join(padded(cell, width, right=place > 1) for place, (cell, width) in enumerate(columns))


def coefficient(judges: Judges) -> str:
    """Kappa of two, alpha of more, with its interval."""
    row = judges.summary
    sign, value, low, high = (
        ("κ", row.kappa, row.kappa_low, row.kappa_high)
        if judges.is_pair
        else ("α", row.alpha, row.alpha_low, row.alpha_high)
    )
    if value is None or low is None or high is None:
        return f"{sign} –"
    return f"{sign} {value:.3f} {outwards(low, high, 3)}"


def _together(names: Sequence[str], width: int | None = None) -> str:
    """The names of judges, each as long as there is room."""
    between = " · " if len(names) == 2 else ", "
    whole = between.join(shown(name) for name in names)
    if width is None or width_of(whole) <= width:
        return whole
    each = max(4, (width - len(between) * (len(names) - 1)) // len(names))
    return shown(between.join(shown(name, each) for name in names), width)
