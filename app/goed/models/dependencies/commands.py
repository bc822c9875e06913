"""Commands of a user's own as learners of dependencies: they read CoNLL files, and write one.

{train} and {test} have PASCAL's nine columns, `_` where nothing is known, and the UPOSTAG `.` at all punctuation; the
test has no heads, and the training text only where the learner may see them. What is written to {out} may have any
columns that goed reads, and may lack the punctuation. {seed} is the seed of the run.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from goed.corpora.conll_writer import conll_lines
from goed.corpora.corpus import Corpus
from goed.corpora.corpus_file import read_corpus
from goed.corpora.layouts import NO_VALUE, PASCAL
from goed.errors import GoedError
from goed.models.command_runs import run_command, temporary_folder
from goed.models.conll_text import gold_columns, sentences_of, text_columns
from goed.models.dependencies.kept_words import KeptWords
from goed.models.interface import ModelError
from goed.models.text import Text, TextTask, TokenAnswers
from goed.score_tables.dependencies import GoldTrees, predicted_trees
from goed.scores.dependencies import Trees, in_circles
from goed.scores.values import Marks

MOST_PREDICTED = 2**30  # bytes


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
    log += _of_circles(trees)
    return TokenAnswers({task.settings["name"]: KeptWords(task.questions).in_text(trees)}, log or None)


def _of_circles(trees: Trees) -> str:
    """A line for the log if heads go round in a circle; they are scored as they are."""
    words = np.add.accumulate(np.append(0, in_circles(trees)))
    ends = np.cumsum(trees.lengths)
    n = int((words[ends] > words[ends - trees.lengths]).sum())
    return f"goed: the heads of {n} of {len(ends)} sentences go round in a circle\n" if n else ""


def _write(path: Path, text: Text, with_heads: bool) -> None:
    with path.open("w", encoding="utf-8", newline="\n") as file:
        columns = {**text_columns(PASCAL, text), **(gold_columns(text) if with_heads else {})}
        file.writelines(conll_lines(PASCAL, sentences_of(text, columns)))


def _predicted(path: Path, test: Path, is_punctuation: Marks) -> Trees:
    """The predicted trees over the words that are no punctuation, checked to be those of the test file."""
    if not path.exists():
        raise GoedError("the command wrote no file {out}")
    if not path.stat().st_size:
        raise GoedError("the command wrote nothing into {out}")
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
