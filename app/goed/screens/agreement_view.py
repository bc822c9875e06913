"""The two lists of the Agreement screen: judges with their agreement, and confusions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

from rich.text import Text

from goed.annotation.queue_filter import DISPUTES, Filter
from goed.labels.names import NamesForPeople
from goed.labels.peoples_labels import CLASSIFIER
from goed.screens.lines_view import CursorList, wrapped
from goed.screens.safe_text import padded, shown, width_of
from goed.statistics.agreement import AgreementRow, summary_of_pair, summary_of_panel
from goed.statistics.confusion import FLAGS, ConfusionRow, confusions
from goed.statistics.intervals import outwards
from goed.statistics.judges import VERDICT, Comparison, compare
from goed.study.acts import n_acts
from goed.study.selection import domains_there
from goed.study.study import Study

# What can be compared, in the order in which its key goes through them
ASPECTS = {
    "error": "the error",
    "pred_class": "what the form shows",
    "gold_class": "the gold class",
    "flags": "flags",
    "verdict": "the verdict",
}
NOBODY = (
    "Nobody has labelled anything yet, so there is nobody to compare.",
    "L goes to Label, where you judge outputs one by one. Then you see here how far you and the classifier agree.",
)
NOBODY_ELSE = (
    "Only one person has labelled so far. To compare people, let another one judge the same outputs without seeing "
    "the labels: they open this study under their own name, go to Label (L), and press p.",
)
NOTHING_SHARED = (
    "No output was labelled by two people, so that they cannot be compared. In Label (L), p opens what somebody else "
    "has labelled, without showing how.",
)


class ConfusionCell(NamedTuple):
    """A cell of a confusion table: what the first judge says, and what the second says."""

    first: str
    second: str


@dataclass(frozen=True)
class Judges:
    """A pair of judges, or a panel of more, and how far they agree on one aspect of the label."""

    names: tuple[str, ...]
    summary: AgreementRow
    confusions: tuple[ConfusionRow, ...] = ()  # of a pair; the most frequent first
    domain: str = ""  # where the study has several

    @property
    def key(self) -> tuple[str, ...]:
        """What identifies them among all judges."""
        return (self.domain, self.summary.language, *self.names)

    @property
    def where(self) -> str:
        """The language, and the domain where the study has several."""
        return f"{self.summary.language} {self.domain}".rstrip()

    @property
    def is_pair(self) -> bool:
        """Whether there are exactly two, so that there is a confusion table."""
        return len(self.names) == 2

    def differing(self, only_wrong: bool, cell: ConfusionCell | None = None) -> Filter:
        """The filter for the outputs on which they differ; or for those of a cell, even one where they agree."""
        people = tuple(name for name in self.names if name != CLASSIFIER)
        agree = cell is not None and cell.first == cell.second
        is_dispute = len(people) > 1 and not agree
        return Filter(
            queue=DISPUTES if is_dispute else Filter.queue,
            languages=(self.summary.language,),
            forms="wrong" if only_wrong else "all",
            state="all",
            pair=people if is_dispute else self.names,
            aspect=self.summary.what,
            cell=cell or (),
            domain=self.domain,
        )


@dataclass(frozen=True)
class AgreementQuestion:
    """What to compare: an aspect of the label, over all outputs or wrong ones only."""

    aspect: str = "error"
    only_wrong: bool = False  # False is also the default of `goed stats agreement`

    def in_words(self) -> str:
        """The question as one line."""
        return f"on {ASPECTS[self.aspect]} · {'wrong outputs' if self.only_wrong else 'right and wrong outputs'}"


@dataclass(frozen=True)
class AgreementAnswer:
    """Every pair, then every panel of judges; and the number of acts that this takes into account."""

    question: AgreementQuestion
    judges: Sequence[Judges] = ()
    comparisons: Mapping[str, Comparison] | None = None  # by domain, which is empty if there is only one
    n_acts: int = -1

    @property
    def aspects(self) -> list[str]:
        """What can be compared here; verdicts only where some people have given any."""
        made = [each for comparison in (self.comparisons or {}).values() for each in comparison.pairs]
        return [aspect for aspect in ASPECTS if aspect != VERDICT or any(aspect in each.what for each in made)]


def answered(study: Study, question: AgreementQuestion, before: AgreementAnswer | None) -> AgreementAnswer:
    """The answer to a question, from the data of an earlier answer if given, else from the study."""
    if before is not None and before.comparisons is not None:
        number, comparisons = before.n_acts, before.comparisons
    else:
        number, comparisons = n_acts(study), _comparisons(study, question.only_wrong)
    judges = [each for domain, made in comparisons.items() for each in judges_on(made, question.aspect, domain)]
    return AgreementAnswer(question, judges, comparisons, number)


def _comparisons(study: Study, only_wrong: bool) -> dict[str, Comparison]:
    """Domains are compared apart: what their labels say is not the same."""
    there = domains_there(study)
    if len(there) < 2:
        return {"": compare(study, only_wrong=only_wrong)}
    return {domain: compare(study, only_wrong=only_wrong, domain=domain) for domain in there}


def judges_on(comparison: Comparison, aspect: str, domain: str = "") -> list[Judges]:
    """Every pair, then every panel, compared on one aspect of the label."""
    comparison = comparison.on(aspect)
    pairs = [
        Judges((pair.first, pair.second), summary_of_pair(pair, aspect)[0], tuple(confusions([pair], aspect)), domain)
        for pair in comparison.pairs
    ]
    panels = [Judges(panel.names, summary_of_panel(panel, aspect)[0], domain=domain) for panel in comparison.panels]
    return pairs + panels


def what_to_do(judges: Sequence[Judges]) -> tuple[str, ...]:
    """Sentences that say how to get people to compare; none if there are some."""
    if not judges:
        return NOBODY
    people = {name for one in judges for name in one.names} - {CLASSIFIER}
    if len(people) < 2:
        return NOBODY_ELSE
    return () if any(CLASSIFIER not in one.names for one in judges) else NOTHING_SHARED


# The list of judges

SIGN, LANGUAGE, NUMBER, SHARE, COEFFICIENT = 2, 5, 8, 15, 24  # widths of the columns other than the names
GAP = 2  # cells between the columns of a matrix
FRAME = 2  # lines and columns of the border
LONGEST_NAME = 40
NAMES = "judged · the standard"
CHOOSE_TWO = "Choose two judges to see what they confuse. Enter opens what any of these differ on."
CellPlace = tuple[int, int]  # line and column


class JudgesView(CursorList):
    """The list of pairs and panels, with a cursor."""

    DEFAULT_CSS = "JudgesView { border: round $primary; height: auto; }"

    def show_judges(
        self, judges: Sequence[Judges], cursor: int, has_keys: bool, sentences: Sequence[str], room: int
    ) -> None:
        """Show the judges around the cursor, and sentences below them, in at most `room` lines."""
        width = max(20, self.screen.size.width - FRAME)
        wrapped_sentences = [line for sentence in sentences for line in wrapped(Text(sentence), width - 2)]
        beneath = [Text(" ").append_text(line) for line in wrapped_sentences]
        number = len(judges)
        fit = max(1, min(number, room - FRAME - self.HEAD - len(beneath)))
        longest = max((width_of(_together(one.names)) for one in judges), default=0)
        where = max([LANGUAGE, *(width_of(one.where) + 1 for one in judges)])
        names = min(max(longest, width_of(NAMES)) + 2, width - SIGN - where - NUMBER - SHARE - COEFFICIENT)
        widths = (where, names, NUMBER, SHARE, COEFFICIENT)
        head = _in_columns(widths, "", NAMES, "outputs", "alike %", "beyond chance")
        lines = [Text(" " * SIGN + head, self.colours.faint)] if number else []
        style = self.colours.cursor if has_keys else ""
        for place in self.window(cursor, number, fit):
            lines.append(self._line(judges[place], widths, style if place == cursor else None))
        self.styles.height = len(lines) + len(beneath) + FRAME if number else "1fr"
        self.border_title = "who with whom" if number else ""
        self.border_subtitle = f"{cursor + 1} of {number}" if number > fit else ""
        self.show([*lines, *beneath])

    def _line(self, judges: Judges, widths: Sequence[int], cursor: str | None) -> Text:
        row = judges.summary
        share = f"{100 * row.agreement:.1f} {outwards(100 * row.agreement_low, 100 * row.agreement_high, 0)}"
        who = _together(judges.names, widths[1] - 1)
        cells = _in_columns(widths, judges.where, who, f"{row.n:,}", share, coefficient(judges))
        return Text(("  " if cursor is None else "▶ ") + cells, cursor or "")


def _in_columns(widths: Sequence[int], *cells: str) -> str:
    """The cells of a line: where, names, and then numbers, aligned right."""
    columns = zip(cells, widths, strict=True)
    return "".join(padded(cell, width, right=place > 1) for place, (cell, width) in enumerate(columns))


def coefficient(judges: Judges) -> str:
    """Kappa for a pair, alpha for a panel, with its interval: κ 0.873 (0.801–0.940)."""
    row = judges.summary
    sign, value, low, high = "α", row.alpha, row.alpha_low, row.alpha_high
    if judges.is_pair:
        sign, value, low, high = "κ", row.kappa, row.kappa_low, row.kappa_high
    if value is None or low is None or high is None:
        return f"{sign} –"
    return f"{sign} {value:.3f} {outwards(low, high, 3)}"


def _together(names: Sequence[str], width: int | None = None) -> str:
    """The names of judges joined, each shortened if they do not fit into the width."""
    between = " · " if len(names) == 2 else ", "
    whole = between.join(shown(name) for name in names)
    if width is None or width_of(whole) <= width:
        return whole
    each = max(4, (width - len(between) * (len(names) - 1)) // len(names))
    return shown(between.join(shown(name, each) for name in names), width)


# The confusion table of a pair


@dataclass(frozen=True)
class ConfusionTable:
    """A confusion table, as a matrix of all classes or as a list with one cell on each line."""

    lines: tuple[tuple[ConfusionCell, ...], ...] = ()
    numbers: tuple[tuple[int, ...], ...] = ()
    heads: tuple[str, ...] = ()  # of a matrix: the corner, then the classes; empty for a list
    widths: tuple[int, ...] = ()  # of its columns

    @property
    def is_matrix(self) -> bool:
        """Whether every class has a column."""
        return bool(self.heads)

    def within(self, place: CellPlace) -> CellPlace:
        """The cell of the table that is nearest to a place."""
        n_columns = len(self.lines[0]) if self.lines else 1
        return max(0, min(place[0], len(self.lines) - 1)), max(0, min(place[1], n_columns - 1))


def confusion_table(judges: Judges, width: int, names: NamesForPeople) -> ConfusionTable:
    """A pair's labels as a matrix, the most frequent classes first; as a list of confusions if that is too wide."""
    total: Counter[str] = Counter()
    for row in judges.confusions:
        for name in {row.first_says, row.second_says}:
            total[name] += row.n
    classes = sorted(total, key=lambda name: (-total[name], name))
    corner = " ".join(f"{shown(name, 12)} {arrow}" for name, arrow in zip(judges.names, "↓→", strict=False))
    heads = [shown(names.shown(judges.summary.language, name)) for name in classes]
    widths = [max(width_of(head), len(f"{total[name]:,}")) for head, name in zip(heads, classes, strict=True)]
    first = max([width_of(corner), *widths])
    if judges.summary.what == FLAGS or SIGN + first + sum(widths) + GAP * len(widths) > width:
        rows = [row for row in judges.confusions if row.first_says != row.second_says]
        cells = tuple((ConfusionCell(row.first_says, row.second_says),) for row in rows)
        return ConfusionTable(cells, tuple((row.n,) for row in rows))
    numbers = {ConfusionCell(row.first_says, row.second_says): row.n for row in judges.confusions}
    lines = tuple(tuple(ConfusionCell(one, other) for other in classes) for one in classes)
    counted = tuple(tuple(numbers.get(cell, 0) for cell in line) for line in lines)
    return ConfusionTable(lines, counted, (corner, *heads), (first, *widths))


