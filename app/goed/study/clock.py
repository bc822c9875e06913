"""The order of acts: by a clock that never stands still or goes back within a file, whatever the machine's clock does.

Copies of a study that are worked on apart and merged have the same order of acts then, whichever was merged into which.
"""

from __future__ import annotations

import sqlite3
import time
from datetime import UTC, datetime


def next_clock(db: sqlite3.Connection) -> int:
    """The clock of an act that is done now, inside a writing transaction."""
    return max(time.time_ns() // 1000, _last(db) + 1)


def set_clocks(db: sqlite3.Connection) -> None:
    """Give acts that have none a clock: the moment at which they were done, in the order of their numbers."""
    last = 0
    clocks = []
    for act_id, made_at in db.execute("SELECT id, made_at FROM act ORDER BY id"):
        last = max(_microseconds(made_at), last + 1)
        clocks.append((last, act_id))
    db.executemany("UPDATE act SET clock = ? WHERE id = ?", clocks)


def _last(db: sqlite3.Connection) -> int:
    (last,) = db.execute("SELECT coalesce(max(clock), 0) FROM act").fetchone()
    return int(last)


def _microseconds(moment: str) -> int:
    try:
        when = datetime.fromisoformat(moment)
    except ValueError:
        return 0
    return round((when if when.tzinfo else when.replace(tzinfo=UTC)).timestamp() * 1_000_000)
