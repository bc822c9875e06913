"""CLUZH written down as its description reads, without a thought for speed: the stand-in that goed's is timed against.

Character by character, item by item, batches of five, torch's own LSTM, autograd and Adadelta. Decoding is cut at END,
as in the repaired program; encoders read the padding, as in the original.

On eng_300 (parted) a run of it takes 39 s on a core; the original, timed elsewhere, took 63: the aligner 10.5 (25),
the beam 11.4 (17.5), training 16.5 for 28 epochs (14.5). So ratios to it are lower than ratios to those seconds.
"""

from __future__ import annotations

import random
import time
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import torch
from plain_aligner import Aligner, expert_walk
from plain_decoding import beam, greedy
from plain_transducer import Sample, Transducer, Triple


@dataclass(frozen=True)
class Settings:
    """What the original's command line offers, with its defaults."""

    batch: int = 5
    epochs: int = 60
    patience: int = 12
    em_iterations: int = 10
    beam: int = 4


@dataclass
class Report:
    """What a run gave, and how many seconds its parts took."""

    greedy: list[str] = field(default_factory=list)
    beam: list[str] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)
    epochs: int = 0


def train(
    model: Transducer, samples: list[Sample], selection: Sequence[Triple], checked: Sequence[Triple], how: Settings
) -> int:
    """Train to the best selection accuracy, which is kept; the number of epochs."""
    optimizer = torch.optim.Adadelta(model.network.parameters(), lr=1.0, rho=0.9, eps=1e-6)
    best, best_epoch, kept = -1.0, 0, {}
    epoch = 0
    while epoch < how.epochs and epoch - best_epoch < how.patience:
        epoch += 1
        random.shuffle(samples)
        for start in range(0, len(samples), how.batch):
            optimizer.zero_grad()
            model.loss(samples[start : start + how.batch]).backward()
            optimizer.step()
        accuracy = share_right(model, selection, how.batch)
        share_right(model, checked, how.batch)
        if accuracy > best:
            best, best_epoch = accuracy, epoch
            kept = {name: value.clone() for name, value in model.network.state_dict().items()}
    model.network.load_state_dict(kept)
    return epoch


def share_right(model: Transducer, items: Sequence[Triple], batch: int) -> float:
    """Greedy accuracy."""
    forms = greedy(model, [(lemma, features) for lemma, _, features in items], batch)
    return sum(form == gold for form, (_, gold, _) in zip(forms, items, strict=True)) / len(items)


def run(
    training: Sequence[Triple],
    selection: Sequence[Triple],
    questions: Sequence[tuple[str, str]],
    seed: int,
    how: Settings | None = None,
) -> Report:
    """A whole run, aligner to both decodings."""
    how = how or Settings()
    random.seed(seed)
    torch.manual_seed(seed)
    training, selection = decomposed(training), decomposed(selection)
    asked = decomposed(questions)
    report = Report()
    started = time.process_time()

    def took(part: str) -> None:
        nonlocal started
        report.seconds[part] = time.process_time() - started
        started = time.process_time()

    pairs = [(lemma, form) for lemma, form, _ in training]
    aligner = Aligner(pairs)
    aligner.learn(pairs, how.em_iterations)
    took("aligner")
    model = Transducer(training)
    samples = [model.sample(lemma, features, expert_walk(aligner, lemma, form)) for lemma, form, features in training]
    took("expert")
    report.epochs = train(model, samples, selection, training[: max(1, len(training) // 20)], how)
    took("training")
    report.greedy = composed(greedy(model, asked, how.batch))
    took("greedy")
    report.beam = composed(beam(model, lemma, features, how.beam) for lemma, features in asked)
    took("beam")
    return report


def decomposed(rows: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Rows in NFD."""
    return [tuple(unicodedata.normalize("NFD", cell) for cell in row) for row in rows]


def composed(forms: Iterable[str]) -> list[str]:
    """Forms in NFC."""
    return [unicodedata.normalize("NFC", form) for form in forms]
