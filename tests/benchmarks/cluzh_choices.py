"""What each choice of CLUZH's setting `best` buys: whole trainings with one setting changed, on SIGMORPHON 2022.

    python tests/benchmarks/cluzh_choices.py --set eng_300 --seed 1 --choice best --choice "nothing masked"

Whole training file, selection on the official dev set, one thread. Each training adds a line to the log
(--log, cluzh_choices.tsv by default); what stands there already is not trained again. Without --choice all are tried,
without --set the sets of 300, without --seed seed 1. Choose by the dev column: the test columns are there to be
reported.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path

from tables_of_choices import add, examples, read_log, show

from goed.models.cluzh.learner import learn_and_predict
from goed.models.cluzh.settings import BEST, FAITHFUL, CluzhSettings
from goed.models.interface import Example, Prediction, Progress, Question, Task, Workbench

COLUMNS = ("set", "choice", "seed", "seconds", "epochs", "dev", "greedy", "beam")
CHOICES: Mapping[str, CluzhSettings] = {
    "faithful": FAITHFUL,
    "best": BEST,
    "nothing exchanged": replace(BEST, exchanged=0.0),
    "more exchanged": replace(BEST, exchanged=0.7),
    "nothing masked": replace(BEST, masked=0.0),
    "twice as much masked": replace(BEST, masked=0.3),
    "no smoothing": replace(BEST, smoothing=0.0),
    "no repeats": replace(BEST, repeats=False),
    "a dropout of 0.2": replace(BEST, dropout=0.2),
    "no average": replace(BEST, averaging=0.0),
    "marks apart in all letters": replace(BEST, marks_apart="all"),
    "marks apart in no letters": replace(BEST, marks_apart="none"),
    "one check": replace(BEST, checks=1),
    "five checks": replace(BEST, checks=5),
    "2,300 updates": replace(BEST, updates=2300),
    "2,600 updates": replace(BEST, updates=2600),
    "3,000 updates": replace(BEST, updates=3000),
    "marks on any letter": replace(BEST, attested=False),
    "batches as they come": replace(BEST, sorted_together=1),
    "one network": replace(BEST, members=1),
    "one network of 128, five checks": replace(BEST, members=1, hidden_size=128, checks=5),
    "three networks": replace(BEST, members=3),
    "a hidden size of 128": replace(BEST, hidden_size=128),
    "two encoder layers": replace(BEST, encoder_layers=2),
    "batches of 16": replace(BEST, batch_size=16),
    "all optimal actions": replace(BEST, all_optimal=True),
}


class Listener(Workbench):
    """Keeps the last that a training told."""

    last = Progress("epoch", 0, 0)

    def tell(self, progress: Progress) -> None:
        object.__setattr__(self, "last", progress)


def main() -> None:
    options = read_options()
    path = Path(options.log)
    done = {(row["set"], row["choice"], row["seed"]) for row in read_log(path)}
    for name in options.set or ["eng_300", "deu_300", "ara_300"]:
        for choice in options.choice or CHOICES:
            for seed in options.seed or [1]:
                if (name, choice, str(seed)) not in done:
                    measured = measure(name, CHOICES[choice], seed)
                    add(path, COLUMNS, {"set": name, "choice": choice, "seed": seed, **measured})
    show(COLUMNS, read_log(path))


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set", action="append")
    parser.add_argument("--choice", action="append", choices=CHOICES)
    parser.add_argument("--seed", action="append", type=int)
    parser.add_argument("--log", default="cluzh_choices.tsv")
    return parser.parse_args()


def measure(name: str, settings: CluzhSettings, seed: int) -> dict[str, object]:
    """One training: its seconds of one core, its epochs, and its accuracies."""
    language = name.partition("_")[0]
    training, dev, gold = (examples(each) for each in (f"{name}.train", f"{language}.dev", f"{language}.gold"))
    questions = tuple(Question(row.lemma, row.features) for row in gold)
    values = {"name": "cluzh-gr", **asdict(settings)}
    listener = Listener()
    started = time.process_time()
    answers = learn_and_predict(Task(tuple(training), (), tuple(dev), questions, seed, values, "cpu"), listener)
    return {
        "seconds": round(time.process_time() - started, 1),
        "epochs": listener.last.done,
        "dev": per_cent(listener.last.best or 0.0),
        "greedy": per_cent(share_right(answers.by_model["cluzh-gr"], gold)),
        "beam": per_cent(share_right(answers.by_model["cluzh-b4"], gold)),
    }


def share_right(predictions: object, gold: list[Example]) -> float:
    """The share of forms that are exactly right."""
    assert isinstance(predictions, list)
    right = [
        isinstance(each, Prediction) and each.form == row.form for each, row in zip(predictions, gold, strict=True)
    ]
    return sum(right) / len(gold)


def per_cent(share: float) -> str:
    return f"{100 * share:.1f}"


if __name__ == "__main__":
    main()
