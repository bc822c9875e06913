"""Who names something that is not in the study is told what is, with the name that they probably meant."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from conftest import Goed, MadeHere, goedish, right_answers, sql, write
from goed.commands.group import goed as whole_goed
from goed.commands.options import MultiValueOption

# option → what somebody types, and what they are told
SLIPS = {
    "--language": ("qgoo", "'qgoo' is no language of this study; did you mean qgo? There are: fra, qgo"),
    "--sampling": ("gvien", "'gvien' is no sampling of this study; did you mean given? There are: given"),
    "--model": ("nonnuer", "; did you mean nonneur? There are: "),
    "--size": ("150", "'150' is no size of this study; there are: 100, 200, 300"),
    "--seed": ("7", "'7' is no seed of this study; there are: 0"),
}
NEEDED = {"report": ["-o", "new"], "export": ["-o", "new.csv"]}
ASKED_ELSEWHERE = {
    "annotate",  # needs a terminal, and opens what `goed cases` lists
    "init",  # takes what comes with goed
    "make",  # takes what is declared
}


def filters(group: click.Group, *before: str) -> Iterator[tuple[str, ...]]:
    """Every command with each option that chooses a part of a study; a new one is among them."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from filters(command, *before, name)
        elif name not in ASKED_ELSEWHERE:
            for parameter in command.params:
                is_free = isinstance(parameter, MultiValueOption) and not isinstance(parameter.type, click.Choice)
                yield from ((*before, name, option) for option in parameter.opts if is_free and option in SLIPS)


FILTERS = list(filters(whole_goed))


@pytest.fixture
def trained(goed: Goed, made_here: MadeHere, study: Path) -> Path:
    """A study with the runs of NONNEUR on a given split, and French words that are in no split."""
    without_runs = study.absolute()

    def make() -> None:
        shutil.copy(without_runs, Path())
        goed("import", "items", write(Path("fra"), [["chanter", "chanta", "V;PST"]]))
        goed("run", "--model", "nonneur")

    return made_here("trained, with French words", make)


def test_every_command_with_filters_is_asked() -> None:
    asked = {" ".join(words[:-1]) for words in FILTERS}
    assert {"run", "split", "classify", "cases", "audit", "report", "export", "stats agreement"} <= asked
    assert {
        f"stats {name}" for name in ("accuracy", "seeds", "sampling", "regression", "errors", "trajectory")
    } <= asked
    assert {f"stats {name}" for name in ("paper", "rates", "shape", "expectations")} <= asked


@pytest.mark.parametrize("words", FILTERS, ids=" ".join)
def test_a_filter_that_names_what_is_not_there_says_what_is(goed: Goed, trained: Path, words: tuple[str, ...]) -> None:
    before = trained.read_bytes()
    *command, option = words
    typed, said = SLIPS[option]
    answer = goed(*command, *NEEDED.get(command[0], []), option, typed, code=1)
    assert said in answer.err
    assert len(answer.err.splitlines()) == 1
    assert answer.out == ""
    assert trained.read_bytes() == before
    assert not list(Path().glob("new*"))


@pytest.mark.parametrize("words", [["stats", "accuracy"], ["stats", "errors"], ["cases"], ["export", "-o", "new.csv"]])
def test_a_part_that_no_split_has_is_not_there(goed: Goed, words: list[str]) -> None:
    write(Path("given/qgo_9.train"), goedish(0, 9))
    write(Path("given/qgo.gold"), goedish(9, 20))
    goed("import", "items", "given", "--as", "split")
    goed("run")
    said = goed(*words, "--part", "dev", code=1).err
    assert "'dev' is no part of this study; there are: core, test" in said


@pytest.mark.parametrize(
    ("option", "typed", "said"),
    [
        ("--errors", "fixed", "'fixed' is no error of this study; there are: "),
        ("--class", "fixed", "'fixed' is no class of this study"),
        ("--gold-class", "fixed", "'fixed' is no class of this study"),
        ("--rule", "fixed", "'fixed' is no rule of this study"),
        ("--flags", "varaint", "'varaint' is no flag of this study; did you mean variant? There are: "),
        ("--differs", "Classifier", "'Classifier' is no annotator of this study; did you mean classifier? There are: "),
        ("--double", "jk", "'jk' is no annotator of this study; there are: none so far"),
    ],
)
def test_cases_are_chosen_by_what_labels_and_people_say(
    goed: Goed, trained: Path, option: str, typed: str, said: str
) -> None:
    assert said in goed("cases", option, typed, code=1).err


def test_nobody_of_that_name_has_sat_down(goed: Goed, trained: Path) -> None:
    number = goed("cases", "--format", "json", "--limit", 1).rows[0]["id"]
    goed("label", number, "--accept", "--annotator", "maria")
    said = goed("stats", "sessions", "--annotator", "mraia", code=1).err
    assert "'mraia' is no annotator of this study; did you mean maria? There are: maria" in said
    assert "nobody has sat down" in goed("stats", "sessions", "--annotator", "maria").err  # it was a command
    said = goed("stats", "agreement", "--annotator", "mraia", code=1).err
    assert "did you mean maria? There are: classifier, maria" in said


