"""What the demo found, on one screen: accuracies, errors by kind, and what to type next."""

from __future__ import annotations

import shlex
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from goed.commands.options import plural
from goed.errors import visible
from goed.statistics.selection import Selection

if TYPE_CHECKING:
    import pandas as pd

    from goed.study.study import Study

WIDTH = 80
MOST_KINDS = 8  # of errors that are shown for a language
MOST_FORMS = 3  # for each of them
FIRST = 23  # width of the first column


def print_findings(study: Study, path: Path, selection: Selection) -> None:
    """Print the findings of all languages, then what to type next."""
    from goed.labels.names import NamesForPeople
    from goed.statistics.accuracy import accuracy
    from goed.statistics.errors import errors

    accuracies = accuracy(study, selection)
    kinds = errors(study, selection)
    there = set(accuracies["language"])
    with_packs = NamesForPeople().languages
    for language in [*(known for known in with_packs if known in there), *sorted(there - set(with_packs))]:
        of_language = accuracies[accuracies["language"] == language]
        _print_accuracies(language, of_language)
        largest = int(of_language["size"].max())
        at_largest = kinds[(kinds["language"] == language) & (kinds["size"] == largest)]
        _print_errors(study, selection, language, largest, at_largest)
    click.echo("a→b: the gold form is of class a, the wrong form shows b; see README.\n")
    _print_next(path)


def _print_accuracies(language: str, table: pd.DataFrame) -> None:
    from goed.labels.names import title_of

    sizes = sorted(table["size"].unique())
    click.echo(f"{title_of(language)}: accuracy of NONNEUR on test, % (mean ± sd of {_n_seeds(table)} seeds)")
    click.echo("training items".ljust(FIRST) + "".join(f"{size:>11,}" for size in sizes))
    for sampling, rows in table.groupby("sampling"):
        numbers = zip(rows["size"], rows["mean"], rows["sd"], strict=True)
        of_size = {size: f"{100 * mean:.1f} ± {100 * sd:.1f}" for size, mean, sd in numbers}
        click.echo(str(sampling).ljust(FIRST) + "".join(f"{of_size.get(size, ''):>11}" for size in sizes))


def _print_errors(study: Study, selection: Selection, language: str, size: int, kinds: pd.DataFrame) -> None:
    from goed.labels.names import NamesForPeople
    from goed.statistics.examples import commonest_forms

    names = NamesForPeople()
    forms = commonest_forms(study, replace(selection, sizes=(size,)), language, MOST_FORMS)
    rates = kinds.pivot(index="error", columns="sampling", values="mean").fillna(0.0)
    rates = (
        rates.assign(both=rates.sum(axis=1)).sort_values("both", ascending=False, kind="stable").drop(columns="both")
    )
    head = "".join(f"{sampling:>10}" for sampling in rates.columns)
    click.echo(f"% errors at {size:,}".ljust(FIRST) + head + "   commonest forms")
    for error, of_sampling in rates.head(MOST_KINDS).iterrows():
        numbers = "".join(f"{100 * rate:>10.1f}" for rate in of_sampling)
        line = f"{visible(names.of(language, str(error))):{FIRST}}{numbers}   "
        click.echo((line + _that_fit(forms.get(str(error), []), WIDTH - len(line))).rstrip())
    others = rates.iloc[MOST_KINDS:]
    if len(others):
        numbers = "".join(f"{100 * rate:>10.1f}" for rate in others.sum())
        click.echo(plural(len(others), "other kind").ljust(FIRST) + numbers)
    click.echo()


def _that_fit(forms: list[str], room: int) -> str:
    """As many forms as there is room for, and one however long it is; none of an item that was not predicted."""
    from rich.cells import cell_len

    shown = ""
    for form in forms:
        longer = f"{shown}  *{visible(form)}" if shown else f"*{visible(form)}"
        if not shown or cell_len(longer) <= room:
            shown = longer
    return shown


def _n_seeds(table: pd.DataFrame) -> int:
    return int(table["n_seeds"].max())


def _print_next(path: Path) -> None:
    name = shlex.quote(str(path))
    suggestions = {
        f"goed annotate --study {name}": "check labels, see curves",
        f"goed stats errors --by gold_class --study {name}": "each kind of word apart",
        f"goed stats trajectory --study {name}": "errors along the sizes",
        f"goed stats sampling --study {name}": "uniform − weighted",
        f"goed export -o labels.csv --wrong --study {name}": "all wrong forms",
        f"goed run --model nonneur --study {name}": "the other sizes",
        "goed": "for your own data",
    }
    click.echo("What to type next")
    width = max(map(len, suggestions))
    for suggestion, what in suggestions.items():
        click.echo(f"  {suggestion:{width}}  {what}")
