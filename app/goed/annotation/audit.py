"""Drawing the sample for a blind audit, in proportion to how often outputs occur.

Outputs are put into a random order and laid end to end, each as long as its frequency. A walk along that line, from a
random start and in steps of equal length, draws the outputs that it hits (systematic sampling with unequal
probabilities; Madow 1949, Annals of Mathematical Statistics 20). So each output is drawn without replacement, with a
probability of exactly size × frequency / total; one that is longer than a step is certain to be drawn. The order and
the start come from BLAKE2b over the seed and the words of each output: the same outputs and seed give the same sample
on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from hashlib import blake2b
from itertools import accumulate
from typing import Any, NamedTuple

from goed.annotation.disagreements import labelled
from goed.annotation.output_index import OutputIndex
from goed.annotation.queue import outputs_to_sample_from
from goed.annotation.queue_filter import Filter, from_values
from goed.errors import GoedError
from goed.study.judgements import judgements_by
from goed.study.output_words import identities
from goed.study.samples import DrawnOutput, add_sample, outputs_of_sample, samples
from goed.study.selection import refuse_several_domains
from goed.study.study import Study

LARGEST = 100_000
# Of the list of samples. Each was drawn from n_outputs distinct outputs that together occurred n_predictions times.
COLUMNS = ("id", "drawn_by", "drawn_at", "scope", "seed", "size", "checked", "n_outputs", "n_predictions")


class Unit(NamedTuple):
    """An output that can be drawn: with a random key, which gives its place in the order, and its frequency."""

    key: bytes
    output_id: int
    n_predictions: int


def audits(study: Study, annotator: str) -> list[tuple[Any, ...]]:
    """Every sample ever drawn, oldest first, and how many of its outputs an annotator has labelled; see COLUMNS."""
    said = labelled(judgements_by(study, annotator))
    rows = []
    for sample in samples(study):
        checked = sum(number in said for number in outputs_of_sample(study, sample.id))
        drawn = (sample.id, sample.annotator, sample.drawn_at, from_values(sample.scope).scope_in_words())
        rows.append((*drawn, sample.seed, sample.size, checked, sample.n_outputs, sample.n_predictions))
    return rows


def draw_audit(study: Study, chosen: Filter, annotator: str, size: int, seed: int, index: OutputIndex) -> int:
    """Draw a sample from what a filter finds, labelled or not, and store it; returns its number."""
    if not 1 <= size <= LARGEST:
        raise GoedError(f"an audit takes 1 to {LARGEST:,} outputs, not {size:,}")
    scope = chosen.as_population()
    refuse_several_domains(scope.selection, study)
    output_ids, numbers = outputs_to_sample_from(study, scope, index)
    if not len(output_ids):
        raise GoedError("nothing is predicted that the filter finds: there is nothing to draw from")
    number_of = dict(zip(output_ids.tolist(), numbers[output_ids].tolist(), strict=True))
    units = [
        Unit(_random(16, str(seed), *words), output_id, number_of[output_id])
        for output_id, *words in identities(study)
        if output_id in number_of
    ]
    start = (int.from_bytes(_random(8, f"start {seed}")) >> 11) / 2**53  # 64 bits could round up to 1
    drawn = draw(units, size, start)
    total = sum(unit.n_predictions for unit in units)
    return add_sample(study, annotator, scope.as_values(), seed, drawn, (len(units), total))


def draw(units: Sequence[Unit], size: int, start: float) -> list[DrawnOutput]:
    """Draw `size` of the units, or all if there are fewer. `start` is a random fraction from 0 to below 1."""
    certain: list[Unit] = []
    rest = sorted(units)
    while True:
        n_left = size - len(certain)
        total = sum(unit.n_predictions for unit in rest)
        too_long = [unit for unit in rest if n_left * unit.n_predictions >= total]
        if not too_long or n_left <= 0:
            break
        certain += too_long
        rest = [unit for unit in rest if n_left * unit.n_predictions < total]
    probability = {unit.output_id: 1.0 for unit in certain}
    probability |= {unit.output_id: n_left * unit.n_predictions / total for unit in rest} if rest else {}
    drawn = certain + _systematic(rest, n_left, start)
    in_order = sorted(drawn, key=lambda unit: blake2b(unit.key, digest_size=8).digest())  # not the frequent first
    return [DrawnOutput(unit.output_id, unit.n_predictions, probability[unit.output_id]) for unit in in_order]


def _systematic(units: Sequence[Unit], size: int, start: float) -> list[Unit]:
    """Systematic sampling: walk along the units in equal steps and take those that are hit; none exceeds a step."""
    if size <= 0 or not units:
        return []
    step = sum(unit.n_predictions for unit in units)  # lengths are times `size`: a whole number
    foot = Fraction(start) * step  # exact, so that the last step also hits a unit
    drawn: list[Unit] = []
    for unit, end in zip(units, accumulate(size * unit.n_predictions for unit in units), strict=True):
        if foot < end:
            drawn.append(unit)
            foot += step
    return drawn


def _random(n_bytes: int, *words: str) -> bytes:
    """Pseudo-random bytes that depend only on the words."""
    return blake2b("\0".join(words).encode(), digest_size=n_bytes).digest()
