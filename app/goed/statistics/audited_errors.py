"""Error rates checked by blind audits: by the classifier, by hand, by both combined.

Notes beside the rates say how far each audit has been judged, and which languages have none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from goed.annotation.queue_filter import Filter
from goed.domains.registry import domain_of
from goed.errors import WrongUsageError
from goed.labels.names import NamesForPeople
from goed.statistics.audit_samples import NO_ERROR, Audited, AuditProgress, Audits, has_audit
from goed.statistics.audited_cells import AuditedCell, Judged, Sampled, WrongPredictions
from goed.statistics.audited_leniency import accuracies, share_defensible
from goed.statistics.audited_rates import Counts, Estimates, by_hand, combined
from goed.statistics.catalogue import RATES, NotedTable, Statistic
from goed.statistics.cells import with_corpus
from goed.study.selection import Selection
from goed.study.study import Study
from goed.study.tallies import PartTally, part_tallies
from goed_classifiers.values import CORRECT

METHODS = CLASSIFIER, HAND, COMBINED = "classifier", "hand", "combined"
OF_RUNS = ("sampling", "model", "size", "part", "seed")  # columns that --by takes here
RATE = ["rate", "low", "high"]
LENIENT = ["lenient", "lenient_low", "lenient_high"]
DEFENSIBLE = ["share_defensible", "defensible_low", "defensible_high"]
NUMBERS = ["n", "n_disagree", "n_effective", "lambda", "n_wrong", "n_left_out", "n_items"]

Row = dict[str, Any]


class _Place(NamedTuple):
    """A cell within the scope of an audit (or of a whole language without one), with what people said about it."""

    language: str
    scope: Filter
    sample_ids: tuple[int, ...]  # of the audits
    cell: AuditedCell
    judged: Judged | None


def audited_errors(study: Study, selection: Selection, by: Sequence[str] = ()) -> NotedTable:
    """Each kind of error with its rate among the items asked, by three methods.

    `classifier` is what the classifier says; where a blind audit was judged, `hand` is what people say alone and
    `combined` what both say together, with intervals that tell how sure the labels are. n is the number of outputs
    that were judged, n_effective how many a plain count by hand would need to be as sure. Sentences beside it tell how
    far audits have come, and which languages have none.

    Where people can call an answer defensible, or gold wrong, the first row of each cell is accuracy (`correct`).
    `lenient` takes what is defensible as right, as a share of all errors (or of those of a kind) it is
    `share_defensible`; where gold is wrong, nothing was asked.
    """
    by = [column for column in dict.fromkeys(by) if column != "corpus"]  # a column of its own where there are any
    if unknown := [column for column in by if column not in OF_RUNS]:
        raise WrongUsageError(f"--by with --audited knows {', '.join(OF_RUNS)}, not '{unknown[0]}'")
    audits = Audits(study)
    judged = {output_id for audited in audits.audited for output_id in (*audited.outputs, *audited.right)}
    wrong_predictions = WrongPredictions(study, selection, judged)
    corpus = with_corpus(["corpus"], wrong_predictions.tallies)
    has_verdicts = any(_has_verdicts(domain) for domain in {tally.domain for tally in wrong_predictions.tallies})
    places = list(_places(wrong_predictions, audits.audited, [*corpus, *by]))
    columns = ["sample", "language", *corpus, "scope", *by, "error", "method", *RATE]
    columns += [*(LENIENT + DEFENSIBLE if has_verdicts else []), *NUMBERS]
    table = pd.DataFrame(list(_rows(places, has_verdicts)), columns=columns)
    here = [each for each in audits.progress if any(map(each.scope.selection.has, wrong_predictions.tallies))]
    tallies, names = part_tallies(study), NamesForPeople()
    notes = [note for each in here for note in _notes(each, tallies)]
    for language in dict.fromkeys(place.language for place in places if not place.sample_ids):
        notes.append(
            f"nobody has judged an audit of {names.language(language)} here, so its rates are the classifier's: "
            f"`goed audit --language {language}` draws one"
        )
    return NotedTable(table, notes)


def _places(wrong_predictions: WrongPredictions, audits: Sequence[Audited], by: Sequence[str]) -> Iterator[_Place]:
    """The cells within the scope of each audit; for a language that no audit says anything about, all its cells."""
    for language in dict.fromkeys(tally.language for tally in wrong_predictions.tallies):
        of_language = [audited for audited in audits if audited.language == language]
        found = [
            _Place(language, audited.scope, audited.sample_ids, cell, wrong_predictions.judged(cell, audited))
            for audited in of_language
            for cell in wrong_predictions.cells(audited.scope, by)
        ]
        if not any(place.judged for place in found):
            scope = Filter(languages=(language,))
            found = [_Place(language, scope, (), cell, None) for cell in wrong_predictions.cells(scope, by)]
        yield from found


def _has_verdicts(domain: str) -> bool:
    """Whether people can say of an answer in this domain that it is no plain error."""
    return any(verdict.counts_as != "wrong" for verdict in domain_of(domain).verdicts)


def _rows(places: Sequence[_Place], has_verdicts: bool) -> Iterator[Row]:
    """The rows of every cell: accuracy where people give verdicts, then errors, the most frequent first."""
    judged = [place.judged for place in places if place.judged]
    strict = iter(_estimates([each.strict for each in judged]))
    lenient = iter(_estimates([each.lenient for each in judged]))
    for place in places:
        cell, classifier_counts = place.cell, place.cell.classifier_counts
        n_left_out = classifier_counts.get(NO_ERROR, 0)
        numbers = {"n": 0, "n_disagree": 0, "n_left_out": n_left_out}
        wrong = ((error, n) for error, n in classifier_counts.items() if error != NO_ERROR)
        rows = [_row(cell, error, CLASSIFIER, rate=n / (cell.n_items - n_left_out), **numbers) for error, n in wrong]
        if place.judged:
            rows += _of_people(cell, place.judged, *next(strict))
            if has_verdicts:
                rows = _with_lenient(rows, cell, place.judged, *next(lenient))
        elif has_verdicts:
            rows = [_as_lenient(row) for row in rows]
        rows.sort(key=lambda row: (-classifier_counts.get(row["error"], 0), row["error"], METHODS.index(row["method"])))
        if has_verdicts:
            rows = [*_accuracy_rows(cell, place.judged), *rows]
        sample, scope = ", ".join(map(str, place.sample_ids)) or None, place.scope.scope_in_words()
        for row in rows:
            yield {"sample": sample, "language": place.language, "scope": scope, **cell.values, **row}


def _estimates(sampled: Sequence[Sampled]) -> Iterator[tuple[Estimates, Estimates]]:
    """Estimates by hand and combined, for each cell; all are computed at once, which takes no longer than one."""
    if not sampled:
        return
    every = [each.counts for each in sampled]
    counts = Counts(*(np.concatenate(parts, axis=-1) for parts in zip(*every, strict=True)))
    ends = np.cumsum([len(each.share) for each in every])[:-1]
    of_cells = [zip(*(np.split(part, ends) for part in method(counts)), strict=True) for method in (by_hand, combined)]
    for hand, both in zip(*of_cells, strict=True):
        yield Estimates(*hand), Estimates(*both)


def _of_people(cell: AuditedCell, judged: Judged, hand: Estimates, both: Estimates) -> Iterator[Row]:
    """Rates among the items asked, without what people leave out as no error of the learner.

    How much that is, is an estimate, too. Treating it as known makes intervals slightly too wide: what is left out is
    no error, so where one number is too high by chance, the other is too low.
    """
    n_left_out = _n_left_out(cell, judged, hand)
    asked = max(cell.n_items - n_left_out, 1.0)  # if all are left out, all rates are 0
    gain = np.divide(hand.high - hand.low, both.high - both.low, where=both.high > both.low, out=np.ones_like(both.low))
    for method, estimates, effective in ((HAND, hand, np.ones_like(gain)), (COMBINED, both, gain**2)):
        rate, low, high = (judged.strict.in_all(part) / asked for part in estimates[:3])
        for place, error in enumerate(judged.errors[:-1]):
            yield _row(
                cell, error, method, rate=rate[place], low=low[place], high=high[place], n=judged.n,
                n_disagree=judged.n_disagree[place], n_effective=round(judged.n_effective * effective[place], 1),
                n_left_out=n_left_out, **{"lambda": estimates.tuning[place]},
            )  # fmt: skip


def _n_left_out(cell: AuditedCell, judged: Judged, hand: Estimates) -> float:
    """How many predictions are no error of the learner: by the classifier's word lists, or by people."""
    return float(cell.classifier_counts.get(NO_ERROR, 0) + judged.strict.in_all(hand.rate)[-1])


