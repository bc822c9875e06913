"""What the README shows is what goed prints. `python tests/test_readme.py` writes it anew."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from contextlib import chdir, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from conftest import GOED, REPOSITORY, SHARED, write
from goed.commands.group import run_safely
from goed.labels.labeller import checked_label
from goed.making.declaration_file import read_declaration
from goed.models.dependencies import LEARNERS, learner_named
from goed.sources.embedded_items import read_embedded
from goed_classifiers.registry import is_covered
from goed_classifiers.values import Case
from made_up_corpora import GOLD_DERIVATION, PREDICTED_DERIVATION

README = REPOSITORY / "README.md"
TOUR = [
    "init --empty",
    "import items part2 --as split",
    "import predictions predictions/cluzh --model cluzh",
    "run",
    "stats accuracy --part test --size 100 1000",
    "stats errors --language eng --size 1000",
]


def block(name: str) -> str:
    found = re.search(
        rf"<!-- {re.escape(name)} -->\n```\w+\n(.*?)```\n<!-- end -->", README.read_text("utf-8"), re.DOTALL
    )
    assert found, f"the README has no block '{name}'"
    return found[1]


def called(folder: Path, *words: str) -> tuple[str, str]:
    """What goed prints and says, called in a folder."""
    with chdir(folder), redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as err:
        code = run_safely(words)
    assert code == 0, err.getvalue()
    return out.getvalue(), err.getvalue()


def demo_output(folder: Path) -> str:
    done = subprocess.run([GOED, "demo", "--no-ui"], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.strip("\n") + "\n"


def tour_output(folder: Path) -> tuple[str, str, str]:
    """What the two statistics print, and what the import of the split says."""
    for name in ("part2", "predictions"):
        os.symlink(SHARED / "sigmorphon2022" / name, folder / name)
    done = [called(folder, *command.split()) for command in TOUR]
    return done[-2][0], done[-1][0], done[1][1]


def test_every_promise_names_a_test_that_is_there() -> None:
    text = README.read_text("utf-8").split("<!-- promises -->")[1].split("<!-- end -->")[0]
    rows = [line.split(" | ") for line in text.splitlines() if line.startswith("| ")][1:]
    assert len(rows) >= 8
    for _, shown_by, _ in rows:
        path = REPOSITORY / shown_by.strip(" `|")
        assert list(path.glob("test_*.py")) if path.is_dir() else path.is_file(), path


def test_the_demos_output(demo_folder: Path) -> None:
    printed = (demo_folder / "printed").read_text("utf-8")
    assert printed.strip("\n") + "\n" == block("output: goed demo --no-ui")


def shown_on_the_demo() -> list[str]:
    """The commands whose output on the demo's study the README shows."""
    return re.findall(r"<!-- on the demo: (.*?) -->", README.read_text("utf-8"))


def on_the_demo(folder: Path) -> dict[str, str]:
    """What these commands print there."""
    shown = shown_on_the_demo()
    return {command: called(folder, *command.split(), "--study", "demo.goed")[0] for command in shown}


def test_the_statistics_of_the_demo(demo_folder: Path, tmp_path: Path) -> None:
    shutil.copy(demo_folder / "demo.goed", tmp_path)
    for command, printed in on_the_demo(tmp_path).items():
        assert printed == block(f"on the demo: {command}")


def test_the_tours_output(tmp_path: Path, shared: Path) -> None:
    table, errors, talk = tour_output(tmp_path)
    assert table == block("output of the tour")
    assert errors == block("output of stats errors")
    assert talk == block("talk of the tour")


SCORED = re.compile(r"<!-- score: (.*?) -->")
FIRST_FIVE = " (the first five)"


def scored(folder: Path) -> dict[str, str]:
    """What the README's examples of `goed score` print, on the real treebank and on Clark & Hockenmaier's trees."""
    os.symlink(SHARED / "treebanks" / "swedish-talbanken-test.conll", folder / "swedish-talbanken-test.conll")
    write(folder / "gold.auto", GOLD_DERIVATION + "\n")
    write(folder / "predicted.auto", PREDICTED_DERIVATION + "\n")
    printed = {}
    for title in SCORED.findall(README.read_text("utf-8")):
        out, _ = called(folder, "score", *shlex.split(title.removesuffix(FIRST_FIVE)))
        printed[title] = "".join(out.splitlines(keepends=True)[:6]) if title.endswith(FIRST_FIVE) else out
    return printed


def test_the_examples_of_scores(tmp_path: Path, shared: Path) -> None:
    found = scored(tmp_path)
    assert len(found) == 5
    for title, printed in found.items():
        assert printed == block(f"score: {title}")


PARSERS = [
    "init --domain dependencies --language dan",
    "split --order uniform --seeds 2 --sizes 300 3000",
    "run --model right rank@upos rules@upos --sampling uniform",
]
SHOWN_OF_PARSERS = re.compile(r"<!-- parsers: (.*?) -->")
FIRST_TEN = " (the first ten)"


