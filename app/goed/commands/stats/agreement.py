"""`goed stats agreement`: a table for programs, or a page on each pair for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click
from rich.cells import cell_len

from goed.commands.options import Command, domain_option, multi_value_option, opened, study_option, talk
from goed.commands.output import format_option, ignore_broken_pipe, print_rows
from goed.errors import WrongUsageError, visible
from goed.labels.names import NamesForPeople
from goed.labels.peoples_labels import CLASSIFIER
from goed.statistics.agreement import AgreementRow, summary, summary_of_pair, summary_of_panel
from goed.statistics.calibration import CalibrationRow, calibration
from goed.statistics.confusion import ClassRow, ConfusionRow, classes, confusions
from goed.statistics.intervals import outwards
from goed.statistics.judges import VERDICT, Comparison, JudgedPair, compare
from goed.study.selection import Selection

VIEWS = ("summary", "classes", "confusion", "calibration")
WHAT = ("error", "pred_class", "gold_class", "flags", VERDICT)
NOTHING = "nothing to compare: no such output was labelled by two of them; `goed import labels` brings labels in"
NO_VERDICTS = "nothing to compare: no output with a verdict was labelled by two people"
WIDTH = 80
MOST_CONFUSIONS = 20  # listed on a page that shows everything


@click.command(cls=Command)
@multi_value_option("--annotator", "annotators", "NAME ...", "Only these judges.")
@click.option("--show", type=click.Choice(VIEWS), help="Only this part.")
@click.option("--what", type=click.Choice(WHAT), help="On this column.  [default: error]")
@click.option("--wrong", "only_wrong", is_flag=True, help="Only outputs that are wrong.")
@multi_value_option("--language", "languages", "L ...", "Only these languages.")
@domain_option
@format_option
@study_option
def command(
    annotators: tuple[str, ...],
    show: str | None,
    what: str | None,
    only_wrong: bool,
    languages: tuple[str, ...],
    domain: str | None,
    form: str,
    study: Path,
) -> None:
    """The classifier and annotators held against each other.

    Share of outputs labelled alike, Cohen's kappa, or Krippendorff's alpha for more than two; precision, recall and
    F1 of each class, confusions, and how far the classifier's confidence can be trusted. It is about outputs, whatever
    run gave them.

    The first of a pair is judged, and the second is the standard. `--annotator A` holds the classifier against A,
    `--annotator A B` holds A against B; the classifier may be named, as `classifier`. Tables show all of it, on errors
    unless --what names another column; in csv, tsv and json --show says which table (summary, if it does not):
    summary, classes, confusion or calibration. Of flags, each is a class that an output has or has not. Verdicts are
    apart from the label, and people's alone.
    """
    if show == "calibration" and len(set(annotators)) > 1 and CLASSIFIER not in annotators:
        raise WrongUsageError(f"calibration is the classifier's: --annotator {CLASSIFIER} and a person")
    selection = Selection(languages or None, domain=domain)
    with opened(study, selection) as opened_study:
        comparison = compare(opened_study, selection.languages, annotators, only_wrong, domain).on(what or WHAT[0])
        if not comparison.pairs:
            talk(NO_VERDICTS if what == VERDICT else NOTHING)
        if form != "table":
            _print_one_table(comparison, show, what, form)
        elif comparison.pairs:
            with ignore_broken_pipe():
                _print_pages(comparison, show, what)


def _print_one_table(comparison: Comparison, show: str | None, what: str | None, form: str) -> None:
    """Print one table in long format, for programs."""
    others: dict[str | None, tuple[tuple[str, ...], Callable[..., Sequence[tuple[Any, ...]]]]] = {
        "classes": (ClassRow._fields, classes),
        "confusion": (ConfusionRow._fields, confusions),
        "calibration": (CalibrationRow._fields, calibration),
    }
    if show in others:
        columns, count = others[show]
        print_rows([column.rstrip("_") for column in columns], count(comparison.pairs, what or WHAT[0]), form)
    else:
        print_rows(AgreementRow._fields, summary(comparison, what), form)


def _print_pages(comparison: Comparison, show: str | None, what: str | None) -> None:
    """Print a page on each pair, then one on each panel, then what the numbers mean."""
    shown = (show,) if show else VIEWS
    for pair in comparison.pairs:
        if show == "calibration" and pair.confidence is None:
            continue
        n, judged = len(pair.labels), f"{pair.first} against {pair.second} as the standard"
        click.echo(f"{visible(f'{pair.language}: {judged}')}, {n:,} outputs, {pair.n_wrong:,} of them wrong\n")
        if "summary" in shown:
            _print_agreed("kappa", summary_of_pair(pair, what))
        if "classes" in shown:
            _print_classes(pair, what or WHAT[0])
        if "confusion" in shown:
            _print_confusions(pair, what or WHAT[0], lists_all=bool(show))
        if "calibration" in shown and pair.confidence is not None:
            _print_calibration(pair, what or WHAT[0])
    for panel in comparison.panels if "summary" in shown else ():
        names = f"{panel.language}: {', '.join(panel.names)} together"
        click.echo(f"{visible(names)}, {len(panel.labels):,} outputs that at least two of them labelled\n")
        _print_agreed("alpha", summary_of_panel(panel, what))
    are_right = any(len(pair.labels) > pair.n_wrong for pair in comparison.pairs)
    meaning = _meaning(shown, are_right, any(pair.confidence is not None for pair in comparison.pairs))
    if meaning:
        click.echo(meaning)


def _print_agreed(coefficient: str, rows: Sequence[AgreementRow]) -> None:
    cells = [(row.what, _per_cent(row, "agreement", 1), _number(row, coefficient)) for row in rows]
    _print_table(["what", "agreement %", coefficient], cells)


def _print_classes(pair: JudgedPair, what: str) -> None:
    names, rows = NamesForPeople(), []
    for row in classes([pair], what):
        shares = (_per_cent(row, share) for share in ("precision", "recall", "f1"))
        rows.append((names.shown(pair.language, row.class_), row.n, row.n_first, *shares))
    if rows:
        _print_table([what, "n", "found", "precision %", "recall %", "F1 %"], rows)
    else:
        click.echo(f"no {what} in what they say\n")


def _print_confusions(pair: JudgedPair, what: str, lists_all: bool) -> None:
    """Print confusions as a matrix if it fits, else as a list, the most frequent first."""
    rows = confusions([pair], what)
    confused = [row for row in rows if row.first_says != row.second_says]
    if not confused:
        click.echo(f"no {what} is confused with another\n")
        return
    if what != "flags" and _print_matrix(pair, {(row.first_says, row.second_says): row.n for row in rows}):
        return
    most = len(confused) if lists_all else MOST_CONFUSIONS
    names, of = NamesForPeople(), pair.language
    shown = [(names.shown(of, row.first_says), names.shown(of, row.second_says), row.n) for row in confused[:most]]
    _print_table([f"{pair.first} says", f"{pair.second} says", "n"], shown)
    if len(confused) > most:
        click.echo(f"{len(confused) - most:,} rarer confusions: --show confusion\n")


def _print_matrix(pair: JudgedPair, cells: dict[tuple[str, str], int]) -> bool:
    """Print the confusions as a matrix, the most frequent classes first; False if it is too wide."""
    for_people, corner = NamesForPeople(), f"{pair.first} ↓ {pair.second} →"
    total: Counter[str] = Counter()
    for cell, n in cells.items():
        for name in cell:
            total[name] += n
    names = sorted(total, key=lambda name: (-total[name], name))
    heads = [for_people.shown(pair.language, name) for name in names]
    widths = [max(cell_len(visible(head)), len(str(total[name]))) for name, head in zip(names, heads, strict=True)]
    if max(cell_len(corner), *widths) + sum(widths) + 2 * len(names) > WIDTH:
        return False
    rows = [(head, *(cells.get((one, other)) for other in names)) for one, head in zip(names, heads, strict=True)]
    _print_table([corner, *heads], rows)
    return True


def _print_calibration(pair: JudgedPair, what: str) -> None:
    rows = calibration([pair], what)
    cells = [(row.bin, row.n, f"{100 * row.confidence:.1f}", _per_cent(row, "right", 1)) for row in rows]
    _print_table(["confidence", "n", "mean %", "right %"], cells)
    whole = rows[-1]
    area = "none, as all are right or all wrong" if whole.auroc is None else f"{whole.auroc:.3f}"
    click.echo(f"expected calibration error {100 * (whole.ece or 0):.1f} %, AUROC {area}\n")


def _print_table(columns: Sequence[str], rows: Sequence[tuple[Any, ...]]) -> None:
    print_rows([visible(column) for column in columns], rows, "table")
    click.echo()


def _per_cent(row: object, share: str, digits: int = 0) -> str:
    """A share of a row with its interval, in per cent: `93.3 (87–97)`."""
    value, *ends = (getattr(row, f"{share}{end}") for end in ("", "_low", "_high"))
    return "    –" if value is None else f"{100 * value:5.1f} {outwards(100 * ends[0], 100 * ends[1], digits)}"


def _number(row: object, coefficient: str) -> str:
    value, *ends = (getattr(row, f"{coefficient}{end}") for end in ("", "_low", "_high"))
    return "     –" if value is None else f"{value:6.3f} {outwards(ends[0], ends[1], 3)}"


def _meaning(shown: Sequence[str], are_right: bool, has_classifier: bool) -> str:
    """A legend for the numbers that are shown."""
    lines = []
    if shown != ("confusion",):
        lines.append("In brackets: 95 % intervals, rounded outwards.")
    if "classes" in shown:
        lines.append("n: how often the standard says so; found: how often the other one does.")
        lines.append("Precision: the share of what was found that the standard says, too.")
        lines.append("Recall: the share of what the standard says that was found.")
    if "calibration" in shown and has_classifier:
        lines.append("Right: what the person says, too. AUROC: how often what is right has a higher")
        lines.append("confidence than what is wrong.")
    if are_right:
        lines.append("The error of a right output is always `correct`; --wrong leaves such outputs out.")
    return "\n".join(lines)
