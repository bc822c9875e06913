"""Checking and mending answers to corpora, which have packs and no rows.

A pack holds an output for each item of its part, in the order of the corpus. Nothing else in the study says what was
answered: a damaged pack cannot be made anew. Its run is planned again, or its predictions have to be imported again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from goed.errors import GoedError
from goed.study.predictions import remove_predictions
from goed.study.splits import RUNS
from goed.study.study import Study
from goed.study.tallies import Numbers, OutputColumns, output_columns
from goed.study.text_splits import item_ids_of_part

NO_OUTPUT = 0  # of an item that was not answered
IMPORTED = "imported"  # the kind of models whose runs goed cannot do


class PackedPart(NamedTuple):
    """A part of a run on a corpus, as it is stored."""

    id: int
    run_id: int
    split_id: int
    part: str
    n_predicted: int
    n_correct: int
    model: str
    kind: str  # of the model
    language: str
    sampling: str
    seed: int
    size: int
    outputs: bytes | None

    @property
    def is_imported(self) -> bool:
        """Whether goed cannot make it anew."""
        return self.kind == IMPORTED

    def __str__(self) -> str:
        return f"{self.model} {self.language} {self.sampling} {self.seed}, size {self.size:,}, part {self.part}"


class PackFindings(NamedTuple):
    """What is wrong with the packed parts of a study."""

    damaged: Sequence[PackedPart]
    miscounted: Sequence[tuple[PackedPart, int, int]]  # with how many items were answered, and how many rightly


def look_through_packs(study: Study) -> PackFindings:
    """Find the parts whose pack is missing, too long or short, or names outputs of other items or none at all."""
    damaged, miscounted = [], []
    columns: OutputColumns | None = None
    for part in _packed_parts(study):
        columns = columns or output_columns(study)
        try:
            outputs = _outputs(study, part, columns)
        except GoedError:  # the corpus is damaged, which a rule finds
            continue
        if outputs is None:
            damaged.append(part)
            continue
        answered = outputs[outputs != NO_OUTPUT]
        counts = len(answered), int(columns.are_correct[answered].sum())
        if counts != (part.n_predicted, part.n_correct):
            miscounted.append((part, *counts))
    return PackFindings(damaged, miscounted)


def _packed_parts(study: Study) -> Iterator[PackedPart]:
    rows = study.connection.execute(
        "SELECT run_part.id, run.id, split_id, part, n_predicted, n_correct, model.name, model.kind, split.language, "
        f"sampling, split.seed, size, outputs FROM {RUNS} JOIN run_part ON run_part.run_id = run.id "
        "LEFT JOIN part_pack ON run_part_id = run_part.id "
        "WHERE split.corpus_id != 0 AND run_part.id NOT IN (SELECT run_part_id FROM token_answers) "
        "ORDER BY run_part.id"
    )
    return map(PackedPart._make, rows)


def _outputs(study: Study, part: PackedPart, columns: OutputColumns) -> Numbers | None:
    """The output of each item of a part; None if they cannot be those of its items."""
    item_ids = item_ids_of_part(study, part.split_id, part.part, part.size)
    if part.outputs is None or len(part.outputs) != 4 * len(item_ids):
        return None
    outputs = np.frombuffer(part.outputs, "<u4").astype(np.int64)
    is_answered = outputs != NO_OUTPUT
    is_known = outputs < len(columns)
    if not is_known.all() or (columns.item_ids[outputs] != item_ids)[is_answered].any():
        return None
    return outputs


def mend_packs(study: Study) -> list[str]:
    """Count anew, plan the runs of damaged packs again, and take out damaged imports; returns what was done."""
    found = look_through_packs(study)
    with study.transaction() as db:
        db.executemany(
            "UPDATE run_part SET n_predicted = ?, n_correct = ? WHERE id = ?",
            [(n_predicted, n_correct, part.id) for part, n_predicted, n_correct in found.miscounted],
        )
    done = [f"counted {len(found.miscounted)} parts of runs anew"] if found.miscounted else []
    planned = {part.run_id for part in found.damaged if not part.is_imported}
    for run_id in planned:
        _plan_again(study, run_id)
    if planned:
        done.append(f"planned runs again whose answers were damaged: {len(planned)}; `goed run` does them")
    for part in found.damaged:
        if part.is_imported:
            _take_out(study, part)
            done.append(f"took out the predictions of {part}, which were damaged; import them again")
    return done


def _plan_again(study: Study, run_id: int) -> None:
    """Set a run back to planned, without its answers."""
    with study.transaction() as db:
        rows = db.execute("SELECT id FROM run_part WHERE run_id = ?", (run_id,)).fetchall()
        db.execute("DELETE FROM run_part WHERE run_id = ?", (run_id,))
        db.execute("UPDATE run SET state = 'planned', runner_id = NULL, message = NULL WHERE id = ?", (run_id,))
    for (run_part_id,) in rows:
        remove_predictions(study, run_part_id)


def _take_out(study: Study, part: PackedPart) -> None:
    """Remove a part, and its run if that has no other one."""
    with study.transaction() as db:
        db.execute("DELETE FROM run_part WHERE id = ?", (part.id,))
        db.execute(
            "DELETE FROM run WHERE id = ? AND id NOT IN (SELECT run_id FROM run_part)",
            (part.run_id,),
        )
    remove_predictions(study, part.id)
