"""Corpora come into a study: what is told of them, what is counted, and what becomes of files that are broken."""

from __future__ import annotations

import gzip
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conftest import Goed, sql, write
from goed.corpora.corpus import Column
from goed.corpora.utterances import Utterances, column_of
from goed.errors import GoedError
from goed.models.text import Text
from goed.study import corpus_texts
from goed.study.corpora import corpus_named, stored_corpora
from goed.study.corpus_texts import NewCorpus, add_corpus, corpus_text, utterances_of
from goed.study.study import Study
from goed.study.study_files import create_study
from moments import killed_at

X = (  # five sentences of CoNLL-X
    "1\tden\tden\tD\tD1\t_\t2\tdet\t_\t_\n2\thund\thund\tN\tN1\t_\t0\troot\t_\t_\n3\t.\t.\tXP\tXP\t_\t2\tpnct\t_\t_\n\n"
    "1\tja\tja\tI\tI\t_\t0\troot\t_\t_\n\n"
    "1\ten\ten\tD\tD2\t_\t2\tdet\t_\t_\n2\tkat\tkat\tN\tN1\t_\t0\troot\t_\t_\n\n"
    "1\tnej\tnej\tI\tI\t_\t0\troot\t_\t_\n\n"
    "1\tkat\tkat\tN\tN1\t_\t0\troot\t_\t_\n2\t!\t!\tXP\tXP\t_\t1\tpnct\t_\t_\n"
)
UPOS = "D\tDET\nN\tNOUN\nI\tX\nXP\t.\n"
UNIVERSAL = (
    "# newdoc id = letter\n# sent_id = letter-1\n# speaker = Ada\n"
    "1\tHi\t_\tINTJ\tUH\t_\t0\troot\t_\t_\n2\t!\t_\tPUNCT\t.\t_\t1\tpunct\t_\t_\n\n"
    "# sent_id = 2\n1\tBye\t_\tINTJ\tUH\t_\t0\troot\t_\t_\n"
)
NINE = "1\tA\t_\tX\tX\tNOUN\t_\t0\troot\n2\tb\t_\tX\tX\t.\t_\t1\tp\n"
CHILDES = (
    "# child=eve file=eve01 age_days=548\nmore/qn cookie/n ?/?\nyou/pro 'd/aux\n"
    "# child=adam file=adam01 age_days=-1\n#1/sym cookie/n\n"
)


@pytest.fixture
def danish(goed: Goed) -> Path:
    """A study with a small treebank in sections."""
    write(Path("danish.conll"), X)
    write(Path("upos.tsv"), UPOS)
    goed("import", "corpus", "danish.conll", "--language", "dan", "--dev", "1-2", "--test", "5", "--upos", "upos.tsv")
    return Path("study.goed")


def read_back(name: str, study: Path = Path("study.goed")) -> tuple[Text, Utterances]:
    with Study.open(study) as opened:
        number = corpus_named(opened, name).id
        return corpus_text(opened, number), utterances_of(opened, number)


def words(column: Column) -> list[str]:
    return [column.word(place) for place in range(len(column))]


def test_a_treebank_in_conll_x_with_sections_and_a_table_of_tags(goed: Goed, danish: Path) -> None:
    text, told = read_back("danish")
    assert list(text.columns) == ["form", "lemma", "cpostag", "postag", "upos", "relation"]
    assert words(text.columns["form"]) == ["den", "hund", ".", "ja", "en", "kat", "nej", "kat", "!"]
    assert words(text.columns["upos"]) == ["DET", "NOUN", ".", "X", "DET", "NOUN", "X", "NOUN", "."]
    assert text.heads is not None
    assert text.heads.tolist() == [2, 0, 2, 0, 2, 0, 0, 0, 1]
    assert text.lengths.tolist() == [3, 1, 2, 1, 2]
    assert np.flatnonzero(text.is_punctuation).tolist() == [2, 8]
    assert words(told.sections) == ["dev", "dev", "train", "train", "test"]
    assert goed("check").err == "study.goed: sound\n"