class ConfusionView(CursorList):
    """The confusion table of a pair, with a cursor."""

    DEFAULT_CSS = "ConfusionView { border: round $primary; height: 1fr; }"

    def __init__(self) -> None:
        super().__init__()
        self.grid = ConfusionTable()
        self._names = NamesForPeople()
        self._judges: Judges | None = None
        self._place: CellPlace = (0, 0)
        self._has_keys = False

    def show_judges(self, judges: Judges, place: CellPlace, has_keys: bool) -> None:
        """Show the confusion table around the cursor, or a sentence that says why there is none."""
        self._judges, self._place, self._has_keys = judges, place, has_keys
        self.draw()

    def draw(self) -> None:
        judges = self._judges
        if judges is None:
            return
        self.grid = confusion_table(judges, self.size.width, self._names) if judges.is_pair else ConfusionTable()
        self.border_title = self.border_subtitle = ""
        if self.grid.lines:
            self._draw_table(judges)
            return
        sentence = f"They agree on all {judges.summary.n:,} outputs." if judges.is_pair else CHOOSE_TWO
        self.show(wrapped(Text(f" {sentence}"), max(10, self.size.width)))

    def _draw_table(self, judges: Judges) -> None:
        here, column = self.grid.within(self._place)
        draw = self._matrix_line if self.grid.is_matrix else self._list_line
        lines = [Text(self._head(judges), self.colours.faint)]
        cursor = self.colours.cursor if self._has_keys else self.colours.strong
        for number in self.window(here, len(self.grid.lines)):
            lines.append(draw(judges, number, column if number == here else None, cursor))
        self.border_title = "who says what" if self.grid.is_matrix else "what is confused, the commonest first"
        self.border_subtitle = f"{here + 1} of {len(self.grid.lines)}" if len(self.grid.lines) > self.n_lines else ""
        self.show(lines)

    def _head(self, judges: Judges) -> str:
        if self.grid.is_matrix:
            first, *others = zip(self.grid.heads, self.grid.widths, strict=True)
            columns = [" " * GAP + padded(head, width, right=True) for head, width in others]
            return " " * SIGN + padded(*first) + "".join(columns)
        says = [padded(f"{name} says", self._name_width + GAP) for name in judges.names]
        return " " * SIGN + "".join(says) + padded("n", NUMBER, right=True)

    @property
    def _name_width(self) -> int:
        return min(LONGEST_NAME, (self.size.width - SIGN - NUMBER) // 2 - GAP)

    def _matrix_line(self, judges: Judges, number: int, column: int | None, cursor: str) -> Text:
        """A row of the matrix. The diagonal, where they agree, is faint, so that confusions stand out."""
        first, *widths = self.grid.widths
        line = Text("▶ " if column is not None else "  ")
        line.append(padded(self.grid.heads[number + 1], first))
        for place, (n, width) in enumerate(zip(self.grid.numbers[number], widths, strict=True)):
            line.append(" " * GAP)
            style = self.colours.faint if place == number or not n else self.colours.strong
            line.append(padded(f"{n:,}" if n else "·", width, right=True), cursor if place == column else style)
        return line

    def _list_line(self, judges: Judges, number: int, column: int | None, cursor: str) -> Text:
        (cell,), (n,) = self.grid.lines[number], self.grid.numbers[number]
        said = [self._names.shown(judges.summary.language, name) for name in cell]
        line = Text("▶ " if column is not None else "  ")
        names = "".join(padded(name, self._name_width) + " " * GAP for name in said)
        return line.append(names + padded(f"{n:,}", NUMBER, right=True), cursor if column is not None else "")

    def column_at(self, x: int) -> int:
        """The column of a matrix at a horizontal position in terminal cells."""
        ends = accumulate(self.grid.widths, lambda end, width: end + GAP + width, initial=SIGN - GAP)
        return max(0, min(sum(end <= x for end in ends), len(self.grid.widths)) - 2)
