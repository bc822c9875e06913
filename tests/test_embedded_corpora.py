"""The treebanks that come with goed: whole, in the sections of their sources, licensed, and read at once."""

from __future__ import annotations

import csv
import lzma
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from conftest import REPOSITORY
from goed.corpora.corpus_file import read_corpus
from goed.corpora.tags import read_upos_table
from goed.errors import GoedError
from goed.models.text import Text
from goed.scores.dependencies import Trees, attachment, attachment_kinds, baseline_trees, counted, in_circles, without
from goed.sources.embedded_corpora import PUNCTUATION, EmbeddedText, embedded_corpora, read_embedded_corpus

TREEBANKS = REPOSITORY / "data" / "treebanks"
SIZES = {  # utterances and tokens of each section
    "danish": {"train": (3638, 68_536), "dev": (1000, 16_980), "test": (1000, 14_679)},
    "english": {"train": (3865, 81_311), "dev": (501, 11_953), "test": (495, 10_068)},
}
ORIGINALS = {"danish": "danish-cdt.conll", "english": "gum-free.conllu"}


@cache
def embedded(name: str) -> EmbeddedText:
    return read_embedded_corpus(name)


def section(name: str, section: str) -> Text:
    there = embedded(name)
    return there.text.utterances(np.flatnonzero(np.array(there.sections) == section))


@pytest.mark.parametrize("name", SIZES)
def test_a_treebank_is_whole(name: str) -> None:
    there = embedded(name)
    text = there.text
    assert text.heads is not None
    assert {"form", "upos", "postag", "relation"} <= set(text.columns)
    assert {len(column) for column in text.columns.values()} == {len(text), len(text.heads)}
    assert int(text.lengths.sum()) == len(text)
    assert {len(there.sections), len(there.notes), len(there.speakers)} == {len(text.lengths)}
    trees = Trees(text.heads, text.lengths)
    assert np.all((text.heads >= 0) & (text.heads <= np.repeat(text.lengths, text.lengths)))
    assert not in_circles(trees).any()
    assert all("" not in column.values for column in text.columns.values())
    tags = text.columns["upos"]
    assert text.is_punctuation.tolist() == [word in PUNCTUATION for word in tags.words(np.arange(len(text)))]
    assert 0.1 < text.is_punctuation.mean() < 0.2


@pytest.mark.parametrize("name", SIZES)
def test_sections_are_those_of_the_source(name: str) -> None:
    for each, (n_utterances, n_tokens) in SIZES[name].items():
        text = section(name, each)
        assert (len(text.lengths), len(text)) == (n_utterances, n_tokens)


def test_the_danish_one_has_the_tags_of_the_challenge() -> None:
    """25 and 141 tags in train; nine of the twelve universal ones occur; the table knows each coarse tag."""
    train = section("danish", "train")
    assert [len(np.unique(train.columns[name].codes)) for name in ("cpostag", "postag")] == [25, 141]
    text = embedded("danish").text
    assert len(text.columns["upos"].values) == 9
    table = read_upos_table(TREEBANKS / "danish" / "upos.tsv")
    assert set(table) == set(text.columns["cpostag"].values)
    assert (text.columns["cpostag"].is_any_of({"XP"}) == text.is_punctuation).all()
    assert len(set(embedded("danish").notes)) == 536


def test_branching_to_one_side_scores_on_danish_what_the_challenge_printed() -> None:
    """All twelve figures of LB and RB, from the data that come with goed alone."""
    text = section("danish", "test")
    assert text.heads is not None
    gold = without(Trees(text.heads, text.lengths), text.is_punctuation)
    is_short = np.repeat(text.lengths <= 10, gold.lengths)
    with (REPOSITORY / "data/published/gelling2012.tsv").open(encoding="utf-8", newline="") as file:
        printed = {
            (row["system"], row["length"], row["measure"].lower()): row["value"]
            for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
            if row["treebank"] == "danish" and row["table"] in ("3", "8")
        }
    for system, side in (("LB", "left"), ("RB", "right")):
        kinds = attachment_kinds(gold, baseline_trees(gold.lengths, side, seed=0))
        for length, which in (("all", slice(None)), ("<=10", is_short)):
            scores = attachment(counted(kinds[which]))
            for measure, ratio in scores._asdict().items():
                assert f"{100 * ratio.value:.1f}" == printed[system, length, measure], (system, length, measure)


