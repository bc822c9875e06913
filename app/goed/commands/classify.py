"""`goed classify`: labels the outputs of the study, or of any table, by rule."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import click

from goed.commands.options import Command, MultiValueOption, label_again, opened, plural, study_option, talk
from goed.commands.output import format_option, ignore_broken_pipe, print_rows
from goed.errors import visible
from goed.study.selection import Selection


@click.command(cls=Command)
@click.argument("path", required=False, type=click.Path(path_type=Path, allow_dash=True), metavar="[FILE]")
@click.option(
    "--language",
    "languages",
    cls=MultiValueOption,
    only=lambda word: _is_no_file(word),
    metavar="L ...",
    help="Only these; of FILE, its language.",
)
@click.option("--list", "list_them", is_flag=True, help="List the classifiers that are there.")
@format_option
@study_option
def command(path: Path | None, languages: tuple[str, ...], list_them: bool, form: str, study: Path) -> None:
    """Label outputs by rule: the study's again, or a table's.

    Without FILE, every output of the study is labelled anew; what people said is not touched. With FILE (or - for
    stdin) goed is a filter: a table with columns lemma, features, gold, predicted, and language where --language does
    not say it, comes out with gold_class, pred_class, error, flags, rule, confidence and classifier added.
    """
    if list_them:
        _list(form)
    elif path is not None:
        if len(languages) > 1:
            raise click.UsageError("with FILE, --language takes one language")
        _filter(path, languages[0] if languages else None)
    else:
        with opened(study, Selection(languages)) as opened_study:
            done = label_again(opened_study, languages or None)
        talk(f"{plural(done.n_outputs, 'output')} labelled, {done.n_changed:,} otherwise than before")


def _is_no_file(word: str) -> bool:
    """Whether a word after `--language eng` is another language, and not the argument FILE."""
    return bool(re.fullmatch("[a-z]{2,3}", word)) or not (Path(word).exists() or Path(word).suffix or "/" in word)


def _filter(path: Path, language: str | None) -> None:
    from goed.labels.labelled_table import LabelledTable
    from goed.tables.text_file import bytes_of_stdin

    content = bytes_of_stdin() if str(path) == "-" else None
    table = LabelledTable(path, content, language)
    with ignore_broken_pipe():
        for chunk in table.chunks():
            if sys.stdout.isatty():  # made safe for a terminal; a file gets it unchanged
                lines = chunk.decode().split("\n")
                click.echo("\n".join("\t".join(visible(cell) for cell in line.split("\t")) for line in lines), nl=False)
            else:
                sys.stdout.buffer.write(chunk)
    talk(*table.warnings)


def _list(form: str) -> None:
    from goed_classifiers.registry import registry

    found = registry()
    rows = []
    for pack in found.all():
        each = pack.classifier
        shown_as = each.shown_as if form == "table" else {}  # people see -e, programs e
        classes = ", ".join(shown_as.get(name, name) for name in each.classes)
        source = "goed" if each.is_built_in else "plug-in"
        rows.append((pack.language, str(pack.about), each.name, each.version, source, classes))
    print_rows(["language", "features", "classifier", "version", "from", "classes"], rows, form)
    talk(*found.problems)
