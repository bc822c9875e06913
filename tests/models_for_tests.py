"""Models that misbehave, for the tests; as another package would bring them by entry point."""

from __future__ import annotations

import os
import sys

from gates import knock
from goed.models.interface import Answers, Prediction, Progress, Task, Workbench
from goed.models.registry import Model


def parrot(task: Task) -> Answers:
    """Predicts the lemma, with a score, and prints a lot."""
    print("a model may print")
    print("\x1b[31mwhat it likes\x1b[0m", file=sys.stderr)
    return Answers({"parrot": [Prediction(question.lemma, -1.5, "COPY END") for question in task.questions]})


def moody(task: Task) -> Answers:
    """Fails on 200 examples, dies on 300."""
    if len(task.train) == 200:
        raise ValueError("I do not like two hundred [red]examples[/red]")
    if len(task.train) == 300:
        os._exit(7)
    return Answers({"moody": [Prediction(question.lemma) for question in task.questions]})


def lazy(task: Task) -> Answers:
    """Answers only some."""
    return Answers({"lazy": [Prediction("x")]})


def twins(task: Task) -> Answers:
    """One training that fills two models."""
    forms = [Prediction(question.lemma) for question in task.questions]
    return Answers({"twin-a": forms, "twin-b": [None, *forms[1:]]})


def seeded(task: Task) -> Answers:
    """Says with which seed it was trained."""
    return Answers({"seeded": [Prediction(question.lemma + str(task.seed)) for question in task.questions]})


def picky(task: Task) -> Answers:
    """Selects on the fine-tune part, or on dev."""
    return Answers({"picky": [Prediction(f"{len(task.finetune or task.dev)}") for _ in task.questions]})


def half(task: Task) -> Answers:
    """Gives half characters and decomposed ones."""
    return Answers({"half": [Prediction(question.lemma + "\ud800a\u0308") for question in task.questions]})


EPOCHS = 20


def student(task: Task, workbench: Workbench) -> Answers:
    """Learns for twenty epochs, goes on from its checkpoint, and predicts the epoch with which it began this time."""
    kept = workbench.checkpoint
    first = int(kept.read_text()) if kept is not None and kept.exists() else 0
    for epoch in range(first, EPOCHS):
        if len(task.train) == 200 and first == 0 and epoch == 12:
            raise ValueError("I am tired")
        if kept is not None and kept.parent.is_dir():
            kept.write_text(str(epoch))
        workbench.tell(Progress("epoch", epoch, EPOCHS, 0.5, 0.75, 30.0))
        if "STUDENT_GATE" in os.environ:
            knock(os.environ["STUDENT_GATE"], f"epoch {epoch}")
    workbench.warn("I learned without a book")
    threads = os.environ.get("OMP_NUM_THREADS", "many")
    return Answers({"student": [Prediction(f"{first} {threads}") for _ in task.questions]})


STUDENT = Model("student", "learns long", "models_for_tests:student", kind="plug-in", uses_workbench=True)
FAMILY = ("twin-a", "twin-b")
MODELS = [
    Model("parrot", "repeats", "models_for_tests:parrot", kind="plug-in", packages=("click",)),
    Model("moody", "fails", "models_for_tests:moody", kind="plug-in", uses_seed=False),
    Model("lazy", "answers little", "models_for_tests:lazy", kind="plug-in"),
    Model("twin-a", "first", "models_for_tests:twins", kind="plug-in", fills=FAMILY),
    Model("twin-b", "second", "models_for_tests:twins", kind="plug-in", fills=FAMILY),
    Model("seeded", "tells its seed", "models_for_tests:seeded", kind="plug-in"),
    Model("picky", "selects", "models_for_tests:picky", kind="plug-in", selects=True),
    STUDENT,
    Model("half", "spits", "models_for_tests:half", kind="plug-in"),
    Model("absent", "is not installed", "no_such_package.model:learn", kind="plug-in"),
]