def _with_lenient(
    rows: Sequence[Row], cell: AuditedCell, judged: Judged, hand: Estimates, both: Estimates
) -> list[Row]:
    """Rows of errors with their lenient rates, and with the share of them that people call defensible."""
    asked = max(cell.n_items - _n_left_out(cell, judged, hand), 1.0)
    found: dict[tuple[str, str], Row] = {}
    for place, error in enumerate(judged.errors[:-1]):
        share = share_defensible(judged.wrong, judged.said[:, place], judged.defensible[:, place])
        for method, estimates in ((HAND, hand), (COMBINED, both)):
            ends = [float(judged.lenient.in_all(part)[place]) / asked for part in estimates[:3]]
            found[error, method] = {**_named(LENIENT, ends), **_named(DEFENSIBLE, share)}
    return [{**row, **(found.get((row["error"], row["method"])) or _as_lenient(row))} for row in rows]


def _as_lenient(row: Row) -> Row:
    """A row of the classifier's, which calls nothing defensible."""
    return {**row, LENIENT[0]: row[RATE[0]]}


def _accuracy_rows(cell: AuditedCell, judged: Judged | None) -> Iterator[Row]:
    """Accuracy as gold has it, and as people see it."""
    n_left_out = cell.classifier_counts.get(NO_ERROR, 0)
    asked = max(cell.n_items - n_left_out, 1)
    share = cell.n_correct / asked
    yield _row(cell, CORRECT, CLASSIFIER, rate=share, lenient=share, n=0, n_disagree=0, n_left_out=n_left_out)
    if judged is None:
        return
    found = accuracies(judged.wrong, judged.right, asked, cell.n_missing)
    n_objected = int(sum((outputs.left_out > 0).sum() for outputs in (judged.wrong, judged.right)))
    yield _row(
        cell, CORRECT, HAND, **_named(RATE, found.strict), **_named(LENIENT, found.lenient),
        **_named(DEFENSIBLE, found.share_defensible), n=judged.n + len(judged.right.times), n_disagree=n_objected,
        n_effective=round(judged.n_effective, 1), n_left_out=n_left_out + found.n_left_out,
    )  # fmt: skip