def about_parsers(folder: Path) -> dict[str, str]:
    """What the statistics of a small study of the embedded treebank print."""
    for command in PARSERS:
        called(folder, *command.split())
    printed = {}
    for title in SHOWN_OF_PARSERS.findall(README.read_text("utf-8")):
        out, _ = called(folder, *title.removesuffix(FIRST_TEN).split())
        printed[title] = "".join(out.splitlines(keepends=True)[:11]) if title.endswith(FIRST_TEN) else out
    return printed


def test_the_study_of_parsers(tmp_path: Path) -> None:
    text = README.read_text("utf-8")
    for command in PARSERS:
        assert f"goed {command}" in text
    for title, printed in about_parsers(tmp_path).items():
        assert printed == block(f"parsers: {title}")


def test_the_declaration_of_corpora_that_it_shows_can_be_read(tmp_path: Path) -> None:
    (text,) = re.findall(r'```toml\n(domain = "dependencies".*?)```', README.read_text("utf-8"), re.DOTALL)
    write(tmp_path / "talbanken05.conll", "")
    declaration = read_declaration(write(tmp_path / "mine.toml", text))
    assert [corpus.name for corpus in declaration.corpora] == ["danish", "swedish"]


def test_the_learners_of_dependencies_that_it_lists_are_there() -> None:
    told = README.read_text("utf-8").partition("| learners | told | learn |")[2].partition("\n\n")[0]
    named = [name.removesuffix("@…") for row in told.splitlines() for name in re.findall(r"`(.*?)`", row)]
    assert all(learner_named(name) for name in named)
    assert {learner.name.partition("@")[0] for learner in LEARNERS} <= {name.partition("@")[0] for name in named}


def test_the_tours_commands_are_those_that_were_run() -> None:
    text = README.read_text("utf-8")
    for command in TOUR:
        assert f"goed {command}" in text


@pytest.mark.parametrize("name", ["demo command", "test command"])
def test_the_two_commands_are_one_line_each(name: str) -> None:
    (line,) = block(name).splitlines()
    assert line.startswith("python3 -m venv")


def test_files_that_the_readme_names_are_there() -> None:
    text = README.read_text("utf-8")
    for path in re.findall(r"\]\(([^)#:]+)\)|(tests/benchmarks/\w+\.py)", text):
        assert (REPOSITORY / "".join(path)).exists()


def test_the_embedded_items_are_as_many_as_it_says() -> None:
    numbers = {
        language: len([item for item in read_embedded(language).items if item.frequency is not None])
        for language in ("eng", "deu", "ara")
    }
    said = "{eng:,} English verbs, {deu:,} German and {ara:,} Arabic nouns".format(**numbers)
    assert said in " ".join(README.read_text("utf-8").split())


def test_the_classifier_that_it_shows_works() -> None:
    code, pack = re.findall(r"```python\n(from goed_classifiers.*?)```", README.read_text("utf-8"), re.DOTALL)
    names: dict[str, Any] = {}
    exec(code + pack, names)
    assert is_covered("N;PL;DEF", names["PACK"].about)
    classifier = names["CLASSIFIER"]
    shown = [
        classifier.classify(Case("cihuatl", "N;PL", "cihuameh", predicted)).error
        for predicted in ("cihuameh", "cihuatin", "cihua")
    ]
    assert shown == ["correct", "meh→tin", "unnatural"]
    for predicted in ("cihuameh", "cihuatin"):
        checked_label(classifier.classify(Case("cihuatl", "N;PL", "cihuameh", predicted)))


def rewrite() -> None:
    """Put the real output into the README."""
    with tempfile.TemporaryDirectory() as name:
        table, errors, talk = tour_output(Path(name))
    with tempfile.TemporaryDirectory() as name:
        demo = demo_output(Path(name))
        statistics = on_the_demo(Path(name))
    with tempfile.TemporaryDirectory() as name:
        scores = scored(Path(name))
    with tempfile.TemporaryDirectory() as name:
        parsers = about_parsers(Path(name))
    text = README.read_text("utf-8")
    shown = {
        "output: goed demo --no-ui": demo,
        "output of the tour": table,
        "output of stats errors": errors,
        "talk of the tour": talk,
        **{f"on the demo: {command}": printed for command, printed in statistics.items()},
        **{f"score: {title}": printed for title, printed in scores.items()},
        **{f"parsers: {title}": printed for title, printed in parsers.items()},
    }
    for title, output in shown.items():
        text = re.sub(
            rf"(<!-- {re.escape(title)} -->\n```\w+\n).*?(```\n<!-- end -->)",
            lambda match, output=output: match[1] + output + match[2],
            text,
            flags=re.DOTALL,
        )
    README.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(rewrite())
