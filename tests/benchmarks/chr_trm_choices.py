"""What each choice of CHR-TRM's quick schedule buys: whole trainings with one setting changed, on SIGMORPHON 2022.

    python tests/benchmarks/chr_trm_choices.py --set eng_300 --seed 1 --choice quick --choice "nothing masked"

Whole training file, selection on the official dev set, one thread. Each training adds a line to the log
(--log, chr_trm_choices.tsv by default); what stands there already is not trained again. Without --choice all are tried,
without --set eng_300, without --seed seed 1. Choose by the dev column: the test column is there to be reported.
"""

from __future__ import annotations

import argparse
import os
import resource
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import torch
from tables_of_choices import add, examples, read_log, show

from goed.models.chr_trm.batches import Vocabulary
from goed.models.chr_trm.learner import ChrTrmTrainer, predictions, trained
from goed.models.chr_trm.settings import QUICK, ChrTrmSettings
from goed.models.interface import Question, Workbench

CPU = torch.device("cpu")
COLUMNS = ("set", "choice", "seed", "item_passes", "seconds", "memory_mb", "best_update", "dev", "test")
CHOICES: Mapping[str, ChrTrmSettings] = {
    "quick": QUICK,
    "nothing exchanged": replace(QUICK, exchanged=0.0),
    "less exchanged": replace(QUICK, exchanged=0.2),
    "more exchanged": replace(QUICK, exchanged=0.8),
    "nothing masked": replace(QUICK, masked_source=0.0, masked_target=0.0),
    "only the lemma masked": replace(QUICK, masked_target=0.0),
    "only the form masked": replace(QUICK, masked_source=0.0),
    "more masked": replace(QUICK, masked_source=0.15, masked_target=0.3),
    "half the rate": replace(QUICK, rate=QUICK.rate / 2),
    "twice the rate": replace(QUICK, rate=QUICK.rate * 2),
    "batch 16": replace(QUICK, batch=16),
    "batch 64": replace(QUICK, batch=64),
    "no average": replace(QUICK, averaging=0.0),
    "longer average": replace(QUICK, averaging=0.998),
    "less dropout": replace(QUICK, dropout=0.2),
    "more dropout": replace(QUICK, dropout=0.4),
    "no smoothing": replace(QUICK, smoothing=0.0),
    "cosine": replace(QUICK, decay="cosine"),
    "twice the updates": replace(QUICK, updates=QUICK.updates * 2),
    "half the updates": replace(QUICK, updates=QUICK.updates // 2),
    "fp32": replace(QUICK, precision="fp32"),
}


def main() -> None:
    options = read_options()
    torch.set_num_threads(1)
    path = Path(options.log)
    done = {(row["set"], row["choice"], row["seed"]) for row in read_log(path)}
    for name in options.set or ["eng_300"]:
        for choice in options.choice or CHOICES:
            for seed in options.seed or [1]:
                if (name, choice, str(seed)) not in done:
                    add(
                        path,
                        COLUMNS,
                        {"set": name, "choice": choice, "seed": seed, **train(name, CHOICES[choice], seed)},
                    )
    show(COLUMNS, read_log(path))


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set", action="append")
    parser.add_argument("--choice", action="append", choices=CHOICES)
    parser.add_argument("--seed", action="append", type=int)
    parser.add_argument("--log", default="chr_trm_choices.tsv")
    return parser.parse_args()


def train(name: str, settings: ChrTrmSettings, seed: int) -> dict[str, object]:
    """One training, in a process of its own so that its memory is its own."""
    parent_end, child_end = os.pipe()
    if (child := os.fork()) == 0:
        measured = measure(name, settings, seed)
        os.write(child_end, "\t".join(str(value) for value in measured).encode())
        os._exit(0)
    os.close(child_end)
    with os.fdopen(parent_end, encoding="utf-8") as pipe:
        values = pipe.read().split("\t")
    os.waitpid(child, 0)
    return dict(zip(COLUMNS[3:], values, strict=True))


def measure(name: str, settings: ChrTrmSettings, seed: int) -> list[object]:
    language = name.partition("_")[0]
    training, dev, gold = (examples(each) for each in (f"{name}.train", f"{language}.dev", f"{language}.gold"))
    vocabulary = Vocabulary(training)
    started = time.process_time()
    trainer = ChrTrmTrainer(settings, vocabulary, training, seed, CPU)
    weights = trained(lambda: trainer, vocabulary.items(dev), Workbench())
    answers = predictions(weights, vocabulary, [Question(row.lemma, row.features) for row in gold], CPU)
    seconds = time.process_time() - started
    right = sum(answer.form == row.form for answer, row in zip(answers, gold, strict=True)) / len(gold)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    assert trainer.best is not None
    assert trainer.best.accuracy is not None
    passes = trainer.schedule.epochs * len(training)
    best = trainer.best
    return [passes, round(seconds), memory, best.update, f"{100 * best.accuracy:.1f}", f"{100 * right:.1f}"]


if __name__ == "__main__":
    main()
