"""Learners of dependencies in a study: a treebank is imported and parted, learners parse it, and their arcs count."""

from __future__ import annotations

from pathlib import Path

import pytest

from conftest import Goed, sql, write
from sitting import Sitting, sit_down

TREEBANKS = Path(__file__).parents[2] / "shared" / "data" / "treebanks"
DANISH_TAGS = Path(__file__).parents[1] / "data" / "treebanks" / "danish" / "upos.tsv"
needs_treebanks = pytest.mark.skipif(not TREEBANKS.is_dir(), reason=f"the treebanks are not there: {TREEBANKS}")

# Published figures of the challenge: directed, undirected, NED over all lengths, then up to ten tokens (per cent).
PRINTED = {
    ("danish", "left"): (13.3, 58.7, 61.6, 18.7, 59.7, 66.2),
    ("danish", "right"): (47.4, 59.9, 71.5, 49.2, 63.9, 77.5),
    ("swedish", "left"): (25.9, 53.0, 56.5, 33.2, 59.2, 67.2),
    ("swedish", "right"): (28.0, 53.2, 71.0, 31.3, 59.5, 79.1),
}


def sentences(*several: str) -> str:
    """CoNLL-U of sentences written as `the/DET>2:det dog/NOUN>3:nsubj barks/VERB>0:root ./PUNCT>3:punct`."""
    lines = []
    for sentence in several:
        for place, token in enumerate(sentence.split(), start=1):
            form, _, rest = token.rpartition("/")
            tag, _, arc = rest.partition(">")
            head, _, relation = arc.partition(":")
            lines.append("\t".join([str(place), form, "_", tag, "_", "_", head, relation, "_", "_"]))
        lines.append("")
    return "\n".join([*lines, ""])


SMALL = [
    "the/DET>2:det dog/NOUN>3:nsubj barks/VERB>0:root ./PUNCT>3:punct",
    "dogs/NOUN>2:nsubj bark/VERB>0:root ,/PUNCT>5:punct she/PRON>5:nsubj said/VERB>2:parataxis ./PUNCT>2:punct",
    "she/PRON>2:nsubj saw/VERB>0:root the/DET>4:det cat/NOUN>2:obj",
    "a/DET>2:det cat/NOUN>3:nsubj slept/VERB>0:root in/ADP>6:case the/DET>6:det box/NOUN>3:obl ./PUNCT>3:punct",
    "he/PRON>2:nsubj sleeps/VERB>0:root",
    "the/DET>3:det old/ADJ>3:amod dog/NOUN>4:nsubj saw/VERB>0:root her/PRON>4:obj ./PUNCT>4:punct",
]


@pytest.fixture
def treebank(goed: Goed) -> Path:
    """A study of a small treebank, parted into four sentences to learn from, one of dev and one of test."""
    write(Path("small.conllu"), sentences(*SMALL))
    goed("import", "corpus", "small.conllu", "--language", "eng", "--dev", "5-5", "--test", "6-6")
    return Path("study.goed")


@needs_treebanks
@pytest.mark.parametrize("name", ["danish", "swedish"])
def test_printed_figures_of_the_baselines_come_out_of_a_study(goed: Goed, name: str) -> None:
    if name == "danish":
        options = ("--upos", DANISH_TAGS, "--dev", "1-1000", "--test", "1001-2000")
        file, language = TREEBANKS / "danish-cdt.conll", "dan"
    else:
        options = ("--punctuation", "I*", "!ID", "!IM", "PU", "--test", "1-389")
        file, language = TREEBANKS / "swedish-talbanken-test.conll", "swe"
    goed("import", "corpus", file, "--language", language, "--name", name, *options)
    goed("run", "--model", "left", "right")
    rows = goed("stats", "measures", "--part", "test", "--format", "json").rows
    found = {(row["model"], row["measure"]): 100 * row["mean"] for row in rows}
    for model in ("left", "right"):
        measures = [f"{each}{limit}" for limit in ("", " <=10") for each in ("directed", "undirected", "ned")]
        assert tuple(round(found[model, measure], 1) for measure in measures) == PRINTED[name, model]


