"""Judging outputs in the terminal: one key labels and goes on, and nothing of it is lost."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from textual.drivers.headless_driver import HeadlessDriver

from conftest import Goed, sql, write
from goed.annotation.annotator import Judge
from goed.annotation.desk import Desk
from goed.annotation.queue_filter import Filter
from goed.errors import GoedError
from goed.screens.app import GoedApp
from goed.screens.label_screen import LabelScreen
from goed.screens.start import run
from goed.screens.study_thread import DeskThread
from goed.study import judgements as judgements_module
from goed.study.acts import ActLog, add_act, insert_annotations, next_act_id
from goed.study.judgements import Judgement
from goed.study.runners import signed_in
from goed.study.study import Study
from sitting import VERBS, Sitting, acts, labels, lines, sit_down
from waiting import wait_beside

SIZES = [(80, 24), (120, 40), (200, 60)]


def test_the_first_case_is_the_most_frequent_one_with_all_that_helps_to_judge_it(verbs: Path) -> None:
    async def look(sitting: Sitting) -> None:
        text = sitting.text
        assert sitting.title in ("bring → *brang", "beep → *bept", "go → *goed")
        assert "English" in text or "all languages" in text
        assert "wrong · unchecked · most frequent" in text
        assert "0/14 checked" in text
        await sitting.press("slash")
        await sitting.type("brang")
        text = await sitting.press("enter")
        assert sitting.title == "bring → *brang"
        assert "br[i→a]ng" in text
        assert "gold brought · V;PST" in text
        assert "irr  because" in text
        assert "wrong-irregular" in text
        assert "sure" in lines(text, "rule")[0]
        assert "babble 2█ 4█ · mumble 2█" in text
        assert "3×" in text
        assert "sting→stang" in lines(text, "alike")[0]
        assert "1 reg  2 irr  3 bare  4 ?" in text

    sit_down(verbs, look)


def test_enter_accepts_and_goes_on_and_a_digit_gives_another_class(verbs: Path) -> None:
    async def judge(sitting: Sitting) -> None:
        first = sitting.title
        await sitting.press("enter")
        second = sitting.title
        text = await sitting.press("3")
        assert len({first, second, sitting.title}) == 3
        assert "2/14 checked" in text

    sit_down(verbs, judge)
    (kind, _, _, first, *_), (_, _, _, second, error, *_) = acts(verbs)
    assert (kind, second, error) == ("label", "bare", "bare-stem")
    assert first in ("irr", "reg")


@pytest.mark.parametrize("number", [60, pytest.param(300, marks=pytest.mark.slow)])
def test_three_hundred_cases_take_three_hundred_keys(goed: Goed, study: Path, number: int) -> None:
    """Of which the classifier has 95 % right: a key for each, right or not."""
    from conftest import goedish

    for ending in "aeio":
        wrong = [[lemma, form + ending, tags] for lemma, form, tags in goedish(350, 430)]
        write(Path(f"all/model-{ending}/qgo_100.test"), wrong)
    goed("import", "predictions", "all", "--pattern", "{model}/{language}_{size}")

    async def judge(sitting: Sitting) -> None:
        await sitting.press(*("6" if place % 20 == 0 else "enter" for place in range(number)))
        await sitting.settle()
        assert f"{number}/320 checked" in sitting.text

    sit_down(study, judge)
    assert sql(study, "SELECT count(*) FROM act") == [(number,)]


def test_undo_takes_back_one_act_after_the_other_across_sittings(verbs: Path) -> None:
    titles = []

    async def judge(sitting: Sitting) -> None:
        for key in ("enter", "2", "enter"):
            titles.append(sitting.title)
            await sitting.press(key)

    async def undo(sitting: Sitting) -> None:
        for number in (2, 1, 0):
            await sitting.press("u")
            assert sitting.title == titles[number]
            assert sitting.message.startswith("taken back: label")
            assert f"{number}/14 checked" in sitting.text
        await sitting.press("u")
        assert sitting.message == "there is nothing to take back"
        await sitting.press("U", "U")
        assert "2/14 checked" in sitting.text
        assert sitting.title == titles[1]

    sit_down(verbs, judge)
    sit_down(verbs, undo)
    assert sql(verbs, "SELECT count(*) FROM standing_act") == [(2,)]
    assert sql(verbs, "SELECT count(*) FROM act") == [(3 + 3 + 2,)]


def test_an_import_is_only_taken_back_when_that_is_confirmed(goed: Goed, verbs: Path) -> None:
    goed("export", "-o", "labels.csv")
    goed("import", "labels", "labels.csv", "--annotator", "sp", "--all")

    async def undo(sitting: Sitting) -> None:
        assert "your last act is an import of" in await sitting.press("u", "u", "u")
        await sitting.press("2")
        assert sql(verbs, "SELECT count(*) FROM act") == [(1,)]
        await sitting.press("u", "1")
        assert "taken back: import" in sitting.message

    sit_down(verbs, undo)
    assert sql(verbs, "SELECT count(*) FROM standing_act") == [(0,)]


def test_flags_are_labels_too_and_stay_on_the_case(verbs: Path) -> None:
    async def judge(sitting: Sitting) -> None:
        await sitting.press("v")
        title = sitting.title
        assert "variant" in lines(sitting.text, "gold is")[0]
        text = await sitting.press("m", "down", "down", "space")
        assert "☒ variant" in text
        assert "☒ spelling" in text
        assert "☐ gold-error" in text
        await sitting.press("enter")
        assert sitting.title == title
        await sitting.press("g", "v", "enter")
        assert sitting.title != title

    sit_down(verbs, judge)
    assert [flags for *_, flags, _, _ in acts(verbs)] == [
        "variant",
        "spelling,variant",
        "gold-error,spelling,variant",
        "gold-error,spelling",
    ]


def test_a_line_of_the_queue_and_a_flag_can_be_clicked_on(verbs: Path) -> None:
    async def click(sitting: Sitting) -> None:
        await sitting.click("QueueView", 5, 4)  # the border, the head, then the third output
        assert sitting.title == "go → *goed"
        await sitting.click("QueueView", 5, 25)  # below the last one
        assert sitting.title == "go → *goed"
        await sitting.turn_wheel("QueueView")
        assert sitting.title == "sing → *singed"
        await sitting.press("m")
        text = await sitting.click("TickList", 1, 2)
        assert "☒ spelling" in text
        await sitting.press("enter")

    sit_down(verbs, click)
    assert [(form, flags) for _, _, form, *_, flags, _, _ in acts(verbs)] == [("singed", "spelling")]


def test_the_gold_class_can_be_corrected(verbs: Path) -> None:
    async def judge(sitting: Sitting) -> None:
        text = await sitting.press("G")
        assert "gold:  1 reg" in text
        await sitting.press("3")
        assert "gold is bare" in sitting.text

    sit_down(verbs, judge)
    assert sql(verbs, "SELECT gold_class FROM annotation") == [("bare",)]


def test_a_note_and_a_flag_to_come_back_to(verbs: Path) -> None:
    async def write_note(sitting: Sitting) -> None:
        await sitting.press("n")
        await sitting.type("ask jk")
        await sitting.press("enter", "f")
        text = sitting.text
        assert "ask jk" in lines(text, "your note")[0]
        assert "to come back to" in text
        assert "▶!" in text

    async def come_back(sitting: Sitting) -> None:
        assert "0/1 checked" in sitting.text
        await sitting.press("n", *["backspace"] * 6, "enter", "f")
        assert "your note" not in sitting.text

    sit_down(verbs, write_note)
    sit_down(verbs, come_back, chosen=Filter(marked=True))
    assert [(kind, note, mark) for kind, *_, note, mark in acts(verbs)] == [
        ("note", "ask jk", None),
        ("mark", None, 1),
        ("note", "", None),
        ("mark", None, 0),
    ]


def test_a_note_that_was_begun_is_there_when_it_is_opened_again(verbs: Path) -> None:
    async def begin(sitting: Sitting) -> None:
        await sitting.press("n")
        await sitting.type("half a thou")
        await sitting.press("escape", "n")
        await sitting.type("ght")
        await sitting.press("enter")

    sit_down(verbs, begin)
    assert [note for *_, note, _ in acts(verbs)] == ["half a thought"]


def test_what_is_typed_fast_goes_to_the_window_that_it_is_meant_for(verbs: Path) -> None:
    """The desk is busy, and keys come in all the while."""

    async def type_ahead(sitting: Sitting) -> None:
        is_free = Event()
        sitting.app.desk._executor.submit(is_free.wait)
        sitting.press_at_once("2", "n", "1", "enter", "enter")
        await wait_beside(lambda: "one moment" in sitting.text)
        is_free.set()
        await sitting.settle()

    sit_down(verbs, type_ahead)
    assert [(kind, note) for kind, *_, note, _ in acts(verbs)] == [("label", None), ("note", "1"), ("label", None)]


def test_similar_outputs_are_labelled_in_one_act_and_undone_as_one(verbs: Path) -> None:
    async def judge(sitting: Sitting) -> None:
        await sitting.press("slash")
        await sitting.type("keeped")
        await sitting.press("enter", "s", "tab", "tab", "tab")
        text = sitting.text
        assert "the same classes" in text
        assert "sing → singed" in text
        await sitting.press("down", "space", "1")
        assert "outputs labelled in one act" in sitting.message
        n_labelled = len(labels(verbs))
        assert n_labelled > 2
        await sitting.press("u")
        assert f"taken back: label on {n_labelled} outputs" in sitting.message

    sit_down(verbs, judge)
    assert sql(verbs, "SELECT count(*) FROM act") == [(2,)]


def test_filters_combine_are_said_in_words_and_are_remembered(verbs: Path) -> None:
    async def choose(sitting: Sitting) -> None:
        await sitting.press("slash", "tab")
        for _ in range(4):
            await sitting.press("down")
        await sitting.press("right", "space")
        await sitting.press("enter")
        assert "wrong · over-irregularization · unchecked" in sitting.text.splitlines()[1]

    async def find_again(sitting: Sitting) -> None:
        chosen.append(sitting.text.splitlines()[1])

    chosen: list[str] = []
    sit_down(verbs, choose)
    sit_down(verbs, find_again)
    sit_down(verbs, find_again)
    assert chosen[0] == chosen[1]
    assert sql(verbs, "SELECT count(*) FROM preference") == [(1,)]


@pytest.mark.parametrize(
    ("chosen", "found"),
    [
        (Filter(pattern="^b.*p"), {"bept"}),
        (Filter(errors=("wrong-irregular",)), {"brang", "stang"}),
        (Filter(errors=("wrong-irregular",), pattern="st"), {"stang"}),
        (Filter(models=("mumble",), sizes=(4,)), {"bringed", "goed"}),
        (Filter(flags=("past+ed",)), {"wented"}),
        (
            Filter(gold_classes=("irr",), pred_classes=("reg",)),
            {"singed", "goed", "keeped", "wented", "hitted", "bringed"},
        ),
        (Filter(forms="right", pattern="^walk"), {"walked"}),
        (Filter(state="checked"), set()),
    ],
)
def test_what_a_filter_finds(verbs: Path, chosen: Filter, found: set[str]) -> None:
    seen: set[str] = set()

    async def look(sitting: Sitting) -> None:
        rows = await sitting.app.desk.call(lambda desk: desk.rows(desk.queue.output_ids))
        seen.update(row.predicted for row in rows)

    sit_down(verbs, look, chosen=chosen)
    assert seen == found


def test_a_pattern_that_is_none_or_takes_for_ever_is_said_to_be_so(verbs: Path) -> None:
    async def search(sitting: Sitting) -> None:
        await sitting.press("slash", "left_parenthesis", "enter")
        assert "no regular expression" in sitting.message
        assert "0/14 checked" in sitting.text

    sit_down(verbs, search)


def test_a_label_of_ones_own_counts_in_the_place_of_the_classifiers(verbs: Path) -> None:
    async def judge(sitting: Sitting) -> None:
        await sitting.press("3")

    async def look(sitting: Sitting) -> None:
        assert "1/1 checked" in sitting.text

    sit_down(verbs, judge, chosen=Filter(errors=("wrong-irregular",), pattern="brang"))
    sit_down(verbs, look, chosen=Filter(errors=("bare-stem",), state="all"))


def test_a_blind_audit_hides_every_label_until_one_has_judged(verbs: Path) -> None:
    async def judge(sitting: Sitting) -> None:
        await sitting.press("p", "1", *["backspace"] * 5)
        await sitting.type("5 7")
        text = await sitting.press("enter")
        assert "blind audit 1 · unchecked" in text
        assert "0/5 checked" in text
        for word in ("irregular", "because", "sure", "regularization", "spelling", "unnatural"):
            assert word not in text
        await sitting.press("enter")
        assert "blind" in sitting.message
        await sitting.press("s")
        assert "judged by itself" in sitting.message
        text = await sitting.press("2")
        assert "you: " in sitting.message
        assert "classifier: " in sitting.message
        assert "1/5 checked" in text

    sit_down(verbs, judge)
    assert sql(verbs, "SELECT is_blind, sample_id FROM act") == [(1, 1)]
    assert sql(verbs, "SELECT seed, size, n_outputs, n_predictions FROM sample") == [(7, 5, 14, 20)]
    probabilities = [p for (p,) in sql(verbs, "SELECT probability FROM sample_output")]
    assert len(probabilities) == 5
    assert all(0 < p <= 1 for p in probabilities)


def test_an_import_said_again_is_still_of_its_file(goed: Goed, verbs: Path) -> None:
    goed("export", "-o", "labels.tsv")
    goed("import", "labels", "labels.tsv", "--all", "--annotator", "jk")
    goed("undo", "--annotator", "jk")
    goed("undo", "--redo", "--annotator", "jk")
    (source,), (of_undoing,), (again,) = sql(verbs, "SELECT source_id FROM act ORDER BY id")
    assert (of_undoing, again) == (None, source)
    assert source is not None


def test_an_import_that_ends_while_one_looks_is_not_missed(goed: Goed, verbs: Path) -> None:
    """Its number is lower than those of acts that came meanwhile, so it is only found while it is awaited."""
    said = [(1, Judgement("irr", "irr", "wrong-irregular", ()))]

    class Reader:
        """A connection that somebody else's import overtakes between two of its questions."""

        def execute(self, question: str, values: Sequence[Any] = ()) -> Any:
            if "staged_act" in question and not is_done:
                is_done.append(True)
                with other.transaction() as db:
                    db.execute(
                        "INSERT INTO act (id, annotator_id, made_at, kind) VALUES (?, 1, '', 'import')", [staged]
                    )
                    db.execute("DELETE FROM staged_act")
            return connection.execute(question, values)

    with Study.open(verbs) as study, Study.open(verbs) as other, signed_in(other) as runner:
        log = ActLog(study)
        add_act(other, "jk", "label", said)
        with other.transaction() as db:
            staged = next_act_id(db)
            db.execute("INSERT INTO staged_act VALUES (?, ?)", (staged, runner.id))
            insert_annotations(db, staged, [(2, said[0][1])])
        add_act(other, "jk", "label", said)
        is_done: list[bool] = []
        connection, study.connection = study.connection, Reader()  # type: ignore[assignment]
        assert log.new_outputs() | log.new_outputs() == {1, 2}
        study.connection = connection
        assert is_done


