"""The figures of a language, drawn: what each shows, and the calls that print its numbers."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from goed.labels.names import NamesForPeople
from goed.report.commands import call
from goed.report.figures import FIGURES
from goed.report.figures.breakdowns import Bars, Breakdown, breakdown_figure
from goed.report.figures.curves import learning_curves
from goed.report.figures.files import drawing, pdf, svg
from goed.report.figures.looks import LINES, MOST_MODELS, ErrorLooks
from goed.report.material import Material
from goed.study.selection import Selection
from goed_classifiers.registry import registry
from goed_classifiers.values import NO_CLASS

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


class Scheme(NamedTuple):
    """A way to name errors."""

    column: str  # that names the error
    words: str  # for titles
    arguments: tuple[str, ...]  # of goed


SCHEMES = {  # by the table
    "paper": Scheme("shows", "the paper's scheme", ("stats", "paper")),
    "errors": Scheme("error", "goed's scheme", ("stats", "errors")),
}

MOST_BARS = 12  # models in a breakdown


@dataclass(frozen=True)
class DrawnFigure:
    """A figure as files, with what is said beside it."""

    name: str  # of its files, without an ending; letters, digits and hyphens
    language: str
    title: str
    caption: str
    calls: tuple[str, ...]
    svg: str
    pdf: bytes


def figures_of(
    material: Material, language: str, model: str | None, kinds: Collection[str] = FIGURES
) -> list[DrawnFigure]:
    """Learning curves, and errors by size and by model in both schemes; `model` is the one shown by size."""
    drawer = _Drawer(material, language)
    schemes = [scheme for scheme in SCHEMES if scheme in material.tables]
    drawn: list[DrawnFigure | None] = []
    with drawing():
        if "curves" in kinds:
            drawn.append(drawer.curves())
        if "by-size" in kinds and len(material.sizes(language)) > 1:
            drawn += [drawer.by_size(scheme, drawer.shown_model(model)) for scheme in schemes]
        if "by-model" in kinds:
            drawn += [drawer.by_model(scheme) for scheme in schemes]
    return [figure for figure in drawn if figure]


class _Drawer:
    """Draws the figures of one language."""

    def __init__(self, material: Material, language: str) -> None:
        self._material, self._language = material, language
        self._models = material.models(language)
        self._names = NamesForPeople()

    def shown_model(self, wanted: str | None) -> str:
        """The model whose errors are shown by size: the one that is wanted, or the best of all, or of this language."""
        return next(one for one in (wanted, *self._material.models(), *self._models) if one in self._models)

    def curves(self) -> DrawnFigure:
        """Learning curves of the best models."""
        best = self._material.models()[:MOST_MODELS]
        if set(best).isdisjoint(self._models):
            best = self._models[:MOST_MODELS]
        looks = dict(zip(sorted(best), LINES, strict=False))  # a model looks the same in every language
        shown = {model: look for model, look in looks.items() if model in self._models}
        figure = learning_curves(self._of("accuracy"), self._of("runs"), shown)
        has_seeds = self._of("accuracy")["n_seeds"].max() > 1
        caption = "Thin lines are seeds, thick lines their means." if has_seeds else "One run a point."
        caption += self._only(len(shown), len(self._models))
        calls = [self._call(("stats", "accuracy"), None), self._call(("stats", "accuracy", "--by", "seed"), None)]
        return self._drawn("curves", "Learning curves", caption, calls, figure)

    def by_size(self, scheme: str, model: str) -> DrawnFigure | None:
        """The errors of one model along the sizes; none where it makes none."""
        runs = self._of("accuracy").query("model == @model")
        errors = self._of(scheme).query("model == @model")
        sizes = self._material.sizes(self._language)
        figure = self._breakdown(scheme, errors, Bars("size", sizes, "training items"), runs)
        title = f"Errors of {model} by size, in {SCHEMES[scheme].words}"
        calls = [self._call(SCHEMES[scheme].arguments, None, [model])]
        return self._drawn(f"by-size-{scheme}", title, self._means(), calls, figure) if figure else None

    def by_model(self, scheme: str) -> DrawnFigure | None:
        """The errors of every model at the largest size; none where nobody makes any."""
        largest = self._material.sizes(self._language)[-1]
        runs = self._of("accuracy").query("size == @largest")
        models = [model for model in self._models if model in set(runs["model"])]
        shown = models[:MOST_BARS]
        errors = self._of(scheme).query("size == @largest and model in @shown")
        figure = self._breakdown(scheme, errors, Bars("model", shown, "model"), runs)
        title = f"Errors of every model at {largest:,} training items, in {SCHEMES[scheme].words}"
        caption = self._means() + self._only(len(shown), len(models))
        calls = [self._call(SCHEMES[scheme].arguments, [largest])]
        return self._drawn(f"by-model-{scheme}", title, caption, calls, figure) if figure else None

    def _breakdown(self, scheme: str, errors: pd.DataFrame, bars: Bars, runs: pd.DataFrame) -> Figure | None:
        """A bar for each run that is there; `runs` are rows of accuracy."""
        if errors.empty:
            return None
        column = SCHEMES[scheme].column
        looks = ErrorLooks(self._language, set(self._of(scheme)[column]))
        return breakdown_figure(Breakdown(errors, column, bars, runs, self._name), looks)

    def _of(self, table: str) -> pd.DataFrame:
        return self._material.of_language(table, self._language)

    def _name(self, error: str) -> str:
        """An error as a legend has it: -(e)d for reg, as in the paper, and ? with what it stands for."""
        if error == NO_CLASS:
            return "? (nonsense)"
        in_paper = registry().pack(self._language).paper.names
        return in_paper.get(error) or self._names.of(self._language, error)

    def _means(self) -> str:
        seeds = int(self._of("accuracy")["n_seeds"].max())
        return "The height of a bar is the error rate" + (f", a mean over {seeds} seeds." if seeds > 1 else ".")

    def _only(self, shown: int, there: int) -> str:
        return f" Of {there:,} models the best {shown} are shown." if shown < there else ""

    def _call(self, arguments: Sequence[str], sizes: list[int] | None, models: list[str] | None = None) -> str:
        chosen = self._material.selection
        selection = Selection(
            (self._language,), chosen.samplings, models or chosen.models, sizes or chosen.sizes, (self._material.part,)
        )
        return call(self._material.study, arguments, selection)

    def _drawn(self, kind: str, title: str, caption: str, calls: Sequence[str], figure: Figure) -> DrawnFigure:
        name = f"{plain_name(self._language)}-{kind}"
        return DrawnFigure(name, self._language, title, caption, tuple(calls), svg(figure, name), pdf(figure))


def plain_name(text: str) -> str:
    """A name of ASCII letters and digits, for files and ids; two texts never have the same.

    >>> plain_name("abc"), plain_name("x y")
    ('abc', 'x_20_y')
    """
    return "".join(c if c.isascii() and c.isalnum() else f"_{ord(c):x}_" for c in text)