def test_a_treebank_goes_all_the_way(goed: Goed, treebank: Path) -> None:
    goed("run", "--model", "left", "right", "random", "--jobs", "1")
    assert sql(treebank, "SELECT count(*) FROM prediction") == [(0,)], "answers to corpora are packed"
    rows = goed("stats", "accuracy", "--part", "test", "--format", "json").rows
    assert {row["model"]: round(row["mean"] * row["n_items"]) for row in rows} == {"left": 2, "right": 1} | {
        row["model"]: round(row["mean"] * row["n_items"]) for row in rows if row["model"] == "random"
    }
    assert "study.goed: sound" in goed("check").err


def test_learners_are_not_run_on_corpora_that_lack_the_tags_they_read(goed: Goed, treebank: Path) -> None:
    sentence = "1\tbo\t_\tN\tNN\t_\t2\tsb\t_\t_\n2\tgik\t_\tV\tVB\t_\t0\troot\t_\t_\n\n"
    write(Path("fine.conll"), 4 * sentence)
    goed("import", "corpus", "fine.conll", "--language", "dan", "--test", "4-4")
    said = goed("run", "--model", "dmv", "rules", "left", "--jobs", "1").err
    assert "fine has no tags 'upos' (it has cpostag, postag): no runs of dmv@upos, rules@upos\n" in said
    assert "4 runs done" in said
    assert sql(treebank, "SELECT count(*) FROM run WHERE state != 'done'") == [(0,)]
    said = goed("run", "--model", "dmv", "--corpus", "fine", code=1).err
    assert "fine has no tags 'upos'" in said
    assert "as in dmv@postag" in said
    assert "1 run done" in goed("run", "--model", "dmv@postag", "--corpus", "fine", "--jobs", "1").err


# ---- answers of other systems ----

# The test sentence: the old dog saw her .    Gold heads: 3 3 4 0 4 4
OTHERS = "the/_>2:_ old/_>3:_ dog/_>4:_ saw/_>0:_ her/_>4:_ ./_>4:_"


def imported(goed: Goed, text: str, *more: object, code: int = 0) -> str:
    write(Path("others.conllu"), text)
    return goed("import", "predictions", "others.conllu", "--model", "theirs", *more, code=code).err


def accuracy_of(goed: Goed, model: str) -> tuple[int, int]:
    (row,) = goed("stats", "accuracy", "--model", model, "--part", "test", "--format", "json").rows
    return round(row["mean"] * row["n_items"]), row["n_items"]


@pytest.mark.parametrize("without_punctuation", [False, True])
def test_trees_of_another_system_are_imported(goed: Goed, treebank: Path, without_punctuation: bool) -> None:
    text = sentences(OTHERS.rpartition(" ")[0] if without_punctuation else OTHERS)
    assert "5 predictions in 1 file" in imported(goed, text)
    assert accuracy_of(goed, "theirs") == (4, 5)
    (error,) = goed("cases", "--format", "json").rows
    assert (error["word"] if "word" in error else error["lemma"], error["error"]) == ("the", "sibling")
    assert "1 of them there already" in imported(goed, text)
    assert "study.goed: sound" in goed("check").err


def test_heads_that_are_punctuation_stand_for_the_next_word_above(goed: Goed, treebank: Path) -> None:
    imported(goed, sentences("the/_>6:_ old/_>3:_ dog/_>4:_ saw/_>0:_ her/_>4:_ ./_>3:_"))
    assert accuracy_of(goed, "theirs") == (5, 5)


def test_words_without_a_head_were_not_answered(goed: Goed, treebank: Path) -> None:
    said = imported(goed, sentences("the/_>3:_ old/_>_:_ dog/_>4:_ saw/_>0:_ her/_>4:_ ./_>3:_"))
    assert "1 item without a prediction, counted as wrong" in said
    assert accuracy_of(goed, "theirs") == (4, 5)
    errors = goed("stats", "errors", "--part", "test", "--format", "json").rows
    assert [(row["error"], row["n"]) for row in errors] == [("missing", 1)]