def test_what_is_said_of_an_import(goed: Goed) -> None:
    said = goed("import", "corpus", write(Path("danish.conll"), X), "--language", "dan", "--dev", "1-2").err
    assert said.splitlines()[1:] == [
        "danish: 5 utterances, 9 tokens; layers form, lemma, cpostag, postag, head, relation; sections 3 train, 2 dev",
        "  words with the rest: 2 tokens without letter or digit (. !): --punctuation",
    ]
    again = goed("import", "corpus", "danish.conll", "--language", "dan", "--name", "b", "--punctuation", "XP").err
    assert (
        again == "b: 5 utterances, 9 tokens (2 of punctuation); layers form, lemma, cpostag, postag, head, relation\n"
    )
    said = goed("import", "corpus", write(Path("eve.txt"), CHILDES), "--language", "eng").err
    assert said.splitlines()[0] == ("eve: 3 utterances, 7 tokens; layers form, tag; 2 children, 548 days old")


def test_documents_speakers_children_and_ages_come_from_comments(goed: Goed) -> None:
    write(Path("letter.conllu"), UNIVERSAL)
    write(Path("eve.txt"), CHILDES)
    months = "# child = Eve\n# age_months = 24\n# speaker_role = Mother\n1\ta\t_\tX\t_\t_\t_\t_\t_\t_\n"
    write(Path("months.conllu"), months + "\n" + months.replace("24", "_"))
    for name in ("letter.conllu", "eve.txt", "months.conllu"):
        goed("import", "corpus", name, "--language", "eng")
    text, told = read_back("letter")
    assert list(text.columns) == ["form", "postag", "upos", "relation"]
    assert (words(told.notes), words(told.speakers)) == (["letter-1", "letter 2"], ["Ada", ""])
    assert text.is_punctuation.tolist() == [False, True, False]
    text, told = read_back("eve")
    assert words(text.columns["form"]) == ["more", "cookie", "?", "you", "'d", "#1", "cookie"]
    assert (words(told.children), words(told.notes)) == (["eve", "eve", "adam"], ["eve01", "eve01", "adam01"])
    assert (told.ages[:2].tolist(), np.isnan(told.ages).tolist()) == ([548, 548], [False, False, True])
    assert text.heads is None
    text, told = read_back("months")
    assert text.heads is None
    assert list(text.columns) == ["form", "upos"]
    assert (told.ages[0], words(told.speakers)) == (730.5, ["Mother", "Mother"])


def test_pascals_nine_columns_two_columns_and_plain_text(goed: Goed) -> None:
    goed("import", "corpus", write(Path("nine"), NINE), "--language", "eng")
    text, _ = read_back("nine")
    assert words(text.columns["upos"]) == ["NOUN", "."]
    assert text.is_punctuation.tolist() == [False, True]
    goed("import", "corpus", write(Path("two"), "# child=eve\na\tX\n#\tY\n\nb\tZ\n"), "--language", "eng")
    text, told = read_back("two")
    assert (words(text.columns["tag"]), words(told.children)) == (["X", "Y", "Z"], ["eve", "eve"])
    goed("import", "corpus", write(Path("plain"), "one two .\nthree\n"), "--language", "eng", "--punctuation", ".")
    text, _ = read_back("plain")
    assert (list(text.columns), text.is_punctuation.tolist()) == (["form"], [False, False, True, False])


def test_several_files_are_one_corpus_and_may_be_its_sections(goed: Goed) -> None:
    for name, sentence in (("a", "x/X y/Y\n"), ("b", "y/Y z/Z\nx/X\n"), ("c", "z/Z\n")):
        write(Path(name), sentence)
    goed("import", "corpus", "--language", "eng", "--train", "a", "b", "--test", "c", "--name", "sections")
    text, told = read_back("sections")
    assert words(text.columns["form"]) == ["x", "y", "y", "z", "x", "z"]
    assert words(told.sections) == ["train", "train", "train", "test"]
    goed("import", "corpus", "c", "b", "--language", "eng", "--name", "both", "--dev", "1", "3")
    text, told = read_back("both")
    assert words(text.columns["tag"]) == ["Z", "Y", "Z", "X"]
    assert words(told.sections) == ["dev", "train", "dev"]
    goed("import", "corpus", "--language", "eng", "--name", "options first", "--dev", "1-1", "c", "b")
    assert words(read_back("options first")[1].sections) == ["dev", "train", "train"]