def test_what_others_have_said_is_not_read_to_begin_with(
    goed: Goed, verbs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twenty annotators with 85,000 labels each made the others wait 12 seconds for their first case."""
    goed("export", "-o", "labels.tsv")
    for name in ("jk", "lm"):
        goed("import", "labels", "labels.tsv", "--all", "--annotator", name)
    goed("label", 1, "--class", "reg", "--annotator", "sp")
    read = []
    updated = judgements_module.updated
    monkeypatch.setattr(judgements_module, "updated", lambda *said: read.append(1) or updated(*said))
    with Study.open(verbs) as study:
        desk = Desk(study, "sp")
        assert not desk.take_in()
        desk.open(Filter())
        assert list(desk.writer.own_judgements) == [1]
    assert len(read) == 1


@pytest.mark.parametrize("table", ["annotation", "prediction"])
def test_a_damaged_study_is_said_to_be_damaged(goed: Goed, verbs: Path, table: str) -> None:
    goed("label", 1, "--class", "reg", "--annotator", "sp")
    ((root, size),) = sql(
        verbs, "SELECT rootpage, page_size FROM sqlite_master, pragma_page_size WHERE name = ?", table
    )
    with verbs.open("r+b") as file:
        file.seek((root - 1) * size)
        file.write(b"\xff" * size)
    desk = DeskThread(verbs, "sp")

    async def look() -> None:
        await desk.call(lambda there: there.case(there.open(Filter()).output_ids[0]))

    with pytest.raises(GoedError, match="damaged"):
        asyncio.run(look())
    desk.close()


def test_in_a_blind_queue_flags_and_gold_class_are_said_with_the_class(goed: Goed, verbs: Path) -> None:
    """A flag alone would be a blind label that says `?`, and would uncover the classifier's before one has judged."""

    async def judge(sitting: Sitting) -> None:
        await sitting.press("v", "g", "v", "v", "G", "3")
        assert sitting.message == "gold-error, variant, gold bare: saved with the digit of what the form shows"
        await sitting.press("2", "up", "v")

    goed("audit", "--size", 14)
    sit_down(verbs, judge, chosen=Filter(queue="audit", sample_id=1))
    columns = "output_id, is_blind, gold_class, pred_class, annotation.flags"
    (first, flagged) = sql(verbs, f"SELECT {columns} FROM act JOIN annotation ON act_id = act.id")
    assert first[1:] == (1, "bare", "irr", "gold-error,variant")
    assert flagged == (first[0], 0, "bare", "irr", "gold-error")


def test_what_is_held_for_one_case_is_not_said_of_another(goed: Goed, verbs: Path) -> None:
    async def judge(sitting: Sitting) -> None:
        await sitting.press("v", "down", "2")

    goed("audit", "--size", 14)
    sit_down(verbs, judge, chosen=Filter(queue="audit", sample_id=1))
    assert sql(verbs, "SELECT flags FROM annotation") == [("",)]


def test_what_is_alike_is_known_again_after_predictions_came_in(goed: Goed, verbs: Path) -> None:
    async def look(sitting: Sitting) -> None:
        write(Path("more/new/eng_2.test"), [["bring", "brank", "V;PST"]])
        goed("import", "predictions", "more", "--pattern", "{model}/{language}_{size}")
        await sitting.press("r")
        await sitting.settle()
        assert "sting→stang" in lines(sitting.text, "alike")[0]

    sit_down(verbs, look)


def test_what_is_still_blind_is_no_example_for_what_is_judged(goed: Goed, verbs: Path) -> None:
    """Examples are of the classes of the case: to be shown as one tells what the classifier says."""
    goed("audit", "--size", 14)
    with Study.open(verbs) as study:
        desk = Desk(study, "sp")
        desk.open(Filter(queue="audit", sample_id=1))
        desk.adopt(desk.make_indexes(study))
        numbers = {words.predicted: number for number, words in desk.words(desk.queue.output_ids).items()}
        desk.give_class(numbers["brang"], "irr")
        assert desk.case(numbers["brang"]).similar == ()
        desk.give_class(numbers["stang"], "irr")
        assert [example.word for example in desk.case(numbers["brang"]).similar or ()] == ["sting"]


@pytest.mark.parametrize("keys", [["v"], ["g"], ["m", "enter"], ["G", "1"]])
def test_what_is_blind_is_not_revealed_by_half_a_judgement(verbs: Path, goed: Goed, keys: list[str]) -> None:
    goed("audit", "--size", "10", "--seed", "1", "--annotator", "sp")

    async def judge(sitting: Sitting) -> None:
        text = await sitting.press(*keys)
        assert "0/10 checked" in text
        assert "because" not in text
        await sitting.press("f")
        assert "you:" not in sitting.message  # a flag to come back to is no judgement

    sit_down(verbs, judge, chosen=Filter(queue="audit", sample_id=1))
    assert labels(verbs) == []
    (number,) = sql(verbs, "SELECT output_id FROM sample_output WHERE position = 0")[0]
    answer = goed("label", number, "--flags", "variant", "--audit", "1", "--annotator", "sp", code=1)
    assert "say first what the form shows" in answer.err


def test_what_was_revealed_is_not_blind_any_more_though_it_is_taken_back(verbs: Path, goed: Goed) -> None:
    goed("audit", "--size", "10", "--seed", "1", "--annotator", "sp")

    async def judge(sitting: Sitting) -> None:
        await sitting.press("3")
        assert "classifier: " in sitting.message
        await sitting.press("u")
        await sitting.press("2")

    sit_down(verbs, judge, chosen=Filter(queue="audit", sample_id=1))
    assert sql(verbs, "SELECT is_blind, sample_id FROM act WHERE kind = 'label'") == [(1, 1), (0, 1)]


def test_what_one_comes_back_to_in_a_blind_queue_is_no_part_of_its_sample(verbs: Path, goed: Goed) -> None:
    goed("audit", "--size", "3", "--seed", "1", "--annotator", "sp")
    query = "SELECT id FROM output WHERE NOT is_correct AND id NOT IN (SELECT output_id FROM sample_output)"
    goed("label", sql(verbs, query)[0][0], "--class", "irr", "--annotator", "sp")

    async def judge(sitting: Sitting) -> None:
        await sitting.press("u", "2")

    sit_down(verbs, judge, chosen=Filter(queue="audit", sample_id=1))
    assert sql(verbs, "SELECT is_blind, sample_id FROM act WHERE kind = 'label'") == [(0, None), (0, None)]


@pytest.mark.parametrize("slow_after", [0.0, 10_000.0], ids=["always slow", "never slow"])
def test_double_coding_shows_what_another_labelled_but_not_how(
    verbs: Path, monkeypatch: pytest.MonkeyPatch, slow_after: float
) -> None:
    """What the other said stands there until the next key, though one was asked for patience in between."""
    monkeypatch.setattr("goed.screens.goed_screen.SLOW", slow_after)

    async def judge(sitting: Sitting) -> None:
        await sitting.press("1", "1", "1")

    async def judge_again(sitting: Sitting) -> None:
        text = await sitting.press("p", "2")
        assert "blind, also labelled by jk" in text
        assert "0/3 checked" in text
        assert "because" not in text
        assert "reg," not in text
        await sitting.press("2")
        assert "jk: " in sitting.message

    sit_down(verbs, judge, annotator="jk")
    sit_down(verbs, judge_again)


def test_each_sees_only_their_own_labels_until_they_ask(verbs: Path) -> None:
    async def judge(sitting: Sitting) -> None:
        await sitting.press("3")

    async def look(sitting: Sitting) -> None:
        assert "0/1 checked" in sitting.text
        assert "bare" not in lines(sitting.text, "shows")[0]
        assert "jk" not in sitting.text
        text = await sitting.press("o")
        assert "bare  bare-stem" in lines(text, "jk ")[0]

    chosen = Filter(pattern="^brang$")
    sit_down(verbs, judge, annotator="jk", chosen=chosen)
    sit_down(verbs, look, chosen=chosen)


def test_what_another_does_meanwhile_appears_without_a_restart(goed: Goed, verbs: Path) -> None:
    from goed.study.acts import add_act
    from goed.study.judgements import Judgement
    from goed.study.study import Study

    async def wait(sitting: Sitting) -> None:
        await sitting.press("o")
        assert "jk" not in sitting.text
        output_id = sitting.app.screen.queue.current  # type: ignore[attr-defined]
        with Study.open(verbs) as study:
            add_act(study, "jk", "label", [(output_id, Judgement("irr", "bare", "bare-stem", ()))])
        await sitting.until("jk ")
        assert "bare  bare-stem" in lines(sitting.text, "jk ")[0]

    sit_down(verbs, wait)


def test_arabic_has_a_line_in_latin_letters_that_can_be_cycled(goed: Goed) -> None:
    write(Path("split/ara_1.train"), [["كَلْب", "كِلاب", "N;PL"]])
    write(Path("split/ara.dev"), [["بَيْت", "بُيُوت", "N;PL"]])
    write(Path("split/ara.gold"), [["كِتاب", "كُتُب", "N;PL"]])
    write(Path("said/ara_1.test"), [["كِتاب", "كِتابات", "N;PL"]])
    goed("init", "--empty")
    goed("import", "items", "split", "--as", "split")
    goed("import", "predictions", "said", "--model", "m")

    async def look(sitting: Sitting) -> None:
        assert "kitāb → kitābāt · gold kutub" in sitting.text
        assert "in Latin  " not in await sitting.press("t")
        assert "kitAb → kitAbAt · gold kutub" in await sitting.press("t")

    sit_down(Path("study.goed"), look)


HOSTILE = {
    "ansi": "\x1b[31mred\x1b[2J",
    "markup": "[bold red]x[/] [@click=app.bell]y[/]",
    "bidi": "\u202eevil\u202c",
    "zero width": "a\u200b\u200b\u200bb\ufeff",
    "flood": "e" + "\u0301" * 300,
    "long": "x" * 10_000,
    "empty": "",
    "wide": "字" * 500,
    "bell": "a\x07\x08\x7fb",
}


@pytest.mark.parametrize("size", SIZES)
def test_hostile_predictions_are_shown_and_do_no_harm(goed: Goed, study: Path, size: tuple[int, int]) -> None:
    from rich.cells import cell_len

    from conftest import goedish

    rows = [[lemma, bad, tags] for (lemma, _, tags), bad in zip(goedish(350, 359), HOSTILE.values(), strict=True)]
    write(Path("all/[red]model/qgo_100.test"), rows)
    goed("import", "predictions", "all", "--pattern", "{model}/{language}_{size}")

    async def walk(sitting: Sitting) -> None:
        for _ in HOSTILE:
            text = sitting.text
            assert "╮" in text
            for line in text.splitlines():
                assert cell_len(line) <= size[0]
                assert all(c.isprintable() for c in line)
            assert "[red]model" in text
            await sitting.press("space")
        await sitting.press("n", "escape", "s", "escape", "question_mark", "escape", "slash", "tab", "down", "escape")

    sit_down(study, walk, size)


def test_a_study_with_nothing_in_it_says_what_to_do(goed: Goed) -> None:
    goed("init", "--empty")

    async def look(sitting: Sitting) -> None:
        assert "nothing to judge here" in sitting.text
        for key in (
            "enter",
            "1",
            "0",
            "s",
            "n",
            "m",
            "v",
            "f",
            "u",
            "U",
            "down",
            "pagedown",
            "end",
            "G",
            "a",
            "r",
            "x",
        ):
            await sitting.press(key)

    sit_down(Path("study.goed"), look)


def test_a_study_that_cannot_be_written_can_be_looked_at(verbs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import goed.study.study as store

    monkeypatch.setattr(store.os, "access", lambda *_: False)

    async def look(sitting: Sitting) -> None:
        assert "brang" in sitting.text
        await sitting.press("enter")
        assert "cannot be written" in sitting.message
        assert "0/14 checked" in sitting.text

    sit_down(verbs, look)


def test_every_key_of_the_table_is_on_the_help_screen(verbs: Path) -> None:
    from goed.screens.actions import LABEL

    async def read(sitting: Sitting) -> None:
        text = await sitting.press("question_mark")
        for action in LABEL:
            assert action.help[:30] in text

    sit_down(verbs, read, size=(120, 60))


@pytest.mark.parametrize("theme", ["goed-light", "ansi-dark", "ansi-light", "goed-dark"])
def test_every_theme_shows_the_same(verbs: Path, theme: str) -> None:
    async def look(sitting: Sitting) -> None:
        before = sitting.text
        for _ in range(4):
            if sitting.app.theme != theme:
                await sitting.press("D")
        assert sitting.app.theme == theme
        assert sitting.text == before

    sit_down(verbs, look)


def test_without_colours_everything_can_still_be_told(verbs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def look(sitting: Sitting) -> None:
        colours = {
            segment.style.color.name
            for strip in sitting.app.screen._compositor.render_strips()
            for segment in strip
            if segment.style and segment.style.color
        }
        text = await sitting.press("slash", "tab", "down", "right")
        assert "●" in text
        assert "○" in text
        assert not sitting.app.native_ansi_color or colours <= {"default"}

    sit_down(verbs, look)


@pytest.mark.parametrize("fate", ["deleted", "replaced"])
def test_a_study_that_is_gone_takes_no_more_labels_unsaid(verbs: Path, fate: str) -> None:
    copy = verbs.with_name("copy.goed")

    async def judge(sitting: Sitting) -> None:
        await sitting.press("1")
        if fate == "deleted":
            verbs.unlink()
        else:
            copy.write_bytes(verbs.read_bytes())
            copy.replace(verbs)
        before = sitting.title
        text = await sitting.press("1")
        assert "not saved" in sitting.message
        assert "deleted, moved or replaced" in sitting.message
        assert sitting.title == before
        assert "1/14 checked" in text

    with pytest.raises(GoedError, match="replaced"):  # told once more when one quits
        sit_down(verbs, judge)


def test_that_nothing_was_saved_stands_there_though_the_screen_is_drawn_anew(goed: Goed, verbs: Path) -> None:
    """Others replace the predictions at the moment of a key; the screen then sees the same, and had said only that."""

    async def judge(sitting: Sitting) -> None:
        answers = [[lemma, f"{past}en", "V;PST"] for lemma, past in VERBS.items()]
        for model, size in product(("babble", "mumble"), (2, 4)):
            goed("import", "predictions", write(Path(f"eng_{size}.test"), answers), "--model", model, "--replace")
        sitting.press_at_once("enter")
        await sitting.settle()
        screen = sitting.app.screen
        assert isinstance(screen, LabelScreen)
        await screen.look()
        assert "not saved" in sitting.message
        assert acts(verbs) == []

    sit_down(verbs, judge)


def test_space_leads_from_what_was_taken_back_to_where_one_was(verbs: Path) -> None:
    async def judge(sitting: Sitting) -> None:
        await sitting.press("1")

    async def look(sitting: Sitting) -> None:
        first = sitting.title
        await sitting.press("u")
        assert sitting.title != first
        await sitting.press("space")
        assert sitting.title == first

    sit_down(verbs, judge)
    sit_down(verbs, look)


def test_classes_without_a_digit_are_told_of_and_what_is_asked_of_the_gold_form_says_so(
    verbs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Judge, "classes", lambda *_: ("reg", "irr", "bare", *"tuvwxyz", "?"))

    async def judge(sitting: Sitting) -> None:
        assert "0 2 more" in sitting.text
        assert "the form shows" in await sitting.press("0")
        await sitting.press("escape", "G")
        assert "the gold form is" in await sitting.press("0")

    sit_down(verbs, judge)


def test_the_letters_of_an_adjudication_are_the_same_peoples_in_every_case(verbs: Path, goed: Goed) -> None:
    ids = dict(sql(verbs, "SELECT answer, id FROM output WHERE answer IN ('brang', 'bept')"))
    for form, people in {"brang": ("jk", "mm"), "bept": ("mm", "jk")}.items():  # either was the first once
        for name in people:
            goed("label", ids[form], "--class", {"jk": "irr", "mm": "bare"}[name], "--annotator", name)

    async def decide(sitting: Sitting) -> None:
        for _ in ids:
            (jk,) = lines(sitting.text, "a jk")
            await sitting.press("v")  # one's own label comes in
            assert jk in lines(sitting.text, "a jk")
            await sitting.press("a")
        assert "2/2 settled" in sitting.text

    sit_down(verbs, decide, chosen=Filter(queue="disputes", forms="all"))
    assert {pred for kind, _, _, pred, *_ in acts(verbs) if kind == "adjudicate"} == {"irr"}


def test_where_people_differ_flags_are_decided_with_the_class(goed: Goed, verbs: Path) -> None:
    for annotator, shown in (("jk", "reg"), ("mm", "irr")):
        goed("label", 1, "--class", shown, "--annotator", annotator)

    async def decide(sitting: Sitting) -> None:
        await sitting.press("s")
        assert "every case is judged by itself" in sitting.message
        await sitting.press("v", "a")
        assert "1/1 settled" in sitting.text

    sit_down(verbs, decide, chosen=Filter(queue="disputes", pair=("jk", "mm")))
    query = (
        "SELECT kind, pred_class, annotation.flags FROM act JOIN annotation ON act_id = act.id WHERE annotator_id = "
    )
    assert sql(verbs, query + "(SELECT id FROM annotator WHERE name = 'sp')") == [("adjudicate", "reg", "variant")]


def test_n_counts_the_runs_that_are_looked_at(goed: Goed, verbs: Path) -> None:
    async def look(sitting: Sitting) -> None:
        assert lines(sitting.text, "▶")[0].split("││")[0].split()[-1] == "2"  # of 3 in all

    sit_down(verbs, look, chosen=Filter(models=("babble",), pattern="brang"))
    (row,) = goed("cases", "--model", "babble", "--pattern", "brang", "--format", "json").rows
    assert row["n_predictions"] == 2


def test_an_audit_can_be_searched(goed: Goed, verbs: Path) -> None:
    async def search(sitting: Sitting) -> None:
        await sitting.press("slash")
        await sitting.type("brang")
        text = await sitting.press("enter")
        assert "blind audit 1 · /brang/ · unchecked" in text
        assert "0/1 checked" in text

    goed("audit", "--size", 14)
    sit_down(verbs, search, chosen=Filter(queue="audit", sample_id=1))


def test_whoever_wants_to_get_out_is_told_how(verbs: Path) -> None:
    async def interrupt(sitting: Sitting) -> None:
        await sitting.press("ctrl+c")
        assert sitting.message == "q quits; everything that you did is saved already"

    sit_down(verbs, interrupt)


def test_of_a_note_that_is_pasted_no_line_is_lost(verbs: Path) -> None:
    from textual.events import Paste

    async def paste(sitting: Sitting) -> None:
        await sitting.press("n")
        sitting.app.post_message(Paste("line one\nline two\r\n\x1b[31mthree"))
        await sitting.settle()
        await sitting.press("enter")

    sit_down(verbs, paste)
    assert [note for *_, note, _ in acts(verbs)] == ["line one line two \x1b[31mthree"]


def test_words_of_a_filter_that_are_too_long_for_the_title_stand_below(verbs: Path) -> None:
    chosen = Filter(errors=("wrong-irregular", "over-regularization", "unnatural"), order="lemma")

    async def look(sitting: Sitting) -> None:
        assert "… " in sitting.text.splitlines()[1]
        assert sitting.message.startswith(
            "all languages · wrong · wrong-irregular or over-regularization or unnatural · "
        )

    sit_down(verbs, look, size=(80, 24), chosen=chosen)


@pytest.mark.parametrize(("key", "flags"), [("1", "past+ed"), ("4", "")])
def test_what_anybody_sees_in_the_forms_need_not_be_said_in_a_blind_queue(
    goed: Goed, verbs: Path, key: str, flags: str
) -> None:
    """*wented*: that -ed stands on went is no judgement, once it is said that the form is regular."""

    async def judge(sitting: Sitting) -> None:
        await sitting.press(key)

    goed("audit", "--size", 14)
    sit_down(verbs, judge, chosen=Filter(queue="audit", sample_id=1, pattern="wented"))
    assert sql(verbs, "SELECT flags FROM annotation") == [(flags,)]


def test_what_anybody_sees_in_the_forms_may_be_said_in_a_blind_queue(goed: Goed, verbs: Path) -> None:
    async def judge(sitting: Sitting) -> None:
        text = await sitting.press("m")
        names = re.findall(r"☐ (\S+)", text)
        await sitting.press(*["down"] * names.index("past+ed"), "space", "enter", "1")

    goed("audit", "--size", 14)
    sit_down(verbs, judge, chosen=Filter(queue="audit", sample_id=1, pattern="wented"))
    assert sql(verbs, "SELECT flags FROM annotation") == [("past+ed",)]


@pytest.mark.parametrize("place", ["draw", "_look_around", "_make_indexes"])
@pytest.mark.parametrize("error", [ValueError("nobody thought of it"), GoedError("the file is damaged")])
def test_what_ends_the_ui_is_told_in_one_sentence(
    verbs: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], place: str, error: Exception
) -> None:
    """An error while something is drawn, at a tick of the clock, or beside the screen ends in the command's hands."""

    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(GoedApp, "get_driver_class", lambda self: HeadlessDriver)
    monkeypatch.setattr(LabelScreen, place, fail)
    with pytest.raises(type(error), match=str(error)):
        run(verbs, "sp")
    assert "Traceback" not in "".join(capfd.readouterr())
