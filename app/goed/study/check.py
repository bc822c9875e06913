"""Verifying a study: SQLite's own checks, and what foreign keys do not watch over."""

from __future__ import annotations

import re
import sqlite3
from dataclasses import dataclass, field
from pathlib import Path

from goed.errors import GoedError
from goed.study.packs import broken_packs
from goed.study.runners import dead_runners
from goed.study.study import WAY_BACK, Study, one_number
from goed.study.values import values_that_cannot_be

SCRIPT = Path(__file__).parent / "rules.sql"


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
        for meaning, query in rules():
            if number := one_number(study.connection, query):
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


def rules() -> list[tuple[str, str]]:
    """What it means if there is something, and the query that must count nothing."""
    return re.findall(r"^-- (.+)\n(SELECT[^;]+);", SCRIPT.read_text(encoding="utf-8"), re.MULTILINE)


def leavings(study: Study) -> list[str]:
    """What dead processes have left behind."""
    dead = dead_runners(study)
    runs, parts, acts = (
        one_number(study.connection, f"SELECT count(*) FROM {what} runner_id IN ({', '.join('?' * len(dead))})", dead)
        for what in ("run WHERE state = 'running' AND", "staged_part WHERE", "staged_act WHERE")
    )
    notes = []
    if acts:
        notes.append("labels of an interrupted import, invisible; the next import or run clears them away")
    if runs:
        notes.append(f"{runs} interrupted runs; `goed run` does them again")
    if parts:
        notes.append(f"{parts} files of an interrupted import, invisible; the next import or run clears them away")
    return notes


def refuse_if_damaged(path: Path) -> None:
    """Say what is wrong with a study's file; nothing where nothing is found."""
    try:
        with Study.open(path) as study:
            problems = check(study).problems
    except UnicodeDecodeError:  # not even what SQLite complains of can be read
        problems = ["its own tables cannot be read"]
    if problems:
        raise GoedError(f"{path}: the file is damaged: {problems[0]}; {WAY_BACK}")
