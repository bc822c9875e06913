"""From nothing to findings with corpora: goed's own treebanks, the demo, a declared study, its report."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from rich.cells import cell_len

from conftest import Goed, sql, write
from goed.commands.demos import dependencies as demo
from test_dependencies import SMALL, sentences
from test_report import Page

STUDY = Path("study.goed")
DECLARED = """\
domain = "dependencies"

[[corpora]]
name = "danish"
language = "dan"
path = "small.conllu"
licence = "CC0"
dev = "5-5"
test = "6-6"

[splits]
learn_from = "all"
order = "uniform"
seeds = 2
sizes = [5, "all"]

[runs]
models = ["left", "right"]

[report]
published = "gelling2012"
"""
N_TOKENS = sum(len(sentence.split()) for sentence in SMALL)
N_TRAINING = sum(len(sentence.split()) for sentence in SMALL[:4])


def test_a_new_study_may_begin_with_goeds_own_treebanks(goed: Goed) -> None:
    said = goed("init", "--domain", "dependencies", "--language", "dan").err
    assert "danish: Copenhagen Dependency Treebank" in said
    assert "5,638 utterances, 100,195 tokens; 1,000 utterances dev, 1,000 test" in said
    rows = {row["what"]: row for row in goed("status", "--format", "json").rows}
    assert rows["corpus"]["name"] == "danish"
    assert "CC BY-SA 4.0" in rows["corpus"]["note"]
    assert rows["split"]["name"] == "danish given 0"
    assert "the study has no" not in goed("check").err
    assert sql(STUDY, "SELECT path FROM source") == [("goed:treebanks/danish/treebank.conllup.xz",)]


def test_a_new_study_has_only_what_goed_has(goed: Goed) -> None:
    assert "there are: dan, eng" in goed("init", "--domain", "dependencies", "--language", "deu", code=1).err
    assert "there is no domain music here" in goed("init", "--domain", "music", code=1).err
    assert not STUDY.exists()


# ---- the demo ----


@pytest.fixture
def small_demo(monkeypatch: pytest.MonkeyPatch) -> None:
    """The demo with two sizes, two orders, and learners without compiled loops."""
    models = ("right", "rules@upos")
    for name, value in {"SIZES": (300, 1_000), "SEEDS": 2, "MODELS": models, "IN_DETAIL": models}.items():
        monkeypatch.setattr(demo, name, value)
    monkeypatch.setattr(demo, "DEMO", replace(demo.DEMO, models=models))


def test_the_demo_of_parsers_fits_on_a_screen_and_says_what_the_statistics_say(goed: Goed, small_demo: None) -> None:
    out = goed("demo", "dependencies", "--no-ui").out
    lines = out.splitlines()
    assert max(map(cell_len, lines)) <= 80
    assert len(lines) <= 45
    of_study = ("--study", "dependencies.goed", "--format", "json")
    rows = goed("stats", "accuracy", "--part", "test", "--size", 1000, *of_study).rows
    for row in rows:
        (line,) = (line for line in lines if re.match(rf"{row['model']} +\d+\.\d±.*±", line))
        assert line.endswith(f"{100 * row['mean']:.1f}±{100 * row['sd']:.1f}")
    for row in goed("stats", "accuracy", "--by", "relation", "--part", "test", "--size", 1000, *of_study).rows:
        if (row["model"], row["relation"]) == ("rules@upos", "subj"):
            assert f"{100 * row['mean']:.1f}" in out
    assert "[right 47.4/49.2]" in out  # as printed: right branching is RB
    assert "RB 47.4/49.2" in out
    assert "▼" in out
    assert "(convention)" in out
    second = goed("demo", "dependencies", "--no-ui")
    assert second.out == out
    assert "nothing is left to run" in second.err
    commands = [line.split("  ")[1].strip() for line in lines if line.startswith("  goed")]
    assert len(commands) == 7
    for command in commands:
        if "stats" in command or command == "goed models":
            goed(*command.split()[1:])


@pytest.mark.slow
def test_the_whole_demo_of_parsers(goed: Goed) -> None:
    lines = goed("demo", "dependencies", "--no-ui").out.splitlines()
    assert max(map(cell_len, lines)) <= 80
    assert len(lines) <= 50
    assert sql(Path("dependencies.goed"), "SELECT state, count(*) FROM run GROUP BY state") == [("done", 6 * 3 * 6)]
    assert "dependencies.goed: sound" in goed("check", "--study", "dependencies.goed").err


# ---- a declared study ----


@pytest.fixture
def declared(own_folder: None) -> Path:
    write(Path("small.conllu"), sentences(*SMALL))
    return write(Path("mine.toml"), DECLARED)


def test_a_declared_study_of_a_corpus_is_made_from_nothing_to_the_choice_on_dev(goed: Goed, declared: Path) -> None:
    write(declared, DECLARED.replace("[report]\npublished", "#"))
    said = goed("make", declared).err
    assert f"corpora: danish {N_TOKENS} tokens" in said
    sizes = dict(
        sql(STUDY, "SELECT sampling, max(size) FROM training_set JOIN split ON split.id = split_id GROUP BY 1")
    )
    assert sizes == {"transductive": N_TOKENS, "uniform": N_TRAINING}
    assert sql(STUDY, "SELECT state, count(*) FROM run GROUP BY state") == [("done", 2 * (1 + 2 * 2))]
    assert f"danish uniform, {N_TRAINING} tokens: of 2 learners" in said
    on_dev = {
        row["model"]: row["mean"]
        for row in goed("stats", "accuracy", "--part", "dev", "--sampling", "transductive", "--format", "json").rows
    }
    assert on_dev == {"left": 1.0, "right": 0.0}  # *he sleeps* is all of dev
    assert "of 2 learners, left is chosen, by directed accuracy on dev over all lengths: 100.0 % there (" in said
    again = goed("make", declared).err
    assert f"danish {N_TOKENS} tokens (there already)" in again
    assert "runs: 10 there already" in again


@pytest.fixture
def report(goed: Goed, declared: Path) -> Iterator[str]:
    """The page of the declared study's report."""
    said = goed("make", declared).err
    assert "danish: the best printed (gelling2012) is Tu with 50.2 % on test" in said
    yield Path("report/index.html").read_text(encoding="utf-8")
    shutil.rmtree("report")


