"""Importing labels: a table that goed exported, or that somebody made, becomes an annotator's act."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from goed.domains.registry import verdict_of
from goed.errors import InputError, quoted
from goed.forms import normal_form
from goed.labels.labeller import LONGEST_NAME, UNCLASSIFIED, LanguageLabeller
from goed.labels.names import NamesForPeople
from goed.labels.peoples_labels import CLASSIFIER, DISPUTED, peoples_labels
from goed.sources.naming import checked_language
from goed.study.acts import record
from goed.study.chosen import domains_there
from goed.study.items import INFLECTION, languages
from goed.study.judgements import Judgement, judgements_by
from goed.study.output_words import LabelledOutput, outputs_of_language
from goed.study.runners import signed_in
from goed.study.study import Study
from goed.tables.files import Table, read_table
from goed_classifiers.error_scheme import ErrorScheme
from goed_classifiers.values import CORRECT

MATCHED_BY = ("lemma", "features", "gold", "predicted")
MOST_LABELS = 2_000_000  # of one file
LONGEST_NOTE = 10_000  # characters
NO_FLAG = "none"  # as people write it, and as `stats agreement` says it

Key = tuple[str, ...]  # language, lemma, features, gold, predicted, domain ('' without such a column)


class LabelLine(NamedTuple):
    """What a line of the table says of an output; None where it has no such column, or nothing in it."""

    number: int
    gold_class: str | None
    pred_class: str | None
    error: str | None
    flags: tuple[str, ...] | None
    note: str | None
    verdict: str | None  # '' for none


@dataclass
class Summary:
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


def import_labels(study: Study, path: Path, annotator: str, language: str | None, from_classifier_too: bool) -> Summary:
    """Take in a table of labels as what one annotator says; every line is read and checked before one is written."""
    summary = Summary()
    table = read_table(path, MATCHED_BY)
    if language is None and "language" not in table.columns:
        language = _language_of_name(study, path)
    lines = _lines(table, language, from_classifier_too, summary)
    with signed_in(study) as runner:
        new = list(_judged(study, path, lines, annotator, summary))
        if new:
            record(study, runner.id, annotator, "import", new, (str(path), table.sha256), runner.beat)
    summary.n_new = len(new)
    return summary


def _language_of_name(study: Study, path: Path) -> str:
    """The language of a table that does not say it, from the name of its file: eng.tsv."""
    if path.stem not in languages(study):
        raise InputError(path, "there is no column language; say it with --language", 1)
    return path.stem


def _lines(table: Table, language: str | None, from_classifier_too: bool, summary: Summary) -> dict[Key, LabelLine]:
    """The lines by the output that they are about; two that say different things of one output are an error."""
    if language is not None:
        checked_language(language, table.path)
    if "pred_class" not in table.columns and "note" not in table.columns:
        raise InputError(table.path, "there is no column pred_class, nor note", 1)
    lines: dict[Key, LabelLine] = {}
    for number, row in table.rows:
        if row.get("source", "").strip() in (CLASSIFIER, DISPUTED) and not from_classifier_too:
            summary.n_from_classifier += 1
            continue
        line = _line(table.path, number, row)
        if line.pred_class is None and line.note is None:
            summary.n_empty += 1
            continue
        domain = (row["domain"].strip() or INFLECTION) if "domain" in row else ""
        words = (normal_form(table.path, number, row[column], column) for column in MATCHED_BY)
        key = (_language(table.path, number, row, language), *words, domain)
        first = lines.setdefault(key, line)
        if len(lines) > MOST_LABELS:
            raise InputError(table.path, f"has labels of more than {MOST_LABELS:,} outputs; part it into smaller files")
        if first[1:] != line[1:]:
            said = " ".join(quoted(word, 30) for word in key[1:5])
            raise InputError(table.path, f"says otherwise of the same output than line {first.number}: {said}", number)
    return lines


def _language(path: Path, number: int, row: dict[str, str], language: str | None) -> str:
    """What the row says, or else what was said of the whole table."""
    said = row.get("language", "").strip()
    if language and said and said != language:
        raise InputError(path, f"is about {quoted(said)}, and --language says {language}", number)
    return said or language or ""


def _line(path: Path, number: int, row: dict[str, str]) -> LabelLine:
    gold_class, pred_class, error = (_name(path, number, row, what) for what in ("gold_class", "pred_class", "error"))
    if pred_class is None and (gold_class or error or row.get("flags", "").strip() or row.get("verdict", "").strip()):
        raise InputError(path, "there is a class, an error, a flag or a verdict, but no pred_class", number)
    flags = None
    if "flags" in row:
        names = [flag.strip() for flag in row["flags"].replace(";", ",").split(",")]
        names = [flag for flag in names if flag and flag != NO_FLAG]
        flags = tuple(sorted({_checked(path, number, flag, "flag") for flag in names}))
    note = row.get("note", "").strip() or None
    if note and len(note) > LONGEST_NOTE:
        raise InputError(path, f"the note is longer than {LONGEST_NOTE:,} characters", number)
    verdict = (_name(path, number, row, "verdict") or "") if "verdict" in row else None
    return LabelLine(number, gold_class, pred_class, error, flags, note, verdict)


def _name(path: Path, number: int, row: dict[str, str], column: str) -> str | None:
    text = row.get(column, "").strip().replace("->", "→")  # as people type it
    return _checked(path, number, text, column) if text else None


def _checked(path: Path, number: int, name: str, what: str) -> str:
    if not name.isprintable() or len(name) > LONGEST_NAME or "," in name:
        raise InputError(path, f"{quoted(name)} can be no {what}", number)
    return name


def _judged(
    study: Study, path: Path, lines: dict[Key, LabelLine], annotator: str, summary: Summary
) -> Iterator[tuple[int, Judgement]]:
    """The outputs that lines are about, with what is new in them; what is missing in a line is told from the rest."""
    labeller, names = LanguageLabeller(), NamesForPeople()
    said, notes = judgements_by(study, annotator), peoples_labels(study)
    outputs: dict[Key, LabelledOutput] = {}
    for language in sorted({key[0] for key in lines}):
        outputs.update(
            {(language, *output.words, output.domain): output for output in outputs_of_language(study, language)}
        )
    there = domains_there(study)
    for key, line in lines.items():
        possible = [(*key[:5], name) for name in ([key[5]] if key[5] else there)]
        found = [outputs[each] for each in possible if each in outputs]
        if len(found) > 1:
            raise InputError(path, "the study has this in several domains; say which in a column domain", line.number)
        output = next(iter(found), None)
        if output is None:
            summary.n_unmatched += 1
            summary.first_unmatched = min(line.number, summary.first_unmatched or line.number)
            continue
        line = _in_codes(line, key[0], names)
        before = said.get(output.id)
        if output.id in notes and line.note == notes[output.id].note:
            line = line._replace(note=None)  # all annotators' notes together, as an export has them
        judgement = _judgement(key, line, output, before, labeller, summary)
        if _adds_nothing(judgement, before):
            summary.n_unchanged += 1
            continue
        _count_unknown(labeller.schemes.of(output.domain, key[0], key[2]), judgement, summary)
        if judgement.verdict and verdict_of(output.domain, judgement.verdict) is None:
            summary.unknown_verdicts[judgement.verdict] += 1
        yield output.id, judgement
    summary.warnings += labeller.warnings


def _in_codes(line: LabelLine, language: str, names: NamesForPeople) -> LabelLine:
    """A line with classes and errors as they are stored, where somebody typed what tables show: e for -e."""
    gold_class, pred_class, error = (
        name and names.code(language, name) for name in (line.gold_class, line.pred_class, line.error)
    )
    return line._replace(gold_class=gold_class, pred_class=pred_class, error=error)


def _judgement(
    key: Key,
    line: LabelLine,
    output: LabelledOutput,
    before: Judgement | None,
    labeller: LanguageLabeller,
    summary: Summary,
) -> Judgement:
    """What a line says of an output. Where the table lacks a column, what was said before stands.

    The error is never chosen apart from the rest: it follows from classes and flags, and a form is correct when it is
    the gold form. Only for classes that the classifier does not know, another scheme's, the table's own error is taken.
    """
    if line.pred_class is None:
        return Judgement(None, None, None, (), line.note)
    is_label = before is not None and before.is_label
    gold_class = line.gold_class or (before.gold_class if before and is_label else None) or output.gold_class
    flags = line.flags
    if flags is None:
        flags = before.flags if before and is_label else output.flags
    is_correct = key[3] == key[4]
    scheme = labeller.schemes.of(output.domain, key[0], key[2])
    is_known = {gold_class, line.pred_class} <= set(scheme.classifier.classes)
    error = line.error
    if is_correct:
        error = CORRECT
    elif error is None or error == CORRECT or (is_known and error != UNCLASSIFIED):
        error = _error_that_follows(scheme, gold_class, line, flags, labeller)
    if line.error not in (None, error):  # somebody changed a class and left the error as it was
        summary.n_renamed += 1
    verdict = line.verdict if line.verdict is not None else before.verdict if before and is_label else None
    return Judgement(gold_class, line.pred_class, error, flags, line.note, verdict=verdict or None)


def _error_that_follows(
    scheme: ErrorScheme, gold_class: str, line: LabelLine, flags: tuple[str, ...], labeller: LanguageLabeller
) -> str:
    """The error that classes and flags make. Where it takes a flag that nobody set, the line's error says which.

    A German form of the right class: `umlaut` is as good as the flag `umlaut-`.
    """
    classes = scheme.classifier, gold_class, str(line.pred_class)
    error, without_flags = labeller.error_name(*classes, flags), labeller.error_name(*classes, ())
    if line.error in (None, error) or error != without_flags:
        return error
    possible = {labeller.error_name(*classes, (flag.name,)) for flag in scheme.flags}
    return line.error if line.error in possible else error


def _adds_nothing(judgement: Judgement, said: Judgement | None) -> bool:
    if said is None:
        return False
    same_note = judgement.note is None or judgement.note == said.note
    return same_note and (not judgement.is_label or judgement.label == said.label)


def _count_unknown(scheme: ErrorScheme, judgement: Judgement, summary: Summary) -> None:
    if judgement.is_label:
        classes = {str(judgement.gold_class), str(judgement.pred_class)}
        summary.unknown_classes.update(classes - set(scheme.classifier.classes))
    summary.unknown_flags.update(set(judgement.flags) - {flag.name for flag in scheme.flags})
