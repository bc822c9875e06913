"""The longest shared ending: a word changes as the word of the training set that ends most like it.

Copy this file to app/goed/models/, under the name of your learner; write how it learns; and add a line to the list that
`learners` in app/goed/domains/inflection/__init__.py gives, with its name, what it is, and where it is:

    Model("longest-ending", "as the word with the same ending", "goed.models.longest_ending:learn_and_predict"),

It is imported only where it runs, so it may import what it likes. It knows nothing of studies and files. What it draws
by chance it draws from `task.seed`; if it draws nothing, say uses_seed=False in its line.
"""

from __future__ import annotations

from goed.models.interface import Answers, Example, Prediction, Question, Task

Change = tuple[str, str]  # an ending of the lemma, and what comes in its place


def learn_and_predict(task: Task) -> Answers:
    """Learn from the training set and answer the questions, in their order.

    `task.finetune` is a fifth of the training set: a learner that selects nothing on it learns from it, too. `task.dev`
    is for learners that tune themselves. A prediction may have a log-probability besides, and is None if there is none.
    """
    changes = learn((*task.train, *task.finetune))
    return Answers({"longest-ending": [Prediction(inflect(question, changes)) for question in task.questions]})


def learn(examples: tuple[Example, ...]) -> dict[tuple[str, str], Change]:
    """For each ending of a lemma with its features how the first lemma that has it changes."""
    changes: dict[tuple[str, str], Change] = {}
    for lemma, form, features in examples:
        kept = next((place for place in range(len(lemma), 0, -1) if form.startswith(lemma[:place])), 0)
        for start in range(kept + 1):
            changes.setdefault((features, lemma[start:]), (lemma[kept:], form[kept:]))
    return changes


def inflect(question: Question, changes: dict[tuple[str, str], Change]) -> str:
    """The lemma, changed as the example with the longest ending in common; as it is where there is none."""
    lemma, features = question
    for start in range(len(lemma) + 1):
        if (features, lemma[start:]) in changes:
            lost, new = changes[features, lemma[start:]]
            return lemma.removesuffix(lost) + new
    return lemma