def test_english_documents_are_whole_and_each_has_its_licence() -> None:
    with (TREEBANKS / "english" / "documents.tsv").open(encoding="utf-8", newline="") as file:
        documents = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    there = embedded("english")
    assert len(documents) == 113
    assert len(there.text) == sum(int(row["words"]) for row in documents) == 103_332
    assert Counter(there.notes) == {row["document"]: int(row["sentences"]) for row in documents}
    of_document = {row["document"]: row["section"] for row in documents}
    assert [of_document[note] for note in there.notes] == there.sections
    may_be_passed_on = {"CC BY 2.5", "CC BY 4.0", "CC BY-SA 3.0", "public domain"}
    assert {row["licence"] for row in documents} == may_be_passed_on
    licences = (TREEBANKS / "english" / "LICENSE").read_text(encoding="utf-8")
    assert all(f"\n  {licence} " in licences for licence in may_be_passed_on)
    assert all(row["title"] and row["author"] and row["source_url"] for row in documents if "CC" in row["licence"])
    told = {note.split("_")[1] for note, who in zip(there.notes, there.speakers, strict=True) if who}
    assert told == {"interview", "speech"}, "kinds of documents that say who speaks"


@pytest.mark.parametrize("name", SIZES)
def test_a_treebank_says_whose_it_is_and_takes_little_room(name: str) -> None:
    corpus = embedded_corpora()[name]
    assert corpus.licence.startswith("CC BY")
    assert corpus.title
    assert set(embedded_corpora()) == set(SIZES)
    assert (TREEBANKS / name / "NOTICE").stat().st_size > 1000
    assert (REPOSITORY / "data" / corpus.file).stat().st_size < 400_000
    readme = (REPOSITORY / "data" / "README.md").read_text(encoding="utf-8")
    text = embedded(name).text
    assert f"| `{name}` | `{corpus.language}` | {len(text.lengths):,} | {len(text):,} |" in readme


def test_a_name_that_is_not_there() -> None:
    with pytest.raises(GoedError, match=r"'danisch' is no treebank .*did you mean danish\?"):
        read_embedded_corpus("danisch")


@pytest.mark.parametrize(("name", "coarse"), [("danish", "cpostag"), ("english", "upostag")])
def test_it_is_what_the_source_has(shared: Path, name: str, coarse: str) -> None:
    """Of English those documents that are in; the reader of imported treebanks is the judge."""
    source = read_corpus(shared / "treebanks" / ORIGINALS[name], (coarse, "postag", "deprel", "head"))
    assert source.heads is not None
    wanted = set(embedded(name).notes)
    kept = np.ones(len(source), dtype=bool)
    if name == "english":
        lines = (shared / "treebanks" / ORIGINALS[name]).read_text(encoding="utf-8").split("\n")
        begins = [(at, line.partition(" = ")[2]) for at, line in enumerate(lines, 1) if line.startswith("# newdoc id")]
        of_token = np.searchsorted([at for at, _ in begins], source.lines) - 1
        kept = np.array([document in wanted for _, document in begins])[of_token]
    text = embedded(name).text
    layers = {"form": "form", coarse: coarse.replace("upostag", "upos"), "postag": "postag", "deprel": "relation"}
    places, own_places = np.flatnonzero(kept), np.arange(len(text))
    for theirs, ours in layers.items():
        assert (source.column(theirs).words(places) == text.columns[ours].words(own_places)).all(), ours
    assert (source.heads[kept] == text.heads).all()


@pytest.mark.slow
def test_the_builder_makes_the_same_treebanks_again(shared: Path, tmp_path: Path) -> None:
    options = ["--treebanks", shared / "treebanks", "--into", tmp_path]
    subprocess.run([sys.executable, REPOSITORY / "data" / "build.py", *options], check=True, capture_output=True)
    made = sorted(path.relative_to(tmp_path) for path in tmp_path.rglob("*.*"))
    assert len(made) == 4
    for path in made:
        own, again = (folder.joinpath(path).read_bytes() for folder in (REPOSITORY / "data", tmp_path))
        if path.suffix == ".xz":  # packed as this machine's version of xz does it
            own, again = lzma.decompress(own), lzma.decompress(again)
        assert own == again, path
