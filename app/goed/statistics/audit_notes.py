"""What is said of audits beside the rates that follow from them: how far they are judged, and what they leave open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from goed.statistics.audit_samples import Progress
from goed.statistics.audited_cells import takes_in
from goed.study.tallies import PartTally


def audit_notes(progress: Sequence[Progress], tallies: Sequence[PartTally]) -> list[str]:
    """Sentences on each audit; `tallies` are all parts of the runs that are there now."""
    return [sentence for each in progress for sentence in _notes(each, tallies)]


def _notes(progress: Progress, tallies: Sequence[PartTally]) -> Iterator[str]:
    sample, scope = progress.sample, progress.scope
    audit = f"audit {sample.id} ({scope.scope_in_words()})"
    if scope.pattern or scope.forms == "right":
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
    n_now = _n_predictions(progress, tallies)
    if n_now != sample.n_predictions:
        yield (
            f"{audit}: it was drawn from {sample.n_predictions:,} predictions, and now there are {n_now:,}; "
            "it may not stand for what came later: draw another"
        )


def _n_predictions(progress: Progress, tallies: Sequence[PartTally]) -> int:
    """How many predictions there are now where a sample was drawn."""
    there = [tally for tally in tallies if takes_in(progress.scope, tally)]
    n_right, n_all = sum(tally.n_correct for tally in there), sum(tally.n_predicted for tally in there)
    return n_all if progress.scope.forms == "all" else n_all - n_right
