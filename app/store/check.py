"""Verifying a study: SQLite's own checks, and what foreign keys do not watch over."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass, field

from app.store.labels import note_label_change
from app.store.outputs import remove_unused_outputs
from app.store.packs import broken_packs, make_packs
from app.store.predictions import remove_predictions
from app.store.runners import clear_leavings, dead_runners
from app.store.study import Study

# What must find nothing → what it means if it finds something.
RULES = {
    "predictions without their run": (
        "SELECT count(*) FROM (SELECT DISTINCT run_part_id FROM prediction) "
        "WHERE run_part_id NOT IN (SELECT id FROM run_part UNION SELECT run_part_id FROM staged_part)"
    ),
    "predictions whose output is missing or belongs to another item": (
        "SELECT count(*) FROM prediction LEFT JOIN output ON output.id = output_id "
        "WHERE output.item_id IS NOT prediction.item_id"
    ),
    "outputs whose item is missing": "SELECT count(*) FROM output WHERE item_id NOT IN (SELECT id FROM item)",
    "outputs that are marked right or wrong by mistake": (
        "SELECT count(*) FROM output JOIN item ON item.id = item_id WHERE is_correct != (output.form = item.form)"
    ),
    "parts of runs whose counts are wrong": (
        "SELECT count(*) FROM run_part JOIN (SELECT run_part_id, count(*) AS n, sum(is_correct) AS right "
        "FROM prediction JOIN output ON output.id = output_id GROUP BY run_part_id) ON run_part_id = run_part.id "
        "WHERE n != n_predicted OR right != n_correct"
    ),
    "parts of runs that have lost their predictions": (
        "SELECT count(*) FROM run_part WHERE n_predicted > 0 AND id NOT IN (SELECT run_part_id FROM prediction)"
    ),
    "finished runs without predictions": (
        "SELECT count(*) FROM run WHERE state = 'done' AND id NOT IN (SELECT run_id FROM run_part)"
    ),
    "predictions of runs that are not done": (
        "SELECT count(*) FROM run_part JOIN run ON run.id = run_id WHERE state != 'done'"
    ),
    "original bytes without their prediction": (
        "SELECT count(*) FROM prediction_bytes AS b WHERE NOT EXISTS (SELECT 1 FROM prediction AS p "
        "WHERE p.run_part_id = b.run_part_id AND p.item_id = b.item_id)"
    ),
    "scores without their prediction": (
        "SELECT count(*) FROM prediction_detail AS d WHERE NOT EXISTS (SELECT 1 FROM prediction AS p "
        "WHERE p.run_part_id = d.run_part_id AND p.item_id = d.item_id)"
    ),
    "labels of outputs that are missing": ("SELECT count(*) FROM label WHERE output_id NOT IN (SELECT id FROM output)"),
    "labels whose kind is missing": ("SELECT count(*) FROM label WHERE kind_id NOT IN (SELECT id FROM label_kind)"),
    "annotations without their act": (
        "SELECT count(*) FROM annotation WHERE act_id NOT IN (SELECT id FROM act UNION SELECT act_id FROM staged_act)"
    ),
    "annotations of outputs that are missing": (
        "SELECT count(*) FROM annotation WHERE output_id NOT IN (SELECT id FROM output)"
    ),
    "samples of outputs that are missing": (
        "SELECT count(*) FROM sample_output WHERE output_id NOT IN (SELECT id FROM output)"
    ),
    "training sets that are longer than their list": (
        "SELECT count(*) FROM training_set WHERE n_items > "
        "(SELECT count(*) FROM training_item WHERE training_item.list_id = training_set.list_id)"
    ),
}


@dataclass
class Findings:
    """What is wrong, and what is only worth knowing."""

    problems: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def check(study: Study) -> Findings:
    """Look at everything; change nothing."""
    findings = Findings()
    try:
        for (answer,) in study.connection.execute("PRAGMA integrity_check"):
            if answer != "ok":
                findings.problems.append(f"SQLite finds the file damaged: {answer}")
        if findings.problems:
            return findings
        for table, *_ in study.connection.execute("PRAGMA foreign_key_check"):
            findings.problems.append(f"a row of {table} refers to something that is missing")
        for meaning, query in RULES.items():
            (number,) = study.connection.execute(query).fetchone()
            if number:
                findings.problems.append(f"{meaning}: {number}")
        if broken := broken_packs(study):
            findings.problems.append(
                f"parts of runs whose packed outputs are not those of their predictions: {len(broken)}"
            )
        findings.notes += _leavings(study)
    except sqlite3.DatabaseError as error:
        findings.problems.append(f"SQLite cannot read the file: {error}")
    return findings


def repair(study: Study) -> list[str]:
    """Rebuild what can be derived, and clear what dead processes left; what a person typed is never touched."""
    done = _leavings(study)
    clear_leavings(study)
    with study.transaction() as db:
        marked = db.execute(
            "UPDATE output SET is_correct = (form = (SELECT form FROM item WHERE item.id = item_id)) "
            "WHERE is_correct != (form = (SELECT form FROM item WHERE item.id = item_id))"
        ).rowcount
        counted = db.execute(
            "UPDATE run_part SET n_predicted = n, n_correct = right FROM (SELECT run_part_id, count(*) AS n, "
            "sum(is_correct) AS right FROM prediction JOIN output ON output.id = output_id GROUP BY run_part_id) "
            "WHERE run_part_id = run_part.id AND (n != n_predicted OR right != n_correct)"
        ).rowcount
        lost = db.execute("DELETE FROM label WHERE output_id NOT IN (SELECT id FROM output)").rowcount
        lost += db.execute("DELETE FROM label WHERE kind_id NOT IN (SELECT id FROM label_kind)").rowcount
        note_label_change(db)
    lost += _remove_orphans(study)
    broken = broken_packs(study)
    with study.transaction() as db:
        make_packs(db, broken)
    removed = remove_unused_outputs(study)
    with study.transaction() as db:
        db.execute("REINDEX")
    if marked:
        done.append(f"marked {marked} outputs anew as right or wrong")
    if counted:
        done.append(f"counted {counted} parts of runs anew")
    if broken:
        done.append(f"packed the outputs of {len(broken)} parts of runs anew")
    if lost:
        done.append(f"removed {lost} labels and predictions that belonged to nothing")
    if removed:
        done.append(f"removed {removed} outputs that nothing uses")
    return done


def _remove_orphans(study: Study) -> int:
    """Remove predictions of no run; how many there were."""
    orphans = study.connection.execute(
        "SELECT run_part_id, count(*) FROM prediction WHERE run_part_id NOT IN "
        "(SELECT id FROM run_part UNION SELECT run_part_id FROM staged_part) GROUP BY run_part_id"
    ).fetchall()
    for run_part_id, _ in orphans:
        remove_predictions(study, run_part_id)
    return sum(number for _, number in orphans)


def _leavings(study: Study) -> list[str]:
    dead = dead_runners(study)
    marks = ", ".join("?" * len(dead))
    (runs,) = study.connection.execute(
        f"SELECT count(*) FROM run WHERE state = 'running' AND runner_id IN ({marks})", dead
    ).fetchone()
    (parts,) = study.connection.execute(
        f"SELECT count(*) FROM staged_part WHERE runner_id IN ({marks})", dead
    ).fetchone()
    (acts,) = study.connection.execute(f"SELECT count(*) FROM staged_act WHERE runner_id IN ({marks})", dead).fetchone()
    notes = []
    if acts:
        notes.append("labels of an interrupted import, invisible; the next import or run clears them away")
    if runs:
        notes.append(f"{runs} interrupted runs; `goed run` does them again")
    if parts:
        notes.append(f"{parts} files of an interrupted import, invisible; the next import or run clears them away")
    return notes
