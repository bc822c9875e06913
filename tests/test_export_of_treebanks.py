"""What leaves a study of dependencies as CoNLL: treebanks with errors, predictions, splits, corrected gold."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from conftest import Goed, sql, write
from exports import answers_to, exported, parsed, say, treebank
from goed.corpora.conll_writer import ConllSentence, conll_lines, misc_cell
from goed.corpora.corpus_file import read_all
from goed.corpora.layouts import CONLL_U
from test_dependencies import DANISH_TAGS, SMALL, TREEBANKS, needs_treebanks, sentences

__all__ = ["parsed", "treebank"]  # fixtures

LIMITS = {"": "all", " <=10": "<=10"}


# ---- CoNLL-U ----


def told_in_misc(path: str) -> list[list[dict[str, str]]]:
    """What MISC says of each token of each sentence; the file must be valid CoNLL-U."""
    found = []
    for block in Path(path).read_text("utf-8").removesuffix("\n\n").split("\n\n"):
        comments = [line for line in block.splitlines() if line.startswith("#")]
        rows = [line.split("\t") for line in block.splitlines() if not line.startswith("#")]
        names = [re.fullmatch(r"# (\S+) = (\S.*)", line)[1] for line in comments]  # type: ignore[index]
        assert {"corpus", "sent_id", "text"} <= {*names}
        assert [row[0] for row in rows] == [str(number) for number in range(1, len(rows) + 1)]
        assert all(len(row) == 10 and all(row) for row in rows)
        assert all(re.fullmatch(r"_|([^\s|=]+=[^\s|=]+)(\|[^\s|=]+=[^\s|=]+)*", row[9]) for row in rows)
        found.append([dict(each.split("=") for each in row[9].split("|") if "=" in each) for row in rows])
    return found


def test_a_treebank_tells_errors_in_misc(goed: Goed, parsed: Path) -> None:
    say(goed, answers_to(goed, "old", predicted="1"), "ada", verdict="defensible")
    goed("export", "-o", "right.conllu", "--model", "right")
    (sentence,) = told_in_misc("right.conllu")
    assert sentence[1] == {"PredHead": "1", "Error": "sibling", "Verdict": "defensible"}
    assert sentence[0] == {"PredHead": "0", "Error": "root-false"}
    assert sentence[4] == {"PredHead": "4"}, "what is right has no error"
    assert sentence[5] == {}, "punctuation is not asked about"
    read = read_all(Path("right.conllu"))
    assert read.heads is not None
    assert read.heads.tolist() == [3, 3, 4, 0, 4, 4]
    assert Path("right.conllu").read_text("utf-8").startswith("# corpus = small\n# sent_id = small-6\n# text = the old")


def test_several_runs_go_to_a_folder(goed: Goed, parsed: Path) -> None:
    assert "3 runs answered these sentences; choose one" in goed("export", "-o", "x.conllu", code=1).err
    goed("export", "-o", "all", "--as", "conllu")
    assert sorted(path.as_posix() for path in Path("all").rglob("*.conllu")) == [
        f"all/{model}/small_21.test.conllu" for model in ("left", "random", "right")
    ]
    goed("export", "-o", "dev", "--as", "conllu", "--model", "left", "--part", "dev")
    assert len(told_in_misc("dev/left/small_21.dev.conllu")) == 1


def test_speakers_children_ages_and_ids_are_told(goed: Goed) -> None:
    comments = "# sent_id = eve-1\n# speaker = MOT\n# child = eve\n# age_days = 548\n"
    write(Path("eve.conllu"), comments + sentences(SMALL[0]) + comments.replace("eve-1", "eve-2") + sentences(SMALL[4]))
    goed("import", "corpus", "eve.conllu", "--language", "eng", "--test", "1-2")
    goed("run", "--model", "left")
    goed("export", "-o", "out.conllu")
    assert (
        "# sent_id = eve-1\n# speaker = MOT\n# child = eve\n# age_days = 548\n# text" in Path("out.conllu").read_text()
    )
    goed("import", "corpus", "out.conllu", "--language", "eng", "--test", "1-2", "--study", "again.goed")
    query = "SELECT position, n_tokens, section, speaker, child, age, note FROM utterance ORDER BY position"
    assert sql(Path("again.goed"), query) == sql(Path("study.goed"), query)


def test_what_would_break_a_cell_is_escaped() -> None:
    told = {"Flags": "a b|c=d", "Verdict": "", "Note": "one\ttwo\\n"}
    assert misc_cell(told) == r"Flags=a\sb\pc\ed|Note=one\ttwo\\n"
    sentence = ConllSentence({"form": ["a", "b"]}, [("text", "a\nb")])
    assert "".join(conll_lines(CONLL_U, [sentence])).splitlines()[:2] == [r"# text = a\nb", "\t".join("1a" + "_" * 8)]


# ---- predictions and scores ----


def scores(goed: Goed, gold: Path, predicted: Path) -> dict[str, tuple[float | None, int]]:
    """Measure → its value, and of how many tokens."""
    rows = goed("score", "dependencies", gold, predicted, "--format", "json").rows
    by_length = {row["length"]: row for row in rows}
    return {
        name + limit: (by_length[length][name] if by_length[length]["tokens"] else None, by_length[length]["tokens"])
        for limit, length in LIMITS.items()
        for name in ("directed", "undirected", "ned")
    }


def check_scores(goed: Goed, corpus: str, only: Sequence[str] = ("test", "dev", "core")) -> int:
    """Check that the measures of every run are those of its exported file, to the last digit; returns how many."""
    goed("export", "--predictions", "-o", "out", "--part", *only)
    rows = sql(
        Path("study.goed"),
        "SELECT run_part.id, model.name, sampling, split.seed, size, part FROM run_part JOIN run ON run.id = run_id "
        "JOIN model ON model.id = model_id JOIN split ON split.id = split_id",
    )
    chosen = [row for row in rows if row[-1] in only]
    for number, model, sampling, seed, size, part in chosen:
        stem = corpus if sampling == "given" else f"{corpus}_{sampling}_{seed}"
        gold = f"{stem}_{size}" if part == "core" else stem
        found = scores(goed, Path(f"out/{gold}.{part}.conll"), Path(f"out/{model}/{stem}_{size}.{part}.conll"))
        stored = sql(Path("study.goed"), "SELECT measure, value, n FROM run_measure WHERE run_part_id = ?", number)
        assert found == {measure: (value, n) for measure, value, n in stored}
        if sampling == "given":  # has one seed
            options = ("--model", model, "--sampling", sampling, "--size", size, "--part", part)
            rows = goed("stats", "measures", *options, "--format", "json").rows
            assert found == {row["measure"]: (row["mean"], row["n"]) for row in rows}
    return len(chosen)


def test_the_scores_of_every_run_are_those_of_its_exported_file(goed: Goed, parsed: Path) -> None:
    goed("split", "--order", "uniform", "--seeds", "2", "--sizes", "5", "10")
    goed("run", "--model", "left", "random", "--jobs", "1")
    assert check_scores(goed, "small") == 3 * 3 + 2 * 2 * 2 * 3


@pytest.mark.slow
@needs_treebanks
def test_the_scores_of_danish_runs_are_those_of_their_exported_files(goed: Goed) -> None:
    file = TREEBANKS / "danish-cdt.conll"
    options = ("--upos", DANISH_TAGS, "--dev", "1-1000", "--test", "1001-2000")
    goed("import", "corpus", file, "--language", "dan", "--name", "danish", *options)
    goed("run", "--model", "left", "right", "random")
    assert check_scores(goed, "danish", ("test",)) == 3
    goed("import", "predictions", "out/random", "--model", "again")
    query = (
        "SELECT outputs FROM part_pack JOIN run_part ON run_part.id = run_part_id JOIN run ON run.id = run_id "
        "JOIN model ON model.id = model_id WHERE part = 'test' AND model.name = ?"
    )
    assert sql(Path("study.goed"), query, "again") == sql(Path("study.goed"), query, "random")


def test_exported_predictions_come_back_the_same(goed: Goed, parsed: Path) -> None:
    goed("split", "--order", "uniform", "--seeds", "2", "--sizes", "5", "10")
    goed("run", "--model", "right", "--jobs", "1")
    goed("export", "--predictions", "-o", "out", "--model", "right")
    n_files = len(list(Path("out/right").iterdir()))
    assert f"in {n_files} files" in goed("import", "predictions", "out/right", "--model", "right").err
    said = goed("import", "predictions", "out/right", "--model", "again").err
    assert f"in {n_files} files" in said
    rows = goed("stats", "accuracy", "--model", "right", "again", "--format", "json").rows
    by_model = {name: [{**row, "model": ""} for row in rows if row["model"] == name] for name in ("right", "again")}
    assert by_model["right"] == by_model["again"]


def test_an_answer_that_is_missing_stays_missing(goed: Goed, treebank: Path) -> None:
    rows = ["1\tthe\t3", "2\told\t_", "3\tdog\t4", "4\tsaw\t0", "5\ther\t4", "6\t.\t4"]
    cells = (row.split("\t") for row in rows)
    lines = ["\t".join([place, form, *"____", head, "_", "_", "_"]) for place, form, head in cells]
    write(Path("theirs.conllu"), "\n".join([*lines, "", ""]))
    goed("import", "predictions", "theirs.conllu", "--model", "theirs")
    goed("export", "--predictions", "-o", "out")
    assert "\n2\told\t_\tADJ\tADJ\tADJ\t_\t_\t_\n" in Path("out/theirs/small_21.test.conll").read_text("utf-8")
    said = goed("score", "dependencies", "out/small.test.conll", "out/theirs/small_21.test.conll", code=1).err
    assert "line 2: HEAD is _" in said
    goed("export", "-o", "theirs-out.conllu")
    assert told_in_misc("theirs-out.conllu")[0][1] == {"Error": "missing"}
    errors = [row["error"] for row in exported(goed, "seen.csv", "--observations")]
    assert errors == ["correct", "missing", "correct", "correct", "correct"]


# ---- splits ----


def words_of(path: str) -> list[str]:
    read = read_all(Path(path))
    return [read.forms.word(place) for place in range(len(read))]


def heads_of(path: str) -> set[int]:
    heads = read_all(Path(path)).heads
    assert heads is not None
    return {*heads.tolist()}


def test_splits_leave_as_files(goed: Goed, treebank: Path) -> None:
    goed("split", "--order", "uniform", "--seeds", "1", "--sizes", "5", "10")
    goed("export", "--splits", "-o", "out")
    small, large = words_of("out/small_uniform_0/train_5.conll"), words_of("out/small_uniform_0/train_10.conll")
    assert large[: len(small)] == small
    assert len(small) >= 5
    assert words_of("out/small/train_21.conll")[:4] == ["the", "dog", "barks", "."]
    for part in ("dev", "test"):
        assert words_of(f"out/small/{part}.conll") == words_of(f"out/small/{part}.blind.conll")
        assert heads_of(f"out/small/{part}.blind.conll") == {-1}
        assert 0 in heads_of(f"out/small/{part}.conll")
    assert "nsubj" not in Path("out/small/test.blind.conll").read_text("utf-8")
    goed("export", "--splits", "-o", "some", "--sampling", "uniform", "--size", "5", "--part", "test")
    assert sorted(path.name for path in Path("some").rglob("*.conll")) == [
        "test.blind.conll",
        "test.conll",
        "train_5.conll",
    ]


def test_trees_that_learners_do_not_see_are_not_exported_for_training(goed: Goed) -> None:
    write(Path("small.conllu"), sentences(*SMALL))
    options = ("--language", "eng", "--dev", "5-5", "--test", "6-6", "--learn-from", "all")
    goed("import", "corpus", "small.conllu", *options)
    goed("export", "--splits", "-o", "out")
    text = Path("out/small_transductive_0/train_29.conll").read_text("utf-8")
    assert {line.split("\t")[7] for line in text.splitlines() if line} == {"_"}


def test_a_study_of_forms_has_no_splits_of_corpora(goed: Goed, study: Path) -> None:
    assert "no such splits of corpora" in goed("export", "--splits", "-o", "out", code=1).err
    assert "no corpus" in goed("export", "--corrected-gold", "-o", "x.conllu", code=1).err


# ---- corrected gold ----


def corrected(goed: Goed, *options: object) -> tuple[str, list[int], list[str]]:
    """What was said, all heads, and the comments on corrections."""
    said = goed("export", "--corrected-gold", "-o", "gold.conllu", "--replace", *options).err
    read = read_all(Path("gold.conllu"))
    assert read.heads is not None
    comments = [comment.text for comment in read.comments if "corrected" in comment.text]
    return said, read.heads.tolist(), comments


def test_gold_that_people_call_wrong_is_mended(goed: Goed, parsed: Path) -> None:
    _, before, comments = corrected(goed)
    assert comments == []
    say(goed, answers_to(goed, "in", predicted="3"), "ada", verdict="gold-wrong")
    said, heads, comments = corrected(goed)
    assert "6 sentences in gold.conllu; 1 head mended in 1 sentence" in said
    assert comments == ["# corrected = 4: head 6 → 3 (ada)"]
    assert [place for place, (old, new) in enumerate(zip(before, heads, strict=True)) if old != new] == [4 + 6 + 4 + 3]
    goed("import", "corpus", "gold.conllu", "--language", "eng", "--study", "mended.goed")
    said, _, comments = corrected(goed, "--part", "test", "dev")
    assert "2 sentences in gold.conllu; 0 heads mended" in said
    assert comments == []


def test_two_answers_that_people_would_have_are_settled_or_told(goed: Goed, parsed: Path) -> None:
    ours, theirs = answers_to(goed, "in", error="sibling") + answers_to(goed, "in", error="grandparent")
    say(goed, [ours], "ada", verdict="gold-wrong")
    say(goed, [theirs], "ben", verdict="gold-wrong")
    said, _, comments = corrected(goed)
    assert comments == []
    assert "1 word left as in the treebank:" in said
    assert "sentence 4, word 4 (in): people say different things of what is right: 3 (ben); 5 (ada)" in said


def test_people_who_differ_mend_nothing_until_it_is_settled(goed: Goed, parsed: Path) -> None:
    rows = answers_to(goed, "in", predicted="3")
    say(goed, rows, "ada", verdict="gold-wrong")
    say(goed, rows, "ben", verdict="wrong")
    said, _, comments = corrected(goed)
    assert comments == []
    assert "word 4 (in): people differ on whether the gold answer is wrong" in said
    ((number,),) = sql(parsed, "SELECT DISTINCT output_id FROM annotation")
    goed("label", number, "--settle-for", "ada", "--annotator", "cem")
    assert corrected(goed)[2] == ["# corrected = 4: head 6 → 3 (adjudicated)"]


def test_a_right_answer_to_wrong_gold_says_not_what_is_right(goed: Goed, parsed: Path) -> None:
    say(goed, answers_to(goed, "her", error="correct"), "ada", verdict="gold-wrong")
    assert "the gold answer is called wrong (ada), but nobody says what is right" in corrected(goed)[0]


def test_corrections_never_close_a_circle(goed: Goed, parsed: Path) -> None:
    dog = answers_to(goed, "dog", predicted="1", utterance="1")
    say(goed, dog, "ada", verdict="gold-wrong")
    said, before, comments = corrected(goed)
    assert comments == []
    assert "word 2 (dog): 1 (ada) would close a circle of heads" in said
    say(goed, answers_to(goed, "the", predicted="0", utterance="1"), "ada", verdict="gold-wrong")
    _, heads, comments = corrected(goed)
    assert comments == ["# corrected = 1: head 2 → 0 (ada)", "# corrected = 2: head 3 → 1 (ada)"]
    assert heads[:3] == [0, 1, 0]
    assert before[:3] == [2, 3, 0]


def test_signs_that_show_nothing_stand_in_comments_as_they_stand_in_words(goed: Goed) -> None:
    """Persian *mi-ravam* with its non-joiner, a French number with its space, and a child's name from the right."""
    words = ("می\u200cروم", "10\u00a0000", "\u200fب")
    rows = [f"{n}\t{word}\t_\tNOUN\t_\t_\t{n - 1}\tdep\t_\t_\n" for n, word in enumerate(words, start=1)]
    write(Path("signs.conllu"), f"# child = {words[2]}\n{''.join(rows)}\n")
    goed("import", "corpus", "signs.conllu", "--language", "fas", "--test", "1-1")
    goed("run", "--model", "left", "--jobs", "1")
    goed("export", "-o", "out.conllu")
    out = Path("out.conllu").read_text("utf-8")
    assert f"# text = {' '.join(words)}\n" in out
    assert f"# child = {words[2]}\n" in out


def test_a_marked_treebank_is_not_taken_for_predictions(goed: Goed, parsed: Path) -> None:
    """Its heads are gold: it would be right without exception."""
    goed("export", "-o", "marked.conllu", "--model", "right")
    said = goed("import", "predictions", "marked.conllu", "--model", "again", code=1).err
    assert "marked.conllu, line 4: the answer stands in MISC (PredHead), and HEAD is gold" in said
    assert "HEAD is gold" in goed("score", "dependencies", "marked.conllu", "marked.conllu", code=1).err
    goed("score", "dependencies", "marked.conllu", "--baseline", "left")


def test_files_of_several_training_seeds_are_several_models(goed: Goed, parsed: Path) -> None:
    goed("run", "--model", "random", "--repeats", "2", "--jobs", "1")
    goed("export", "--predictions", "-o", "out", "--model", "random", "--part", "test")
    said = goed("import", "predictions", "out/random", "--model", "again", code=1).err
    assert "those of several training seeds as several models (--model)" in said
