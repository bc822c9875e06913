"""The demo of inflection: NONNEUR on the words of three languages, its accuracies, and its commonest errors."""

from __future__ import annotations

import shlex
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from goed.commands.demos.demo import WIDTH, Demo, print_next
from goed.commands.options import plural, talk
from goed.errors import GoedError, visible
from goed.study.selection import Selection

if TYPE_CHECKING:
    import pandas as pd

    from goed.study.study import Study

SEEDS = range(3)
EVERY_SECOND = 2  # of the sizes is run; a later `goed run` does the others
MODEL = "nonneur"
MOST_KINDS = 8  # kinds of error shown for each language
MOST_FORMS = 3  # forms shown for each kind of error
FIRST = 23  # width of the first column


def prepare(study: Study, path: Path) -> Selection:
    """Add the embedded items, and draw uniform and weighted splits of them."""
    from goed.sources.embedded_items import embedded_languages, is_embedded
    from goed.splits.draw import STRATEGIES

    languages = embedded_languages()
    if other := next((language for language in languages if not is_embedded(study, language)), None):
        raise GoedError(f"{path} holds other items of {other}; give the demo its own study: --study demo.goed")
    sizes = {size for language in languages for size in _prepare(study, language)[1::EVERY_SECOND]}
    return Selection(languages, STRATEGIES, sizes=sizes, domain="inflection", seeds=SEEDS)


def _prepare(study: Study, language: str) -> list[int]:
    """Add the items and splits of a language; returns the sizes of its training sets."""
    from goed.sources.embedded_items import add_embedded_items
    from goed.splits.draw import STRATEGIES
    from goed.splits.make import draw_splits, store_splits
    from goed.study import items as store_items

    if language not in store_items.languages(study):
        added = add_embedded_items(study, language)
        talk(f"{language}: {plural(added.items, 'item')}")
    try:
        made = store_splits(study, draw_splits(study, language, STRATEGIES, SEEDS, sizes=None, n_dev=None, n_test=None))
    except GoedError as error:
        raise GoedError(f"{error}; or give the demo its own study: --study demo.goed") from None
    return made[0].split.sizes


def print_findings(study: Study, path: Path, selection: Selection) -> None:
    """Print the findings of all languages, then what to type next."""
    from goed.labels.names import NamesForPeople
    from goed.statistics.accuracy import accuracy
    from goed.statistics.errors import error_rates

    accuracies = accuracy(study, selection)
    kinds = error_rates(study, selection)
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
    n_seeds = int(table["n_seeds"].max())
    click.echo(f"{title_of(language)}: accuracy of NONNEUR on test, % (mean ± sd of {n_seeds} seeds)")
    click.echo("training items".ljust(FIRST) + "".join(f"{size:>11,}" for size in sizes))
    for sampling, rows in table.groupby("sampling"):
        numbers = zip(rows["size"], rows["mean"], rows["sd"], strict=True)
        of_size = {size: f"{100 * mean:.1f} ± {100 * sd:.1f}" for size, mean, sd in numbers}
        click.echo(str(sampling).ljust(FIRST) + "".join(f"{of_size.get(size, ''):>11}" for size in sizes))


def _print_errors(study: Study, selection: Selection, language: str, size: int, kinds: pd.DataFrame) -> None:
    from goed.labels.names import NamesForPeople
    from goed.statistics.examples import commonest_outputs

    names = NamesForPeople()
    outputs = commonest_outputs(study, replace(selection, sizes=(size,)), language, MOST_FORMS)
    rates = kinds.pivot(index="error", columns="sampling", values="mean").fillna(0.0)
    rates = rates.loc[rates.sum(axis=1).sort_values(ascending=False, kind="stable").index]
    head = "".join(f"{sampling:>10}" for sampling in rates.columns)
    click.echo(f"% errors at {size:,}".ljust(FIRST) + head + "   commonest forms")
    for error, of_sampling in rates.head(MOST_KINDS).iterrows():
        numbers = "".join(f"{100 * rate:>10.1f}" for rate in of_sampling)
        line = f"{visible(names.shown(language, str(error))):{FIRST}}{numbers}   "
        forms = [output.predicted for output in outputs.get(str(error), [])]
        click.echo((line + _that_fit(forms, WIDTH - len(line))).rstrip())
    others = rates.iloc[MOST_KINDS:]
    if len(others):
        numbers = "".join(f"{100 * rate:>10.1f}" for rate in others.sum())
        click.echo(plural(len(others), "other kind").ljust(FIRST) + numbers)
    click.echo()


def _that_fit(forms: list[str], room: int) -> str:
    """As many forms as fit, but at least one, however long; empty if there are none, as for missing predictions."""
    from rich.cells import cell_len

    shown = ""
    for form in forms:
        longer = f"{shown}  *{visible(form)}" if shown else f"*{visible(form)}"
        if not shown or cell_len(longer) <= room:
            shown = longer
    return shown


def _print_next(path: Path) -> None:
    name = shlex.quote(str(path))
    print_next(
        {
            f"goed annotate --study {name}": "check labels, see curves",
            f"goed stats errors --by gold_class --study {name}": "each kind of word apart",
            f"goed stats trajectory --study {name}": "errors along the sizes",
            f"goed stats sampling --study {name}": "uniform − weighted",
            f"goed export -o labels.csv --wrong --study {name}": "all wrong forms",
            f"goed run --model nonneur --study {name}": "the other sizes",
            "goed": "for your own data",
        }
    )


DEMO = Demo("demo.goed", (MODEL,), prepare, print_findings)
