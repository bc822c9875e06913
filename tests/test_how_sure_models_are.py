"""The annotator sees how sure models were of a form, and how they built it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from conftest import Goed
from goed.annotation.case import Certainty
from goed.labels.names import NamesForPeople
from goed.screens.bidi import Bidi
from goed.screens.case_view import certainty_line
from goed.screens.paragraphs import CaseStyle, Script
from goed.screens.theme import palette
from sitting import Sitting, sit_down, verbs_to_label


@pytest.fixture
def scored(goed: Goed) -> Path:
    """A study in which predictions of *brang* have scores and actions; babble at size 4 is surest of it."""
    study = verbs_to_label(Path())
    with closing(sqlite3.connect(study)) as db, db:
        db.execute(
            "INSERT INTO prediction_detail SELECT p.run_part_id, p.item_id, "
            "CASE WHEN model.name = 'babble' AND size = 4 THEN -0.31 ELSE -2.1 END, '= = -e = +t ' || size "
            "FROM prediction AS p JOIN output ON output.id = output_id JOIN run_part ON run_part.id = run_part_id "
            "JOIN run ON run.id = run_id JOIN model ON model.id = model_id WHERE output.answer = 'brang'"
        )
    return study


def test_scores_are_a_range_and_actions_those_of_the_surest(scored: Path) -> None:
    async def look(sitting: Sitting) -> None:
        assert "model says  log p −2.10 to −0.31 in 3 runs · babble 4: = = -e = +t 4" in sitting.text

    sit_down(scored, look, (120, 40))


def test_in_a_small_terminal_it_is_cut_to_one_line(scored: Path) -> None:
    async def look(sitting: Sitting) -> None:
        assert "log p −2.10 to −0.31 in 3 runs" in sitting.text

    sit_down(scored, look, (80, 24))


def line(actions: str | None, highest: float | None = -0.31, mode: Bidi = Bidi.GOED, width: int = 80) -> str:
    drawing = CaseStyle(width, mode, Script.OFF, palette("textual-dark"), NamesForPeople())
    return certainty_line(Certainty(highest, highest, 1, actions, "cluzh-b4", 300), drawing).plain


def test_a_single_prediction() -> None:
    assert line("= = +e +d") == "log p −0.31 · = = +e +d"
    assert line(None) == "log p −0.31"
    assert line("= =", highest=None) == "= ="


def test_control_characters_of_a_model_are_shown_as_escapes() -> None:
    assert "\x1b" not in line("= \x1b[31m")


def test_actions_keep_their_order_with_arabic_letters() -> None:
    assert line("= ب>ت +ث", highest=None).split() == ["=", "ﺏ>ﺕ", "+ﺙ"]  # each letter by itself
    marked = line("= ب>ت", highest=None, mode=Bidi.TERMINAL)
    assert marked == "= ب\u200e>ت\u200e"
