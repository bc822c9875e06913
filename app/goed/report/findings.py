"""What a report found, in a few sentences made from its numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from goed.labels.names import NamesForPeople, title_of
from goed.report.report_data import ReportData
from goed.statistics.item_labels import MISSING
from goed.statistics.sampling import compared

MOST_KINDS = 3  # kinds of error, or models, that a sentence names
VERDICTS = ("met", "not met", "can't say")
LEAST_JUDGED = 30  # outputs judged in a blind audit, for a sentence about it


class Finding(NamedTuple):
    """A sentence, and the command that prints its numbers."""

    sentence: str
    call: str


def findings(data: ReportData) -> Iterator[Finding]:
    """Sentences on accuracy, growth, sampling, seeds, errors and children, as far as the study has data for them."""
    for table, sentences in SENTENCES:
        if table in data.tables:
            for sentence in sentences(data):
                yield Finding(sentence, data.tables[table].call)


def _models(data: ReportData) -> Iterator[str]:
    n_models = len(data.models())
    shared = data.accuracies_by_model().dropna()
    if n_models == 1 or shared.empty:
        return
    means = shared.mean().sort_values(ascending=False, kind="stable")
    shown = {str(model): _percent(mean) for model, mean in means.items()}
    (best, most), (second, next_), *others = shown.items()
    where = "on average over the cells that all have"
    if most == next_:
        alike = [model for model, percent in shown.items() if percent == most]
        sentence = f"Of {n_models} models, {_and(alike[:MOST_KINDS])} are right most often: {most} {where}"
    else:
        sentence = f"Of {n_models} models, {best} is right most often: {most} {where}, before {second} with {next_}"
    yield sentence + (f"; {others[-1][0]} is last with {others[-1][1]}." if others and others[-1][1] != next_ else ".")


def _growth(data: ReportData) -> Iterator[str]:
    best = data.models()[0]
    said = []
    for language in data.languages:
        rows = data.rows("accuracy", language)
        means = rows[rows["model"] == best].groupby("size")["mean"].mean()
        if len(means) > 1:
            first, last = means.index[0], means.index[-1]
            growth = f"{_percent(means[first])} at {first:,} {data.domain.unit} to {_percent(means[last])} at {last:,}"
            said.append(f"{data.titles[language]} {growth}")
    if said:
        yield f"Accuracy of {best} from the smallest training set to the largest: {'; '.join(said)}."


def _sampling(data: ReportData) -> Iterator[str]:
    rows = data.rows("sampling")
    overall = rows[(rows[["language", "size", "model"]] == "all").all(axis=1)]
    if overall.empty:
        return
    row = overall.iloc[0]
    interval = "" if row["low"] != row["low"] else f", 95 % interval {_signed(row['low'])} to {_signed(row['high'])}"
    by_language = rows[(rows["language"] != "all") & (rows["size"].astype(str) == "all") & (rows["model"] == "all")]
    differences = zip(by_language["language"], by_language["difference"], strict=True)
    said = [f"{data.titles[language]} {_signed(difference)}" for language, difference in differences]
    one, other = compared(rows)
    yield (
        f"Accuracy under {one} − {other} {'sampling' if data.domain.text is None else 'order'}: "
        f"{_signed(row['difference'])} points{interval} "
        f"({_percent(row[one])} against {_percent(row[other])}, {int(row['n_pairs']):,} pairs of runs)"
        + (f"; {', '.join(said)}." if len(said) > 1 else ".")
    )


def _seeds(data: ReportData) -> Iterator[str]:
    rows = data.rows("seeds-by-language")
    said = [
        f"{data.titles[language]} {100 * range_:.1f} points (sd {100 * variability:.1f})"
        for language, range_, variability in zip(rows["language"], rows["range"], rows["variability"], strict=True)
    ]
    if said:
        yield f"From the worst to the best seed of a cell, on average: {', '.join(said)}."


def _errors(data: ReportData) -> Iterator[str]:
    names = NamesForPeople()
    for language in data.languages:
        rows = data.rows("errors", language)
        largest = data.sizes(language)[-1]
        counts = rows[rows["size"] == largest].groupby("error")["n"].sum().sort_values(ascending=False, kind="stable")
        n_missing = int(counts.get(MISSING, 0))
        counts = counts.drop(MISSING, errors="ignore")
        if counts.sum():
            shares = [
                f"{names.shown(language, str(error))} ({_percent(n / counts.sum(), 0)})"
                for error, n in counts.head(MOST_KINDS).items()
                if n
            ]
            where = f"{data.titles[language]}, {largest:,} training {data.domain.unit}, all models together"
            missing = f" {n_missing:,} predictions are missing, and count as wrong." if n_missing else ""
            yield f"{where}: the commonest errors are {_and(shares)}.{missing}"


def _audited_errors(data: ReportData) -> Iterator[str]:
    """The combined rates of classifier and people, where a blind audit was judged."""
    names = NamesForPeople()
    rows = data.tables["audited-errors"].rows
    combined = rows[(rows["method"] == "combined") & (rows["n"] >= LEAST_JUDGED)]  # of errors; accuracy is by hand
    for (language, scope), of_scope in combined.groupby(["language", "scope"], sort=False):
        commonest = of_scope.sort_values("rate", ascending=False, kind="stable").head(MOST_KINDS)
        numbers = zip(commonest["error"], commonest["rate"], commonest["low"], commonest["high"], strict=True)
        said = [
            f"{names.shown(str(language), error)} {_percent(rate)} of items ({100 * low:.1f}–{100 * high:.1f})"
            for error, rate, low, high in numbers
        ]
        yield (
            f"{title_of(str(language))}, {scope}, classifier and blind audit combined: {_and(said)}. "
            "The interval tells how sure the labels are; how much seeds and items vary is not in it."
        )


def _children(data: ReportData) -> Iterator[str]:
    """How many of the findings about children, or about learners of corpora, each of the best models meets."""
    rows = data.tables["expectations"].rows
    said = []
    for model in data.models()[:MOST_KINDS]:
        verdicts = rows[rows["model"] == model]["verdict"].value_counts()
        counts = [f"{int(verdicts.get(verdict, 0))} {verdict}" for verdict in VERDICTS]
        said.append(f"{model}: {', '.join(counts)}")
    about = "Findings about children, each strategy" if data.domain.text is None else "What is expected, each order"
    yield f"{about} counted by itself. {'; '.join(said)}."


SENTENCES: tuple[tuple[str, Callable[[ReportData], Iterator[str]]], ...] = (  # each with the table it needs
    ("accuracy", _models),
    ("accuracy", _growth),
    ("sampling", _sampling),
    ("seeds-by-language", _seeds),
    ("errors", _errors),
    ("audited-errors", _audited_errors),
    ("expectations", _children),
)


def _percent(share: float, digits: int = 1) -> str:
    return f"{100 * share:.{digits}f} %"


def _signed(share: float) -> str:
    return f"{100 * share:+.1f}".replace("-", "−")


def _and(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
