"""`goed demo`: makes a whole study in seconds, and prints its findings on one screen."""

from __future__ import annotations

import shlex
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from goed.commands.options import Command, annotator_name, opened, plural, study_path, talk
from goed.errors import GoedError, visible
from goed.study.selection import Selection

if TYPE_CHECKING:
    import pandas as pd

    from goed.study.study import Study


SEEDS = range(3)
EVERY_SECOND = 2  # of the sizes is run; a later `goed run` does the others
MODEL = "nonneur"
WIDTH = 80
MOST_KINDS = 8  # kinds of error shown for each language
MOST_FORMS = 3  # forms shown for each kind of error
FIRST = 23  # width of the first column


@click.command(cls=Command)
@click.option("--no-ui", is_flag=True, help="Only print the findings, and do not offer the terminal UI.")
@click.option("--study", "named", metavar="FILE", help="The study's file (default: ./demo.goed).")
@click.pass_context
def command(context: click.Context, no_ui: bool, named: str | None) -> int:
    """See what goed does, on three languages.

    Takes the embedded items, draws uniform and weighted splits over three seeds, runs NONNEUR on every second size,
    prints what it found, and opens the terminal UI on it. A second call goes on where the first one stopped, and shows
    the same.
    """
    from goed.commands.run import run_planned
    from goed.domains.registry import all_models
    from goed.runs.plan import plan_runs
    from goed.sources.embedded_items import embedded_languages, is_embedded
    from goed.splits.draw import STRATEGIES
    from goed.study.items import INFLECTION

    path = study_path(context, named, "demo.goed")
    known = all_models()
    with opened(path, create=True) as study:
        languages = embedded_languages()
        if other := next((language for language in languages if not is_embedded(study, language)), None):
            raise GoedError(f"{path} holds other items of {other}; give the demo its own study: --study demo.goed")
        sizes = {size for language in languages for size in _prepare(study, language)[1::EVERY_SECOND]}
        choice = Selection(languages, STRATEGIES, [MODEL], sizes, seeds=SEEDS)
        plan_runs(study, [known[INFLECTION, MODEL]], choice, repeats=1)
        run_planned(study, known, choice)
        print_findings(study, path, Selection(languages, STRATEGIES, [MODEL], sizes, ["test"]))
    return 0 if no_ui else _open_ui(path)


def _open_ui(path: Path) -> int:
    """Open the terminal UI when a key is pressed; not without a terminal or a name for the annotator."""
    from goed.commands.annotate import can_open

    try:
        annotator = annotator_name(None)
    except GoedError:
        return 0
    if not can_open() or not _wants_ui():
        return 0
    from goed.screens.start import run

    return run(path, annotator)


def _wants_ui() -> bool:
    """Wait for a key, so that the UI does not hide the findings at once."""
    try:
        click.secho("\nAny key opens the terminal UI, q leaves it at that: ", nl=False, err=True, bold=True)
        return click.getchar() not in ("q", "Q", "\x1b")
    except (KeyboardInterrupt, EOFError):
        return False
    finally:
        click.echo(err=True)


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
