"""Agreement in the terminal: who agrees how far, what they confuse, and deciding what they differ on."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from conftest import Goed, MadeHere, sql, write
from goed.annotation.desk import Desk
from goed.annotation.queue_filter import Filter
from goed.screens.agreement_screen import AgreementScreen
from goed.screens.agreement_view import ASPECTS, GAP, SIGN, ConfusionCell, ConfusionView, judges_on
from goed.statistics.judges import compare
from goed.study.study import Study
from sitting import Sitting, acts, lines, sit_down

SAID = {  # what two people say that the forms show
    "jk": "brang irr, bept reg, goed reg, proded reg, singed ?, dreamt irr, wolked ?",
    "mia": "brang irr, bept irr, goed reg, proded ?, singed reg, dreamt irr, sang irr",
}


@pytest.fixture
def labelled(goed: Goed, made_here: MadeHere, verbs: Path) -> Path:
    """Two people have labelled, with flags and a note, a right form among it."""
    without_labels = verbs.absolute()

    def make() -> None:
        study = Path(shutil.copy(without_labels, Path()))
        for name, said in SAID.items():
            for form, shown in (words.split() for words in said.split(", ")):
                goed("label", number(study, form), "--class", shown, "--annotator", name)
        goed("label", number(study, "singed"), "--flags", "spelling", "--note", "sing with an e", "--annotator", "mia")

    return made_here("labelled by two", make)


def number(study: Path, form: str) -> int:
    ((found,),) = sql(study, "SELECT id FROM output WHERE answer = ? LIMIT 1", form)
    return int(found)


async def look(sitting: Sitting, *keys: str) -> str:
    """Press keys in Agreement, where all is counted then."""
    return await sitting.press(*keys)


def agreement(sitting: Sitting) -> AgreementScreen:
    screen = sitting.app.screen
    assert isinstance(screen, AgreementScreen)
    return screen


# The numbers


def test_the_numbers_are_those_of_the_command(goed: Goed, labelled: Path) -> None:
    got: dict[tuple[str, bool], list[dict[str, Any]]] = {}

    async def note_all(sitting: Sitting) -> None:
        await look(sitting, "A")
        for only_wrong in (False, True):
            for _ in agreement(sitting).answer.aspects:
                screen = agreement(sitting)
                rows = [judges.summary._asdict() for judges in screen.answer.judges]
                got[screen.question.aspect, screen.question.only_wrong] = rows
                await look(sitting, "c")
            assert only_wrong == agreement(sitting).question.only_wrong
            await look(sitting, "w")

    sit_down(labelled, note_all)
    assert len(got) == 2 * (len(ASPECTS) - 1)  # nobody gives verdicts here
    for (aspect, only_wrong), rows in got.items():
        wrong = ["--wrong"] if only_wrong else []
        assert rows == goed("stats", "agreement", "--what", aspect, *wrong, "--format", "json").rows


def test_a_line_shows_agreement_and_kappa_with_intervals(goed: Goed, labelled: Path) -> None:
    async def read(sitting: Sitting) -> None:
        text = await look(sitting, "A")
        (line,) = lines(text, "jk · mia")
        rows = goed("stats", "agreement", "--what", "error", "--format", "json").rows
        (row,) = [row for row in rows if (row["first"], row["second"]) == ("jk", "mia")]
        assert f"{100 * row['agreement']:.1f} (" in line
        assert f"κ {row['kappa']:.3f} (" in line
        assert "α" in lines(text, "jk, mia, classifier")[0]

    sit_down(labelled, read)


def test_every_cell_opens_as_many_outputs_as_it_counts(labelled: Path) -> None:
    with Study.open(labelled) as study:
        desk = Desk(study, "sp")
        for only_wrong in (False, True):
            comparison = compare(study, only_wrong=only_wrong)
            for aspect in ASPECTS:
                for judges in judges_on(comparison, aspect):
                    queue = desk.open(judges.differing(only_wrong), is_remembered=False)
                    if judges.is_pair:
                        n_differing = round(judges.summary.n * (1 - judges.summary.agreement))
                        assert len(queue.members) == n_differing
                    for row in judges.confusions:
                        chosen = judges.differing(only_wrong, ConfusionCell(row.first_says, row.second_says))
                        assert len(desk.open(chosen, is_remembered=False).members) == row.n, (judges.key, row)


# Moving about


def test_the_table_of_the_chosen_pair_and_a_cell_of_it(labelled: Path) -> None:
    async def choose(sitting: Sitting) -> None:
        text = await look(sitting, "A", "c")
        assert "classifier ↓ jk →" in text
        text = await look(sitting, "down", "down")
        assert "jk ↓ mia →" in text
        screen = agreement(sitting)
        await sitting.press("tab")
        grid = screen.query_one("ConfusionView").grid  # type: ignore[attr-defined]
        wanted = next(
            (line, column)
            for line, cells in enumerate(grid.lines)
            for column, cell in enumerate(cells)
            if cell == ("reg", "irr")
        )
        await sitting.press(*["down"] * wanted[0], *["right"] * wanted[1])
        await sitting.press("enter")
        await sitting.settle()
        assert sitting.title == "beep → *bept"
        assert "jk: reg, mia: irr" in sitting.text

    sit_down(labelled, choose)


def test_judges_and_cells_can_be_clicked_on(labelled: Path) -> None:
    async def choose(sitting: Sitting) -> None:
        await look(sitting, "A", "c")
        text = await sitting.click("JudgesView", 5, 4)  # the border, the head, then the third pair
        assert "jk ↓ mia →" in text
        table = agreement(sitting).query_one(ConfusionView)
        line, column = next(
            (line, column)
            for line, cells in enumerate(table.grid.lines)
            for column, cell in enumerate(cells)
            if cell == ("reg", "irr")
        )
        x = 1 + SIGN + table.grid.widths[0] + sum(width + GAP for width in table.grid.widths[1 : column + 2]) - 1
        await sitting.click("ConfusionView", x, line + 2)
        await sitting.press("enter")
        assert sitting.title == "beep → *bept"

    sit_down(labelled, choose)


def test_an_empty_cell_and_a_pair_that_agrees_open_nothing(goed: Goed, verbs: Path) -> None:
    for name in ("jk", "mia"):
        goed("label", number(verbs, "brang"), number(verbs, "goed"), "--accept", "--annotator", name)

    async def try_it(sitting: Sitting) -> None:
        text = await look(sitting, "A", "end", "up")
        assert "They agree on all 2 outputs" in text or "who says what" in text
        await look(sitting, "enter")
        assert sitting.message == "they agree on all 2 outputs"
        await sitting.press("tab", "right", "enter")
        assert sitting.message == "no output is like that"
        await sitting.press("left", "enter")
        await sitting.settle()
        assert "checked or not" in sitting.text  # one cell that they agree on opens, too

    sit_down(verbs, try_it)


def test_the_disagreements_with_the_classifier_open(labelled: Path) -> None:
    async def open_them(sitting: Sitting) -> None:
        await look(sitting, "A")
        shown = agreement(sitting).answer.judges
        await look(sitting, "enter")
        await sitting.settle()
        assert "classifier and jk differ on the error" in sitting.text
        (shares,) = [judges for judges in shown if judges.names == ("classifier", "jk")]
        n_differing = round(shares.summary.n * (1 - shares.summary.agreement))
        assert f"{n_differing}/{n_differing} checked" in sitting.text

    sit_down(labelled, open_them, annotator="jk")


# Deciding


def test_a_letter_decides_and_undo_takes_it_back(goed: Goed, labelled: Path) -> None:
    async def decide(sitting: Sitting) -> None:
        await look(sitting, "A", "down", "down", "enter")
        await sitting.settle()
        text = sitting.text
        assert "jk and mia differ on the error" in text
        assert "0/3 settled" in text
        await sitting.press("slash")
        await sitting.type("bept")
        text = await sitting.press("enter")
        assert lines(text, "a jk")[0].split("a jk")[1].split()[:2] == ["reg", "regular-spelling"]
        assert "b mia" in text
        await sitting.press("enter")
        assert "Press its letter" in sitting.message
        text = await sitting.press("b")
        assert "1/1 settled" in text
        assert "over-irregularization" in lines(text, "settled")[-1]
        text = await sitting.press("u")
        assert "0/1 settled" in text
        await sitting.press("U")

    sit_down(labelled, decide)
    assert [(kind, form, pred) for kind, _, form, pred, *_ in acts(labelled)] == [
        ("adjudicate", "bept", "irr"),
        ("undo", None, None),
        ("adjudicate", "bept", "irr"),
    ]
    goed("export", "-o", "labels.csv")
    assert "adjudicated" in next(line for line in Path("labels.csv").read_text().splitlines() if ",bept," in line)


def test_both_labels_and_notes_are_side_by_side(labelled: Path) -> None:
    chosen = Filter(queue="disputes", forms="all", pair=("jk", "mia"), pattern="singed")

    async def read(sitting: Sitting) -> None:
        (jk,), (mia,) = lines(sitting.text, "a jk"), lines(sitting.text, "b mia")
        assert "“sing with an e”" in mia
        assert "spelling" in mia
        assert "spelling" not in jk
        assert jk.index("unnatural") == mia.index("over-regularization")
        assert "a is right  b is right" in sitting.text

    sit_down(labelled, read, size=(200, 60), chosen=chosen)


def test_a_digit_decides_for_another_class(labelled: Path) -> None:
    async def decide(sitting: Sitting) -> None:
        assert sitting.title == "sing → *singed"
        await sitting.press("3")

    sit_down(labelled, decide, chosen=Filter(queue="disputes", forms="all", pattern="singed"))
    assert [(kind, pred) for kind, _, _, pred, *_ in acts(labelled)] == [("adjudicate", "bare")]


# Who is there


def test_a_study_where_nobody_labelled_says_what_to_do(verbs: Path) -> None:
    async def read(sitting: Sitting) -> None:
        text = await look(sitting, "A")
        assert "Nobody has labelled anything yet" in text
        for key in ("enter", "tab", "down", "c", "w", "home", "escape"):
            await look(sitting, key)
        assert "Nobody has labelled anything yet" in sitting.text

    sit_down(verbs, read, size=(80, 24))


def test_one_person_is_compared_with_the_classifier_and_told_how_there_would_be_more(goed: Goed, verbs: Path) -> None:
    goed("label", number(verbs, "brang"), "--accept", "--annotator", "jk")

    async def read(sitting: Sitting) -> None:
        text = await look(sitting, "A")
        assert "classifier · jk" in text
        assert "Only one person has labelled so far" in text

    sit_down(verbs, read, size=(80, 24))


def test_two_people_without_an_output_in_common(goed: Goed, verbs: Path) -> None:
    goed("label", number(verbs, "brang"), "--accept", "--annotator", "jk")
    goed("label", number(verbs, "goed"), "--accept", "--annotator", "mia")

    async def read(sitting: Sitting) -> None:
        assert "No output was labelled by two people" in await look(sitting, "A")

    sit_down(verbs, read)


def test_anothers_act_appears_without_a_restart(labelled: Path) -> None:
    async def wait(sitting: Sitting) -> None:
        await look(sitting, "A", "down", "down")
        assert agreement(sitting).judges.names == ("jk", "mia")  # type: ignore[union-attr]
        before = agreement(sitting).judges.summary.n  # type: ignore[union-attr]
        with Study.open(labelled) as study:
            Desk(study, "jk").give_class(number(labelled, "sang"), "irr")
        await sitting.until_so(lambda: agreement(sitting).judges.summary.n == before + 1)  # type: ignore[union-attr]
        assert agreement(sitting).judges.names == ("jk", "mia")  # type: ignore[union-attr]  # the cursor stays there

    sit_down(labelled, wait)


# How it looks


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
def test_all_that_matters_is_there_in_every_size(labelled: Path, size: tuple[int, int]) -> None:
    async def read(sitting: Sitting) -> None:
        text = await look(sitting, "A", "c")
        rows = text.splitlines()
        assert all(len(row) <= size[0] for row in rows)
        for word in ("classifier · jk", "κ ", "↓ jk →", "Tab table", "⏎ open", "? help"):
            assert word in text
        text = await look(sitting, "question_mark")
        assert "compare something else" in text

    sit_down(labelled, read, size=size)


def test_what_does_not_fit_as_a_table_is_listed_the_commonest_first(labelled: Path) -> None:
    async def read(sitting: Sitting) -> None:
        text = await look(sitting, "A")
        assert "what is confused, the commonest first" in text
        assert "classifier says" in text
        await sitting.press("tab", "enter")
        await sitting.settle()
        assert "classifier: " in sitting.text

    sit_down(labelled, read, size=(80, 24))


def test_names_of_judges_and_classes_are_no_markup(goed: Goed, verbs: Path) -> None:
    header = ["language", "lemma", "features", "gold", "predicted", "pred_class", "note"]
    hostile = ["eng", "bring", "V;PST", "brought", "brang", "[red]x[/red]", "\u202e[b]odd[/b]"]
    goed("import", "labels", write(Path("l.tsv"), [header, hostile]), "--annotator", "[bold]jk[/]")
    goed("label", number(verbs, "brang"), "--accept", "--annotator", "mia")

    async def read(sitting: Sitting) -> None:
        text = await look(sitting, "A", "c", "down", "down")
        assert "[bold]jk[/]" in text
        assert "[red]x[/red]" in text
        await look(sitting, "enter")
        await sitting.settle()
        assert "\u202e" not in sitting.text
        assert "\\u202e[b]odd[/b]" in sitting.text

    sit_down(verbs, read)
