"""External models of forms: commands that read training files and write predictions."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from goed.forms import LONGEST_FORM
from goed.models.command_runs import run_command, temporary_folder
from goed.models.interface import Answers, ModelError, Prediction, Question, Task

PLACEHOLDERS = ("train", "finetune", "dev", "test", "out", "seed")
DEFAULT_TIME_LIMIT = 24 * 3600.0  # seconds
MOST_PREDICTED = 64 * 2**20  # characters of all predictions of a run


def learn_and_predict(task: Task) -> Answers:
    """Write the task's files, run the command, read its predictions."""
    with temporary_folder() as folder:
        files = _write_files(folder, task)
        log = run_command(task.settings["command"], {**files, "seed": task.seed}, folder, task.settings)
        predictions = _read_predictions(files["out"], task.questions, log)
    return Answers({task.settings["name"]: predictions}, log=log or None)


def _write_files(folder: Path, task: Task) -> dict[str, Path]:
    tables = {"train": task.train, "finetune": task.finetune, "dev": task.dev, "test": task.questions}
    files = {name: folder / f"goed.{name}" for name in (*tables, "out")}
    for name, rows in tables.items():
        files[name].write_text("".join("\t".join(row) + "\n" for row in rows), encoding="utf-8", newline="\n")
    return files


def _read_predictions(path: Path, questions: Sequence[Question], log: str) -> list[Prediction | None]:
    """Read predictions: lemma, form, features in any order, or one form a line in the order of the test file."""
    if not path.exists():
        raise ModelError("the command wrote no file {out}", log)
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:  # only \n ends a line
            text = file.read(MOST_PREDICTED + 1)
        if len(text) > MOST_PREDICTED:
            raise ModelError(f"the command wrote more than {MOST_PREDICTED // 2**20} million characters", log)
        lines = text.removesuffix("\n").split("\n")
    except UnicodeDecodeError as error:
        raise ModelError(f"the predictions are not UTF-8 (byte {error.start})", log) from None
    while len(lines) > len(questions) and not lines[-1].strip():  # the last forms may be empty
        lines.pop()
    lines = [line.removesuffix("\r") for line in lines]
    for number, line in enumerate(lines, start=1):
        if len(line) > 3 * LONGEST_FORM:
            raise ModelError(f"line {number} of the predictions has {len(line):,} characters; that is no form", log)
    if len(lines) == len(questions) and not any("\t" in line for line in lines):
        return [Prediction(line) for line in lines]
    predicted: dict[Question, str] = {}
    for number, line in enumerate(lines, start=1):
        fields = line.split("\t")
        if len(fields) != 3 and line.strip():
            raise ModelError(
                f"line {number} of the predictions has {len(fields)} columns where lemma, form, features are expected, "
                f"and {len(lines)} lines of forms alone would have to be {len(questions)}",
                log,
            )
        if len(fields) == 3:
            predicted.setdefault(Question(fields[0].strip(), fields[2].strip()), fields[1])
    if not any(question in predicted for question in questions):
        raise ModelError("no line of the predictions is about an item of the test file", log)
    return [Prediction(predicted[question]) if question in predicted else None for question in questions]
