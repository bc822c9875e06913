"""Repairing a study: what can be derived is made anew; what a person typed is never touched."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from goed.study.check import leavings
from goed.study.measures import TABLES
from goed.study.outputs import remove_unused_outputs
from goed.study.packs import broken_packs, make_packs
from goed.study.predictions import remove_predictions
from goed.study.runners import clear_leavings
from goed.study.study import Study

IS_RIGHT = "(answer = (SELECT gold FROM item WHERE item.id = item_id))"
COUNTED = (
    "SELECT run_part_id, count(*) AS n, sum(is_correct) AS right FROM prediction "
    "JOIN output ON output.id = output_id GROUP BY run_part_id"
)
# What belongs to nothing: labels, and what stands beside predictions.
BELONG_TO_NOTHING = (
    "DELETE FROM label WHERE output_id NOT IN (SELECT id FROM output)",
    "DELETE FROM label WHERE kind_id NOT IN (SELECT id FROM label_kind)",
    *(
        f"DELETE FROM {table} WHERE run_part_id NOT IN "
        "(SELECT id FROM run_part UNION SELECT run_part_id FROM staged_part)"
        for table in ("part_pack", *TABLES)
    ),
    *(
        f"DELETE FROM {table} WHERE NOT EXISTS (SELECT 1 FROM prediction AS p "
        f"WHERE p.run_part_id = {table}.run_part_id AND p.item_id = {table}.item_id)"
        for table in ("prediction_bytes", "prediction_detail")
    ),
)


def repair(study: Study) -> list[str]:
    """Rebuild indexes, counts and packs, remove what belongs to nothing, and clear what dead processes left; what was
    done, in words.
    """
    with study.transaction() as db:
        db.execute("REINDEX")  # first: all that follows is found by indexes
    done = leavings(study)
    clear_leavings(study)
    with study.transaction() as db:
        marked, counted = _count_anew(db)
        lost = sum(db.execute(statement).rowcount for statement in BELONG_TO_NOTHING)
        _begin_counting_label_changes_anew(db)
    lost += _remove_orphans(study)
    broken = broken_packs(study)
    with study.transaction() as db:
        make_packs(db, broken)
    removed = remove_unused_outputs(study)
    return [*done, *_in_words(marked, counted, len(broken), lost, removed)]


def _count_anew(db: sqlite3.Connection) -> tuple[int, int]:
    """Mark outputs as right or wrong, and count parts of runs; how many of each were not as they should be."""
    marked = db.execute(f"UPDATE output SET is_correct = {IS_RIGHT} WHERE is_correct != {IS_RIGHT}").rowcount
    counted = db.execute(
        f"UPDATE run_part SET n_predicted = n, n_correct = right FROM ({COUNTED}) "
        "WHERE run_part_id = run_part.id AND (n != n_predicted OR right != n_correct)"
    ).rowcount
    return marked, counted


def _begin_counting_label_changes_anew(db: sqlite3.Connection) -> None:
    """Whoever knows labels by heart sees that they must be read again."""
    (last,) = db.execute("SELECT coalesce(max(n), 0) FROM label_change").fetchone()
    db.execute("DELETE FROM label_change")
    db.execute("INSERT INTO label_change VALUES (?)", (last + 1,))


def _remove_orphans(study: Study) -> int:
    """Remove predictions of no run; how many there were."""
    orphans = study.connection.execute(
        "SELECT run_part_id, count(*) FROM prediction WHERE run_part_id NOT IN "
        "(SELECT id FROM run_part UNION SELECT run_part_id FROM staged_part) GROUP BY run_part_id"
    ).fetchall()
    for run_part_id, _ in orphans:
        remove_predictions(study, run_part_id)
    return sum(number for _, number in orphans)


def _in_words(marked: int, counted: int, broken: int, lost: int, removed: int) -> Sequence[str]:
    found = (
        (marked, f"marked {marked} outputs anew as right or wrong"),
        (counted, f"counted {counted} parts of runs anew"),
        (broken, f"packed the outputs of {broken} parts of runs anew"),
        (lost, f"removed {lost} labels and predictions that belonged to nothing"),
        (removed, f"removed {removed} outputs that nothing uses"),
    )
    return [sentence for number, sentence in found if number]