def test_the_same_corpus_twice_is_there_already_and_another_needs_a_name_of_its_own(goed: Goed, danish: Path) -> None:
    before = danish.read_bytes()
    same = ["import", "corpus", "danish.conll", "--dev", "1-2", "--test", "5", "--upos", "upos.tsv", "--language"]
    there, split = goed(*same, "dan").err.splitlines()
    assert there == "danish: this corpus is there already"
    assert split.startswith("danish: 0 new splits, 1 there already")
    said = goed("import", "corpus", "danish.conll", "--language", "dan", code=1).err
    assert "the study has another corpus danish already, of dan, with 5 utterances and 9 tokens" in said
    assert "--name" in said
    assert "another corpus" in goed(*same, "nob", code=1).err
    assert danish.read_bytes() == before
    goed("import", "corpus", "danish.conll", "--language", "dan", "--name", "without sections")
    corpora = [row["name"] for row in goed("status", "--format", "json").rows if row["what"] == "corpus"]
    assert corpora == ["danish", "without sections"]


def test_a_corpus_may_have_the_name_of_one_that_is_being_written(goed: Goed) -> None:
    write(Path("danish.conll"), X)
    for name in ("runner 1", "runner 2", "c"):
        goed("import", "corpus", "danish.conll", "--language", "dan", "--name", name)
    names = sql(Path("study.goed"), "SELECT name FROM corpus ORDER BY id")
    assert names == [("runner 1",), ("runner 2",), ("c",)]


BROKEN = [
    (
        X.replace("\t0\troot\t_\t_\n3", "\t1\troot\t_\t_\n3"),
        [],
        "line 1: the heads of sentence 1 go round in a circle;",
    ),
    (
        UNIVERSAL.replace("\t0\troot", "\t1\troot"),
        [],
        "line 4: the heads of sentence 1 ('letter-1') go round in a circle, and so do those of 1 more; no tree does",
    ),
    (X.replace("2\thund", "3\thund"), [], "line 2: the ID is 3 where 2 comes next"),
    (X.replace("2\thund\thund\tN\tN1\t_\t0", "2\thund\thund\tN\tN1\t_\t7"), [], "line 2: HEAD '7' where the sentence"),
    (X[: X.index("3\t.")].replace("\t2\tdet", "\t3\tdet"), [], "line 1: HEAD '3' where the sentence has 2 tokens"),
    (X[:-20], [], "line 13: 3 columns where CoNLL-X has 10"),
    (
        X.replace("\t0\troot\t_\t_\n\n1\ten", "\t_\troot\t_\t_\n\n1\ten"),
        [],
        "line 5: HEAD is _ where other tokens have",
    ),
    ("\n\n", [], "is empty: there is no word in it"),
    ("a/X\n# child=eve age_days=old\nb/Y\n", [], "line 2: age_days 'old' is no age"),
    ("a/X b\n", ["--read-as", "slash"], "line 1: 'b' is not of the form word/TAG"),
    ("a/X caf\udce9/Y\n", [], "line 1: byte 0xe9 is not UTF-8"),
    ("and/or\nso on\n", [], "line 2: 'so' is not of the form word/TAG; if words have no tags, say so with --read-as"),
    (X.replace("\t", " "), [], "line 1: the columns of a treebank with blanks between them, where tabs belong"),
    (gzip.compress(X.encode()).decode(errors="surrogateescape"), [], "is compressed with gzip; unpack it"),
    (X.encode("utf-32").decode(errors="surrogateescape"), [], "is in UTF-32"),
]


