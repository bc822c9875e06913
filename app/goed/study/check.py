"""Verifying a study, and repairing it.

SQLite's own checks come first, then what foreign keys do not cover. A repair rebuilds what can be derived from the rest
of a study; what a person typed is never touched.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from goed.errors import GoedError
from goed.study.corpora import n_unfinished_corpora
from goed.study.measures import TABLES
from goed.study.outputs import remove_unused_outputs
from goed.study.predictions import broken_packs, make_packs, remove_predictions
from goed.study.runners import clear_leftovers, dead_runners
from goed.study.study import WAY_BACK, Study, one_number

SCRIPT = Path(__file__).parent / "rules.sql"


@dataclass
class Findings:
    """What is wrong, and what is only worth knowing."""

    problems: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def check(study: Study) -> Findings:
    """Check everything; change nothing."""
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
                findings.problems.append(meaning if query.startswith("SELECT EXISTS") else f"{meaning}: {number}")
        if broken := broken_packs(study):
            findings.problems.append(
                f"parts of runs whose packed outputs are not those of their predictions: {len(broken)}"
            )
        of_corpora = _problems_of_corpora(study)
        findings.problems += of_corpora or _problems_of_packs(study)
        findings.notes += leftovers(study)
    except sqlite3.DatabaseError as error:
        findings.problems.append(f"SQLite cannot read the file: {error}")
    return findings


def _problems_of_corpora(study: Study) -> list[str]:
    """What is wrong with corpora; answers to them are only looked through where they are sound."""
    if not one_number(study.connection, "SELECT (SELECT count(*) FROM corpus) + count(*) FROM split WHERE corpus_id"):
        return []
    from goed.study.corpus_check import problems_of_corpora  # numpy: only where there are corpora

    return problems_of_corpora(study)


def _problems_of_packs(study: Study) -> list[str]:
    """What is wrong with answers to corpora."""
    if not _parts_corpora(study):
        return []
    from goed.study.packed_parts import look_through_packs  # numpy: only where there are corpora

    found = look_through_packs(study)
    damaged = [
        f"the answers of {part} are damaged; --repair {'takes them out' if part.is_imported else 'plans the run again'}"
        for part in found.damaged
    ]
    miscounted = f"parts of runs on corpora whose counts are wrong: {len(found.miscounted)}"
    return [*damaged, *([miscounted] if found.miscounted else [])]


def _parts_corpora(study: Study) -> bool:
    """Whether any split parts a corpus."""
    return bool(one_number(study.connection, "SELECT count(*) FROM split WHERE corpus_id != 0"))


def rules() -> list[tuple[str, str]]:
    """For each rule: what is wrong if its query counts anything, and the query."""
    return re.findall(r"^-- (.+)\n(SELECT[^;]+);", SCRIPT.read_text(encoding="utf-8"), re.MULTILINE)


def leftovers(study: Study) -> list[str]:
    """What dead processes have left behind, in words."""
    dead = dead_runners(study)
    runs, parts, acts = (
        one_number(study.connection, f"SELECT count(*) FROM {what} runner_id IN ({', '.join('?' * len(dead))})", dead)
        for what in ("run WHERE state = 'running' AND", "staged_part WHERE", "staged_act WHERE")
    )
    notes = []
    if n_unfinished_corpora(study, dead):
        notes.append("a corpus of an interrupted import, invisible; the next import or run clears it away")
    if acts:
        notes.append("labels of an interrupted import, invisible; the next import or run clears them away")
    if runs:
        notes.append(f"{runs} interrupted runs; `goed run` does them again")
    if parts:
        notes.append(f"{parts} files of an interrupted import, invisible; the next import or run clears them away")
    return notes


def refuse_if_damaged(path: Path) -> None:
    """Raise GoedError if a study's file is damaged."""
    try:
        with Study.open(path) as study:
            problems = check(study).problems
    except UnicodeDecodeError:  # even SQLite's error message is damaged
        problems = ["its own tables cannot be read"]
    if problems:
        raise GoedError(f"{path}: the file is damaged: {problems[0]}; {WAY_BACK}")


IS_RIGHT = "(answer = (SELECT gold FROM item WHERE item.id = item_id))"
COUNTED = (
    "SELECT run_part_id, count(*) AS n, sum(is_correct) AS right FROM prediction "
    "JOIN output ON output.id = output_id GROUP BY run_part_id"
)
# Removes labels, and rows beside predictions, that belong to nothing.
ORPHAN_DELETIONS = (
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
    """Rebuild indexes, counts and packs, and remove orphans and what dead processes left; returns what was done.

    Beside a damaged corpus nothing is mended: answers that are sound would be taken for damaged ones.
    """
    with study.transaction() as db:
        db.execute("REINDEX")  # first: all that follows relies on indexes
    if problems := _problems_of_corpora(study):
        raise GoedError(f"{study.path}: {problems[0]}, which goed cannot mend; a copy made before is the way back")
    done = leftovers(study)
    clear_leftovers(study)
    with study.transaction() as db:
        marked, counted = _count_anew(db)
        lost = sum(db.execute(statement).rowcount for statement in ORPHAN_DELETIONS)
        _begin_counting_label_changes_anew(db)
    lost += _remove_orphans(study)
    broken = broken_packs(study)
    with study.transaction() as db:
        make_packs(db, broken)
    if _parts_corpora(study):
        from goed.study.packed_parts import mend_packs  # numpy: only where there are corpora

        done += mend_packs(study)
    removed = remove_unused_outputs(study)
    return [*done, *_in_words(marked, counted, len(broken), lost, removed)]


def _count_anew(db: sqlite3.Connection) -> tuple[int, int]:
    """Correct the marks of outputs and the counts of parts of runs; returns how many of each were wrong."""
    marked = db.execute(f"UPDATE output SET is_correct = {IS_RIGHT} WHERE is_correct != {IS_RIGHT}").rowcount
    counted = db.execute(
        f"UPDATE run_part SET n_predicted = n, n_correct = right FROM ({COUNTED}) "
        "WHERE run_part_id = run_part.id AND (n != n_predicted OR right != n_correct)"
    ).rowcount
    return marked, counted


def _begin_counting_label_changes_anew(db: sqlite3.Connection) -> None:
    """Reset the counter of label changes to one row, one higher, so that caches of labels are read again."""
    (last,) = db.execute("SELECT coalesce(max(n), 0) FROM label_change").fetchone()
    db.execute("DELETE FROM label_change")
    db.execute("INSERT INTO label_change VALUES (?)", (last + 1,))


def _remove_orphans(study: Study) -> int:
    """Remove predictions without a run; returns how many there were."""
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
