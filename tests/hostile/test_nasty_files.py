"""Files made by hand that are too long, too deep, or no files at all, in front of every reader."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hostile import nasty_files
from hostile.caller import COUNTER, Caller
from hostile.judge import complaint, is_as_it_was, left_behind
from hostile.material import ITEMS, LABELS_TSV, STUDY

READERS: list[tuple[str, list[str]]] = [
    ("qgo", ["import", "items", "qgo"]),
    ("qgo.txt", ["import", "items", "qgo.txt", "--language", "qgo", "--counts-only"]),
    ("qgo.dev", ["import", "items", "qgo.dev", "--as", "split", "--sampling", "mine"]),
    ("qgo_20.test", ["import", "predictions", "qgo_20.test", "--model", "new"]),
    ("qgo.tsv", ["import", "labels", "qgo.tsv", "--annotator", "dan"]),
    ("qgo.csv", ["import", "labels", "qgo.csv", "--annotator", "dan"]),
    ("qgo.jsonl", ["import", "labels", "qgo.jsonl", "--annotator", "dan"]),
    ("qgo.parquet", ["import", "labels", "qgo.parquet", "--annotator", "dan"]),
    ("any.tsv", ["classify", "any.tsv", "--language", "deu"]),
    ("models.toml", ["run", "--config", "models.toml", "--number", "1"]),
    ("models.toml", ["annotate", "--config", "models.toml"]),
    ("d.toml", ["make", "d.toml"]),
    ("a.csv", ["stats", "accuracy", "--input", "a.csv"]),
    ("a.csv", ["stats", "regression", "--input", "a.csv"]),
    ("e.tsv", ["stats", "expectations", "--expectations", "e.tsv"]),
    ("study.goed", ["status"]),
    ("study.goed", ["check", "--repair"]),
    ("study.goed", ["init"]),
]


@pytest.mark.parametrize("reader", READERS, ids=lambda reader: " ".join(reader[1])[:40])
def test_files_that_are_too_much_for_a_reader(
    reader: tuple[str, list[str]], caller: Caller, whole_study: bytes, tmp_path: Path
) -> None:
    name, command = reader
    for what, make in nasty_files.ANY.items():
        (tmp_path / STUDY).write_bytes(whole_study)
        path = tmp_path / name
        path.unlink(missing_ok=True)
        make(path)
        before = path.read_bytes() if path.is_file() and 0 < path.stat().st_size < 10**6 else None
        refused(caller, tmp_path, command, what, whole_study if name != STUDY else None, may_be_done=True)
        assert before is None or path.read_bytes() == before or what == "nothing like it"
        path.rmdir() if path.is_dir() and not path.is_symlink() else path.unlink(missing_ok=True)


@pytest.mark.parametrize("what", nasty_files.TABLES)
def test_tables_that_are_too_much(what: str, caller: Caller, whole_study: bytes, tmp_path: Path) -> None:
    ending, make = nasty_files.TABLES[what]
    (tmp_path / STUDY).write_bytes(whole_study)
    make(tmp_path / f"qgo{ending}")
    for command in (
        ["import", "labels", f"qgo{ending}", "--annotator", "dan"],
        ["classify", f"qgo{ending}", "--language", "qgo"],
        ["stats", "accuracy", "--input", f"qgo{ending}"],
        ["stats", "expectations", "--expectations", f"qgo{ending}"],
    ):
        refused(caller, tmp_path, command, what, whole_study)


@pytest.mark.parametrize(("letters", "n_rows"), [(90_000, 1_000_000), (999, 3_000_000), (50_000_000, 1_000)])
def test_a_small_parquet_file_that_stands_for_gigabytes(
    letters: int, n_rows: int, caller: Caller, whole_study: bytes, tmp_path: Path
) -> None:
    (tmp_path / STUDY).write_bytes(whole_study)
    (tmp_path / "qgo.parquet").write_bytes(nasty_files.parquet_of_billions(letters, n_rows))
    command = ["import", "labels", "qgo.parquet", "--annotator", "dan"]
    assert (tmp_path / "qgo.parquet").stat().st_size < 2_000_000
    refused(caller, tmp_path, command, "parquet", whole_study)


@pytest.mark.parametrize("what", nasty_files.TOML)
def test_settings_that_are_too_much(what: str, caller: Caller, whole_study: bytes, tmp_path: Path) -> None:
    (tmp_path / STUDY).write_bytes(whole_study)
    (tmp_path / "x.toml").write_text(nasty_files.TOML[what], "utf-8")
    (tmp_path / "long").mkdir()
    (tmp_path / "long" / ("a_" * 110)).touch()
    for command in (
        ["run", "--config", "x.toml", "--number", "1"],
        ["make", "x.toml"],
        ["make", "x.toml", "--show"],
        ["models", "--config", "x.toml"],
    ):
        refused(caller, tmp_path, command, what, whole_study, may_be_done=True)


WORDS = 'languages = ["qgo"]\n[data]\npath = "qgo.txt"\npattern = "{language}.txt"\n'


@pytest.mark.parametrize(
    ("name", "content", "command", "said"),
    [
        ("x.toml", nasty_files.TOML["a list of 200 lines before a mistake"], ["make", "x.toml"], "line 203: 'lang"),
        ("x.toml", "[models.a]\ncommand = [\n", ["models", "--config", "x.toml"], "x.toml, line 2: is no valid TOML"),
        ("x.toml", f"a = 1\nb = {'9' * 5000}\n", ["make", "x.toml"], "line 2: is no valid TOML: a number of thousands"),
        ("x.toml", "a = 1\nb = '\xff'\n", ["make", "x.toml"], "line 2: byte 0xff is not UTF-8"),
        ("x.toml", WORDS + "[splits]\ndev = 1\n", ["make", "x.toml"], "line 5: qgo has only 12 words; say with sizes"),
        ("new/qgo.gold", "", ["import", "items", "new", "--as", "split"], "new/qgo.gold: is empty"),
        ("a.csv", 'lemma,features,gold,predicted\na,b,"c\n\n\n', ["classify", "a.csv", "--language", "eng"],
         "line 2: is no csv: a quotation mark that opens here is never closed"),
        ("a.csv", 'lemma,features,gold,predicted\na,b,"c"d,e\n', ["classify", "a.csv", "--language", "eng"],
         "line 2: is no csv: something stands behind a closing quotation mark"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_where_it_stands(
    name: str, content: str, command: list[str], said: str, caller: Caller, whole_study: bytes, tmp_path: Path
) -> None:
    (tmp_path / "qgo.txt").write_bytes(ITEMS)
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_bytes(content.encode("latin-1"))
    outcome = caller.call(tmp_path, command)
    assert not (wrong := complaint(outcome)), wrong
    assert outcome.code == 1
    assert said in outcome.err
    assert not list(tmp_path.glob("*.goed"))


def test_stdin_that_never_ends(caller: Caller, whole_study: bytes, tmp_path: Path) -> None:
    """`classify -` takes 256 MB, and no more: what comes after that is not waited for."""
    from goed.tables import text_file

    assert text_file.LARGEST_FILE <= 256 * 2**20
    content = LABELS_TSV + b"x" * 10_000_000
    outcome = caller.call(tmp_path, ["classify", "-", "--language", "qgo"], content)
    assert not (wrong := complaint(outcome)), wrong
    for path in ("/dev/stdin", "/dev/zero", "/dev/full", "/proc/self/mem"):
        refused(caller, tmp_path, ["classify", path, "--language", "qgo"], path)
        refused(caller, tmp_path, ["import", "items", path, "--language", "qgo"], path)
        refused(caller, tmp_path, ["import", "labels", path, "--annotator", "dan"], path)
        refused(caller, tmp_path, ["make", path], path)
        refused(caller, tmp_path, ["status", "--study", path], path)
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read anything")
def test_a_file_that_may_not_be_read(caller: Caller, whole_study: bytes, tmp_path: Path) -> None:
    for name, command in READERS:
        (tmp_path / STUDY).write_bytes(whole_study)
        (tmp_path / name).write_bytes(LABELS_TSV)
        (tmp_path / name).chmod(0)
        refused(caller, tmp_path, command, "a file that may not be read")
        (tmp_path / name).unlink()


def refused(
    caller: Caller,
    folder: Path,
    command: list[str],
    what: str,
    study: bytes | None = None,
    may_be_done: bool = False,
) -> None:
    """Goed must refuse with a sentence, and change nothing."""
    if study is not None:
        (folder / STUDY).write_bytes(study)
    outcome = caller.call(folder, command)
    assert not (wrong := complaint(outcome)), f"{what}: {wrong}"
    assert outcome.code or may_be_done, f"{what}: taken by {command}"
    assert not left_behind(folder), what
    if outcome.code and study is not None:
        assert is_as_it_was(study, folder / STUDY), f"{what}: the study is another one"
        assert list(folder.glob("*.goed")) == [folder / STUDY]
    COUNTER.add(outcome)
