"""Learners of dependencies in a study: a treebank is imported and parted, learners parse it, and their arcs count."""

from __future__ import annotations

from pathlib import Path

import pytest

from conftest import Goed, sql, write

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
