"""What the demo of dependencies found: how learners grow, what they get right and wrong, and printed results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from textwrap import wrap
from typing import TYPE_CHECKING

from goed.commands.demos.demo import WIDTH
from goed.study.selection import Selection

if TYPE_CHECKING:
    from goed.domains.sentence_drawing import Drawing
    from goed.study.output_words import OutputWords
    from goed.study.study import Study
    from goed_classifiers.values import Label

FIRST = 17  # width of the first column
MOST_RELATIONS = 7
CONVENTION = "convention"  # the flag of errors on which treebanks differ
MOST_OUTPUTS = 200  # of each kind of error, among which short sentences are looked for
WORDS_OF_EXAMPLES = range(5, 9)
BETWEEN = 4  # cells between two drawings
SURE = 0.95  # that people would call an example wrong
UNBROKEN_SPACE = "\u00a0"
KINDS = {  # column → the kinds of error that it counts
    "reversed": ("reversed",),
    "grandparent": ("grandparent",),
    "sibling": ("sibling",),
    "near/far/side": ("near", "far", "side"),
    "root-*": ("root-false", "root-lost"),
}

Lines = Iterable[str]


@dataclass(frozen=True)
class DependencyFindings:
    """The findings of a study of one corpus; two errors of the last model are drawn."""

    study: Study
    selection: Selection
    models: Sequence[str]
    in_detail: Sequence[str]  # models whose relations and errors are shown

    def paragraphs(self) -> Sequence[Lines]:
        """All of them, in the order of the screen."""
        return self._growth(), self._relations(), self._kinds(), self._examples(), self._beside_printed()

    @property
    def _sizes(self) -> Sequence[int]:
        return sorted(int(size) for size in self.selection.sizes or ())

    @property
    def _at_largest(self) -> Selection:
        return replace(self.selection, sizes=self._sizes[-1:])

    def _growth(self) -> Lines:
        from goed.statistics.accuracy import accuracy

        table = accuracy(self.study, self.selection)
        n_seeds = int(table["n_seeds"].max())
        yield f"Danish: % of words whose head is right, on test (mean±sd of {n_seeds} orders)"
        yield _row("training tokens", [f"{size:,}" for size in self._sizes], 10)
        rows = zip(table["model"], table["size"], table["mean"], table["sd"], strict=True)
        cells = {(model, size): f"{100 * mean:.1f}±{100 * sd:.1f}" for model, size, mean, sd in rows}
        for model in self.models:
            yield _row(model, [cells.get((model, size), "") for size in self._sizes], 10)
        yield "None of them sees a tree; `goed models` says what each is told."

    def _relations(self) -> Lines:
        """The commonest relations."""
        from goed.statistics.accuracy import accuracy

        table = accuracy(self.study, self._at_largest, ["relation"])
        numbers = table.groupby("relation")["n_items"].max().sort_values(ascending=False, kind="stable")
        commonest = [str(relation) for relation in numbers.index[:MOST_RELATIONS]]
        rows = zip(table["model"], table["relation"], table["mean"], strict=True)
        cells = {(model, relation): f"{100 * mean:.1f}" for model, relation, mean in rows}
        yield _row(f"% at {self._sizes[-1]:,}", commonest, 9)
        for model in self.in_detail:
            yield _row(model, [cells.get((model, relation), "") for relation in commonest], 9)

    def _kinds(self) -> Lines:
        """Of a hundred errors, how many are of each kind, and on how many treebanks differ."""
        from goed.statistics.errors import error_rates

        errors = error_rates(self.study, self._at_largest, ["flags"])
        n = errors.groupby("model")["n"].sum()
        shares = errors.groupby(["model", "error"])["n"].sum().div(n, level="model").to_dict()
        is_conventional = errors["flags"].str.split(",").map(lambda flags: CONVENTION in flags)
        by_convention = (errors[is_conventional].groupby("model")["n"].sum() / n).fillna(0.0).to_dict()
        yield "% of errors".ljust(FIRST) + "".join(f" {title}" for title in KINDS) + f" | {CONVENTION}"
        for model in self.in_detail:
            of_model = [sum(shares.get((model, kind), 0.0) for kind in kinds) for kinds in KINDS.values()]
            numbers = zip(of_model, KINDS, strict=True)
            line = "".join(f"{100 * share:{len(title) + 1}.0f}" for share, title in numbers)
            yield f"{model:{FIRST}}{line} |{100 * by_convention.get(model, 0.0):{len(CONVENTION) + 1}.0f}"

    def _examples(self) -> Lines:
        """Two errors in short sentences: one on which treebanks differ, and one that is sure."""
        model = self.models[-1]
        wanted: list[Callable[[Label], bool]] = [
            lambda label: CONVENTION in label.flags,
            lambda label: not label.flags and (label.confidence or 0.0) > SURE and not label.error.startswith("root"),
        ]
        candidates = list(self._short_sentences(model))
        shown = [next((each for each in candidates if fits(each.label)), None) for fits in wanted if candidates]
        yield f"Two errors of {model}: the treebank's arc above, its own below"
        columns = [example.lines for example in shown if example]
        for left, right in zip_longest(*columns, fillvalue=""):
            yield f"{left:{(WIDTH + BETWEEN) // 2}}{right}"
        for example in filter(None, shown):
            flags = f" ({', '.join(example.label.flags)})" if example.label.flags else ""
            yield from wrap(f"{example.label.error}{flags}: {example.label.evidence}", WIDTH, subsequent_indent="  ")

    def _short_sentences(self, model: str) -> Iterator[DrawnError]:
        """Errors of a model in sentences that fit into half a screen, the commonest kinds first."""
        from goed.statistics.examples import commonest_outputs
        from goed.study.output_words import output_words

        (language,) = self.selection.languages or ()
        found = commonest_outputs(self.study, replace(self._at_largest, models=(model,)), language, MOST_OUTPUTS)
        for outputs in found.values():
            ids = [output.id for output in outputs]
            words = output_words(self.study, ids)
            for output in (words[number] for number in ids):
                if output.label is not None and output.place and len(output.place.sentence) in WORDS_OF_EXAMPLES:
                    lines = _drawn(output)
                    if lines:
                        yield DrawnError(output.label, lines)

    def _beside_printed(self) -> Lines:
        from goed.statistics.published import OURS, published

        table = published(self.study, self._at_largest).rows
        table = table[table["measure"] == "directed"]
        values = table.pivot_table(index=["who", "system"], columns="length", values="value")
        values = values.sort_values("all", ascending=False, kind="stable")
        numbers = zip(values.index, values["all"], values["<=10"], strict=True)
        said = []
        for (who, system), of_all, of_short in numbers:
            result = f"{system} {100 * of_all:.1f}/{100 * of_short:.1f}"
            said.append(f"[{result}]" if who == OURS else result)
        yield "Printed by Gelling et al. (2012), and [here]: % right in all sentences/up to 10"
        unbroken = ", ".join(each.replace(" ", UNBROKEN_SPACE) for each in said)
        yield from (line.replace(UNBROKEN_SPACE, " ") for line in wrap(unbroken, WIDTH, break_on_hyphens=False))


@dataclass(frozen=True)
class DrawnError:
    """A wrong answer, drawn."""

    label: Label
    lines: Sequence[str]


def _drawn(output: OutputWords) -> Sequence[str]:
    """The lines of an answer's drawing; none if some word has no room in half a screen."""
    from goed.domains.drawn_arcs import drawn
    from goed.domains.registry import domain_of
    from goed.domains.sentence_drawing import Pen
    from goed.domains.sentence_window import CUT
    from goed.screens.safe_text import shown, width_of

    pen = Pen(shown, width_of)
    drawings: list[Drawing] = [told.drawing for told in domain_of(output.domain).told(output) if told.drawing]
    lines = [line.text for each in drawings for line in drawn(each, (WIDTH - BETWEEN) // 2, pen)]
    return [] if any(CUT in line for line in lines) else lines


def _row(first: str, cells: Iterable[str], width: int) -> str:
    return first.ljust(FIRST) + "".join(f"{cell:>{width}}" for cell in cells)
