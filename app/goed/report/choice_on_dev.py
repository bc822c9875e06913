"""The learner that is right most often on dev, told with what it does on test: a choice that test has no part in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import pandas as pd

from goed.domains.registry import domain_of
from goed.statistics.accuracy import accuracy
from goed.statistics.printed_results import PRINTED
from goed.statistics.published import published
from goed.study.selection import Selection
from goed.study.study import Study


@dataclass(frozen=True)
class ChoiceOnDev:
    """The choice among the learners of one kind of split of a corpus, at its largest size."""

    corpus: str  # or the language, where the domain has no corpora
    sampling: str
    size: int
    on_dev: Mapping[str, float]  # accuracy of each learner, the best first
    on_test: Mapping[str, float]
    measure: str  # what accuracy is called
    unit: str  # what the size counts

    @property
    def chosen(self) -> str:
        """The best learner on dev."""
        return next(iter(self.on_dev))


def choices_on_dev(study: Study, selection: Selection, domain: str) -> list[ChoiceOnDev]:
    """A choice for each corpus and sampling with several learners that were asked dev and test."""
    of_runs = (selection.languages, selection.samplings, selection.models)
    table = accuracy(study, Selection(*of_runs, domain=domain, corpora=selection.corpora))
    found = []
    of_whom = "corpus" if "corpus" in table else "language"
    for (_, name, sampling), rows in table.groupby(["language", of_whom, "sampling"], sort=True):
        largest = int(rows["size"].max())
        at_largest = rows[rows["size"] == largest]
        on_dev, on_test = (_by_model(at_largest[at_largest["part"] == part]) for part in ("dev", "test"))
        if len(on_dev) > 1 and set(on_dev) <= set(on_test):
            words = domain_of(domain)
            found.append(ChoiceOnDev(str(name), str(sampling), largest, on_dev, on_test, words.accuracy, words.unit))
    return found


def _by_model(rows: pd.DataFrame) -> dict[str, float]:
    """The mean accuracy of each learner, the best first."""
    means = rows.set_index("model")["mean"].sort_values(ascending=False, kind="stable")
    return {str(model): float(mean) for model, mean in means.items()}


def choices_in_words(choices: Iterable[ChoiceOnDev]) -> Iterator[str]:
    """A sentence on each choice."""
    for choice in choices:
        chosen = choice.chosen
        second = list(choice.on_dev)[1]
        yield (
            f"{choice.corpus} {choice.sampling}, {choice.size:,} {choice.unit}: of {len(choice.on_dev)} learners, "
            f"{chosen} is chosen, by {choice.measure} on dev over all lengths: {_percent(choice.on_dev[chosen])} there "
            f"({second}: {_percent(choice.on_dev[second])}), {_percent(choice.on_test[chosen])} on test"
        )


def best_printed(study: Study, selection: Selection, paper: str) -> Iterator[str]:
    """A sentence on the best result that a paper prints for each treebank of the study, on sentences of all lengths."""
    rows = published(study, selection).rows
    rows = rows[(rows["paper"] == paper) & (rows["who"] == PRINTED) & (rows["length"] == "all")]
    if rows.empty:
        return
    rows = rows[rows["measure"] == rows["measure"].iloc[0]]
    for treebank, of_treebank in rows.groupby("treebank", sort=False):
        best = of_treebank.loc[of_treebank["value"].idxmax()]
        value = _percent(float(best["value"]))
        yield f"{treebank}: the best printed ({paper}) is {best['system']} with {value} on test"


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"