@pytest.mark.parametrize(("text", "options", "said"), BROKEN)
def test_a_broken_file_is_named_with_its_line_and_the_study_is_as_it_was(
    goed: Goed, danish: Path, text: str, options: Sequence[str], said: str
) -> None:
    before = danish.read_bytes()
    Path("broken").write_bytes(text.encode("utf-8", "surrogateescape"))
    answer = goed("import", "corpus", "broken", "--language", "dan", *options, code=1).err
    assert answer.startswith("goed: broken")
    assert said in answer
    assert answer.count("\n") == 1
    assert danish.read_bytes() == before


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("version https://git-lfs.github.com/spec/v1\n", "line 1: no columns with tabs between them, where the name"),
        ("# sent_id = 1\n# text = a\n", "is empty: there is no word in it"),
    ],
)
def test_what_is_called_a_treebank_is_not_taken_for_text(goed: Goed, text: str, said: str) -> None:
    write(Path("a.conllu"), text)
    assert said in goed("import", "corpus", "a.conllu", "--language", "dan", code=1).err
    assert not Path("study.goed").exists()
    goed("import", "corpus", "a.conllu", "--language", "dan", "--read-as", "plain")


@pytest.mark.parametrize(
    ("comment", "days"),
    [
        ("age = 2;03.12", 730.5 + 91.3125 + 12),
        ("age = 2;3", 730.5 + 91.3125),
        ("child_age = 2;", 730.5),
        ("age_days = 2;03.", 730.5 + 91.3125),
        ("age = P2Y3M12D", 730.5 + 91.3125 + 12),
        ("age = 34", None),  # months? Years of the mother?
        ("age = _", None),
    ],
)
def test_ages_as_they_are_written(goed: Goed, comment: str, days: float | None) -> None:
    write(Path("eve.txt"), f"# {comment.replace(' = ', '=')}\na b\n")
    write(Path("eve.conllu"), f"# {comment}\n1\ta\t_\tX\t_\t_\t_\t_\t_\t_\n")
    for number, name in enumerate(("eve.txt", "eve.conllu")):
        goed("import", "corpus", name, "--language", "eng", "--name", number)
        assert read_back(str(number))[1].ages.tolist() == pytest.approx([days or np.nan], nan_ok=True)


def test_a_document_without_a_name_ends_the_one_before(goed: Goed) -> None:
    bye = "# newdoc\n# sent_id = 2"
    goed("import", "corpus", write(Path("a.conllu"), UNIVERSAL.replace("# sent_id = 2", bye)), "--language", "eng")
    assert words(read_back("a")[1].notes) == ["letter-1", "2"]


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ([NINE, X], "2: is CoNLL-X, but 1 is PASCAL's nine columns"),
        ([X, ""], "2: is empty: there is no word in it"),
    ],
)
def test_files_that_cannot_be_one_corpus(goed: Goed, files: Sequence[str], said: str) -> None:
    for number, text in enumerate(files, start=1):
        write(Path(str(number)), text)
    names = [str(number) for number in range(1, len(files) + 1)]
    answer = goed("import", "corpus", *names, "--language", "dan", "--name", "n", code=1).err
    assert said in answer
    assert not Path("study.goed").exists()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--dev", "4-6"], "--dev 4-6: the corpus has the utterances 1 to 5"),
        (["--dev", "0"], "--dev 0-0: the corpus has the utterances 1 to 5"),
        (["--dev", "1-3", "--test", "3-5"], "--test 3-5: utterance 3 is in dev, too"),
        (["--dev", "1", "--test", "danish.conll"], "by files or by numbers of utterances"),
        (["--punctuation", "Q*"], "no cpostag of danish.conll fits --punctuation Q*; there are D, I, N, XP"),
        (["--punctuation-column", "feats"], "has no column 'feats'"),
        (["--dev", "1", "--learn-from", "all"], "--learn-from all is about the given split: say with --test"),
        (["--name", "-"], "say with --name"),
    ],
)
def test_options_that_do_not_fit(goed: Goed, options: Sequence[str], said: str) -> None:
    write(Path("danish.conll"), X)
    if options == ["--name", "-"]:
        answer = goed("import", "corpus", "-", "--language", "dan", code=2).err
    else:
        answer = goed("import", "corpus", "danish.conll", "--language", "dan", *options, code=2).err
    assert said in answer
    assert not Path("study.goed").exists()


