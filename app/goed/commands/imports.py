"""`goed import`: items, predictions and labels; `corpus_import` is beside it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from goed.commands import corpus_import
from goed.commands.group import Group
from goed.commands.options import (
    PARTS,
    Command,
    MultiValueOption,
    Options,
    annotator_option,
    announce_backup,
    combined_options,
    domain_option,
    one_of,
    opened,
    plural,
    study_option,
    talk,
)
from goed.errors import checked_name
from goed.study.selection import Selection

if TYPE_CHECKING:
    from goed.sources.file_names import Naming
    from goed.sources.given_splits import StoredSplit
    from goed.sources.header import FormReader
    from goed.sources.labels import LabelSummary
    from goed.sources.predictions import ImportOptions, PredictionSummary
    from goed.study.study import Study

PATHS = click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="PATH...")


def _files(said: dict[str, Any]) -> tuple[Naming, FormReader]:
    from goed.sources.file_names import naming
    from goed.sources.header import FormReader, named_order

    return naming(said["pattern"], said["words"]), FormReader(named_order(said["columns"]))


OF_FILES: Options = {  # how files are named, and the order of their columns; the command gets these as `files`
    "pattern": click.option(
        "--pattern",
        metavar="P",
        help="How files are named, with {language} {sampling} {seed} {size} {part} {model}; "
        "a slash reaches into folders: '{model}/{language}_{size}'.",
    ),
    "words": click.option(
        "--map",
        "words",
        cls=MultiValueOption,
        only=lambda word: "=" in word,
        metavar="WORD=MEANING ...",
        help="What words in names stand for: small=100 en=eng.",
    ),
    "columns": one_of(
        "--columns",
        ["lemma,form,features", "lemma,features,form"],
        None,
        "The order of the columns, where goed cannot tell it.",
    ),
}
file_options = partial(combined_options, name="files", options=OF_FILES, combine=_files)


@click.group(cls=Group)
def command() -> None:
    """Bring in items, corpora, splits, predictions and labels."""


command.add_command(corpus_import.command, "corpus")


@command.command(cls=Command)
@PATHS
@click.option("--language", metavar="L", help="The language of all files, as eng, deu or ara (ISO 639-3).")
@click.option("--as", "kind", type=click.Choice(["split"]), help="Take the files as a given split.")
@click.option("--sampling", default="given", show_default=True, help="What to call the given split.")
@click.option("--counts-only", is_flag=True, help="Only take frequencies for items that are there; add none.")
@click.option("--domain", default="inflection", show_default=True, metavar="NAME", help="What the items are about.")
@file_options
@study_option
def items(
    paths: Sequence[Path],
    language: str | None,
    kind: str | None,
    sampling: str,
    counts_only: bool,
    domain: str,
    files: tuple[Naming, FormReader],
    study: Path,
) -> None:
    """Bring in items: lines of lemma, form, features and perhaps a frequency.

    Files in SIGMORPHON's or UniMorph's naming (eng_100.train, eng.dev, eng) say their language; for others give
    --language or --pattern. With --as split the files part the items too: NAME_SIZE.train, NAME_SIZE.finetune,
    NAME.dev, NAME.gold or NAME.test. A header that names the columns in their order is left out, and lets files be csv.
    """
    from goed.domains.registry import domain_of
    from goed.labels.relabel import left_to_generic

    names, reader = files
    domain = domain_of(domain).name
    if kind == "split":
        from goed.sources.given_splits import find_given_splits, store_given_splits

        splits = find_given_splits(paths, language, checked_name(sampling, "sampling"), names, reader)
        with opened(study, create=True) as opened_study:
            stored_splits = store_given_splits(opened_study, splits, " ".join(map(str, paths)), domain)
            for stored in stored_splits:
                _tell_of_split(stored)
            _tell_below(left_to_generic(opened_study, {stored.key.language for stored in stored_splits}))
        _tell_below(reader.notes)
        return

    from goed.sources.items import find_item_files, store_items

    item_files = find_item_files(paths, language, names, reader)
    with opened(study, create=not counts_only) as opened_study:
        stored_items = store_items(opened_study, item_files, counts_only, domain)
        for its_language, added in stored_items.items():
            new = f"{plural(added.items, 'new item')}, {plural(added.variants, 'new accepted variant')}"
            talk(f"{its_language}: {new}, frequencies of {plural(added.frequencies, 'item')}")
        _tell_below(left_to_generic(opened_study, stored_items))
    _tell_below(reader.notes)


@command.command(cls=Command)
@PATHS
@click.option("--model", metavar="NAME", help="The model that predicted them, unless the pattern says it.")
@click.option("--language", metavar="L", help="The language, where names do not say it.")
@click.option("--size", metavar="N", help="The size of the training set, where names do not say it.")
@click.option("--seed", type=int, metavar="N", help="The split seed, where names do not say it.  [default: 0]")
@click.option("--sampling", default="given", show_default=True, help="The sampling, where names do not say it.")
@click.option("--part", type=click.Choice(PARTS), help="The part, where names do not say it.")
@click.option("--corpus", metavar="NAME", help="The corpus that was answered, where the study has several.")
@domain_option
@click.option("--replace", is_flag=True, help="Put these in the place of other predictions of the same run.")
@file_options
@study_option
def predictions(
    paths: Sequence[Path], files: tuple[Naming, FormReader], replace: bool, study: Path, **wanted: Any
) -> None:
    """Bring in predictions: lines of lemma, predicted form and features, or parsed sentences.

    Files in SIGMORPHON's naming (eng_300.test, eng_300.dev) say what they predict. Lines are matched with the items
    by lemma and features, in whatever order they stand.

    Trees stand in CoNLL-X, CoNLL-U or PASCAL's nine columns: the sentences of a part of a corpus, in their order, with
    or without their punctuation. Without --size they are of the largest training set.
    """
    from goed.sources.predictions import ImportOptions, import_predictions

    names, reader = files
    if wanted["model"] is not None:
        checked_name(wanted["model"], "model")
    with opened(study, Selection(domain=wanted["domain"]), handles_several_domains=True) as opened_study:
        options = ImportOptions(**wanted, reader=reader)
        if _are_of_corpora(opened_study, options):
            from goed.sources.corpus_predictions import import_corpus_predictions

            summary = import_corpus_predictions(opened_study, paths, options, names, replace)
        else:
            summary = import_predictions(opened_study, paths, options, names, replace)
    _tell_of_predictions(summary)
    _tell_below(reader.notes)


def _are_of_corpora(study: Study, wanted: ImportOptions) -> bool:
    """Whether predictions are of a corpus: one is named, or the domain that is meant learns from corpora."""
    from goed.domains.registry import domain_of
    from goed.study.splits import splits

    there = {wanted.domain} if wanted.domain else {split.domain for split in splits(study)}
    return wanted.corpus is not None or (len(there) == 1 and domain_of(there.pop()).text is not None)


@command.command(cls=Command)
@click.argument("path", type=click.Path(path_type=Path), metavar="FILE")
@annotator_option
@click.option("--language", metavar="L", help="The language, where neither a column nor the name of FILE says it.")
@click.option("--all", "everything", is_flag=True, help="Rows whose source is the classifier, too.")
@study_option
def labels(path: Path, annotator: str, language: str | None, everything: bool, study: Path) -> None:
    """Bring in labels from a table, as what one annotator says.

    The table (csv, tsv, jsonl or parquet, by its ending) is one that `goed export` wrote, or any with the columns
    language, lemma, features, gold, predicted, which name the output, and pred_class, perhaps gold_class, error, flags
    and note. An error that is not there follows from classes and flags. Nothing that somebody said before is lost.
    """
    from goed.sources.labels import import_labels

    with opened(study) as opened_study:
        _tell_of_labels(import_labels(opened_study, path, annotator, language, everything), annotator, path)
        announce_backup(opened_study)


def _tell_below(lines: Iterable[object]) -> None:
    """Print details, indented, below the message before."""
    talk(*(f"  {line}" for line in lines))


def _tell_of_split(stored: StoredSplit) -> None:
    from goed.study.splits import sizes_in_words

    where = f"{stored.key.language} {stored.key.sampling} {stored.key.seed}"
    if stored.was_there:
        talk(f"{where}: this split is there already")
        return
    sizes = sizes_in_words(stored.sizes) + ("" if stored.is_nested else ", not nested")
    talk(
        f"{where}: {plural(len(stored.sizes), 'training set')} ({sizes}), {stored.n_dev:,} dev, "
        f"{stored.n_test:,} test; {plural(stored.n_new_items, 'new item')}, "
        f"{plural(stored.n_variants, 'accepted variant')}"
    )
    if stored.sizes and not stored.has_finetune:
        talk("  no fine-tune part: models that need one select on dev")


def _tell_of_labels(summary: LabelSummary, annotator: str, path: Path) -> None:
    there = f"; {summary.n_unchanged:,} there already" if summary.n_unchanged else ""
    talk(f"{plural(summary.n_new, 'output')} labelled by {annotator}{there}")
    first = f"{path}, line {summary.first_unmatched}"
    for n_rows, what in (
        (summary.n_from_classifier, "of the classifier's skipped; --all takes them, too"),
        (summary.n_empty, "with neither pred_class nor note skipped"),
        (summary.n_renamed, "whose error does not follow from classes and flags: named anew"),
        (summary.n_unmatched, f"about no output of the study left out, the first in {first}"),
    ):
        if n_rows:
            talk(f"  {plural(n_rows, 'row')} {what}")
    for unknown, what in (
        (summary.unknown_classes, "class that the classifier knows"),
        (summary.unknown_flags, "flag of the coding manual"),
        (summary.unknown_verdicts, "verdict of the domain"),
    ):
        for name, n_rows in unknown.items():
            talk(f"  '{name}' is no {what} ({plural(n_rows, 'row')}); taken as it is")
    talk(*summary.warnings)


def _tell_of_predictions(summary: PredictionSummary) -> None:
    unchanged = f"; {summary.n_unchanged} of them there already" if summary.n_unchanged else ""
    replaced = f"; {summary.n_replaced} replaced" if summary.n_replaced else ""
    talk(f"{plural(summary.n_predictions, 'prediction')} in {plural(summary.n_files, 'file')}{unchanged}{replaced}")
    _tell_below(f"{path}: {plural(n, 'line')} about no item of this part, left out" for path, n in summary.unmatched)
    _tell_below(f"{path}: {plural(n, 'item')} without a prediction, counted as wrong" for path, n in summary.missing)
    talk(*summary.warnings)
    if summary.empty:
        talk(f"  {plural(summary.empty, 'empty prediction')}")
    if summary.control_tokens:
        talk(f"  {plural(summary.control_tokens, 'prediction')} with control tokens such as <UNK>")
    if summary.skipped:
        names = ", ".join(path.name for path in summary.skipped[:3]) + (", …" if len(summary.skipped) > 3 else "")
        talk(f"  {plural(len(summary.skipped), 'other file')} left alone: {names}")
