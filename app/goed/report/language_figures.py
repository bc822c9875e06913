"""The figures of one language, each with the commands that print its numbers."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from goed.labels.names import NamesForPeople
from goed.report.figures.canvas import figure_style, pdf, svg
from goed.report.figures.charts import Breakdown, CurveAxes, breakdown_figure, learning_curves
from goed.report.figures.looks import LINES, MOST_MODELS, ErrorLooks
from goed.report.report_data import ReportData, goed_call
from goed.statistics.accuracy import accuracy
from goed.statistics.errors import error_rates
from goed.study.selection import Selection
from goed_classifiers.registry import registry
from goed_classifiers.values import NO_CLASS

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


class Scheme(NamedTuple):
    """A scheme that names errors."""

    column: str  # of the statistic; it names the error
    words: str  # for titles


SCHEMES = {  # by the statistic that counts in them
    "paper": Scheme("shows", "the paper's scheme"),
    "errors": Scheme("error", "goed's scheme"),
}
MOST_BARS = 12  # models, or values of a breakdown


@dataclass(frozen=True)
class DrawnFigure:
    """A figure as files, with its title, its caption, and the commands that print its numbers."""

    name: str  # of its files, without an ending; letters, digits and hyphens
    language: str
    title: str
    caption: str
    calls: Sequence[str]
    svg: str
    pdf: bytes


def figures_of(data: ReportData, language: str, model: str | None, kinds: Collection[str]) -> list[DrawnFigure]:
    """Learning curves, and errors by size and by model in both schemes; `model` is the one shown by size.

    Where the domain names breakdowns to draw errors along, those of the same model, too.
    """
    drawer = _Drawer(data, language)
    schemes = [scheme for scheme in SCHEMES if scheme in data.tables]
    drawn: list[DrawnFigure | None] = []
    with figure_style():
        if "curves" in kinds:
            drawn.append(drawer.curves())
        if "by-size" in kinds and len(drawer.sizes) > 1:
            drawn += [drawer.by_size(scheme, model) for scheme in schemes]
        if "by-model" in kinds:
            drawn += [drawer.by_model(scheme) for scheme in schemes]
        if "by-breakdown" in kinds and "errors" in schemes:
            drawn += [drawer.by_breakdown(breakdown, model) for breakdown in data.domain.drawn_along]
    return [figure for figure in drawn if figure]


class _Drawer:
    """Draws the figures of one language."""

    def __init__(self, data: ReportData, language: str) -> None:
        self._data, self._language = data, language
        self._accuracies = data.rows("accuracy", language)
        self._models, self.sizes = data.models(language), data.sizes(language)
        self._names = NamesForPeople()

    def curves(self) -> DrawnFigure | None:
        """Learning curves of the best models."""
        best = self._data.models()[:MOST_MODELS]
        if set(best).isdisjoint(self._models):
            best = self._models[:MOST_MODELS]
        looks = dict(zip(sorted(best), LINES, strict=False))  # a model looks the same in every language
        shown = {model: look for model, look in looks.items() if model in self._models}
        domain = self._data.domain
        along = CurveAxes(self._size_label, domain.accuracy, is_logarithmic=domain.text is not None)
        figure = learning_curves(self._accuracies, self._data.rows("runs", self._language), shown, along)
        has_seeds = self._accuracies["n_seeds"].max() > 1
        caption = "Thin lines are seeds, thick lines their means." if has_seeds else "One run a point."
        caption += self._only(len(shown), len(self._models))
        calls = [self._call("accuracy"), self._call("accuracy", "--by", "seed")]
        return self._drawn("curves", "Learning curves", caption, calls, figure)

    def by_size(self, scheme: str, wanted: str | None) -> DrawnFigure | None:
        """The errors of one model along the sizes; None if it makes none."""
        model = self._model_to_show(wanted)
        runs = self._accuracies.query("model == @model")
        errors = self._data.rows(scheme, self._language).query("model == @model")
        figure = self._breakdown(scheme, errors, runs, "size", self.sizes)
        title = f"Errors of {model} by size, in {SCHEMES[scheme].words}"
        return self._drawn(f"by-size-{scheme}", title, _means(runs), [self._call(scheme, models=[model])], figure)

    def by_breakdown(self, breakdown: str, wanted: str | None) -> DrawnFigure | None:
        """The errors of one model at the largest size along the commonest values of a breakdown; None without errors.

        The height of a bar is the error rate among the items of its value.
        """
        model, largest = self._model_to_show(wanted), self.sizes[-1]
        chosen = replace(self._selection(sizes=[largest], models=[model]), domain=self._data.domain.name)
        runs = accuracy(self._data.study, chosen, [breakdown])
        errors = error_rates(self._data.study, chosen, [breakdown])
        numbers = runs.groupby(breakdown)["n_items"].max().sort_values(ascending=False, kind="stable")
        bars = [str(value) for value in numbers.index[:MOST_BARS]]
        there, shown = (table[table[breakdown].isin(bars)] for table in (runs, errors))
        figure = self._breakdown("errors", shown, there, breakdown, bars)
        title = f"Errors of {model} by {breakdown}, at {largest:,} training {self._data.domain.unit}"
        caption = f"{_means(runs)} The commonest {len(bars)} of {len(numbers)} are shown, from left to right."
        calls = [self._call("errors", "--by", breakdown, sizes=[largest], models=[model])]
        return self._drawn(f"by-{plain_name(breakdown)}", title, caption, calls, figure)

    def _model_to_show(self, wanted: str | None) -> str:
        """The wanted model, else the best of all that has runs in this language."""
        return next(one for one in (wanted, *self._data.models(), *self._models) if one in self._models)

    @property
    def _size_label(self) -> str:
        return f"training {self._data.domain.unit}"

    def by_model(self, scheme: str) -> DrawnFigure | None:
        """The errors of every model at the largest size; None if there are none."""
        largest = self.sizes[-1]
        runs = self._accuracies.query("size == @largest")
        models = [model for model in self._models if model in set(runs["model"])]
        shown = models[:MOST_BARS]
        errors = self._data.rows(scheme, self._language).query("size == @largest and model in @shown")
        figure = self._breakdown(scheme, errors, runs, "model", shown)
        title = f"Errors of every model at {largest:,} {self._size_label}, in {SCHEMES[scheme].words}"
        caption = _means(runs) + self._only(len(shown), len(models))
        return self._drawn(f"by-model-{scheme}", title, caption, [self._call(scheme, sizes=[largest])], figure)

    def _breakdown(
        self, scheme: str, errors: pd.DataFrame, runs: pd.DataFrame, along: str, bars: Sequence[Any]
    ) -> Figure | None:
        """A chart with a bar for each size or model (`along`); `runs` are rows of accuracy. None without errors."""
        if errors.empty:
            return None
        column = SCHEMES[scheme].column
        looks = ErrorLooks(self._data.domain.name, self._language, set(self._data.rows(scheme, self._language)[column]))
        label = self._size_label if along == "size" else along
        return breakdown_figure(Breakdown(errors, column, along, label, bars, runs, self._name), looks)

    def _name(self, error: str) -> str:
        """An error as the legend shows it: -(e)d for reg, as in the paper, and ? with its meaning."""
        if error == NO_CLASS:
            return "? (nonsense)"
        in_paper = registry().pack(self._language).paper.names
        return in_paper.get(error) or self._names.shown(self._language, error)

    def _only(self, shown: int, there: int) -> str:
        return f" Of {there:,} models the best {shown} are shown." if shown < there else ""

    def _call(
        self, statistic: str, *options: str, sizes: Sequence[int] | None = None, models: Sequence[str] | None = None
    ) -> str:
        return goed_call(self._data.study, ["stats", statistic, *options], self._selection(sizes, models))

    def _selection(self, sizes: Sequence[int] | None, models: Sequence[str] | None) -> Selection:
        chosen, part = self._data.selection, self._data.part
        on_part = replace(chosen, languages=(self._language,), parts=(part,))
        return replace(on_part, models=models or chosen.models, sizes=sizes or chosen.sizes)

    def _drawn(
        self, kind: str, title: str, caption: str, calls: Sequence[str], figure: Figure | None
    ) -> DrawnFigure | None:
        if figure is None:
            return None
        name = f"{plain_name(self._language)}-{kind}"
        return DrawnFigure(name, self._language, title, caption, calls, svg(figure, name), pdf(figure))


def _means(runs: pd.DataFrame) -> str:
    """Over how many runs each bar is a mean; `runs` are the rows of accuracy of what is drawn."""
    fewest, most = int(runs["n_seeds"].min()), int(runs["n_seeds"].max())
    over = f"{most} seeds" if fewest == most else f"{fewest} to {most} seeds"
    return "The height of a bar is the error rate" + (f", a mean over {over}." if most > 1 else ".")


def plain_name(text: str) -> str:
    """A name of ASCII letters and digits, for files and ids; different texts get different names.

    >>> plain_name("abc"), plain_name("x y")
    ('abc', 'x_20_y')
    """
    return "".join(c if c.isascii() and c.isalnum() else f"_{ord(c):x}_" for c in text)
