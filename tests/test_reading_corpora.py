"""Treebanks and tagged text as people really have them; whatever is wrong is named with its file and line."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from conftest import Goed, write
from goed.corpora import blocks
from goed.corpora.corpus import Corpus
from goed.corpora.corpus_file import read_corpus
from goed.corpora.layouts import CONLL_U, CONLL_X, LAYOUTS, PASCAL
from goed.errors import GoedError

CONLL = (
    "1\tThe\tthe\tDT\tDT\t_\t2\tdet\t_\t_\n2\tdog\tdog\tNN\tNN\t_\t0\troot\t_\t_\n\n"
    "1\tHi\thi\tUH\tUH\t_\t0\troot\t_\t_\n\n"
)
UNIVERSAL = (
    "# sent_id = 1\n# text = The dogs'll\n1\tThe\tthe\tDET\tDT\t_\t2\tdet\t_\t_\n2-3\tdogs'll\t_\t_\t_\t_\t_\t_\t_\t_\n"
    "2\tdogs\tdog\tNOUN\tNN\t_\t0\troot\t_\t_\n# in between\n2.1\tgone\tgo\tVERB\tVB\t_\t_\t_\t_\t_\n"
    "3\t'll\twill\tAUX\tMD\t_\t2\taux\t_\t_\n"
)
NINE = "1\tThe\tthe\tDT\tDT\tDET\t_\t2\tdet\n2\tdog\tdog\tNN\tNN\tNOUN\t_\t0\troot\n"


def read(text: str, *wanted: str, name: str = "file", layout: str | None = None) -> Corpus:
    path = write(Path(name), text)
    return read_corpus(path, wanted or ("tag", "head"), None if layout is None else LAYOUTS[layout])


def words(corpus: Corpus, column: str = "form") -> list[str]:
    found = corpus.column(column)
    return [found.word(place) for place in range(len(corpus))]


def test_three_kinds_of_treebanks() -> None:
    conll, universal, nine = read(CONLL), read(UNIVERSAL), read(NINE)
    assert (conll.layout, universal.layout, nine.layout) == (CONLL_X, CONLL_U, PASCAL)
    assert words(conll) == ["The", "dog", "Hi"]
    assert words(conll, "tag") == ["DT", "NN", "UH"]
    assert (conll.starts.tolist(), conll.lines.tolist()) == ([0, 2], [1, 2, 4])
    assert words(universal) == ["The", "dogs", "'ll"]
    assert words(universal, "tag") == ["DET", "NOUN", "AUX"]
    assert (universal.starts.tolist(), universal.lines.tolist()) == ([0], [3, 5, 8])
    assert universal.heads is not None
    assert universal.heads.tolist() == [2, 0, 2]
    assert words(nine, "tag") == ["DET", "NOUN"]


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.rstrip("\n"),
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "\r"),
        lambda text: "\ufeff" + text,
        lambda text: "\n\n" + text.replace("\n\n", "\n \t \n\n"),
        lambda text: text + "\n\n\n",
    ],
    ids=["no last line end", "CRLF", "CR", "BOM", "more empty lines", "empty lines behind"],
)
def test_files_as_editors_leave_them(change: object) -> None:
    plain, changed = read(CONLL), read(change(CONLL))  # type: ignore[operator]
    assert words(changed) == words(plain)
    assert changed.starts.tolist() == plain.starts.tolist()


def test_words_and_tags_as_running_text() -> None:
    text = read('The/DT 1\\/2/CD //SYM "quoted"/X a\u00a0b/Y\n\nbye/UH word/\n', "tag")
    assert words(text) == ["The", "1\\/2", "/", '"quoted"', "a\u00a0b", "bye", "word"]
    assert words(text, "tag") == ["DT", "CD", "SYM", "X", "Y", "UH", ""]
    assert (text.starts.tolist(), text.lines.tolist()) == ([0, 5], [1, 1, 1, 1, 1, 3, 3])
    assert read("no tags here\n", "tag").layout.name == "plain"


def test_words_and_tags_in_two_columns() -> None:
    text = read('#\tHASH\n"\tQUOTE\n\na b\tX\n', "tag")
    assert words(text) == ["#", '"', "a b"]
    assert text.starts.tolist() == [0, 2]


def test_numbers_are_words_and_tags_as_they_stand() -> None:
    """007 is not 7, and 1e3 is not 1000: whatever library reads the file must not take words for numbers."""
    values = ["007", "7", "1e3", "1000", "7.0", "nan", "NA", "True", "-", "inf"]
    text = read("".join(f"{value}\t{value}\n" for value in values), "tag")
    assert words(text) == words(text, "tag") == values
    without_ranges = UNIVERSAL.replace("2-3\tdogs'll\t_\t_\t_\t_\t_\t_\t_\t_\n", "")
    assert words(read(without_ranges)) == ["The", "dogs", "'ll"]  # with an empty node 2.1


def test_words_are_compared_in_nfc(goed: Goed) -> None:
    write(Path("gold"), "caf\u00e9/N caf\u00e9/N\n")
    write(Path("predicted"), "cafe\u0301/1 caf\u00e9/1\n")
    goed("score", "categories", "gold", "predicted")
    write(Path("heap"), "x/N\n" + "e" + "\u0301" * 2000 + "/N\n")
    assert (
        "heap, line 2: a word with more than 1,000 accents" in goed("score", "categories", "heap", "heap", code=1).err
    )


def test_a_layout_that_goed_does_not_see_can_be_said(goed: Goed) -> None:
    write(Path("gold"), "a/X b/Y\n")
    write(Path("predicted"), "only\nwords\n")
    assert "gold, line 1" in goed("score", "categories", "gold", "predicted", "--read-as", "columns", code=1).err
    said = goed("score", "dependencies", "gold", "--baseline", "left", "--read-as", "conllu", code=1).err
    assert "gold, line 1: 1 column where CoNLL-U has 10" in said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1\ta\t_\tX\n", "line 1: 4 columns, where goed knows 9 (PASCAL), 10 (CoNLL-X, CoNLL-U), 2 (word and tag)"),
        (CONLL + "1\tx\ty\n", "line 6: 3 columns where CoNLL-X has 10"),
        (CONLL.replace("2\tdog", "3\tdog"), "line 2: the ID is 3 where 2 comes next"),
        (CONLL.replace("2\tdog", "x\tdog"), "line 2: the ID is no number where 2 comes next"),
        (CONLL.replace("\n\n1\tHi", "\n1\tHi"), "line 3: the ID is 1 where 3 comes next; is the empty line"),
        (CONLL.replace("\t2\tdet", "\t3\tdet"), "line 1: HEAD '3' where the sentence has 2 tokens"),
        (CONLL.replace("\t2\tdet", "\t-1\tdet"), "line 1: HEAD '-1' is no number"),
        (CONLL.replace("\t2\tdet", "\t٢\tdet"), "line 1: HEAD '٢' is no number"),
        (
            CONLL.replace("\t2\tdet", "\t99999999999999999999\tdet"),
            "line 1: HEAD '99999999999999999999' where the sentence has 2 tokens",
        ),
        (CONLL.replace("\tdog\t", "\t\t", 1), "line 2: the word is empty"),
        (CONLL.replace("dog", "do\0g", 1), "line 2: a NUL character"),
        (CONLL.replace("\t", "  "), "line 1: the columns of a treebank with blanks between them, where tabs belong"),
    ],
)
def test_what_is_wrong_with_a_treebank_is_said(goed: Goed, text: str, said: str) -> None:
    write(Path("gold"), text)
    assert f"gold, {said}" in goed("score", "dependencies", "gold", "--baseline", "left", code=1).err


def test_what_is_wrong_with_tagged_text_is_said(goed: Goed) -> None:
    write(Path("gold"), "a/X b/Y\nc/Z d\n")
    assert "gold, line 2: 'd' is not of the form word/TAG" in goed("score", "categories", "gold", "gold", code=1).err
    write(Path("gold"), "a/X b/\n")
    assert "gold, line 1: the gold tag is missing ('')" in goed("score", "categories", "gold", "gold", code=1).err
    write(Path("gold"), "a b\n")
    said = goed("score", "categories", "gold", "gold", code=1).err
    assert "gold, line 1: no word/TAG, but text without tags" in said
    write(Path("other"), "a/X c/Y\n")
    write(Path("gold"), "a/X b/Y\n")
    said = goed("score", "categories", "gold", "other", code=1).err
    assert "other, line 1: 'c' where gold, line 1, has 'b'" in said
    Path("gold").write_bytes(b"a/X\ncaf\xe9/Y\n")
    assert "gold, line 2: byte 0xe9 is not UTF-8" in goed("score", "categories", "gold", "gold", code=1).err
    assert "there is no such file" in goed("score", "categories", "nowhere", "gold", code=1).err


def test_a_file_without_tokens_scores_nothing_of_nothing(goed: Goed) -> None:
    write(Path("gold"), "")
    answer = goed("score", "categories", "gold", "gold", "--types", "--format", "json")
    assert "gold holds no tokens" in answer.err
    assert {(row["value"], row["flag"]) for row in answer.rows if row["unit"] == "share"} == {(0.0, "0/0")}
    goed("score", "dependencies", "gold", "--baseline", "random")
    goed("score", "ccg", "gold", "gold")


def test_columns_that_a_layout_does_not_have(goed: Goed) -> None:
    write(Path("gold"), CONLL)
    said = goed("score", "categories", "gold", "gold", "--gold-column", "colour", code=2).err
    assert "CoNLL-X has no column 'colour'; it has lemma, cpostag, postag, feats, deprel" in said
    for option in ("--gold-column", "--predicted-column", "--punctuation-column"):
        said = goed("score", "categories", "gold", "gold", option, "head", code=2).err
        assert f"{option}: the column head holds numbers of words, no tags" in said
    write(Path("gold"), UNIVERSAL)
    assert goed("score", "categories", "gold", "gold", "--gold-column", "upos", "--predicted-column", "xpos").out
    write(Path("map"), "DT\tDET\n")
    said = goed("score", "categories", "gold", "gold", "--upos", "map", code=2).err
    assert "--upos is for CoNLL-X; gold is CoNLL-U" in said


def test_a_table_of_universal_tags_must_have_them_all(goed: Goed) -> None:
    write(Path("gold"), CONLL)
    write(Path("map"), "DT\tDET\nNN\tNOUN\n")
    said = goed("score", "categories", "gold", "gold", "--upos", "map", code=1).err
    assert "gold, line 4: the table of UPOS has neither UH nor UH" in said
    write(Path("map"), "DT\tDET\nDT\tNOUN\n")
    said = goed("score", "categories", "gold", "gold", "--upos", "map", code=1).err
    assert "map, line 2: 'DT' stands for 'DET' before" in said


TOKENS = st.lists(st.lists(st.sampled_from(["a", "bb", "ccc", "é", "日本"]), min_size=1, max_size=5), max_size=8)


@given(TOKENS, st.integers(1, 40), st.sampled_from(["slash", "columns", "conllx"]))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_blocks_of_any_size_give_the_same(
    monkeypatch: pytest.MonkeyPatch, sentences: list[list[str]], size: int, layout: str
) -> None:
    """A file is read some megabytes at a time: where one block ends must not matter."""
    if layout == "slash":
        text = "".join(" ".join(f"{word}/T" for word in sentence) + "\n" for sentence in sentences)
    elif layout == "columns":
        text = "\n".join("".join(f"{word}\tT\n" for word in sentence) for sentence in sentences)
    else:
        text = "\n".join(
            "".join(f"{place}\t{word}\t_\tT\tT\t_\t{place - 1}\tx\t_\t_\n" for place, word in enumerate(sentence, 1))
            for sentence in sentences
        )
    path = write(Path("text"), text)
    with monkeypatch.context() as patched:
        patched.setattr(blocks, "BLOCK", size)
        patched.setattr(blocks, "LONGEST_LINE", 1000)
        corpus = read_corpus(path, ("tag",), LAYOUTS[layout])
    assert words(corpus) == [word for sentence in sentences for word in sentence]
    assert corpus.lengths.tolist() == [len(sentence) for sentence in sentences]
    lines = text.encode().split(b"\n")
    assert all(word.encode() in lines[line - 1] for word, line in zip(words(corpus), corpus.lines, strict=True))


def test_some_sentences_of_a_treebank() -> None:
    corpus = read(CONLL).sentence_range(2, 2)
    assert words(corpus) == ["Hi"]
    assert (corpus.first_sentence, corpus.starts.tolist(), corpus.lines.tolist()) == (2, [0], [4])
    assert corpus.heads is not None
    assert np.array_equal(corpus.heads, [0])


@pytest.mark.parametrize("sentences", ["5:3", "0:2", "x", "1", "99:"])
def test_sentences_that_are_none(goed: Goed, sentences: str) -> None:
    write(Path("gold"), CONLL)
    said = goed("score", "dependencies", "gold", "--baseline", "left", "--sentences", sentences, code=2).err
    assert "--sentences" in said


def test_stdin_may_be_one_of_the_files(goed: Goed) -> None:
    assert "only one of the files can be -" in goed("score", "categories", "-", "-", code=2).err


def test_a_line_that_is_no_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "BLOCK", 10)
    monkeypatch.setattr(blocks, "LONGEST_LINE", 20)
    with pytest.raises(GoedError, match="file, line 2: a line of more than"):
        read("a/X\n" + "b/Y " * 10, "tag")