def test_status_and_statistics_tell_what_is_in_each_corpus(goed: Goed, danish: Path) -> None:
    write(Path("eve.txt"), CHILDES)
    goed("import", "corpus", "eve.txt", "--language", "eng", "--licence", "CC BY 4.0")
    rows = [row for row in goed("status", "--format", "json").rows if row["what"] == "corpus"]
    assert [(row["language"], row["name"], row["number"], row["note"]) for row in rows] == [
        ("dan", "danish", 9, "5 utterances; 2 train, 2 dev, 1 test"),
        ("eng", "eve", 7, "3 utterances; CC BY 4.0"),
    ]
    train, dev, test, whole, eve = goed("stats", "corpora", "--format", "json").rows
    assert [row["section"] for row in (train, dev, test, whole, eve)] == ["train", "dev", "test", "all", "all"]
    assert (whole["utterances"], whole["tokens"], whole["words"], whole["types"]) == (5, 9, 7, 8)
    assert (whole["length"], whole["longest"], whole["relations"]) == (1.8, 3, 3)
    assert (whole["cpostag"], whole["postag"], whole["upos"]) == (4, 5, 4)
    assert (dev["new_types"], test["new_types"], whole["new_types"]) == (1.0, 0.5, None)
    assert (eve["children"], eve["youngest"], eve["licence"], eve["tag"]) == (2, 548, "CC BY 4.0", 6)
    assert [row["corpus"] for row in goed("stats", "corpora", "--language", "eng", "--format", "json").rows] == ["eve"]
    assert (
        "'deu' is no language of this study; there are: dan, eng"
        in goed("stats", "corpora", "--language", "deu", code=1).err
    )


def test_the_danish_treebank_has_what_was_printed_of_it(goed: Goed, shared: Path) -> None:
    """Gelling et al. (2012), Table 1."""
    treebank = shared / "treebanks" / "danish-cdt.conll"
    sections = ["--dev", "1-1000", "--test", "1001-2000"]
    goed("import", "corpus", treebank, "--language", "dan", *sections, "--punctuation", "XP")
    train, dev, test, whole = goed("stats", "corpora", "--format", "json").rows
    assert [row["tokens"] for row in (train, dev, test)] == [68_536, 16_980, 14_679]
    assert [row["utterances"] for row in (train, dev, test, whole)] == [3638, 1000, 1000, 5638]
    assert [f"{row['length']:.1f}" for row in (train, dev, test)] == ["18.8", "17.0", "14.7"]
    assert (train["cpostag"], train["postag"], test["words"]) == (25, 141, 12_494)
    assert [f"{row['new_types']:.1%}" for row in (dev, test)] == ["49.8%", "43.7%"]


def test_a_killed_import_leaves_no_corpus_and_the_next_one_clears_away_what_it_wrote(goed: Goed, danish: Path) -> None:
    write(Path("eve.txt"), CHILDES)
    arguments = ("import", "corpus", "eve.txt", "--language", "eng")
    before = goed("status").out
    for kind in ("INSERT INTO corpus", "INSERT INTO token_layer", "INSERT INTO utterance", "UPDATE corpus", "COMMIT"):
        assert killed_at(1, *arguments, kind=kind), f"it does not come to {kind}"
        assert goed("status").out == before
        assert goed("stats", "corpora", "--format", "json").rows[-1]["corpus"] == "danish"
        assert "study.goed: sound" in goed("check").err
    assert "a corpus of an interrupted import, invisible" in goed("check").out
    goed(*arguments)
    assert [row[0] for row in sql(danish, "SELECT name FROM corpus ORDER BY name")] == ["danish", "eve"]
    numbers = {number for (number,) in sql(danish, "SELECT id FROM corpus")}
    for table in ("utterance", "token_layer"):
        assert {number for (number,) in sql(danish, f"SELECT DISTINCT corpus_id FROM {table}")} == numbers
    assert goed("check").out == ""