def test_the_report_speaks_of_learners_corpora_and_trees(goed: Goed, report: str) -> None:
    page = Page(report)
    assert "What its learners of dependencies get right and wrong" in report
    assert "danish (CC0)" in report
    assert "learners saw that of all sections, without gold answers" in report
    assert "right branching: the head of each word is the one before; told nothing" in report
    assert "is chosen, by directed accuracy on dev" in report
    assert "training tokens" in report
    assert "training items" not in report
    assert "Beside printed results" in report
    assert "in the paper&#39;s scheme</h3>" not in report
    drawings = [each for each in page.all("svg") if each.get("role") == "img"]
    assert len(drawings) > 3  # curves, bars and sentences
    assert ">barks<" in report or ">saw<" in report
    names = {path.name for path in Path("report/figures").iterdir()}
    assert {"dan-curves.svg", "dan-by-relation.svg", "dan-by-model-errors.pdf"} <= names
    assert not re.search(r'(src|href)="(?!#|tables/|figures/|data:)', report)


def test_a_study_that_has_another_corpus_is_left_alone(goed: Goed, declared: Path) -> None:
    write(Path("other/danish.conllu"), sentences(*SMALL[:3]))
    goed("import", "corpus", "other/danish.conllu", "--language", "dan")
    before = STUDY.read_bytes()
    said = goed("make", declared, code=1).err
    assert "the corpus danish is not the same; take another study with --study" in said
    assert STUDY.read_bytes() == before


