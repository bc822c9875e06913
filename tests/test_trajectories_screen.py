"""Trajectories: what the screen shows is what `goed stats` prints, and a bar leads to its cases."""

from __future__ import annotations

import re
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from conftest import GOEDISH, Goed, MadeHere, right_answers, write
from goed.annotation.queue_filter import Filter
from goed.screens.label_screen import LabelScreen
from sitting import Sitting, sit_down

SIZES = [(80, 24), (120, 40), (200, 60)]
HOSTILE = "[bold red]x[/] '=1+1 \u202bنموذج\u202c 模型 " + "very" * 12


@pytest.fixture
def trained(goed: Goed, made_here: MadeHere) -> Path:
    """A study with two strategies, two seeds and three sizes, and the runs of one model."""

    def make() -> None:
        goed("import", "items", write(Path("qgo"), GOEDISH))
        goed("split", "--seeds", 2, "--sizes", "100:300:100", "--dev", 60, "--test", 200)
        goed("run", "--model", "nonneur")

    return made_here("trajectories", make)


class Watched(Sitting):
    """The screen as a user sees it."""

    @property
    def lines(self) -> list[str]:
        """What stands on the screen, with all its spaces."""
        strips = self.app.screen._compositor.render_strips(self.app.size)  # no public way to the cells
        return ["".join(segment.text for segment in strip) for strip in strips]

    async def shows(self, *texts: str) -> None:
        """Wait until texts are on the screen."""
        await self.until(*texts)

    async def shows_row(self, name: str, *numbers: str) -> None:
        """Wait until the table has a row of this name with these numbers."""
        row = re.compile(
            rf".{{3,5}} {re.escape(name)} +" + " +".join(f"{re.escape(n)}(±[0-9.]+)?" for n in numbers) + " *"
        )
        await self.until_so(lambda: any(map(row.fullmatch, self.lines)))


def watch(study: Path, size: tuple[int, int], use: Callable[[Watched], Coroutine[Any, Any, None]]) -> None:
    """Open Trajectories in a terminal of a size, and do something there."""
    sit_down(study, use, size, start="trajectories", kind=Watched)


def per_cent(share: float) -> str:
    """A rate as the table shows it."""
    return "100" if share > 0.9995 else f"{100 * share:.1f}"


@pytest.mark.parametrize("size", SIZES)
def test_curves_and_errors_are_those_of_stats(goed: Goed, trained: Path, size: tuple[int, int]) -> None:
    accuracies = goed("stats", "accuracy", "--part", "test", "--format", "json").rows
    choice = ("--sampling", "weighted", "--model", "nonneur", "--format", "json")
    rates = goed("stats", "trajectory", *choice).rows
    shares = goed("stats", "errors", *choice).rows

    async def use(watched: Watched) -> None:
        for sampling in ("uniform", "weighted"):
            means = [per_cent(row["mean"]) for row in accuracies if row["sampling"] == sampling]
            await watched.shows_row(sampling, *means)
        await watched.press("v", "s")
        for kind in {row["error"] for row in rates} - {"correct"}:
            await watched.shows_row(kind, *(per_cent(row["mean"]) for row in rates if row["error"] == kind))
        await watched.press("r")
        for kind in {row["error"] for row in shares}:
            by_size = {row["size"]: row["share"] for row in shares if row["error"] == kind}
            await watched.shows_row(kind, *(per_cent(by_size.get(size, 0.0)) for size in (100, 200, 300)))
        assert all(len(line) == size[0] for line in watched.lines)

    watch(trained, size, use)


@pytest.mark.parametrize("size", SIZES)
def test_the_sentence_at_the_bottom_says_all_of_the_number_at_the_cursor(
    goed: Goed, trained: Path, size: tuple[int, int]
) -> None:
    choice = ("--sampling", "uniform", "--size", 200, "--format", "json")
    row = goed("stats", "errors", *choice).rows[1]

    async def use(watched: Watched) -> None:
        await watched.press("v", "left", "down")
        mean, low, high, share = (per_cent(row[column]) for column in ("mean", "min", "max", "share"))
        said = f"200: {mean} % of items ({low}–{high}), {share} % of errors, n {row['n']}, 0 % checked"
        await watched.shows(said)
        await watched.press("home", "pageup")
        await watched.shows(" 100: ")

    watch(trained, size, use)


def test_the_file_holds_what_stats_prints(goed: Goed, trained: Path) -> None:
    choice = ("--language", "qgo", "--part", "test", "--format", "csv")
    one = ("--sampling", "uniform", "--model", "nonneur")

    async def use(watched: Watched) -> None:
        await watched.press("w", "enter")
        await watched.press("v", "w", "enter")
        await watched.press("r", "w", "enter")
        await watched.shows("saved as errors_qgo_uniform_nonneur.csv")

    watch(trained, (80, 24), use)
    assert Path("accuracy_qgo_all_all.csv").read_text() == goed("stats", "accuracy", *choice).out
    assert Path("trajectory_qgo_uniform_nonneur.csv").read_text() == goed("stats", "trajectory", *choice, *one).out
    assert Path("errors_qgo_uniform_nonneur.csv").read_text() == goed("stats", "errors", *choice, *one).out