def test_other_trees_of_the_same_run_need_to_be_put_in_their_place(goed: Goed, treebank: Path) -> None:
    imported(goed, sentences(OTHERS))
    other = OTHERS.replace("the/_>2", "the/_>3")
    assert "say --replace" in imported(goed, sentences(other), code=1)
    assert accuracy_of(goed, "theirs") == (4, 5)
    imported(goed, sentences(other), "--replace")
    assert accuracy_of(goed, "theirs") == (5, 5)
    assert "study.goed: sound" in goed("check").err


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (SMALL[0], "others.conllu, line 2: 'dog' where small, eng given 0, size 21, part test has 'old'"),
        (OTHERS.replace("old", "young"), "others.conllu, line 2: 'young' where small"),
        ("the/_>2:_ old/_>3:_ dog/_>0:_", "others.conllu, line 3: ends after 3 of the 6 tokens of small"),
        (f"{OTHERS} too/_>4:_", "others.conllu, line 7: 'too' comes after the last of the 6 tokens of small"),
        (OTHERS.replace("her/_>4", "her/_>9"), "others.conllu, line 5: "),
    ],
)
def test_answers_to_other_sentences_are_refused(goed: Goed, treebank: Path, text: str, problem: str) -> None:
    before = treebank.read_bytes()
    assert problem in imported(goed, sentences(text), code=1)
    assert treebank.read_bytes() == before


def test_a_file_that_parts_sentences_otherwise_is_refused(goed: Goed, treebank: Path) -> None:
    halves = sentences("the/_>2:_ old/_>3:_ dog/_>0:_", "saw/_>0:_ her/_>1:_ ./_>1:_")
    assert "a sentence begins here" in imported(goed, halves, code=1)


def test_what_a_file_answers_must_be_clear(goed: Goed, treebank: Path) -> None:
    assert "there are small: eng given 0" in imported(goed, sentences(OTHERS), "--sampling", "uniform", code=1)
    assert "has no training set of 7 tokens; it has 21" in imported(goed, sentences(OTHERS), "--size", "7", code=1)
    assert "has no training set of all tokens; it has 21" in imported(goed, sentences(OTHERS), "--size", "all", code=1)
    write(Path("other.conllu"), sentences(*SMALL[1:]))
    goed("import", "corpus", "other.conllu", "--language", "eng", "--test", "5-5")
    assert "say with --corpus" in imported(goed, sentences(OTHERS), code=1)
    imported(goed, sentences(OTHERS), "--corpus", "other")


# ---- splits ----


def test_training_sets_grow_by_whole_sentences(goed: Goed, treebank: Path) -> None:
    goed("split", "--order", "uniform", "--seeds", "2", "--sizes", "5", "12")
    lists = sql(
        treebank, "SELECT seed, size, n_items FROM training_set JOIN split ON split.id = split_id WHERE NOT is_given"
    )
    assert {(seed, size) for seed, size, _ in lists} == {(0, 5), (0, 12), (1, 5), (1, 12)}
    orders = [row[0] for row in sql(treebank, "SELECT hex(utterances) FROM training_list ORDER BY id")]
    assert len(set(orders)) > 1
    assert "0 new splits, 2 there already" in goed("split", "--seeds", "2", "--sizes", "5", "12").err
    assert "there is no training set of 99 tokens" in goed("split", "--sizes", "99", code=1).err


def test_learners_may_see_the_text_of_all_sections(goed: Goed, treebank: Path) -> None:
    assert "learners see the text of all sections" in goed("split", "--learn-from", "all").err
    assert sql(
        treebank, "SELECT size FROM training_set JOIN split ON split.id = split_id WHERE learn_from = 'all'"
    ) == [(sum(len(sentence.split()) for sentence in SMALL),)]
    assert "no --order, no --sizes" in goed("split", "--learn-from", "all", "--sizes", "5", code=2).err
    goed("run", "--model", "left", "--jobs", "1")
    samplings = {row["sampling"] for row in goed("stats", "accuracy", "--format", "json").rows}
    assert samplings == {"given", "transductive"}


