"""What is allowed to come of hostile input: success, or one sentence and a study that is as it was."""

from __future__ import annotations

import re
import sqlite3
from collections import Counter
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from hostile.caller import LONGEST, MOST_MEMORY, Outcome

# What Python and SQLite say of themselves, which means nothing to a linguist.
RAW = re.compile(
    r"Traceback|should not have happened|[a-z](Error|Exception)\b|NoneType|invalid literal|codec|<class|SQLite says"
    r"|not supported between|object (is|has) |to unpack|out of range|Errno|recursion depth|\bsys\."
)
DERIVED = {
    *(
        "label",
        "label_kind",
        "label_change",
        "runner",
        "run_progress",
        "staged_part",
        "staged_act",
        "preference",
        "run",
    ),
}
Rows = dict[str, list[tuple[object, ...]]]
LEFTOVERS = re.compile(r"-wal$|-shm$|-journal$|\.new$|\.goed-draft$|\.schema-\d")


def complaint(outcome: Outcome) -> str | None:
    """What is wrong with a call as such; None where nothing is."""
    if outcome.code not in (0, 1, 2):
        return f"it ended with {outcome.code}: {outcome.err[-3000:]}"
    if outcome.seconds > LONGEST:
        return f"it took {outcome.seconds:.1f} s of the processor"
    if outcome.memory > MOST_MEMORY:
        return f"it took {outcome.memory / 2**20:,.0f} MB"
    if found := RAW.search(re.sub(r"'[^']*'", "", outcome.err)):  # what is quoted is the file's own
        return f"it says {found[0]!r}: {outcome.err[-3000:]}"
    sentences = [line for line in outcome.err.split("\n") if line.startswith("goed: ")]
    if outcome.code == 1 and len(sentences) != 1:
        return f"it said {len(sentences)} sentences: {outcome.err[-3000:]}"
    if outcome.code == 1 and not outcome.err.endswith(f"{sentences[0]}\n"):
        return f"there is something after the sentence: {outcome.err[-3000:]}"
    if outcome.code == 2 and "Usage:" not in outcome.err and len(sentences) != 1:
        return f"wrong usage without a sentence: {outcome.err[-3000:]}"
    return None


def complaint_of_study(outcome: Outcome) -> str | None:
    """`goed check` prints what it finds, and its last sentence is talk."""
    is_finding = outcome.arguments[0] == "check" and outcome.code == 1 and outcome.err.endswith(": not sound\n")
    return complaint(replace(outcome, code=0) if is_finding and outcome.out else outcome)


def rows(study: Path) -> Rows:
    """All that a study holds."""
    with closing(sqlite3.connect(f"file:{study}?mode=ro&immutable=1", uri=True)) as connection:
        connection.text_factory = bytes
        tables = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").fetchall()
        return {
            name.decode(): sorted(connection.execute(f'SELECT * FROM "{name.decode()}"').fetchall(), key=repr)
            for (name,) in tables
        }


def is_as_it_was(before: bytes, study: Path) -> bool:
    """Whether a study holds what it held, byte by byte, or at least row by row."""
    return study.read_bytes() == before or _rows_of(before) == rows(study)


def has_lost_nothing(before: bytes, study: Path, may_have_grown: bool) -> bool:
    """Whether a damaged study holds what it held, as far as that can be read.

    Labels may have been made anew, and what dead processes left may have been cleared away. What was said of outputs
    before it came to the damage may stand there, too.
    """
    if study.read_bytes() == before:
        return True
    try:
        there, now = _rows_of(before), rows(study)
    except sqlite3.Error:
        return True
    for name in there.keys() - DERIVED:
        missing, new = Counter(there[name]) - Counter(now[name]), Counter(now[name]) - Counter(there[name])
        if missing or (new and not may_have_grown):
            return False
    return True


def _rows_of(content: bytes) -> Rows:
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.goed"
        copy.write_bytes(content)
        return rows(copy)


def left_behind(folder: Path) -> list[str]:
    """Files beside a study that a call should have taken away."""
    return [path.name for path in folder.iterdir() if LEFTOVERS.search(path.name)]