@pytest.mark.parametrize(
    ("old", "new", "line", "problem"),
    [
        ('domain = "dependencies"', 'domain = "dependency"', 1, "domain is inflection or dependencies, not"),
        ("[[corpora]]", "[[corpus]]", 3, "'corpus' means nothing; did you mean corpora?"),
        ('path = "small.conllu"', 'path = "large.conllu"', 6, "there is no file "),
        ('path = "small.conllu"', "", 3, "name the files of the corpus"),
        ('language = "dan"\n', "", 3, "the language of danish is missing"),
        ('name = "danish"', 'name = "frisian"\nfiles = "x"', 5, "'files' means nothing in [corpora]"),
        ('dev = "5-5"', 'dev = "5-50"', 3, "--dev 5-50: the corpus has the utterances 1 to 6"),
        ('order = "uniform"', 'order = "weighted"', 13, "order is one of uniform, age, child, given"),
        ('order = "uniform"\n', "", 13, 'seeds is about training sets that are drawn; say order = "uniform"'),
        ('sizes = [5, "all"]', "sizes = [0]", 15, "sizes are numbers of tokens"),
        ('sizes = [5, "all"]', "sizes = [5000]", 11, "there is no training set of 5,000 tokens"),
        ('models = ["left", "right"]', 'models = ["nonneur"]', 18, "nonneur learns inflection, and this declaration"),
        ('"gelling2012"', '"gelling2013"', 21, "published is gelling2012, not"),
    ],
)
def test_a_wrong_declaration_of_corpora_is_said_with_its_line(
    goed: Goed, declared: Path, old: str, new: str, line: int, problem: str
) -> None:
    write(declared, DECLARED.replace(old, new))
    said = goed("make", declared, code=1).err
    assert f"mine.toml, line {line}: " in said
    assert problem in said


def test_data_on_the_command_line_are_for_items(goed: Goed, declared: Path) -> None:
    assert "is about corpora; name their files in it" in goed("make", declared, "--data", "small.conllu", code=1).err


def test_a_report_is_about_one_corpus_of_a_language(goed: Goed) -> None:
    for name in ("one", "two"):
        write(Path(f"{name}.conllu"), sentences(*SMALL[name == "two" :]))
        goed("import", "corpus", f"{name}.conllu", "--language", "eng", "--test", "5-5")
    goed("run", "--model", "left", "right", "--jobs", "1")
    said = goed("report", "-o", "report", code=1).err
    assert "results on one and two, all of eng: say with --corpus which the report shows" in said
    goed("report", "-o", "report", "--corpus", "two")
    page = Path("report/index.html").read_text(encoding="utf-8")
    assert "one (licence not told)" not in page
    goed("import", "corpus", "two.conllu", "--language", "eng", "--test", "5-5", "--study", "alone.goed")
    goed("run", "--model", "left", "right", "--jobs", "1", "--study", "alone.goed")
    goed("report", "-o", "alone", "--study", "alone.goed")
    for figure in Path("alone/figures").glob("*.svg"):
        assert (Path("report/figures") / figure.name).read_text() == figure.read_text(), "drawn from another corpus"
    declared = [f'[[corpora]]\nname = "{name}"\nlanguage = "eng"\npath = "{name}.conllu"\n' for name in ("one", "two")]
    write(Path("both.toml"), "".join(['domain = "dependencies"\n', *declared]))
    said = goed("make", "both.toml", "--study", "made.goed", code=1).err
    assert "both.toml, line 7: one and two are both of eng, and a report shows one of a language" in said


def test_a_report_says_which_orders_are_compared_and_of_what(goed: Goed) -> None:
    ages = [f"# age_days = {500 + number}\n{sentences(SMALL[number % 6])}" for number in range(24)]
    write(Path("child.conllu"), "".join(ages))
    for name in ("child", "unread"):  # the second one only stands in the study
        goed("import", "corpus", "child.conllu", "--language", "eng", "--name", name)
    for order in ("uniform", "age"):
        goed("split", "--corpus", "child", "--order", order, "--seeds", "2", "--sizes", "10", "30", "--dev", "0")
    goed("run", "--corpus", "child", "--model", "left", "--jobs", "1")
    goed("run", "--corpus", "child", "--model", "random", "--repeats", "2", "--jobs", "1")
    goed("report", "-o", "report", "--errors-of", "left")
    page = Path("report/index.html").read_text(encoding="utf-8")
    assert "Accuracy under uniform − age order: " in page
    assert "What is expected, each order counted by itself" in page
    assert "unread (" not in page
    assert "Dependencies: child</dd>" in page
    assert "classifiers dependencies 1; settings" in page, "each classifier is named once"
    captions = re.findall(r"<strong>(Errors of [^<]+)\.</strong> ([^<]+?) <span", page)
    assert len(captions) == 3
    for title, caption in captions:
        assert f"a mean over {'2 to 4' if 'every model' in title else '2'} seeds." in caption
