"""What a report found, in a few sentences made from its numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from goed.labels.names import NamesForPeople, title_of
from goed.report.material import Material
from goed.statistics.item_labels import MISSING

MOST_KINDS = 3  # of errors, or models, that a sentence names
VERDICTS = ("met", "not met", "can't say")
LEAST_JUDGED = 30  # outputs of a blind audit, for a sentence
OF_LABELLING = "The interval tells how sure the labels are; how much seeds and items vary is not in it."


@dataclass(frozen=True)
class Finding:
    """A sentence, and the call that prints its numbers."""

    sentence: str
    call: str


def findings(material: Material) -> list[Finding]:
    """Sentences on accuracy, growth, sampling, seeds and errors; each only where the study can say it."""
    return [*_models(material), *_growth(material), *_sampling(material), *_seeds(material), *_all_errors(material)]


def _models(material: Material) -> Iterator[Finding]:
    accuracies = material.rows("accuracy")
    models = material.models()
    if len(models) == 1:
        return
    by_model = accuracies.pivot_table(index=["language", "sampling", "size"], columns="model", values="mean")
    shared = by_model.dropna()
    if shared.empty:
        return
    shown = {model: _percent(mean) for model, mean in shared.mean().sort_values(ascending=False, kind="stable").items()}
    (best, most), (second, next_), *others = ((str(model), percent) for model, percent in shown.items())
    where = "on average over the cells that all have"
    if most == next_:
        alike = [str(model) for model, percent in shown.items() if percent == most]
        sentence = f"Of {len(models)} models, {_and(alike[:MOST_KINDS])} are right most often: {most} {where}"
    else:
        sentence = f"Of {len(models)} models, {best} is right most often: {most} {where}, before {second} with {next_}"
    sentence += f"; {others[-1][0]} is last with {others[-1][1]}." if others and others[-1][1] != next_ else "."
    yield Finding(sentence, material.tables["accuracy"].call)


def _growth(material: Material) -> Iterator[Finding]:
    best = material.models()[0]
    said = []
    for language in material.languages:
        rows = material.of_language("accuracy", language)
        means = rows[rows["model"] == best].groupby("size")["mean"].mean()
        if len(means) > 1:
            first, last = means.index[0], means.index[-1]
            growth = f"{_percent(means[first])} at {first:,} items to {_percent(means[last])} at {last:,}"
            said.append(f"{title_of(language)} {growth}")
    if said:
        sentence = f"Accuracy of {best} from the smallest training set to the largest: {'; '.join(said)}."
        yield Finding(sentence, material.tables["accuracy"].call)


def _sampling(material: Material) -> Iterator[Finding]:
    if "sampling" not in material.tables:
        return
    rows = material.rows("sampling")
    overall = rows[(rows[["language", "size", "model"]] == "all").all(axis=1)]
    if overall.empty:
        return
    row = overall.iloc[0]
    interval = "" if row["low"] != row["low"] else f", 95 % interval {_signed(row['low'])} to {_signed(row['high'])}"
    sentence = (
        f"Accuracy under uniform − weighted sampling: {_signed(row['difference'])} points{interval} "
        f"({_percent(row['uniform'])} against {_percent(row['weighted'])}, {int(row['n_pairs']):,} pairs of runs)"
    )
    by_language = rows[(rows["language"] != "all") & (rows["size"].astype(str) == "all") & (rows["model"] == "all")]
    differences = zip(by_language["language"], by_language["difference"], strict=True)
    said = [f"{title_of(language)} {_signed(difference)}" for language, difference in differences]
    sentence += f"; {', '.join(said)}." if len(said) > 1 else "."
    yield Finding(sentence, material.tables["sampling"].call)


def _seeds(material: Material) -> Iterator[Finding]:
    if "seeds-by-language" not in material.tables:
        return
    rows = material.rows("seeds-by-language")
    said = [
        f"{title_of(language)} {_points(range_)} (sd {100 * variability:.1f})"
        for language, range_, variability in zip(rows["language"], rows["range"], rows["variability"], strict=True)
    ]
    if said:
        sentence = f"From the worst to the best seed of a cell, on average: {', '.join(said)}."
        yield Finding(sentence, material.tables["seeds-by-language"].call)


def _all_errors(material: Material) -> Iterator[Finding]:
    yield from _errors(material)
    yield from _audited(material)
    yield from _children(material)


def _errors(material: Material) -> Iterator[Finding]:
    if "errors" not in material.tables:
        return
    names = NamesForPeople()
    for language in material.languages:
        rows = material.of_language("errors", language)
        largest = material.sizes(language)[-1]
        counts = rows[rows["size"] == largest].groupby("error")["n"].sum().sort_values(ascending=False, kind="stable")
        n_missing = int(counts.get(MISSING, 0))
        counts = counts.drop(MISSING, errors="ignore")
        if counts.sum():
            shares = [
                f"{names.of(language, str(error))} ({_percent(n / counts.sum(), 0)})"
                for error, n in counts.head(MOST_KINDS).items()
                if n
            ]
            where = f"{title_of(language)}, {largest:,} training items, all models together: "
            sentence = f"{where}the commonest errors are {_and(shares)}."
            sentence += f" {n_missing:,} predictions are missing, and count as wrong." if n_missing else ""
            yield Finding(sentence, material.tables["errors"].call)


def _audited(material: Material) -> Iterator[Finding]:
    """The combined rates of classifier and people, where a blind audit was judged."""
    if "audited-errors" not in material.tables:
        return
    names = NamesForPeople()
    rows = material.tables["audited-errors"].rows
    combined = rows[(rows["method"] == "combined") & (rows["n"] >= LEAST_JUDGED)]
    for (language, scope), of_scope in combined.groupby(["language", "scope"], sort=False):
        commonest = of_scope.sort_values("rate", ascending=False, kind="stable").head(MOST_KINDS)
        numbers = zip(commonest["error"], commonest["rate"], commonest["low"], commonest["high"], strict=True)
        said = [
            f"{names.of(str(language), error)} {_percent(rate)} of items ({100 * low:.1f}–{100 * high:.1f})"
            for error, rate, low, high in numbers
        ]
        sentence = f"{title_of(str(language))}, {scope}, classifier and blind audit combined: {_and(said)}."
        yield Finding(f"{sentence} {OF_LABELLING}", material.tables["audited-errors"].call)


def _children(material: Material) -> Iterator[Finding]:
    """How many of the findings about children each of the best models meets."""
    if "expectations" not in material.tables:
        return
    filled = material.tables["expectations"]
    said = []
    for model in material.models()[:MOST_KINDS]:
        verdicts = filled.rows[filled.rows["model"] == model]["verdict"].value_counts()
        counts = [f"{int(verdicts.get(word, 0))} {word}" for word in VERDICTS]
        said.append(f"{model}: {', '.join(counts)}")
    where = "Findings about children, each strategy counted by itself"
    yield Finding(f"{where}. {'; '.join(said)}.", filled.call)


def _percent(share: float, digits: int = 1) -> str:
    return f"{100 * share:.{digits}f} %"


def _points(share: float) -> str:
    return f"{100 * share:.1f} points"


def _signed(share: float) -> str:
    return f"{100 * share:+.1f}".replace("-", "−")


def _and(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
