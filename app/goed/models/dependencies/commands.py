"""Commands of a user's own as learners of dependencies: they read CoNLL files, and write one.

{train} and {test} have PASCAL's nine columns, `_` where nothing is known; the test has no heads, and the training text
only where the learner may see them. What is written to {out} may have any columns that goed reads, and may lack the
punctuation. {seed} is the seed of the run.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from goed.corpora.corpus import Corpus
from goed.corpora.corpus_file import read_corpus
from goed.corpora.layouts import NO_VALUE, PASCAL
from goed.errors import GoedError
from goed.models.command_runs import run_command, temporary_folder
from goed.models.dependencies.kept_words import KeptWords
from goed.models.interface import ModelError
from goed.models.text import NO_HEAD, Text, TextTask, TokenAnswers
from goed.score_tables.dependencies import GoldTrees, predicted_trees
from goed.scores.dependencies import Trees, places_of
from goed.scores.values import Marks

PLACEHOLDERS = ("train", "test", "out", "seed")
MOST_PREDICTED = 2**30  # bytes
# Where the values of each of PASCAL's columns come from: the first column that the text has.
SOURCES = {
    "form": ("form",),
    "lemma": ("lemma",),
    "cpostag": ("cpostag", "tag", "upos"),
    "postag": ("postag", "cpostag", "tag", "upos"),
    "upostag": ("upos",),
}


def learn_and_predict(task: TextTask) -> TokenAnswers:
    """Write the task's files, run the command, read the heads that it wrote."""
    with temporary_folder() as folder:
        files = {name: folder / f"goed.{name}" for name in ("train", "test", "out")}
        _write(files["train"], task.train, with_heads=True)
        _write(files["test"], task.questions, with_heads=False)
        log = run_command(task.settings["command"], {**files, "seed": task.seed}, folder, task.settings)
        try:
            trees = _predicted(files["out"], files["test"], task.questions.is_punctuation)
        except GoedError as error:
            said = str(error).replace(str(files["out"]), "the predictions").replace(str(files["test"]), "the test file")
            raise ModelError(said, log) from None
    return TokenAnswers({task.settings["name"]: KeptWords(task.questions).in_text(trees)}, log or None)


def _write(path: Path, text: Text, with_heads: bool) -> None:
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(_lines(text, with_heads))


def _lines(text: Text, with_heads: bool) -> Iterator[str]:
    """A line for each token, and an empty one behind each utterance."""
    unknown = [NO_VALUE] * len(text)
    cells = {"id": list(map(str, places_of(text.lengths).tolist())), "feats": unknown}
    for name, sources in SOURCES.items():
        source = next((text.columns[each] for each in sources if each in text.columns), None)
        cells[name] = unknown if source is None else [source.values[code] or NO_VALUE for code in source.codes]
    cells["head"] = cells["deprel"] = unknown
    if with_heads and text.heads is not None:
        cells["head"] = [NO_VALUE if head == NO_HEAD else str(head) for head in text.heads.tolist()]
        if relation := text.columns.get("relation"):
            cells["deprel"] = [relation.values[code] or NO_VALUE for code in relation.codes]
    is_last = np.zeros(len(text), bool)
    is_last[np.cumsum(text.lengths)[text.lengths > 0] - 1] = True
    rows = zip(*(cells[name] for name in PASCAL.columns), strict=True)
    for row, ends in zip(rows, is_last.tolist(), strict=True):
        yield "\t".join(row) + ("\n\n" if ends else "\n")


def _predicted(path: Path, test: Path, is_punctuation: Marks) -> Trees:
    """The predicted trees over the words that are no punctuation, checked to be those of the test file."""
    if not path.exists():
        raise GoedError("the command wrote no file {out}")
    if path.stat().st_size > MOST_PREDICTED:
        raise GoedError(f"the command wrote more than {MOST_PREDICTED // 2**20:,} MB")
    predicted = read_corpus(path, ("head",))
    _refuse_missing_heads(predicted)
    asked = read_corpus(test, ("head",), PASCAL)
    blank = replace(asked, heads=np.zeros(len(asked), np.int64))
    return predicted_trees(GoldTrees(blank, is_punctuation), predicted)


def _refuse_missing_heads(predicted: Corpus) -> None:
    assert predicted.heads is not None
    missing = np.flatnonzero(predicted.heads < 0)
    if len(missing):
        raise predicted.error(int(missing[0]), f"HEAD is {NO_VALUE}; every word needs one, 0 if it is the root")