def test_a_file_is_never_written_over_without_asking(goed: Goed, trained: Path) -> None:
    file = write(Path("mine.csv"), "mine")
    name = ["ctrl+u", *"mine", "full_stop", *"csv"]

    async def use(watched: Watched) -> None:
        await watched.press("w")
        await watched.shows("Save as", "accuracy_qgo_all_all.csv")
        await watched.press(*name, "enter")
        await watched.shows("mine.csv is there already")
        await watched.press("escape")
        assert file.read_text() == "mine"
        await watched.press("w", *name, "enter", "enter")
        await watched.shows("saved as mine.csv")
        assert file.read_text().startswith("language,sampling,model")
        await watched.press("w", "ctrl+u", *"no", "slash", *"csv", "enter")
        await watched.shows("There is no folder no")
        await watched.press("ctrl+u", *trained.stem, "full_stop", *"goed", "enter", "enter", "enter")
        await watched.shows("is the study itself")

    watch(trained, (80, 24), use)
    goed("check")


@pytest.mark.parametrize("size", SIZES)
def test_a_bar_opens_its_cases_in_label(goed: Goed, trained: Path, size: tuple[int, int]) -> None:
    choice = ("--sampling", "uniform", "--size", 300, "--format", "json")
    row = goed("stats", "errors", *choice).rows[0]

    async def use(watched: Watched) -> None:
        await watched.press("enter")  # from the curve of uniform to its errors
        await watched.shows("kinds of error")
        await watched.press("enter")
        await watched.shows("size 300")
        assert isinstance(watched.app.screen, LabelScreen)
        assert watched.app.screen.filter == Filter(
            languages=("qgo",),
            state="all",
            errors=(row["error"],),
            models=("nonneur",),
            samplings=("uniform",),
            sizes=(300,),
            parts=("test",),
        )
        await watched.press("T", "v")
        await watched.shows("learning curves")

    watch(trained, size, use)


def test_a_study_without_runs_says_what_to_do(goed: Goed, study: Path) -> None:
    async def use(watched: Watched) -> None:
        await watched.shows("goed run")
        for key in ("v", "l", "s", "m", "p", "r", "z", "w", "enter", "up", "left"):
            await watched.press(key)
        assert "there are no numbers to save" not in watched.lines[0]

    watch(study, (80, 24), use)


@pytest.mark.parametrize("size", SIZES)
def test_a_model_may_have_any_name(goed: Goed, study: Path, size: tuple[int, int]) -> None:
    answers = [[lemma, lemma, features] for lemma, _, features in right_answers()]
    name = "".join(c for c in HOSTILE if c.isprintable())
    goed("import", "predictions", write(Path("qgo_100.test"), answers), "--model", name)
    goed("import", "predictions", write(Path("qgo_200.test"), answers), "--model", name)

    async def use(watched: Watched) -> None:
        await watched.shows("[bold red]x[/]")
        await watched.press("m")
        await watched.press("v")
        await watched.press("enter")
        await watched.press("T", "w", "enter")
        await watched.shows("saved as")

    watch(study, size, use)
    [file] = Path().glob("trajectory_*.csv")
    assert file.read_text() == goed("stats", "trajectory", "--format", "csv").out


def test_what_another_goed_adds_appears(goed: Goed, study: Path) -> None:
    file = write(Path("qgo_100.test"), right_answers())
    goed("import", "predictions", file, "--model", "first")

    async def use(watched: Watched) -> None:
        goed("import", "predictions", file, "--model", "second")
        await watched.shows("second")

    watch(study, (80, 24), use)


def test_without_colour_letters_tell_the_kinds_apart(trained: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def use(watched: Watched) -> None:
        await watched.shows("●")
        await watched.shows("■")
        await watched.press("v")
        await watched.shows("aaaa")
        await watched.shows("bbbb")
        colours = {
            segment.style.color.triplet
            for strip in watched.app.screen._compositor.render_strips(watched.app.size)
            for segment in strip
            if segment.style is not None and segment.style.color is not None and segment.style.color.triplet
        }
        assert all(len(set(colour)) == 1 for colour in colours)  # grey

    watch(trained, (80, 24), use)


def test_parts_and_strategies_go_round(trained: Path) -> None:
    async def use(watched: Watched) -> None:
        for part in ("dev", "core", "test"):
            await watched.press("p")
            await watched.shows(f" · {part} · ")
        for sampling in ("uniform", "weighted", "all strategies"):
            await watched.press("s")
            await watched.shows(f" · {sampling} · ")
        await watched.press("z")
        assert not re.search(r"^.{10,} 50 ┤", watched.text, re.MULTILINE)

    watch(trained, (120, 40), use)
