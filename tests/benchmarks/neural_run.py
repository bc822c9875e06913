"""One run for neural_speed.py, in a process of its own: prints what it measured of itself as JSON.

    python tests/benchmarks/neural_run.py WHAT SET

SET is a parted training set such as eng_300; WHAT is one of the keys of `WHAT` at the end.
"""

from __future__ import annotations

import dataclasses
import json
import resource
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

import torch
from material import SIGMORPHON

from goed.models.interface import Answers, Example, Prediction, Progress, Question, Task

Row = tuple[str, str, str]  # lemma, form, features
N_UPDATES = 5
STACKS = (1, 2, 4)
SEED = 1


def main() -> None:
    what, name = sys.argv[1:]
    torch.set_num_threads(1)
    result = WHAT[what](name)
    memory = 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss  # Linux counts in KiB
    print(json.dumps({**result, "memory": memory}))


def rows(path: str) -> list[Row]:
    """A table of SIGMORPHON 2022."""
    lines = (SIGMORPHON / path).read_text(encoding="utf-8").splitlines()
    return [tuple(line.split("\t")) for line in lines]  # type: ignore[misc]


def gold(name: str) -> list[Row]:
    """The test items of a training set's language."""
    return rows(f"part2/{name.partition('_')[0]}.gold")


def share_right(forms: Sequence[str | None], name: str) -> float:
    """The accuracy on the test items."""
    return sum(form == row[1] for form, row in zip(forms, gold(name), strict=True)) / len(forms)


def plain_cluzh_run(name: str) -> dict[str, Any]:
    """The stand-in of the original."""
    import plain_cluzh

    questions = [(lemma, features) for lemma, _, features in gold(name)]
    report = plain_cluzh.run(rows(f"parted/{name}.train"), rows(f"parted/{name}.finetune"), questions, SEED)
    accuracies = [share_right(forms, name) for forms in (report.greedy, report.beam)]
    return {
        "seconds": sum(report.seconds.values()),
        "parts": report.seconds,
        "length": f"{report.epochs} epochs",
        "accuracies": accuracies,
    }


def task(name: str, settings: dict[str, Any]) -> Task:
    """The parted training set with the official test items."""
    train, finetune, dev = (
        tuple(Example(*row) for row in rows(path))
        for path in (f"parted/{name}.train", f"parted/{name}.finetune", f"part2/{name.partition('_')[0]}.dev")
    )
    questions = tuple(Question(lemma, features) for lemma, _, features in gold(name))
    return Task(train, finetune, dev, questions, SEED, settings, device="cpu")


class Counted:
    """A workbench that keeps how long the training was: "23 epochs"."""

    checkpoint = None
    length = ""

    def tell(self, progress: Progress) -> None:
        """Keep the last that is told."""
        self.length = f"{progress.done} {progress.unit}s"


def timed(learn: Callable[..., Answers], name: str, settings: dict[str, Any]) -> dict[str, Any]:
    """A whole run of a model of goed."""
    whole_task = task(name, settings)
    started = time.process_time()
    counted = Counted()
    answers = learn(whole_task, counted)
    seconds = time.process_time() - started
    accuracies = [share_right(forms(of), name) for of in answers.by_model.values()]
    return {"seconds": seconds, "length": counted.length, "accuracies": accuracies}


def forms(predictions: Sequence[Prediction | None]) -> list[str | None]:
    return [prediction and prediction.form for prediction in predictions]


def cluzh_run(setting: str) -> Callable[[str], dict[str, Any]]:
    """goed's CLUZH in one of its settings."""

    def run(name: str) -> dict[str, Any]:
        from goed.models.cluzh.learner import learn_and_predict
        from goed.models.cluzh.settings import PRESETS

        suffix = "" if setting == "faithful" else f":{setting}"
        settings = {"name": f"cluzh-gr{suffix}", **dataclasses.asdict(PRESETS[setting])}
        return timed(learn_and_predict, name, settings)

    return run


def chr_trm_run(name: str) -> dict[str, Any]:
    """goed's CHR-TRM with the quick schedule."""
    from goed.models.chr_trm.learner import learn_and_predict
    from goed.models.chr_trm.settings import QUICK

    return timed(learn_and_predict, name, {"name": "chr-trm", **dataclasses.asdict(QUICK)})


def updates(name: str) -> dict[str, Any]:
    """An update of CHR-TRM with the whole training set as its batch, by turns the stand-in's and goed's."""
    import plain_chr_trm

    from goed.models.chr_trm.batches import Vocabulary
    from goed.models.chr_trm.learner import ChrTrmTrainer
    from goed.models.chr_trm.settings import PAPER

    batch, n_source, n_target = plain_chr_trm.batch_of(rows(f"parted/{name}.train"))
    torch.manual_seed(SEED)
    plain = plain_chr_trm.Trainer(n_source, n_target)
    train = task(name, {}).train
    vocabulary = Vocabulary(train)
    settings = dataclasses.replace(PAPER, batch=len(train), precision="fp32")
    ours = ChrTrmTrainer(settings, vocabulary, train, SEED, torch.device("cpu"))
    seconds = [(seconds_of(lambda: plain.update(batch)), seconds_of(ours.next_update)) for _ in range(N_UPDATES + 1)]
    plain_seconds, our_seconds = map(min, zip(*seconds[1:], strict=True))  # the first warms up
    return {"seconds": our_seconds, "plain_seconds": plain_seconds}


def stacked(name: str) -> dict[str, Any]:
    """Milliseconds of an update for each of several networks that are trained side by side, by setting."""
    from goed.models.cluzh.batches import batch_of_lessons
    from goed.models.cluzh.classroom import TrainingMaterial
    from goed.models.cluzh.learner import CluzhTrainer
    from goed.models.cluzh.network import Networks
    from goed.models.cluzh.settings import PRESETS
    from goed.models.torch_trainings import tiny_numbers_as_zero, use_one_thread

    use_one_thread()
    train = task(name, {}).train
    found: dict[str, Any] = {}
    for setting, preset in PRESETS.items():
        for members in STACKS:
            settings = dataclasses.replace(preset, members=members)
            material = TrainingMaterial(train, settings)
            torch.manual_seed(SEED)
            lessons = batch_of_lessons(material.lessons, False, torch.device("cpu"))
            with tiny_numbers_as_zero():
                trainer = CluzhTrainer(Networks(material.shape, settings), lessons, settings)
                seconds = [seconds_of(trainer.epoch) for _ in range(N_UPDATES + 1)][1:]  # the first warms up
            found[f"{setting} {members}"] = 1000 * min(seconds) / trainer.updates_an_epoch / members
    return found


def seconds_of(update: Callable[[], object]) -> float:
    """How long an update takes."""
    started = time.process_time()
    update()
    return time.process_time() - started


WHAT: dict[str, Callable[[str], dict[str, Any]]] = {
    "plain-cluzh": plain_cluzh_run,
    "cluzh-faithful": cluzh_run("faithful"),
    "cluzh-best": cluzh_run("best"),
    "chr-trm-quick": chr_trm_run,
    "updates": updates,
    "stacked": stacked,
}

if __name__ == "__main__":
    main()
