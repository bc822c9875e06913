"""Verifying a study: SQLite's own checks, and what foreign keys do not watch over."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass, field

from goed.study.packs import broken_packs
from goed.study.runners import dead_runners
from goed.study.study import Study
from goed.study.values import values_that_cannot_be

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
        "SELECT count(*) FROM output JOIN item ON item.id = item_id WHERE is_correct != (output.answer = item.gold)"
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
    "labels that are counted in no place": "SELECT (SELECT count(*) FROM label_change) != 1",
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
        findings.problems += values_that_cannot_be(study.connection)
        if broken := broken_packs(study):
            findings.problems.append(
                f"parts of runs whose packed outputs are not those of their predictions: {len(broken)}"
            )
        findings.notes += leavings(study)
    except sqlite3.DatabaseError as error:
        findings.problems.append(f"SQLite cannot read the file: {error}")
    return findings


def leavings(study: Study) -> list[str]:
    """What dead processes have left behind."""
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