def test_sentences_are_learned_in_the_order_of_the_childs_age(goed: Goed) -> None:
    ages = (700, 500, 600, 400, 300, 800)
    of_age = [f"# age_days = {age}\n{sentences(each)}" for age, each in zip(ages, SMALL, strict=True)]
    write(Path("eve.conllu"), "".join(of_age))
    goed("import", "corpus", "eve.conllu", "--language", "eng")
    goed("split", "--order", "age", "--seeds", "1", "--sizes", "3", "--dev", "0")
    ((order,),) = sql(Path("study.goed"), "SELECT utterances FROM training_list")
    places = [int.from_bytes(order[start : start + 4], "little") for start in range(0, len(order), 4)]
    assert len(places) == 5
    assert [ages[place] for place in places] == sorted(ages[place] for place in places)


def test_a_child_without_a_sentence_to_learn_from_is_left_out_and_told(goed: Goed) -> None:
    children = ("adam", "eve", "adam", "sarah", "sarah", "adam")
    write(
        Path("c.conllu"),
        "".join(f"# child = {child}\n{sentences(each)}" for child, each in zip(children, SMALL, strict=True)),
    )
    goed("import", "corpus", "c.conllu", "--language", "eng", "--test", "2")
    said = goed("split", "--order", "child").err.splitlines()
    assert said[0] == "c: no utterance left to learn from: eve"
    assert said[1].startswith("c: 2 new splits")
    splits = sql(Path("study.goed"), "SELECT seed FROM split WHERE sampling = 'child' ORDER BY seed")
    assert splits == [(0,), (2,)]  # the places of adam and sarah by alphabet
    goed("import", "corpus", "c.conllu", "--language", "eng", "--test", "1-6", "--name", "e")
    assert "e has no utterance left" in goed("split", "--order", "child", "--corpus", "e", code=1).err


def test_a_corpus_without_trees_is_nothing_for_dependencies(goed: Goed) -> None:
    write(Path("plain.txt"), "the dog barks\nit does\n" * 9)
    goed("import", "corpus", "plain.txt", "--language", "eng")
    said = goed("split", "--domain", "dependencies", code=1).err
    assert "the corpus plain is nothing for dependencies: it has no heads" in said


def test_a_size_that_one_of_several_corpora_lacks_leaves_all_as_they_are(goed: Goed, treebank: Path) -> None:
    write(Path("large.conllu"), sentences(*SMALL * 2))
    goed("import", "corpus", "large.conllu", "--language", "eng", "--dev", "1", "--test", "2")
    before = sql(treebank, "SELECT count(*) FROM split")
    said = goed("split", "--order", "uniform", "--sizes", 40, code=1).err
    assert "no training set of 40 tokens: the training list of small has 21" in said
    assert sql(treebank, "SELECT count(*) FROM split") == before


def test_a_text_without_blank_lines_is_a_sentence_of_many_answers(goed: Goed) -> None:
    chain = " ".join(f"w{place}/X>{place - 1}:_" for place in range(1, 601))
    write(Path("chain.conllu"), sentences("a/X>0:_", chain))
    goed("import", "corpus", "chain.conllu", "--language", "eng", "--test", "2")
    goed("run", "--model", "left", "right", "--jobs", "1")
    rows = goed("stats", "accuracy", "--part", "test", "--format", "json").rows
    assert {row["model"]: row["mean"] for row in rows} == {"left": 0.0, "right": 1.0}
    rows = goed("stats", "measures", "--part", "test", "--format", "json").rows
    assert {row["model"]: row["mean"] for row in rows if row["measure"] == "directed"} == {"left": 0.0, "right": 1.0}
    assert "study.goed: sound" in goed("check").err


def without_heads(text: str) -> str:
    """A treebank with the heads and relations taken out, as the challenge gave its text to learn from."""
    lines = (line.split("\t") for line in text.splitlines())
    return "".join("\t".join([*line[:6], "_", "_", *line[8:]]) + "\n" if line[1:] else "\n" for line in lines)


