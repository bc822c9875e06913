"""Every reader, on files that nobody would write: success, or a sentence that names file and line."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from conftest import write
from hostile.caller import COUNTER, Caller, Outcome
from hostile.judge import complaint, is_as_it_was, left_behind
from hostile.material import SCORED, STUDY, english, goedish
from hostile.mutations import mutated
from hostile.readers import READERS, Reader

CASES_OF_A_SHARE = 20
CASES_OF_A_SHARE_SLOWLY = 450

# What is wrong with a file as a whole, where no line can be named.
OF_WHOLE_FILES = (
    "is empty", "none of its", "nothing to count", "is in UTF-16", "is a spreadsheet", "is in parquet", "is in JSON",
    "is no valid TOML: it is nested", "no dev, test or gold file", "no line has three columns",
    "there is nothing to learn from",
    "languages are missing", "does not fit", "its name does not say", "a regression needs", "is larger than",
    "have one value each",
    "is no parquet file", "the training set is empty", "holds no marked-up category", "which has no heads",
    "is not UTF-8", "has no training set",
)  # fmt: skip


@pytest.mark.parametrize(
    "cases", [CASES_OF_A_SHARE, pytest.param(CASES_OF_A_SHARE_SLOWLY, marks=pytest.mark.slow)], ids=["normal", "slow"]
)
@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.name)
def test_a_damaged_file_is_read_or_refused(
    reader: Reader, cases: int, caller: Caller, whole_study: bytes, tmp_path: Path
) -> None:
    for words, language in ((goedish, "qgo"), (english, "eng")):
        for size in (10, 20):
            write(tmp_path / f"part2/{language}_{size}.train", words(0, size))
        write(tmp_path / f"part2/{language}.dev", words(20, 25))
        write(tmp_path / f"part2/{language}.gold", words(25, 35))
    write(tmp_path / "qgo.txt", goedish(0, 12))
    for name, content in SCORED.items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / STUDY).write_bytes(whole_study)
    outcome = read(caller, tmp_path, reader, reader.valid, whole_study)
    assert outcome.code == 0, f"the valid file is refused: {outcome.err}"

    @settings(max_examples=cases * reader.weight, suppress_health_check=list(HealthCheck))
    @given(content=mutated(reader.valid, reader.pieces))
    def damaged(content: bytes) -> None:
        COUNTER.generated += 1
        read(caller, tmp_path, reader, content, whole_study)

    n_cases = cases * reader.weight
    with COUNTER.expecting(n_cases, n_done=not reader.has_one_right_file, n_refused=n_cases // 10):
        damaged()


def read(caller: Caller, folder: Path, reader: Reader, content: bytes, study: bytes) -> Outcome:
    """Let goed read a file, and judge what comes of it; the study is then whole again."""
    if not reader.from_stdin:
        (folder / reader.file).parent.mkdir(exist_ok=True)
        (folder / reader.file).write_bytes(content)
    outcome = caller.call(folder, reader.arguments, content if reader.from_stdin else b"")
    path = folder / STUDY
    try:
        assert not (wrong := complaint(outcome)), wrong
        assert not (left := left_behind(folder)), f"left behind: {left}"
        assert not (folder / "x").exists(), "a command in a file was obeyed"
        if outcome.code == 0:
            check = caller.call(folder, ["check"]) if path.read_bytes() != study else None
            assert check is None or check.code == 0, f"the study is not sound: {check.out}{check.err}"
        else:
            assert is_as_it_was(study, path), f"refused, but the study is another one: {outcome.err}"
            assert not (folder / "made.goed").exists(), f"refused, but a study was made: {outcome.err}"
            assert names_the_line(outcome, reader), f"no line is named: {outcome.err}"
    finally:
        path.write_bytes(study)
        for made in (folder / "made.goed", folder / "report"):
            shutil.rmtree(made) if made.is_dir() else made.unlink(missing_ok=True)
    COUNTER.add(outcome)
    return outcome


def names_the_line(outcome: Outcome, reader: Reader) -> bool:
    """Whether a refusal says where: file and line, or the file where it is about all of it."""
    if outcome.code == 2:
        return True
    sentence = outcome.err.rpartition("goed: ")[2]
    if sentence.startswith("the study has another split"):
        return True  # several files make a split
    is_about_file = Path(reader.file).name in sentence or "its name does not say" in sentence
    return is_about_file and bool(
        re.search(r", line \d+: ", sentence) or any(said in sentence for said in OF_WHOLE_FILES)
    )
