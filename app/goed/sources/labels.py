"""Importing a table of labels, exported by goed or made by hand, as an annotator's act."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import NamedTuple

from goed.domains.registry import domain_of, verdict_of
from goed.errors import InputError, quoted
from goed.labels.labeller import LONGEST_NAME, UNCLASSIFIED, SafeLabeller
from goed.labels.names import NamesForPeople
from goed.labels.peoples_labels import CLASSIFIER, DISPUTED, peoples_labels
from goed.sources.file_names import checked_language
from goed.sources.output_keys import KeyReader, OutputKey, key_of_output, read_table_of_outputs
from goed.study.acts import add_large_act
from goed.study.items import languages
from goed.study.judgements import Judgement, judgements_by
from goed.study.output_words import LabelledOutput, outputs_of_language
from goed.study.runners import signed_in
from goed.study.selection import domains_there
from goed.study.study import Study
from goed.tables.files import Table
from goed_classifiers.error_scheme import ErrorScheme
from goed_classifiers.values import CORRECT

MAX_LABELS = 2_000_000  # of one file
LONGEST_NOTE = 10_000  # characters
NO_FLAG = "none"  # as people write it, and as `stats agreement` says it


class LabelLine(NamedTuple):
    """What a row says about an output; None for a column that is missing or empty."""

    line: int
    gold_class: str | None
    pred_class: str | None
    error: str | None
    flags: tuple[str, ...] | None
    note: str | None
    verdict: str | None  # '' for none

    def in_codes(self, language: str, names: NamesForPeople) -> LabelLine:
        """The row with stored codes for classes and errors, where somebody typed their shown names: e for -e."""
        gold_class, pred_class, error = (
            name and names.code_of(language, name) for name in (self.gold_class, self.pred_class, self.error)
        )
        return self._replace(gold_class=gold_class, pred_class=pred_class, error=error)


@dataclass
class LabelSummary:
    """What an import of labels found."""

    n_new: int = 0
    n_unchanged: int = 0  # the annotator says so already
    n_from_classifier: int = 0  # rows that no person labelled, skipped
    n_empty: int = 0  # rows with neither label nor note
    n_renamed: int = 0  # rows whose error does not follow from their classes and flags
    n_unmatched: int = 0
    first_unmatched: int | None = None  # its line
    unknown_classes: Counter[str] = field(default_factory=Counter)  # class → rows
    unknown_flags: Counter[str] = field(default_factory=Counter)
    unknown_verdicts: Counter[str] = field(default_factory=Counter)
    warnings: list[str] = field(default_factory=list)  # of classifiers


def import_labels(
    study: Study, path: Path, annotator: str, language: str | None, from_classifier_too: bool
) -> LabelSummary:
    """Import a table of labels as one annotator's judgements; every line is checked before any is written."""
    summary = LabelSummary()
    table = read_table_of_outputs(path)
    if language is None and "language" not in table.columns:
        if path.stem not in languages(study):  # eng.tsv is about eng
            raise InputError(path, "there is no column language; say it with --language", 1)
        language = path.stem
    keys = KeyReader(study, table, language)
    rows = _rows(table, language, keys, from_classifier_too, summary)
    with signed_in(study) as runner:
        new = list(_RowsToJudgements(study, path, annotator, summary).judgements(rows))
        if new:
            add_large_act(study, runner.id, annotator, "import", new, (str(path), table.sha256), runner.beat)
    summary.n_new = len(new)
    return summary


def _rows(
    table: Table, language: str | None, keys: KeyReader, from_classifier_too: bool, summary: LabelSummary
) -> dict[OutputKey, LabelLine]:
    """The rows by the output that they are about; two that say different things of one output are an error."""
    if language is not None:
        checked_language(language, table.path)
    if "pred_class" not in table.columns and "note" not in table.columns:
        raise InputError(table.path, "there is no column pred_class, nor note", 1)
    rows: dict[OutputKey, LabelLine] = {}
    for line, cells in table.rows:
        if cells.get("source", "").strip() in (CLASSIFIER, DISPUTED) and not from_classifier_too:
            summary.n_from_classifier += 1
            continue
        row = _row(table.path, line, cells)
        if row.pred_class is None and row.note is None:
            summary.n_empty += 1
            continue
        key = keys.key(line, cells)
        first = rows.setdefault(key, row)
        if len(rows) > MAX_LABELS:
            raise InputError(table.path, f"has labels of more than {MAX_LABELS:,} outputs; part it into smaller files")
        if first[1:] != row[1:]:
            said = " ".join(quoted(word, 30) for word in key[1:5])
            raise InputError(table.path, f"says otherwise of the same output than line {first.line}: {said}", line)
    return rows


def _row(path: Path, line: int, cells: dict[str, str]) -> LabelLine:
    gold_class, pred_class, error, verdict = (
        _checked(path, line, cells.get(column, "").strip().replace("->", "→"), column)  # as people type it
        for column in ("gold_class", "pred_class", "error", "verdict")
    )
    if not pred_class and (gold_class or error or verdict or cells.get("flags", "").strip()):
        raise InputError(path, "there is a class, an error, a flag or a verdict, but no pred_class", line)
    flags = None
    if "flags" in cells:
        names = {flag.strip() for flag in cells["flags"].replace(";", ",").split(",")} - {"", NO_FLAG}
        flags = tuple(_checked(path, line, flag, "flag") for flag in sorted(names))
    note = cells.get("note", "").strip()
    if len(note) > LONGEST_NOTE:
        raise InputError(path, f"the note is longer than {LONGEST_NOTE:,} characters", line)
    of_domain = verdict if "verdict" in cells else None
    return LabelLine(line, gold_class or None, pred_class or None, error or None, flags, note or None, of_domain)


