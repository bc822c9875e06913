"""Accuracy: how many of the answers of runs are the gold ones."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from goed.statistics.breakdowns import known_breakdowns
from goed.statistics.catalogue import FurtherTable, Statistic, by_option
from goed.statistics.cells import CELL, SEEDS, cell_columns, in_order, spread, whole_numbers
from goed.statistics.run_accuracies import Runs, observations
from goed.study.selection import Selection


def accuracy(runs: Runs, selection: Selection, by: Sequence[str] = ()) -> pd.DataFrame:
    """Accuracy: mean, sd, min and max over seeds.

    The share of answers that are the gold ones: of forms, exact match; of heads of words, directed accuracy. A row for
    each language, corpus, sampling, model, size and part. sd is over seeds (n-1); n_items is how many items a run was
    asked, n_missing how many predictions are not there over all seeds: they count as wrong.

    --by parts the items by frequency (bands of powers of ten), gold_class, features, gender, humanness, lemma, or by
    what the training set has shown: seen (both, lemma, features or neither), seen_lemma, seen_features. Words of
    sentences are parted by relation, tag, length (of the gold arc, in words; root), sentence (up to 10 tokens, or 11
    up), word, or seen (whether the word was learned from). `--by seed` gives every run a row of its own.
    """
    breakdowns = known_breakdowns(by, (*CELL, "seed"))
    observed = observations(runs, selection, breakdowns)
    domain = ["domain"] if "domain" in observed else []  # a column only where there are several domains
    keys = [*domain, *cell_columns(observed), *breakdowns, *(SEEDS if "seed" in by else [])]
    # One language at a time: with --by lemma there may be a million rows.
    languages = [_over_seeds(of_language, keys) for _, of_language in observed.groupby("language")]
    return in_order(pd.concat(languages, ignore_index=True) if languages else _over_seeds(observed, keys), keys)


def _over_seeds(observed: pd.DataFrame, keys: list[str]) -> pd.DataFrame:
    groups = observed.groupby(keys, sort=False)
    numbers = {
        **spread(groups["accuracy"]),
        "n_seeds": groups.size(),
        "n_items": whole_numbers(groups["n_items"].mean()),
        "n_missing": groups["n_missing"].sum(min_count=1),
    }
    return pd.DataFrame(numbers).reset_index()


STATISTIC = Statistic(
    accuracy,
    options=[by_option("Part the items, too: see below.")],
    takes_table=True,
    mixes_domains=True,
    title="Accuracy",
    about="Share of items whose answer is the gold one: mean, sd (n−1), lowest and highest over seeds.",
    further_tables=[
        FurtherTable(
            "runs", "Accuracy of every run", "The same, a row for each seed.", ("--by", "seed"), {"by": ["seed"]}
        )
    ],
)