def test_what_is_there_and_has_nothing_to_count_is_no_error(goed: Goed, trained: Path) -> None:
    write(Path("theirs/qgo_300.test"), right_answers())
    goed("import", "predictions", "theirs", "--model", "theirs")
    for filters in (
        ["--language", "fra"],
        ["--model", "theirs", "--size", "100"],
        ["--model", "theirs", "--part", "dev"],
    ):
        answer = goed("stats", "accuracy", "--format", "json", *filters)
        assert answer.rows == []
        assert "nothing to count" in answer.err


def test_runs_that_are_planned_and_not_done_are_there(goed: Goed, trained: Path) -> None:
    write(Path("mine.toml"), '[models.mine]\ncommand = "false {train} {test} {out}"')
    goed("run", "--config", "mine.toml", "--size", 100, code=1)
    assert "nothing to count" in goed("stats", "accuracy", "--model", "mine").err


def test_of_a_range_of_sizes_only_some_need_be_there(goed: Goed, trained: Path) -> None:
    rows = goed("stats", "accuracy", "--size", "200:1000:100", "--part", "test", "--format", "json").rows
    assert [row["size"] for row in rows] == [200, 300]
    assert {row["id"] for row in goed("cases", "--size", "100:1000:100", "--format", "json").rows}
    for command in (["stats", "accuracy"], ["cases"], ["run"]):
        assert "'400:1000' is no size of this study" in goed(*command, "--size", "400:1000", code=1).err
        assert "'150' is no size of this study" in goed(*command, "--size", "100,150", code=1).err


def test_runs_are_chosen_by_numbers_that_are_there(goed: Goed, trained: Path) -> None:
    assert "'4' is no run of this study; there are: 1, 2, 3" in goed("run", "--number", "1", "4", code=1).err
    assert "nothing is left to run" in goed("run", "--number", "1:9").err


def test_a_model_that_is_not_known_is_planned_nowhere(goed: Goed, trained: Path) -> None:
    said = goed("run", "--model", "cluzh-b5", code=1).err
    assert "'cluzh-b5' is no model that goed knows; did you mean cluzh-b4? There are: nonneur, " in said
    assert "--config" in said
    assert sql(trained, "SELECT DISTINCT name FROM model") == [("nonneur",)]


def test_of_words_that_come_with_goed_there_are_three_languages(goed: Goed) -> None:
    said = goed("init", "--language", "enn", code=1).err
    assert (
        "'enn' is no language that goed has items of; did you mean eng? There are: ara, deu, eng; bring yours" in said
    )
    assert not Path("study.goed").exists()


def test_a_long_list_is_cut_short_but_holds_what_is_near(goed: Goed) -> None:
    write(Path("given/qgo.gold"), goedish(0, 9))
    goed("import", "items", "given", "--as", "split")
    for number in range(30):
        write(Path(f"theirs/model-{number:02}_qgo_1.test"), goedish(0, 9))
    goed("import", "predictions", "theirs", "--pattern", "{model}_{language}_{size}.{part}")
    said = goed("stats", "accuracy", "--model", "model_28", code=1).err
    assert "did you mean model-28? There are: model-00, " in said
    assert said.rstrip().endswith("model-19, …")


def test_names_of_a_table_are_those_that_stand_in_it(goed: Goed) -> None:
    write(
        Path("t.csv"),
        "language,model,sampling,size,seed,accuracy\neng,m1,uniform,small,0,50\neng,m1,uniform,large,0,60\n",
    )
    for options, said in (
        (["--model", "m2"], "'m2' is no model of t.csv; there are: m1"),
        (["--language", "deu"], "'deu' is no language of t.csv; there are: eng"),
        (["--size", "smal"], "'smal' is no size of t.csv; did you mean small? There are: large, small"),
        (["--part", "dev"], "'dev' is no part of t.csv; there are: test"),
    ):
        answer = goed("stats", "accuracy", "--input", "t.csv", *options, code=1)
        assert said in answer.err
        assert (len(answer.err.splitlines()), answer.out) == (1, "")
    assert len(goed("stats", "accuracy", "--input", "t.csv", "--size", "small", "--format", "json").rows) == 1


def test_what_is_typed_is_shown_and_never_obeyed(goed: Goed, trained: Path) -> None:
    said = goed("stats", "accuracy", "--model", "\x1b[31mnonneur", code=1).err
    assert "'\\x1b[31mnonneur' is no model of this study; did you mean nonneur?" in said


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        (["anotate"], "annotate"),
        (["STATS"], "stats"),
        (["stats", "acuracy"], "accuracy"),
        (["stats", "trajectories", "--format", "json"], "trajectory"),
        (["import", "itmes", "somewhere"], "items"),
        (["score", "dependency"], "dependencies"),
    ],
)
def test_a_command_that_is_mistyped(goed: Goed, typed: list[str], meant: str) -> None:
    answer = goed(*typed, code=2)
    assert f"Did you mean '{meant}'?" in answer.err
    assert answer.out == ""


def test_a_command_that_is_like_no_other_has_no_guess(goed: Goed) -> None:
    said = goed("xyz\x1b[2J", code=2).err
    assert "No such command 'xyz\\x1b[2J'." in said
    assert "mean" not in said