def test_two_who_import_the_same_corpus_at_once_have_it_once(
    goed: Goed, danish: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text, told = read_back("danish")
    new = NewCorpus("treebank", "dan", text, told)
    portions = corpus_texts._portions

    def with_another(study: Study, new: NewCorpus, corpus_id: int) -> Iterator[corpus_texts.Portion]:
        yield from portions(study, new, corpus_id)
        monkeypatch.setattr(corpus_texts, "_portions", portions)
        with Study.open(danish) as other:
            add_corpus(other, new)

    monkeypatch.setattr(corpus_texts, "_portions", with_another)
    with Study.open(danish) as study:
        number = add_corpus(study, new)
        assert corpus_named(study, "treebank").id == number
        assert [corpus.name for corpus in stored_corpora(study)] == ["danish", "treebank"]
    assert sql(danish, "SELECT count(*) FROM corpus") == [(2,)]
    assert goed("check").err == "study.goed: sound\n"


def test_copies_of_a_study_with_corpora_are_merged(goed: Goed, verbs: Path) -> None:
    write(Path("eve.txt"), CHILDES)
    goed("import", "corpus", "eve.txt", "--language", "eng")
    Path("other.goed").write_bytes(verbs.read_bytes())
    goed("label", 1, "--accept", "--annotator", "ada", "--study", "other.goed")
    goed("merge", "other.goed")
    assert words(read_back("eve")[0].columns["form"])[:2] == ["more", "cookie"]
    assert goed("check").err == "study.goed: sound\n"


def test_layers_that_do_not_fit_are_found(goed: Goed, danish: Path) -> None:
    with closing(sqlite3.connect(danish)) as db, db:
        db.execute("UPDATE token_layer SET numbers = x'0101' WHERE name = 'form'")
        db.execute("DELETE FROM utterance WHERE position = 4")
    said = goed("check", code=1)
    assert "layers of corpora that are longer or shorter than their tokens: 1" in said.out + said.err
    assert "corpora whose utterances do not follow each other: 1" in said.out + said.err
    assert "the layers of a corpus do not fit its tokens" in goed("stats", "corpora", code=1).err


text_words = st.lists(
    st.lists(st.sampled_from(["a", "b", "ab", "é", "#", "'"]), min_size=1, max_size=5), min_size=1, max_size=8
)


@settings(max_examples=15)
@given(text_words, st.integers(1, 4), st.booleans())
def test_whatever_is_stored_comes_back(
    tmp_path_factory: pytest.TempPathFactory, said: list[list[str]], chunk: int, has_heads: bool
) -> None:
    tokens = [word for each in said for word in each]
    lengths = np.array([len(each) for each in said], np.int64)
    heads = np.array([place for each in said for place in range(len(each))], np.int32) if has_heads else None
    text = Text({"form": column_of(tokens)}, lengths, np.array([word == "'" for word in tokens], bool), heads)
    told = [column_of([f"{what}{place}" if place % 2 else "" for place in range(len(said))]) for what in "abcd"]
    utterances = Utterances(*told[:3], np.array([place / 2 or np.nan for place in range(len(said))]), told[3])
    with pytest.MonkeyPatch.context() as patch, create_study(tmp_path_factory.mktemp("x") / "s.goed") as study:
        patch.setattr(corpus_texts, "CHUNK", chunk)
        patch.setattr(corpus_texts, "ROWS_AT_ONCE", 3)
        number = add_corpus(study, NewCorpus("name", "eng", text, utterances))
        assert add_corpus(study, NewCorpus("name", "eng", text, utterances)) == number
        back, back_told = corpus_text(study, number), utterances_of(study, number)
        assert NewCorpus("name", "eng", back, back_told).digest == stored_corpora(study)[0].digest
        assert words(back.columns["form"]) == tokens
        assert back.lengths.tolist() == lengths.tolist()
        assert words(back_told.notes) == words(utterances.notes)
        with pytest.raises(GoedError, match="'x' is no corpus of this study; there are: name"):
            corpus_named(study, "x")
