"""Names that people and models should not have: of models, annotators, samplings, languages, files, and patterns."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from conftest import goedish, write
from hostile.caller import COUNTER, Caller, Outcome
from hostile.judge import complaint, is_as_it_was, left_behind
from hostile.material import ITEMS, LABELS_TSV, PREDICTIONS, STUDY
from hostile.mutations import NASTY_TEXT

CASES, CASES_SLOWLY = 12, 450

NAMES = (
    "..", ".", "/", "//", "../../x", "a/../../../x", "/etc/passwd", "-", "--", "-o", "--study", "~", "~root", "*", "?",
    "con",
    "a b", " a", "a ", "a\nb", "a\rb", "a\x1b[2Jb", "a\u202eb", "\udcff", "caf\udce9", "\udc80\udcff", "é", "e\u0301",
    "ʼ", "名前", "👩‍👩‍👧",
    "'", '"', "''", "a'b", 'a"b', "a;b", "a|b", "a&b", "a<b>", "a,b", "a=b", "=1+1", "'; DROP TABLE item; --",
    "$(touch x)",
    "`touch x`", "$HOME", "%s", "%(a)s", "{}", "{size}", "{language", "{0}", "{model}{model}", "\\", "a\\b", "\\x00",
    "#", "[a]",
    "classifier", "disputed", "adjudicated", "nonneur", "all", "0", "-1", "1e400", "9" * 30, "9" * 5000, "a" * 100,
    "a" * 101,
    "a" * 300, "a" * 5000, "<script>alert(1)</script>", "<UNK>", "None", "null", "nan", "\u0301" * 50, "٣", "²", "",
)  # fmt: skip
PATTERNS = (
    "(", "[", "a{99999}", "(a+)+$", "(.*)*x", "(?:(?:a|a)*)*b", "(?R)", "((a)|b)\\1" * 20, "\\p{", "\\p{L}+", "(?i)A",
    "$^",
    "\\", "(?P<a>.)(?P<a>.)", "(" * 500 + ")" * 500, "a" * 5000, "(?=a*)*", "\\N{NOTHING}", "[[:alpha:]", "{e<=5}",
    "(?:o){e<=9}",
)  # fmt: skip
FILE_PATTERNS = (
    "{language}", "{language}_{size}", "{language}{size}{seed}{model}{sampling}", "{", "}", "{}", "{tongue}",
    "{language}/{size}",
    "/" * 50, "../{language}", "{model}", "*", "[", "{size}_{size}", "{language}.test.dev", "(?P<language>.*)", "\\",
    "%", "",
)  # fmt: skip
NUMBERS = (
    "0", "-1", "1", "100", "1:10", "10:1", "1:9999999:1", "0:0:0", "1:2:3:4", ":", "::", ",", "9" * 30, "9" * 5000, "٣",
    "²", "1e3",
    "nan", "inf", "0x10", "1_0", " 1", "+1", "1.5", "",
)  # fmt: skip


def as_argument(text: str) -> str:
    """What can stand on a command line: no NUL, and of surrogates only those that stand for bytes."""
    return "".join(sign for sign in text if sign != "\0" and not "\ud800" <= sign < "\udc80")


name = st.one_of(
    st.sampled_from(NAMES),
    st.sampled_from(NASTY_TEXT),
    st.text(max_size=20),
    st.builds("a{}b".format, st.sampled_from(NAMES)),
).map(as_argument)
pattern = st.one_of(st.sampled_from(PATTERNS), st.sampled_from(NAMES), st.text("ab()[]{}|*+?\\^$.", max_size=12))
file_pattern = st.one_of(st.sampled_from(FILE_PATTERNS), name)
number = st.one_of(st.sampled_from(NUMBERS), name)
PATHS = {"an export", "a folder of an export", "a new study"}  # whoever names one may name any
SPLIT = ["split", "--language", "qgo", "--dev", "5"]
Arguments = Callable[[str], list[str]]

ARGUMENTS: dict[str, tuple[st.SearchStrategy[str], Arguments]] = {
    "a model": (name, lambda text: ["import", "predictions", "qgo_20.test", "--replace", f"--model={text}"]),
    "an annotator": (name, lambda text: ["import", "labels", "mine.tsv", "--all", f"--annotator={text}"]),
    "a sampling": (name, lambda text: ["import", "items", "part2", "--as", "split", f"--sampling={text}"]),
    "a language": (name, lambda text: ["import", "items", "qgo.txt", f"--language={text}"]),
    "a language of labels": (name, lambda text: ["import", "labels", "bare.tsv", f"--language={text}"]),
    "a class": (name, lambda text: ["label", "1", f"--class={text}"]),
    "flags": (name, lambda text: ["label", "1", f"--flags={text}"]),
    "a note": (name, lambda text: ["label", "1", f"--note={text}"]),
    "whose labels are right": (name, lambda text: ["label", "1", f"--settle-for={text}"]),
    "a filter": (name, lambda text: ["cases", f"--language={text}"]),
    "a regular expression": (pattern, lambda text: ["cases", "--forms", "all", f"--pattern={text}"]),
    "a pattern of files": (file_pattern, lambda text: ["import", "predictions", "part2", f"--pattern={text}"]),
    "a pattern of items": (file_pattern, lambda text: ["import", "items", ".", f"--pattern={text}"]),
    "what words stand for": (name, lambda text: ["import", "items", "go.txt", f"--map=go={text}"]),
    "an export": (name, lambda text: ["export", f"-o={text}.csv"]),
    "a folder of an export": (name, lambda text: ["export", "--predictions", "-o", f"out/{text}"]),
    "a new study": (name, lambda text: ["init", "--empty", f"--study=./{text}.goed"]),
    "a study": (name, lambda text: ["status", f"--study={text}"]),
    "a file": (name, lambda text: ["import", "items", f"./{text}", "--language", "qgo"]),
    "sizes": (number, lambda text: ["stats", "accuracy", f"--size={text}"]),
    "seeds of a split": (number, lambda text: [*SPLIT, "--sizes", "10", f"--seeds={text}"]),
    "sizes of a split": (number, lambda text: [*SPLIT, "--seeds", "1", f"--sizes={text}"]),
    "runs": (number, lambda text: ["run", f"--number={text}"]),
    "a model to run": (name, lambda text: ["run", "--size", "7", f"--model={text}"]),
    "an output": (number, lambda text: ["label", "--accept", "--", text]),
    "an audit": (number, lambda text: ["audit", f"--size={text}"]),
    "a reference level": (name, lambda text: ["stats", "regression", f"--reference={text}"]),
    "a breakdown": (name, lambda text: ["stats", "errors", f"--by={text}"]),
}  # fmt: skip


FOUND = {  # what once went wrong
    "a pattern that calls itself took gigabytes": ("a regular expression", "(?R)"),
    "a note that is not UTF-8 was not foreseen": ("a note", "caf\udce9"),
    "a file whose name is not UTF-8 could not be taken in": ("a file", "caf\udce9"),
    "a study whose name is not UTF-8 could not be made": ("a new study", "caf\udce9"),
    "ten million sizes took a gigabyte": ("sizes", "1:9999999:1"),
    "ten million seeds took a gigabyte": ("seeds of a split", "1:9999999"),
}


@pytest.mark.parametrize("what", FOUND)
def test_names_that_once_went_wrong(what: str, caller: Caller, whole_study: bytes, tmp_path: Path) -> None:
    name, text = FOUND[what]
    folder = tmp_path / "a/b/c/d"
    folder.mkdir(parents=True)
    prepare(folder, whole_study)
    if name == "a file":
        (folder / text).write_bytes(ITEMS)
    call(caller, tmp_path, folder, ARGUMENTS[name][1](text), whole_study, may_lead_elsewhere=True)


@pytest.mark.parametrize("cases", [CASES, pytest.param(CASES_SLOWLY, marks=pytest.mark.slow)], ids=["normal", "slow"])
@pytest.mark.parametrize("what", ARGUMENTS)
def test_a_hostile_name(what: str, cases: int, caller: Caller, whole_study: bytes, tmp_path: Path) -> None:
    strategy, arguments = ARGUMENTS[what]
    folder = tmp_path / "a/b/c/d"
    folder.mkdir(parents=True)

    @settings(max_examples=cases, suppress_health_check=list(HealthCheck))
    @given(text=strategy)
    def named(text: str) -> None:
        COUNTER.generated += 1
        prepare(folder, whole_study)
        call(caller, tmp_path, folder, arguments(text), whole_study, may_lead_elsewhere=what in PATHS)

    with COUNTER.expecting(cases):
        named()


@pytest.mark.parametrize(
    "name", ["../../x", "a/b", "..", "/tmp/x", "a\\b", "con", "'; DROP TABLE item; --", "$(touch x)"]
)
def test_predictions_of_a_model_with_a_hostile_name_leave_and_stay_in_their_folder(
    name: str, caller: Caller, whole_study: bytes, tmp_path: Path
) -> None:
    folder = tmp_path / "a/b/c/d"
    folder.mkdir(parents=True)
    prepare(folder, whole_study)
    call(caller, tmp_path, folder, ["import", "predictions", "qgo_20.test", "--model", name], whole_study)
    call(caller, tmp_path, folder, ["export", "--predictions", "-o", "out"], whole_study)


def prepare(folder: Path, study: bytes) -> None:
    """A fresh folder with what commands read; whatever somebody's path has led to is gone."""
    shutil.rmtree(folder.parents[2])
    folder.mkdir(parents=True)
    (folder / STUDY).write_bytes(study)
    (folder / "mine.tsv").write_bytes(LABELS_TSV)
    (folder / "bare.tsv").write_bytes(LABELS_TSV.replace(b"language\t", b"").replace(b"qgo\t", b""))
    for file in ("qgo.txt", "go.txt"):
        (folder / file).write_bytes(ITEMS)
    for file in ("qgo_20.test", "part2/qgo_10.test"):
        write(folder / file, PREDICTIONS.decode())
    write(folder / "part2/qgo_10.train", goedish(0, 10))
    write(folder / "part2/qgo.gold", goedish(25, 35))