def _named(columns: Sequence[str], values: Iterable[float] | None) -> Row:
    return dict.fromkeys(columns) if values is None else dict(zip(columns, values, strict=True))


def _row(cell: AuditedCell, error: str, method: str, **numbers: Any) -> Row:
    return {"error": error, "method": method, "n_wrong": cell.n_wrong, "n_items": cell.n_items, **numbers}


def _notes(progress: AuditProgress, tallies: Sequence[PartTally]) -> Iterator[str]:
    """Sentences about an audit; `tallies` are the parts of all runs that the study has now."""
    sample, scope = progress.sample, progress.scope
    audit = f"audit {sample.id} ({scope.scope_in_words()})"
    if scope.pattern or scope.where or scope.forms == "right":
        yield f"{audit}: no rates among the items asked follow from it, since it leaves wrong ones out"
        return
    n_judged, n_drawn = len(progress.judged), len(progress.drawn)
    more = f"; `goed annotate --audit {sample.id}` goes on" if n_judged < n_drawn else ""
    yield f"{audit}: {n_judged:,} of {n_drawn:,} judged{more}"
    if progress.n_shown:
        yield (
            f"{audit}: {progress.n_shown:,} of them had a label from people who saw the classifier's; "
            "they count as they are labelled"
        )
    there = list(filter(scope.selection.has, tallies))
    n_now = sum(tally.n_predicted - (0 if scope.forms == "all" else tally.n_correct) for tally in there)
    if n_now != sample.n_predictions:
        yield (
            f"{audit}: it was drawn from {sample.n_predictions:,} predictions, and now there are {n_now:,}; "
            "it may not stand for what came later: draw another"
        )


STATISTIC = Statistic(  # `goed stats errors --audited`
    audited_errors,
    rates=RATES | {"rate"},
    defaults_to_test=True,
    applies_to=has_audit,
    title="Errors, with what blind audits say",
    about=(
        "The rate of each error by the classifier, by hand, and by both combined. low to high tells how sure the "
        "labels are; how much seeds and items vary is not in it."
    ),
)