def _checked(path: Path, line: int, name: str, what: str) -> str:
    if name and (not name.isprintable() or len(name) > LONGEST_NAME or "," in name):
        raise InputError(path, f"{quoted(name)} can be no {what}", line)
    return name


class _RowsToJudgements:
    """Turns rows into the annotator's judgements, filling in what a row leaves out."""

    def __init__(self, study: Study, path: Path, annotator: str, summary: LabelSummary) -> None:
        self._study = study
        self._path = path
        self._summary = summary
        self._labeller = SafeLabeller()
        self._said = judgements_by(study, annotator)

    def judgements(self, rows: dict[OutputKey, LabelLine]) -> Iterator[tuple[int, Judgement]]:
        """The outputs that rows are about, with the judgements that are new."""
        names, notes = NamesForPeople(), peoples_labels(self._study)
        outputs = {
            key_of_output(language, output): output
            for language in sorted({key.language for key in rows})
            for output in outputs_of_language(self._study, language)
        }
        there = domains_there(self._study)
        for key, row in rows.items():
            possible = [key] if key.domain else [key._replace(domain=domain) for domain in there]
            found = [outputs[each] for each in possible if each in outputs]
            if len(found) > 1:
                problem = "the study has this in several domains; say which in a column domain"
                raise InputError(self._path, problem, row.line)
            if not found:
                self._summary.n_unmatched += 1
                self._summary.first_unmatched = min(row.line, self._summary.first_unmatched or row.line)
                continue
            (output,) = found
            if output.id in notes and row.note == notes[output.id].note:
                row = row._replace(note=None)  # no new note: all annotators' notes joined, as in an export
            scheme = self._labeller.schemes.of(output.domain, key.language, key.features)
            judgement = self._judgement(key, row.in_codes(key.language, names), output, scheme)
            if _adds_nothing(judgement, self._said.get(output.id)):
                self._summary.n_unchanged += 1
                continue
            self._count_unknown(scheme, judgement, output)
            yield output.id, judgement
        self._summary.warnings += self._labeller.warnings

    def _judgement(self, key: OutputKey, row: LabelLine, output: LabelledOutput, scheme: ErrorScheme) -> Judgement:
        """What a row says about an output; for a missing column, what the annotator said before stands.

        The error follows from classes and flags, and a form is correct if it is the gold form. The table's own error is
        taken only if it is `unclassified`, or if the classifier does not know the classes: they are another scheme's.
        """
        if row.pred_class is None:
            return Judgement(None, None, None, (), row.note)
        said = self._said.get(output.id)
        before = said if said is not None and said.is_label else None
        gold_class = row.gold_class or (before.gold_class if before else None) or output.gold_class
        flags = (before or output).flags if row.flags is None else row.flags
        is_known = {gold_class, row.pred_class} <= {*scheme.classifier.classes, output.gold_class}
        error = row.error
        if key.gold == key.predicted:
            error = CORRECT
        elif error is None or error == CORRECT or (is_known and error != UNCLASSIFIED):
            error = self._error_that_follows(scheme, gold_class, row, flags)
        if row.error not in (None, error):  # somebody changed a class and left the error as it was
            self._summary.n_renamed += 1
        verdict = row.verdict if row.verdict is not None else before.verdict if before else None
        return Judgement(gold_class, row.pred_class, error, flags, row.note, verdict=verdict or None)

    def _error_that_follows(self, scheme: ErrorScheme, gold_class: str, row: LabelLine, flags: tuple[str, ...]) -> str:
        """The error that classes and flags make up; if no flag changes it, the row's error may imply a flag.

        For a German form of the right class, the error `umlaut` says as much as the flag `umlaut-`.
        """
        error_name = partial(self._labeller.error_name, scheme.classifier, gold_class, str(row.pred_class))
        error = error_name(flags)
        if row.error in (None, error) or error != error_name(()):
            return error
        return row.error if row.error in {error_name((flag.name,)) for flag in scheme.flags} else error

    def _count_unknown(self, scheme: ErrorScheme, judgement: Judgement, output: LabelledOutput) -> None:
        if judgement.is_label:
            classes = {str(judgement.gold_class), str(judgement.pred_class)}
            known = {*scheme.classifier.classes, output.gold_class, domain_of(output.domain).right_kind}
            self._summary.unknown_classes.update(classes - known)
        self._summary.unknown_flags.update(set(judgement.flags) - {flag.name for flag in scheme.flags})
        if judgement.verdict and verdict_of(output.domain, judgement.verdict) is None:
            self._summary.unknown_verdicts[judgement.verdict] += 1


def _adds_nothing(judgement: Judgement, said: Judgement | None) -> bool:
    if said is None:
        return False
    same_note = judgement.note is None or judgement.note == said.note
    return same_note and (not judgement.is_label or judgement.label == said.label)