def call(
    caller: Caller, outside: Path, folder: Path, command: list[str], study: bytes, may_lead_elsewhere: bool = False
) -> Outcome:
    """Call goed; nothing may come to be outside of the folder, and nothing is obeyed that stands in a name."""
    outcome = caller.call(folder, command)
    assert not (wrong := complaint(outcome)), f"{command}: {wrong}"
    assert not left_behind(folder)
    assert not (folder / "x").exists(), "a name was obeyed"
    said = outcome.err if "csv" in command else outcome.err + outcome.out
    unprintable = {sign for sign in said if not sign.isprintable()} - {"\n"}
    assert not unprintable, f"{command}: a terminal might obey {unprintable}"
    if not may_lead_elsewhere:
        assert {path.relative_to(outside).parts[:4] for path in outside.rglob("*")} <= {
            ("a",), ("a", "b"), ("a", "b", "c"), ("a", "b", "c", "d")
        }  # fmt: skip
    if outcome.code == 0:
        check = caller.call(folder, ["check"])
        assert check.code == 0, f"{command}: {check.out}"
    elif outcome.code:
        assert is_as_it_was(study, folder / STUDY), f"{command}: {outcome.err}"
        assert not list(folder.glob("*.goed")) or list(folder.glob("*.goed")) == [folder / STUDY]
    COUNTER.add(outcome)
    return outcome
