"""`goed report`: a page that holds everything, loads nothing, and can be traced to the commands that print it."""

from __future__ import annotations

import base64
import contextlib
import errno
import fcntl
import hashlib
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Callable, Iterator
from functools import partial
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import click
import pytest

from browser import CHROMIUM, visit
from conftest import GOED, Goed, Made, goedish, right_answers, write
from goed.commands.group import run_safely
from goed.report.folder import drafted
from goed.report.tables import TABLES

HOSTILE = "<script>alert(1)</script>"


@pytest.fixture(scope="module")
def folder(made_once: Made, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a study of three languages and two models, one with a hostile name and predictions; its report."""
    return shutil.copytree(made_once("reported", _make), tmp_path_factory.mktemp("report") / "here")


def _make(folder: Path) -> None:
    _goed(folder, "init")
    _goed(folder, "split", "--seeds", 2, "--sizes", "100:300:100", "--dev", 50, "--test", 150)
    _goed(folder, "run", "--size", "100", "300")
    _goed(folder, "export", "--predictions", "-o", "out", "--language", "eng", "--part", "test")
    for path in (folder / "out" / "nonneur").iterdir():
        path.write_text(_spoilt(path.read_text(encoding="utf-8")), encoding="utf-8")
    pattern = "{language}_{sampling}_{seed}_{size}"
    _goed(folder, "import", "predictions", "out/nonneur", "--model", HOSTILE, "--pattern", pattern)
    _goed(folder, "report", "-o", "report")


def _spoilt(predictions: str) -> str:
    """Every form is an attack on whoever shows it."""
    attacks = ["<script>alert(2)</script>", "</svg><img src=x onerror=alert(3)>", "\u202edesrever", "&amp;\"'"]
    rows = [line.split("\t") for line in predictions.splitlines()]
    return "".join(f"{lemma}\t{attacks[len(lemma) % 4]}\t{features}\n" for lemma, _, features in rows)


def _goed(folder: Path, *arguments: object) -> None:
    before = Path.cwd()
    os.chdir(folder)
    try:
        assert run_safely([str(argument) for argument in arguments]) == 0, arguments
    finally:
        os.chdir(before)


class Page(HTMLParser):
    """The elements of a page, with what is wrong in how they are nested."""

    VOID = frozenset({"meta", "br", "link", "col", "img"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[tuple[str, str]] = []  # innermost element, its text
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        assert len({name for name, _ in attributes}) == len(attributes), (tag, attributes)
        self.elements.append((tag, dict(attributes)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attributes)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, text: str) -> None:
        if text.strip():
            self.texts.append((self.open[-1], text))

    def all(self, tag: str) -> Iterator[dict[str, str | None]]:
        return (attributes for name, attributes in self.elements if name == tag)


@pytest.fixture(scope="module")
def page(folder: Path) -> Page:
    return Page((folder / "report" / "index.html").read_text(encoding="utf-8"))


def test_every_table_is_what_its_command_prints(goed: Goed, folder: Path, page: Page) -> None:
    os.chdir(folder)
    calls = {text for element, text in page.texts if element == "code"}
    tables = sorted(path.stem for path in Path("report/tables").iterdir())
    assert {"accuracy", "sampling", "effects-accuracy", "errors", "paper", "expectations", "shape"} <= set(tables)
    for table in TABLES:
        if table.name not in tables:
            continue
        words = shlex.join(["goed", *table.arguments])
        (call,) = (
            call for call in calls if re.fullmatch(rf"{re.escape(words)}( --part test)? --study study.goed", call)
        )
        printed = goed(*shlex.split(call)[1:], "--format", "csv").out
        assert Path(f"report/tables/{table.name}.csv").read_text(encoding="utf-8") == printed, table.name


def test_calls_beside_figures_and_findings_work(goed: Goed, folder: Path, page: Page) -> None:
    os.chdir(folder)
    calls = {text for element, text in page.texts if element == "code" and text.startswith("goed stats errors")}
    assert len(calls) > 3
    for call in calls:
        assert goed(*shlex.split(call)[1:], "--format", "csv").out.count("\n") > 1


def test_the_page_is_well_made(folder: Path, page: Page) -> None:
    text = (folder / "report" / "index.html").read_text(encoding="utf-8")
    assert text.startswith("<!DOCTYPE html>\n")
    assert text.endswith("</html>\n")
    ids = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    assert next(page.all("html")) == {"lang": "en"}
    levels = [int(name[1]) for name, _ in page.elements if re.fullmatch("h[1-6]", name)]
    assert levels.count(1) == 1
    assert all(later <= earlier + 1 for earlier, later in pairwise(levels))
    for link in page.all("a"):
        target = link["href"] or ""
        assert target[1:] in ids if target.startswith("#") else (folder / "report" / target).is_file(), target
    for drawing in page.all("svg"):
        assert drawing["role"] == "img"
        assert drawing["aria-labelledby"] in ids
    used = set(re.findall(r"url\(#([^)]+)\)", text))
    used |= {value[1:] for _, attributes in page.elements if (value := attributes.get("xlink:href"))}
    assert used <= set(ids)


def test_nothing_is_loaded_and_nothing_untrusted_is_obeyed(page: Page, folder: Path) -> None:
    text = (folder / "report" / "index.html").read_text(encoding="utf-8")
    assert text.count("<script>") == 1
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text
    assert "&lt;script&gt;alert(2)&lt;/script&gt;" in text
    assert "\u202e" not in text
    assert not re.search(r"onerror=alert\(3\)>", text)
    for name, attributes in page.elements:
        assert name not in ("img", "iframe", "object", "embed", "base", "form", "link")
        assert not any(attribute.startswith("on") for attribute in attributes), (name, attributes)
        assert not {"src", "srcset", "action"} & set(attributes)
    (policy,) = (meta["content"] or "" for meta in page.all("meta") if meta.get("http-equiv"))
    (script,) = (text for element, text in page.texts if element == "script")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert policy.startswith("default-src 'none'")
    assert f"script-src 'sha256-{digest}'" in policy


def test_figures_are_whole_and_their_text_is_text(folder: Path) -> None:
    figures = folder / "report" / "figures"
    names = sorted(path.stem for path in figures.glob("*.svg"))
    kinds = ("by-model-errors", "by-model-paper", "by-size-errors", "by-size-paper", "curves")
    assert names == [f"{language}-{kind}" for language in ("ara", "deu", "eng") for kind in kinds]
    for name in names:
        drawing = ElementTree.parse(figures / f"{name}.svg")
        words = [element.text for element in drawing.iter("{http://www.w3.org/2000/svg}text")]
        assert {"uniform", "weighted"} <= set(words)
        assert (figures / f"{name}.pdf").read_bytes().startswith(b"%PDF")
    curves = ElementTree.parse(figures / "eng-curves.svg")
    assert any(HOSTILE[:20] in (element.text or "") for element in curves.iter("{http://www.w3.org/2000/svg}text"))


def test_the_same_study_gives_the_same_bytes_and_is_not_changed(goed: Goed, imported: Path) -> None:
    goed("check")
    study = imported.read_bytes()
    goed("report", "-o", "one")
    environment = {**os.environ, "PYTHONHASHSEED": "7", "LC_ALL": "C"}
    subprocess.run([GOED, "report", "-o", "other"], env=environment, check=True, capture_output=True)
    assert Path("one/files.sha256").read_bytes() == Path("other/files.sha256").read_bytes()
    for line in Path("one/files.sha256").read_text(encoding="utf-8").splitlines():
        digest, name = line.split("  ")
        assert hashlib.sha256((Path("other") / name).read_bytes()).hexdigest() == digest
    assert imported.read_bytes() == study


needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")


@needs_chromium
def test_a_browser_loads_nothing_complains_of_nothing_and_can_sort(folder: Path, tmp_path: Path) -> None:
    seen = visit(folder / "report" / "index.html", tmp_path / "browser")
    assert seen.console == []
    assert seen.requests == []
    assert '<th scope="col"><button type="button">language</button></th>' in seen.dom


@needs_chromium
def test_the_browser_would_tell(tmp_path: Path) -> None:
    """What is looked for in the page above is found where it is."""
    text = "<!DOCTYPE html><title>x</title><img src='http://127.0.0.1:9/there.png'><script>console.error('oh')</script>"
    seen = visit(write(tmp_path / "page.html", text), tmp_path / "browser")
    assert any("oh" in line for line in seen.console)
    assert [Path(url).name for url in seen.requests] == ["there.png"]


def import_theirs(goed: Callable[..., object]) -> None:
    """One size, one seed, one model without training, a language that goed does not know."""
    write(Path("preds/qgo_100.test"), [[lemma, "x" + form, tags] for lemma, form, tags in right_answers()])
    goed("import", "predictions", "preds", "--model", "_theirs $x$")


@pytest.fixture
def imported(goed: Goed, study: Path) -> Path:
    """A study with little in it."""
    import_theirs(goed)
    return study


@pytest.fixture
def reported(made_once: Made, study: Path) -> Path:
    """The same study, and its report."""

    def make(folder: Path) -> None:
        shutil.copy(study, folder)
        with contextlib.chdir(folder):
            import_theirs(partial(_goed, folder))
            _goed(folder, "report", "-o", "report")

    shutil.copytree(made_once("reported little", make), Path(), dirs_exist_ok=True)
    return study


def test_little_is_enough_for_a_report(reported: Path) -> None:
    page = Page(Path("report/index.html").read_text(encoding="utf-8"))
    assert any("one run" in text.casefold() for _, text in page.texts)
    curves = Path("report/figures/qgo-curves.svg").read_text(encoding="utf-8")
    assert "_theirs $x$" in curves
    assert not Path("report/figures/qgo-by-size-errors.svg").exists()  # one size
    assert Path("report/figures/qgo-by-model-errors.svg").exists()


def test_a_study_without_predictions_has_no_report(goed: Goed, study: Path) -> None:
    said = goed("report", "-o", "report", code=1).err
    assert "there are no predictions to report on" in said
    assert not Path("report").exists()
    assert [path.name for path in Path.cwd().iterdir() if path.name.startswith(".")] == []


def test_what_others_put_into_the_folder_stays(goed: Goed, imported: Path) -> None:
    write(Path("report/notes.txt"), "mine\n")
    write(Path("report/tables/mine.csv"), "a,b\n")
    goed("report", "-o", "report")
    write(Path("report/figures/qgo-old.svg"), "not in the list: mine\n")
    goed("report", "-o", "report")
    assert Path("report/notes.txt").read_text() == "mine\n"
    assert Path("report/tables/mine.csv").read_text() == "a,b\n"
    assert Path("report/figures/qgo-old.svg").exists()


def test_a_folder_that_is_taken_away_while_files_move_in_is_not_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = tmp_path / "there"
    there.mkdir()
    replace = os.replace

    def move_and_take_away(source: Path, target: Path) -> None:
        replace(source, target)
        if target.name == "a.txt":
            there.rename(tmp_path / "gone")

    monkeypatch.setattr(os, "replace", move_and_take_away)
    with pytest.raises(FileNotFoundError), drafted(there / "report", replace=False) as draft:  # noqa: PT012
        write(draft / "a.txt", "")
        (draft / "figures").mkdir()
        write(draft / "figures" / "b.txt", "")
    assert not there.exists()


def test_what_was_changed_by_hand_is_not_written_over(goed: Goed, reported: Path) -> None:
    before = {path: path.read_bytes() for path in Path("report").rglob("*") if path.is_file()}
    write(Path("report/tables/accuracy.csv"), "edited\n")
    said = goed("report", "-o", "report", code=1).err
    assert "report/tables/accuracy.csv is there already and not as goed wrote it" in said
    assert Path("report/tables/accuracy.csv").read_text() == "edited\n"
    goed("report", "-o", "report", "--replace")
    assert {path: path.read_bytes() for path in Path("report").rglob("*") if path.is_file()} == before


def test_a_report_that_fails_leaves_the_old_one_whole(goed: Goed, reported: Path) -> None:
    before = {path: path.read_bytes() for path in Path("report").rglob("*") if path.is_file()}
    said = goed("report", "-o", "report", "--errors-of", "nobody", code=1).err
    assert "'nobody' is no model with predictions to show by size; there are: " in said
    assert {path: path.read_bytes() for path in Path("report").rglob("*") if path.is_file()} == before


def test_where_there_is_no_room_the_old_files_stay(tmp_path: Path) -> None:
    from goed.errors import GoedError

    with drafted(Path("report"), replace=False) as draft:
        write(draft / "index.html", "old\n")

    def fail() -> None:
        with drafted(Path("report"), replace=False) as draft:
            write(draft / "index.html", "half of\n")
            raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(GoedError, match="report: the disk is full"):
        fail()
    assert Path("report/index.html").read_text() == "old\n"
    assert [path.name for path in Path.cwd().iterdir()] == ["report"]


def test_what_a_killed_call_left_goes_away_and_what_is_at_work_stays(tmp_path: Path) -> None:
    write(Path(".999999999-a.goed-draft/index.html"), "half of\n")
    write(Path(".mine.new/index.html"), "somebody's\n")
    at_work = write(Path(".999999998-b.goed-draft/index.html"), "somebody is at work\n")
    handle = os.open(at_work.parent, os.O_RDONLY)
    fcntl.flock(handle, fcntl.LOCK_EX)
    with drafted(Path("report"), replace=False) as draft:
        write(draft / "index.html", "new\n")
    os.close(handle)
    there = sorted(path.name for path in Path.cwd().iterdir())
    assert there == [".999999998-b.goed-draft", ".mine.new", "report"]


@needs_chromium
def test_numbers_beside_words_sort_as_numbers_and_what_is_empty_comes_last(tmp_path: Path) -> None:
    from importlib.resources import files

    script = files("goed.report.page").joinpath("script.js").read_text(encoding="utf-8")
    cells = "".join(f"<tr><td>{size}</td></tr>" for size in ("1000", "all", "", "200"))
    head = "<!DOCTYPE html><title>x</title><table><thead><tr><th>size</th></tr></thead>"
    page = f"{head}<tbody>{cells}</tbody></table><script>{script}</script>"
    for clicks, expected in ((1, ["200", "1000", "all", ""]), (2, ["all", "1000", "200", ""])):
        clicking = "<script>document.querySelector('button').click();</script>" * clicks
        seen = visit(write(tmp_path / f"{clicks}.html", page + clicking), tmp_path / f"browser{clicks}")
        assert re.findall("<td>(.*?)</td>", seen.dom) == expected


def test_files_that_are_no_longer_made_go_away(goed: Goed, imported: Path) -> None:
    write(Path("more/qgo_200.test"), [[lemma, form + "x", tags] for lemma, form, tags in right_answers()])
    goed("import", "predictions", "more", "--model", "other")
    goed("report", "-o", "report")
    assert Path("report/figures/qgo-by-size-errors.svg").exists()
    goed("report", "-o", "report", "--size", "100")
    assert not Path("report/figures/qgo-by-size-errors.svg").exists()
    listed = Path("report/files.sha256").read_text(encoding="utf-8")
    assert "by-size" not in listed


def test_the_papers_scheme(goed: Goed) -> None:
    """English: bare is irregular where the lemma ends in t or d (hit–hit), else nonsense; variants are no errors."""
    forms = [
        ("bend", "bent", "bend", "irr"),
        ("sing", "sang", "sing", "?"),
        ("bring", "brought", "bringed", "reg"),
        ("bring up", "brought up", "brang up", None),
        ("walk", "walked", "welk", "irr"),
        ("trim", "trimmed", "trimed", "reg"),
        ("smear", "smeared", "smeared", None),
        ("tweet", "tweeted", "twxxt", "?"),
    ]
    forms = [row for row in forms if " " not in row[0]]
    write(Path("split/eng_10.train"), [["go", "went", "V;PST"], ["see", "saw", "V;PST"]])
    write(Path("split/eng.gold"), [[lemma, gold, "V;PST"] for lemma, gold, _, _ in forms])
    write(Path("preds/eng_10.test"), [[lemma, form, "V;PST"] for lemma, _, form, _ in forms])
    goed("init", "--empty")
    goed("import", "items", "split", "--as", "split")
    goed("import", "predictions", "preds", "--model", "m")
    rows = goed("stats", "paper", "--format", "json").rows
    assert {row["shows"]: row["n"] for row in rows} == {"irr": 2, "reg": 2, "?": 2}
    assert sum(row["mean"] for row in rows) == pytest.approx(6 / 7)


def test_the_papers_scheme_counts_every_error_once(goed: Goed, folder: Path) -> None:
    os.chdir(folder)
    totals = []
    for statistic in ("errors", "paper"):
        total: dict[tuple[object, ...], int] = {}
        for row in goed("stats", statistic, "--language", "eng", "deu", "--format", "json").rows:
            cell = (row["language"], row["sampling"], row["model"], row["size"], row["n_left_out"])
            total[cell] = total.get(cell, 0) + row["n"]
        totals.append(total)
    assert totals[0] == totals[1]


def _lightness(colour: str) -> float:
    """L* of CIELAB."""
    linear = [
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    ]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return 116 * luminance ** (1 / 3) - 16


def test_colours_stay_apart_in_grey() -> None:
    from goed.report.figures.looks import RAMP
    from goed_classifiers.registry import registry

    steps = [_lightness(colour) for colour in RAMP]
    assert all(later - earlier > 6 for earlier, later in pairwise(steps)), steps
    for pack in registry().all():
        assert all(0 <= place < len(RAMP) for place in pack.colours)
        assert len(set(pack.colours)) == len(pack.colours) == len(pack.class_order)


def test_a_class_looks_the_same_in_both_schemes() -> None:
    from goed.report.figures.looks import ErrorLooks

    german = ErrorLooks("inflection", "deu", {"(e)s→e", "umlaut", "e"})
    assert german.of("(e)s→e").colour == german.of("e").colour == german.of("zero→e").colour
    assert german.of("(e)s→e").hatch != german.of("zero→e").hatch
    english = ErrorLooks("inflection", "eng", {"over-regularization", "reg"})
    assert english.of("over-regularization").colour == english.of("reg").colour


@pytest.mark.parametrize("values", [("a b", "-x"), ("--study",), ("$(ls)", "'"), ("a",)])
def test_calls_name_what_was_selected_whatever_its_name(goed: Goed, values: tuple[str, ...]) -> None:
    """A call that is typed selects the same again."""
    from goed.commands.stats.group import command
    from goed.report.report_data import selection_as_options
    from goed.study.selection import Selection

    typed = shlex.split(shlex.join(selection_as_options(Selection(models=values, sizes=(100, 300)))))

    accuracy = command.get_command(click.Context(command), "accuracy")
    assert accuracy
    context = accuracy.make_context("accuracy", typed)
    assert context.params["models"] == values
    assert context.params["sizes"] == ("100", "300")


def test_errors_by_size_are_of_the_model_that_is_named(goed: Goed, imported: Path) -> None:
    for size in (200, 300):
        rows = [[lemma, form if size == 300 else "y" + form, tags] for lemma, form, tags in goedish(350, 430)]
        write(Path(f"more/qgo_{size}.test"), rows)
    goed("import", "predictions", "more", "--model", "other")
    goed("report", "-o", "report", "--errors-of", "other")
    text = Path("report/index.html").read_text(encoding="utf-8")
    assert "Errors of other by size" in text
    assert "goed stats errors --language qgo --model other --part test --study study.goed" in text


def test_predictions_that_are_missing_are_no_kind_of_error_to_speak_of(goed: Goed, study: Path) -> None:
    rows = [[lemma, form if place else f"{lemma}zz", tags] for place, (lemma, form, tags) in enumerate(right_answers())]
    for model in ("one", "two"):
        write(Path(f"{model}/qgo_100.test"), rows[:51])  # of 80
    goed("import", "predictions", "one", "two", "--pattern", "{model}/{language}_{size}")
    goed("report", "-o", "report")
    text = Path("report/index.html").read_text(encoding="utf-8")
    assert "58 predictions are missing, and count as wrong." in text
    assert "missing (" not in text
    assert "Of 2 models, one and two are right most often: 62.5 %" in text
