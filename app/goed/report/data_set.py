"""The labelled data set: one row per distinct output, and a card that describes it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from contextlib import suppress
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

from goed.drafts import drafted_file, write_whole
from goed.errors import GoedError
from goed.labels.peoples_labels import CLASSIFIER, PeoplesLabel, ensure_labels_visible, label_counts, peoples_labels
from goed.report.data_card import OF_TOKENS, data_card
from goed.study.items import INFLECTION
from goed.study.selection import Selection, domains_there
from goed.study.study import Study
from goed.study.tallies import NO_LABEL, LabelKind, OutputRow, column_length, how_often_predicted, part_tallies
from goed.tables.files import check_ending, table_bytes
from goed_classifiers.values import CORRECT

NO_OUTPUTS = "the study has no such outputs; `goed status` shows what it holds"


class LabelRow(NamedTuple):
    """A row of the data set; the names of the fields are its columns."""

    language: str
    lemma: str
    features: str
    gold: str
    predicted: str
    gold_class: str
    pred_class: str
    error: str
    flags: str
    source: str
    rule: str
    confidence: float | None
    n_predictions: int
    note: str
    verdict: str  # a column only if there is any; domain: only if there are domains other than inflection
    domain: str


def export_labels(study: Study, selection: Selection, path: Path, only_wrong: bool, replace: bool) -> int:
    """Write the data set and its card, each whole or not at all; returns the number of rows."""
    card_path = _checked_card_path(path, replace)
    rows = list(label_rows(study, selection, only_wrong))
    if not rows:
        raise GoedError(NO_OUTPUTS)
    is_there = {"verdict": any(row.verdict for row in rows), "domain": {*domains_there(study)} != {INFLECTION}}
    columns = [name for name in LabelRow._fields if is_there.get(name, True)]
    content = table_bytes(path, columns, map(attrgetter(*columns), rows))
    card = data_card(study, selection, only_wrong, path.name, rows, hashlib.sha256(content).hexdigest())
    write_whole(path, content)
    write_whole(card_path, card.encode())
    return len(rows)


def export_token_labels(study: Study, selection: Selection, path: Path, only_wrong: bool, replace: bool) -> int:
    """The same for a domain that learns from corpora; its rows, of which there may be millions, are never all there."""
    from goed.report.token_data_set import write_token_data_set  # pandas: only where there are corpora

    card_path = _checked_card_path(path, replace)
    domain = selection.domain or domains_there(study)[0]
    with drafted_file(path) as draft:
        rows = write_token_data_set(study, selection, domain, only_wrong, draft)
        if not rows:
            raise GoedError(NO_OUTPUTS)
        with draft.open("rb") as written:
            sha256 = hashlib.file_digest(written, "sha256").hexdigest()
    card = data_card(study, selection, only_wrong, path.name, rows, sha256, OF_TOKENS)
    write_whole(card_path, card.encode())
    return len(rows)


def _checked_card_path(path: Path, replace: bool) -> Path:
    """The path of the card, once it is sure that both files can be written."""
    check_ending(path)
    if not path.parent.is_dir():
        raise GoedError(f"{path}: the folder {path.parent} does not exist; make it first")
    card_path = card_of(path)
    if not replace:
        _refuse_to_lose_work(path, card_path)
    return card_path


def card_of(path: Path) -> Path:
    """The path of a data set's card: labels.csv.card.md beside labels.csv."""
    return path.with_name(f"{path.name}.card.md")


def label_rows(study: Study, selection: Selection, only_wrong: bool) -> Iterator[LabelRow]:
    """The outputs that were predicted in the selected parts of runs.

    Without any selection, this includes outputs that people said something about even if no run predicts them any more.
    """
    ensure_labels_visible(study)
    with study.one_moment():  # runs and labels may come in meanwhile
        peoples = peoples_labels(study)
        counts = label_counts(study, peoples)
        parts = [tally.run_part_id for tally in part_tallies(study) if selection.has(tally)]
        number_of = how_often_predicted(study, parts, column_length(study))
        outputs = list(counts.outputs())
    is_everything = selection == Selection()
    for output in outputs:
        number = int(number_of[output.id])
        if number or (is_everything and output.id in peoples):
            row = _row(output, counts.kinds[output.kind_id], peoples.get(output.id), number)
            if not (only_wrong and row.error == CORRECT):
                yield row


def _row(output: OutputRow, label: LabelKind, peoples: PeoplesLabel | None, number: int) -> LabelRow:
    return LabelRow(
        *output[1:6],
        label.gold_class,
        label.pred_class,
        label.error if output.kind_id != NO_LABEL else "",  # not labelled yet, in a study that cannot be written to
        ",".join(label.flags),
        peoples.source if peoples else CLASSIFIER,
        label.rule,
        label.confidence,
        number,
        peoples.note if peoples else "",
        label.verdict,
        output.domain,
    )


def _refuse_to_lose_work(path: Path, card_path: Path) -> None:
    """Refuse to overwrite a file that has changed since goed wrote it: somebody may have typed into it."""
    if not path.exists():
        if card_path.exists() and "Written by goed" not in card_path.read_text(encoding="utf-8", errors="replace"):
            raise GoedError(f"{card_path} exists and is not goed's; name another file, or say --replace")
        return
    if not path.is_file():
        raise GoedError(f"{path} is no file; name another one")
    with suppress(OSError):
        said = re.search(r"[0-9a-f]{64}", card_path.read_text(encoding="utf-8", errors="replace"))
        if said and said[0] == hashlib.sha256(path.read_bytes()).hexdigest():
            return
    raise GoedError(
        f"{path} exists and is not as goed wrote it; take in what was typed into it with `goed import labels`, or say "
        "--replace to write over it"
    )
