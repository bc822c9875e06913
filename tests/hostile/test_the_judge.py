"""What is wrong with a call is seen by who judges the calls."""

from __future__ import annotations

import pytest

from hostile.caller import LONGEST, MOST_MEMORY, Outcome
from hostile.judge import complaint


@pytest.mark.parametrize(
    ("code", "err", "memory"),
    [
        (1, "goed: this should not have happened (ValueError: x); what was saved is kept\n", 0),
        (1, "Traceback (most recent call last):\n  File\n", 0),
        (1, "goed: a.csv: TypeError: 'NoneType' object is not iterable\n", 0),
        (1, "goed: study.goed: SQLite says 'no such column'\n", 0),
        (1, "goed: one thing\ngoed: and another\n", 0),
        (1, "new study made.goed\n", 0),
        (1, "goed: a sentence\nand something behind it\n", 0),
        (2, "", 0),
        (3, "goed: an exit code that means nothing\n", 0),
        (0, "", MOST_MEMORY + 1),
        ("a hang", "", 0),
        ("a crash", "", 0),
        ("a traceback", "", 0),
    ],
)
def test_what_is_wrong_is_seen(code: int | str, err: str, memory: int) -> None:
    assert complaint(Outcome([], code, "", err, memory, 0.1))


def test_what_takes_long_is_seen() -> None:
    assert complaint(Outcome([], 0, "", "", 0, LONGEST + 1))


def test_what_is_right_is_let_pass() -> None:
    assert not complaint(Outcome([], 0, "", "new study study.goed\n", 0, 0.1))
    assert not complaint(
        Outcome([], 1, "", "a note\ngoed: a.csv, line 7: it says 'ValueError'; take a number\n", 0, 0.1)
    )
