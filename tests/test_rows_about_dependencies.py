"""Tables of what learners of dependencies do: the order of their rows, whole numbers, and sentences in their place."""

from __future__ import annotations

from pathlib import Path

import pytest

from conftest import Goed, write
from goed.statistics.catalogue import STATISTICS
from test_statistics_of_dependencies import LEARNED, TEST, conllu, farm, of_test, rows

__all__ = ["farm"]  # a fixture


def test_lengths_and_other_bands_stand_in_the_order_of_their_numbers(goed: Goed) -> None:
    """A sentence of sixteen words whose last one hangs on the first, as do others."""
    long = "go/VERB>0:root " + " ".join(f"w{n}/NOUN>{1 if n > 9 else n - 1}:dep" for n in range(2, 17))
    write(Path("long.conllu"), conllu([*LEARNED, *TEST, long] * 6))
    goed("import", "corpus", "long.conllu", "--language", "eng", "--test", "1-1")
    goed("run", "--model", "left", "--jobs", 1)
    by_length = rows(goed, "accuracy", "--by", "length", "--part", "core")
    assert [row["length"] for row in by_length] == ["1", "2", "9", "10 up", "root"]
    by_sentence = rows(goed, "errors", "--by", "sentence", "--part", "core")
    assert list(dict.fromkeys(row["sentence"] for row in by_sentence)) == ["up to 10", "11 up"]
    by_frequency = rows(goed, "accuracy", "--by", "frequency", "--part", "core")
    assert [row["frequency"] for row in by_frequency] == ["1 to 9", "10 to 99"]


def test_measures_stand_in_the_order_in_which_papers_have_them(goed: Goed, farm: Path) -> None:
    names = [row["measure"] for row in of_test(goed, "measures", "--model", "left")]
    assert names == [f"{name}{limit}" for limit in ("", " <=10") for name in ("directed", "undirected", "ned")]
    assert ",13,share," in goed("stats", "measures", "--format", "csv").out, "words are counted in whole numbers"


@pytest.mark.parametrize("name", ["paper", "rates"])
def test_statistics_of_forms_say_that_there_are_none(goed: Goed, farm: Path, name: str) -> None:
    said = goed("stats", name).err
    assert "this counts wrong forms of words, and the study is of dependencies; see `goed stats errors`" in said


@pytest.mark.parametrize("name", [name for name in STATISTICS if name not in ("corpora", "regression", "sessions")])
def test_before_the_first_run_there_is_nothing_to_count(goed: Goed, name: str) -> None:
    write(Path("farm.conllu"), conllu([*LEARNED, *TEST]))
    goed("import", "corpus", "farm.conllu", "--language", "eng", "--test", "5-8")
    assert "nothing to co" in goed("stats", name).err  # count, or in agreement compare