@pytest.fixture
def unlabelled(goed: Goed) -> Path:
    """The small treebank again, of whose sections for learning nobody tells the heads."""
    write(Path("train.conllu"), without_heads(sentences(*SMALL[:4])))
    write(Path("dev.conllu"), sentences(SMALL[4]))
    write(Path("test.conllu"), sentences(SMALL[5]))
    sections = ("--train", "train.conllu", "--dev", "dev.conllu", "--test", "test.conllu")
    goed("import", "corpus", *sections, "--language", "eng", "--name", "small")
    return Path("study.goed")


def test_what_is_learned_from_need_not_tell_its_heads(goed: Goed, unlabelled: Path) -> None:
    goed("split", "--learn-from", "all")
    models = ("left", "right", "dmv", "harmonic")
    goed("run", "--model", *models, "--jobs", "1")
    goed("import", "corpus", write(Path("small.conllu"), sentences(*SMALL)), "--language", "eng", "--name", "told")
    goed("import", "corpus", "small.conllu", "--language", "eng", "--name", "labelled", "--dev", "5", "--test", "6")
    goed("run", "--model", *models, "--corpus", "labelled", "--jobs", "1")
    query = (
        "SELECT DISTINCT part FROM run_part JOIN run ON run.id = run_id JOIN split ON split.id = split_id "
        "JOIN corpus ON corpus.id = corpus_id WHERE corpus.name = 'small' AND sampling = 'given' ORDER BY part"
    )
    assert sql(unlabelled, query) == [("dev",), ("test",)]  # nobody tells what is right in what was learned from
    rows = goed("stats", "measures", "--sampling", "given", "--part", "test", "--format", "json").rows
    small, labelled = (
        [{**row, "corpus": ""} for row in rows if row["corpus"] == name and row["part"] == "test"]
        for name in ("small", "labelled")
    )
    assert small == labelled != []
    assert "study.goed: sound" in goed("check").err
    goed("export", "--predictions", "--corpus", "small", "-o", "predictions")
    measured = goed("stats", "measures", "--sampling", "transductive", "--model", "left", "--format", "json").rows
    for part, gold in (("test", "small_transductive_0.test"), ("core", "small_transductive_0_29.core")):
        predicted = f"predictions/left/small_transductive_0_29.{part}.conll"
        (score, *_) = goed("score", "dependencies", f"predictions/{gold}.conll", predicted, "--format", "json").rows
        values = {row["measure"]: row["mean"] for row in measured if row["part"] == part}
        assert [score[name] for name in ("directed", "undirected", "ned")] == [
            values[name] for name in ("directed", "undirected", "ned")
        ]
    goed("export", "--splits", "--corpus", "small", "-o", "splits")
    written = [path for path in Path("splits").rglob("*") if path.is_file() and "train" in path.name]
    lines = [line.split("\t") for path in written for line in path.read_text().splitlines()]
    assert {line[6] for line in lines if line[0].isdigit()} == {"_"}, written


def test_what_is_asked_about_must_tell_its_heads(goed: Goed, unlabelled: Path) -> None:
    write(Path("blind.conllu"), without_heads(sentences(*SMALL[4:])))
    said = goed("import", "corpus", "--train", "dev.conllu", "--test", "blind.conllu", "--language", "eng").err
    assert "no split is made (dependencies: it has no heads" in said
    said = goed("split", "--corpus", "dev", "--domain", "dependencies", code=1).err
    assert "the corpus dev is nothing for dependencies: it has no heads" in said


def test_curves_are_of_one_corpus_at_a_time(goed: Goed, treebank: Path) -> None:
    write(Path("other.conllu"), sentences(*SMALL[1:]))
    goed("import", "corpus", "other.conllu", "--language", "eng", "--test", "5-5")
    goed("run", "--model", "left", "right", "--jobs", "1")

    async def look(sitting: Sitting) -> None:
        assert "English · other · " in sitting.text
        assert "goed stats accuracy --language eng --corpus other" in sitting.text
        await sitting.press("l")
        assert "English · small · " in sitting.text

    sit_down(treebank, look, (100, 30), start="trajectories")
