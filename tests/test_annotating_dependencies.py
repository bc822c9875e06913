"""People judge heads of words: in sentences drawn with both arcs, by kind of error, tag, relation and length of arc."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from conftest import Goed, MadeHere, sql, write
from goed.annotation.queue_filter import DISPUTES, DOUBLE, Filter
from sitting import Sitting, lines, sit_down
from test_dependencies import SMALL, sentences

SAID = (
    "SELECT word, pred_class, annotation.error, annotation.verdict FROM act JOIN annotation ON act_id = act.id "
    "JOIN annotator ON annotator.id = annotator_id JOIN output ON output.id = output_id "
    "JOIN item ON item.id = item_id WHERE annotator.name = ? ORDER BY act.id, output_id"
)
HEBREW = "הכלב/NOUN>2:nsubj ראה/VERB>0:root את/ADP>4:case החתול/NOUN>2:obj"  # the dog saw the cat


@pytest.fixture
def trees(goed: Goed, made_here: MadeHere) -> Path:
    """A study of six sentences: four to learn from, one of dev and one of test, parsed by three baselines."""

    def make() -> None:
        write(Path("small.conllu"), sentences(*SMALL))
        goed("import", "corpus", "small.conllu", "--language", "eng", "--dev", "5-5", "--test", "6-6")
        goed("run", "--model", "left", "right", "random", "--jobs", 1)

    return made_here("trees", make)


def cases(goed: Goed, *options: object) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = goed("cases", *options, "--format", "json").rows
    return rows


def number(goed: Goed, word: str, predicted: int, sentence: int = 6) -> int:
    """The number of the output in which a word of a sentence has this head."""
    rows = cases(goed, "--forms", "all")
    found = [
        row for row in rows if (row["word"], row["predicted"], row["sentence"]) == (word, str(predicted), sentence)
    ]
    return int(found[0]["id"])


def of_word(word: str) -> Filter:
    return Filter(pattern=f"^{word} ", parts=("test",), models=("right",))


# What is shown


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_a_case_is_a_sentence_with_both_arcs_and_all_keys(trees: Path, size: tuple[int, int]) -> None:
    async def look(sitting: Sitting) -> None:
        text = sitting.text
        assert sitting.title == "dog → *old"
        assert "gold saw · nsubj" in text
        shown = text.splitlines()
        (of_words,) = [place for place, line in enumerate(shown) if re.search("the +old +dog +saw +her", line)]
        above, words, tags, below = shown[of_words - 1 : of_words + 3]
        assert re.search("DET +ADJ +NOUN +VERB +PRON", tags)
        assert above.index("▼") == below.index("▲") == words.index("dog") + 1
        assert "nsubj" in text
        assert "answer" in text
        assert "reversed" in lines(text, "kind  ")[0]
        assert lines(text, "others "), "what other learners gave the word"
        assert "saw✓" in text
        digits = [
            "1 root-lost",
            "2 root-false",
            "3 reversed",
            "4 grandparent",
            "5 sibling",
            "6 near",
            "7 far",
            "8 side",
        ]
        verdicts = ["w the learner is wrong", "y another defensible analysis", "z the treebank is wrong"]
        if size == (80, 24):
            verdicts = ["w wrong", "y defensible", "z gold-wrong"]
        for key in digits + verdicts:
            assert key in text
        assert "9 " not in text.rpartition("8 side")[2].split("w ")[0], "the answer names a word"
        assert "g gold error" not in text, "the verdict says it"

    sit_down(trees, look, size, chosen=of_word("dog"))


def test_queues_show_words_with_their_relations_and_heads_as_words(goed: Goed, trees: Path) -> None:
    async def look(sitting: Sitting) -> None:
        assert any("dog nsubj" in line and "old" in line for line in sitting.text.splitlines()), sitting.text

    sit_down(trees, look, chosen=Filter(parts=("test",)))
    table = goed("cases", "--part", "test", "--model", "right").out
    head, *rows = table.splitlines()
    assert head.split()[1:6] == ["language", "word", "relation", "gold", "predicted"]
    assert ["eng", "dog", "nsubj", "saw", "old"] in [row.split()[1:6] for row in rows]
    (saw,) = [row for row in cases(goed, "--part", "test", "--model", "right") if row["word"] == "saw"]
    assert (saw["gold"], saw["predicted"]) == ("0", "3"), "programs get places"
    assert (saw["corpus"], saw["sentence"], saw["place"]) == ("small", 6, 4)


def test_a_sentence_that_runs_to_the_left(goed: Goed) -> None:
    write(Path("hebrew.conllu"), sentences(HEBREW, HEBREW))
    goed("import", "corpus", "hebrew.conllu", "--language", "heb", "--test", "2-2")
    goed("run", "--model", "right", "--jobs", 1)

    async def look(sitting: Sitting) -> None:
        shown = [line.rpartition("││")[2] for line in sitting.text.splitlines()]
        (words,) = [line for line in shown if all(word in line for word in ("תא", "לותחה", "בלכה"))]
        assert words.index("לותחה") < words.index("תא") < words.index("האר") < words.index("בלכה")

    sit_down(Path("study.goed"), look, (80, 24), chosen=Filter(parts=("test",)))


# Which are shown


def test_queues_by_what_words_have(goed: Goed, trees: Path) -> None:
    everything = cases(goed, "--forms", "all")
    nouns = cases(goed, "--forms", "all", "--where", "tag=NOUN")
    assert {row["word"] for row in nouns} == {"dog", "dogs", "cat", "box"}
    short = cases(goed, "--forms", "all", "--where", "tag=NOUN", "tag=DET", "length=1")
    assert {row["word"] for row in short} == {"the", "a", "dog", "dogs", "cat"}
    assert len(short) < len(everything)
    assert {row["relation"] for row in cases(goed, "--where", "relation=nsubj", "--model", "left")} <= {"nsubj"}
    assert cases(goed, "--forms", "all", "--where", "corpus=small") == everything
    assert "'NUON' is no tag; did you mean NOUN?" in goed("cases", "--where", "tag=NUON", code=1).err
    assert "there are: relation, tag, length" in goed("cases", "--where", "tags=NOUN", code=1).err.casefold()
    assert "write tag=NOUN" in goed("cases", "--where", "tag", code=1).err


def test_patterns_look_through_words_relations_and_heads(goed: Goed, trees: Path) -> None:
    assert {row["word"] for row in cases(goed, "--pattern", "^box", "--forms", "all")} >= {"box", "in", "the"}
    assert {row["relation"] for row in cases(goed, "--pattern", " obl$", "--forms", "all")} == {"obl"}
    of_root = cases(goed, "--pattern", "^ROOT$", "--forms", "all")
    assert all("0" in (row["gold"], row["predicted"]) for row in of_root)
    assert of_root


def test_the_filter_window_offers_tags_and_remembers_them(trees: Path) -> None:
    async def choose(sitting: Sitting) -> None:
        text = await sitting.press("slash", "tab", *["down"] * 25)  # past the last one
        assert {"relation", "tag", "length"} <= set(text.split())
        text = await sitting.press("up", "right", "space", "enter")  # from the last one, length, to tag
        assert "tag ADJ" in text, text

    sit_down(trees, choose, size=(120, 40))

    async def is_filtered(sitting: Sitting) -> None:
        assert "tag NOUN or DET · length 1" in sitting.text

    sit_down(trees, is_filtered, chosen=Filter(where=("tag=NOUN", "tag=DET", "length=1")))
    sit_down(trees, is_filtered)  # the queue of the last time


# What is said


def test_kind_and_verdict_by_keys_and_all_of_it_back(trees: Path) -> None:
    async def judge(sitting: Sitting) -> None:
        text = await sitting.press("y")
        assert lines(text, "verdict ")
        await sitting.press("5")
        assert sql(trees, SAID, "sp")[-1] == ("dog", "sibling", "sibling", "defensible")
        await sitting.press("u", "u")
        assert lines(sitting.text, "0/1 checked")
        text = await sitting.press("g")
        assert "no flag gold-error here" in text
        assert "flags of the answer" in await sitting.press("m")
        assert "of which kind is this answer?" in await sitting.press("escape", "0")
        text = await sitting.press("escape", "question_mark", *["down"] * 30)
        assert "w y z i  a verdict" in text, "the help tells all keys"
        await sitting.press("escape")
        text = await sitting.press("G", "3")
        assert "a verdict says they are wrong" in text
        await sitting.press("enter")
        assert sql(trees, SAID, "sp")[-1] == ("dog", "reversed", "reversed", None)

    sit_down(trees, judge, (80, 24), chosen=of_word("dog"))


def test_a_convention_is_one_of_turned_arcs_whoever_says_their_kind(goed: Goed, trees: Path) -> None:
    """The tags show that a function word takes part; whether that may be a convention follows from the kind."""
    box = number(goed, "box", 5, sentence=4)

    def flags(annotator: str) -> str:
        said = cases(goed, "--forms", "all", "--state", "checked", "--annotator", annotator)
        return str(next(row["mine_flags"] for row in said if row["id"] == box))

    goed("label", box, "--accept", "--annotator", "ada")
    assert flags("ada") == "convention"
    goed("label", box, "--class", "reversed", "--double", "ada", "--annotator", "ben")
    assert flags("ben") == "convention"
    assert cases(goed, "--disputes", "ada", "ben") == []
    goed("label", box, "--class", "sibling", "--annotator", "ada")
    assert flags("ada") == ""


def test_heads_of_the_same_kind_are_labelled_in_one_act(goed: Goed, trees: Path) -> None:
    async def label_all(sitting: Sitting) -> None:
        text = await sitting.press("s")
        assert "the same relation, kind and tags" in text
        found = lines(text, "☒")
        assert len(found) > 1
        assert all("det → " in line and "root-false" in line for line in found)
        text = await sitting.press("enter")
        assert f"{len(found)} outputs labelled in one act" in text

    chosen = Filter(where=("relation=det",), errors=("root-false",))
    sit_down(trees, label_all, chosen=chosen)
    assert {row[1:] for row in sql(trees, SAID, "sp")} == {("root-false", "root-false", None)}
    assert sql(trees, "SELECT count(*) FROM act") == [(1,)]
    goed("undo", "--annotator", "sp")
    assert [row["mine"] for row in cases(goed, "--annotator", "sp") if row["mine"]] == []


def test_a_blind_audit_shows_no_kind_and_takes_right_answers_too(goed: Goed, trees: Path) -> None:
    goed("audit", "--size", 20, "--forms", "all", "--where", "tag=NOUN", "--annotator", "sp")
    members = cases(goed, "--audit", 1, "--annotator", "sp")
    assert {row["word"] for row in members} <= {"dog", "dogs", "cat", "box"}
    assert {row["pred_class"] for row in members} == {None}
    n_right = sum(row["gold"] == row["predicted"] for row in members)
    assert 0 < n_right < len(members)

    async def judge(sitting: Sitting) -> None:
        for done in range(len(members)):
            text = sitting.text
            assert "of which kind is this answer?" in text
            assert "because" not in text
            await sitting.press("z", "1" if "1 right" in text else "3")
            assert f"{done + 1}/{len(members)} checked" in sitting.text

    sit_down(trees, judge, (80, 24), chosen=Filter(queue="audit", sample_id=1))
    said = sql(trees, SAID, "sp")
    assert sum(row[1:] == ("right", "correct", "gold-wrong") for row in said) == n_right
    assert sum(row[1:] == ("reversed", "reversed", "gold-wrong") for row in said) == len(members) - n_right


def test_two_people_differ_and_one_decides(goed: Goed, trees: Path) -> None:
    dog = number(goed, "dog", 2)
    goed("label", dog, "--class", "reversed", "--verdict", "wrong", "--annotator", "ada")
    assert {row["error"] for row in cases(goed, "--double", "ada", "--annotator", "ben")} == {None}
    goed("label", dog, "--class", "reversed", "--verdict", "defensible", "--double", "ada", "--annotator", "ben")
    others = [row["others"] for row in cases(goed, "--others", "--annotator", "cis") if row["id"] == dog]
    assert others == ["ada: reversed, wrong | ben: reversed, defensible"]
    assert "no verdict of dependencies" in goed("label", dog, "--verdict", "dunno", code=1).err

    async def blind(sitting: Sitting) -> None:
        assert "of which kind is this answer?" in sitting.text
        await sitting.press("3")

    sit_down(trees, blind, annotator="cis", chosen=Filter(queue=DOUBLE, other="ada", forms="all"))

    async def decide(sitting: Sitting) -> None:
        (ada,), (ben,) = (lines(sitting.text, f"{name} ") for name in ("ada", "ben"))
        assert re.search("ada +reversed +wrong", ada), "the kind says the error, too"
        assert re.search("ben +reversed +defensible", ben)
        assert re.search("classifier +reversed +because", sitting.text)
        await sitting.press("b")
        assert lines(sitting.text, "1/1 settled")

    sit_down(trees, decide, annotator="dot", chosen=Filter(queue=DISPUTES, forms="all"))
    resolved = "SELECT pred_class, verdict, source FROM resolved_label WHERE lemma = 'dog' AND predicted = '2'"
    assert ("reversed", "defensible", "adjudicated") in sql(trees, resolved)


def test_people_are_compared_on_verdicts_which_no_classifier_gives(goed: Goed, trees: Path) -> None:
    dog, old, the, her = (number(goed, *each) for each in (("dog", 2), ("old", 3), ("the", 2), ("her", 0)))
    goed("label", dog, the, "--accept", "--verdict", "wrong", "--annotator", "ada")
    goed("label", dog, "--accept", "--verdict", "defensible", "--annotator", "ben")
    goed("label", the, "--accept", "--verdict", "wrong", "--annotator", "ben")
    goed("label", old, her, "--accept", "--annotator", "ada")
    assert cases(goed, "--differs", "classifier", "--annotator", "ada", "--forms", "all") == []

    rows = goed("stats", "agreement", "--format", "json").rows
    assert {(row["first"], row["second"]): row["agreement"] for row in rows if row["what"] == "verdict"} == {
        ("ada", "ben"): 0.5
    }
    assert {row["agreement"] for row in rows if row["what"] == "label"} == {1.0}
    page = goed("stats", "agreement", "--what", "verdict").out
    assert re.search("defensible +1 +0 ", page), page
    assert [row["id"] for row in cases(goed, "--disputes", "ada", "ben", "--what", "verdict")] == [dog]
    cell = ("--what", "verdict", "--cell", "wrong", "defensible")
    assert [row["id"] for row in cases(goed, "--disputes", "ada", "ben", *cell)] == [dog]
    assert cases(goed, "--disputes", "ada", "ben", "--what", "verdict", "--cell", "wrong", "none") == []

    async def look(sitting: Sitting) -> None:
        await sitting.until("beyond chance")
        text = await sitting.press("c", "c", "c", "c")
        assert "on the verdict" in text
        assert "ada, ben" in text or "ada · ben" in text, text
        assert "classifier" not in text
        text = await sitting.press("enter")
        assert "0/1 settled" in text

    sit_down(trees, look, start="agreement")
    goed("undo", "--annotator", "ben")
    goed("undo", "--annotator", "ben")
    assert "no output with a verdict" in goed("stats", "agreement", "--what", "verdict").err


def test_labels_of_right_heads_come_back_without_a_warning(goed: Goed, trees: Path) -> None:
    right = [row["id"] for row in cases(goed, "--forms", "right")][:2]
    goed("label", *right, "--accept", "--annotator", "ada")
    goed("export", "-o", "labels.tsv")
    said = goed("import", "labels", "labels.tsv", "--annotator", "ben")
    assert "2 outputs labelled by ben" in said.err + said.out
    assert "no class" not in said.err + said.out
    assert sql(trees, SAID, "ada") == sql(trees, SAID, "ben")


def test_the_gold_relation_is_no_persons_to_say(goed: Goed, trees: Path) -> None:
    said = goed("label", number(goed, "dog", 2), "--gold-class", "obj", code=1)
    assert "a verdict says they are wrong" in said.err


# Several domains in one study


@pytest.fixture
def both(goed: Goed, trees: Path) -> Path:
    """The study has English pasts as well, and somebody has labelled some of either."""
    write(Path("split/eng_2.train"), [[word, f"{word}ed", "V;PST"] for word in ("jump", "join")])
    write(Path("split/eng.gold"), [["bring", "brought", "V;PST"], ["go", "went", "V;PST"]])
    goed("import", "items", "split", "--as", "split")
    write(Path("eng_2.test"), [["bring", "bringed", "V;PST"], ["go", "goed", "V;PST"]])
    goed("import", "predictions", "eng_2.test", "--model", "babble", "--domain", "inflection")
    for domain in ("dependencies", "inflection"):
        ids = [row["id"] for row in cases(goed, "--domain", domain)][:2]
        goed("label", *ids, "--accept", "--annotator", "sp")
    return trees


def test_agreement_is_counted_apart_for_each_domain(both: Path) -> None:
    async def look(sitting: Sitting) -> None:
        text = await sitting.until("beyond chance")
        assert lines(text, "eng dependencies")
        assert lines(text, "eng inflection")

    sit_down(both, look, (80, 24), start="agreement")


def test_runs_tell_domains_and_corpora_apart(both: Path) -> None:
    async def look(sitting: Sitting) -> None:
        assert lines(sitting.text, "dependencies · eng · small · given · sizes in tokens")
        assert lines(sitting.text, "inflection · eng · given")

    sit_down(both, look, (80, 24), start="runs")


def test_a_model_that_is_known_without_being_listed_is_planned_and_run(trees: Path) -> None:
    async def run(sitting: Sitting) -> None:
        await sitting.press("p")
        await sitting.press("ctrl+u")
        await sitting.type("dmv@form")
        assert "new runs are planned" in await sitting.press("enter")
        await sitting.press("enter")
        await sitting.until("1 run done")

    sit_down(trees, run, start="runs")
    done = "SELECT DISTINCT state FROM run JOIN model ON model.id = model_id WHERE name = 'dmv@form'"
    assert sql(trees, done) == [("done",)]
