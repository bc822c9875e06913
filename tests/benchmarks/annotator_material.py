"""A study as large as the annotator must bear: the words of three languages, a million predictions.

    python tests/benchmarks/annotator_material.py FILE [NUMBER OF PREDICTIONS] [DISTINCT WRONG OUTPUTS]

Two samplings, two seeds, all sizes, and as many made-up models as it takes. They err less the more they have seen, and
often alike, so that some wrong outputs occur hundreds of times and most once.
"""

from __future__ import annotations

import itertools
import random
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from material import spoilt

PATTERN = "{model}/{sampling}/{language}_{seed}_{size}"
N_TEST = 600
WRONG_AT_FIRST, WRONG_AT_LAST = 0.5, 0.2  # the share of wrong predictions at 100 and at 1,000 examples


class TestSet(NamedTuple):
    """What the models are asked on one split: lemma, gold form and features."""

    language: str
    sampling: str
    seed: int
    sizes: list[int]
    items: list[tuple[str, str, str]]


class Mistakes:
    """What the made-up models get wrong: new forms until there are enough, and those again, the first most often."""

    def __init__(self, number: int, share_of_new: float) -> None:
        self.chance = random.Random(0)
        self.left = number
        self.share_of_new = share_of_new
        self.of_item: dict[tuple[str, ...], list[str]] = {}

    def draw(self, item: tuple[str, str, str], other: tuple[str, str, str]) -> str:
        """A wrong form of an item; some are built as another item is."""
        known = self.of_item.setdefault(item, [])
        if self.left and (not known or self.chance.random() < self.share_of_new):
            known.append(self._new(item, other, {item[1], *known}))
            self.left -= 1
            return known[-1]
        return known[int(len(known) * self.chance.random() ** 3)] if known else item[1] + item[1][-1]

    def _new(self, item: tuple[str, str, str], other: tuple[str, str, str], old: set[str]) -> str:
        form = built_like(item[0], other[0], other[1])
        spoils = 1
        while form in old:  # a short word has few neighbours
            spoils += 1
            form = spoilt("\t".join(item), self.chance, spoils).split("\t")[1]
        return form


def main(study: Path, number: int = 1_000_000, wrong: int = 100_200) -> None:
    make(study, number, wrong)
    for words, query in (
        ("predictions", "SELECT count(*) FROM prediction"),
        ("distinct wrong outputs", "SELECT count(*) FROM output WHERE NOT is_correct"),
        ("runs", "SELECT count(*) FROM run"),
    ):
        print(f"{rows(study, query)[0][0]:,} {words}")


def make(study: Path, number: int, wrong: int) -> None:
    """Make the study; a file of that name must not be there."""
    goed("init", "--study", study)
    goed("split", "--seeds", 2, "--test", N_TEST, "--study", study)
    with tempfile.TemporaryDirectory() as folder:
        write_predictions(Path(folder), list(test_sets(study)), number, wrong)
        goed("import", "predictions", folder, "--pattern", PATTERN, "--study", study)


def test_sets(study: Path) -> Iterator[TestSet]:
    """The test part of every split of the study."""
    for split_id, language, sampling, seed in rows(study, "SELECT id, language, sampling, seed FROM split"):
        sizes = [size for (size,) in rows(study, "SELECT size FROM training_set WHERE split_id = ?", split_id)]
        items = rows(
            study,
            "SELECT word, gold, features FROM split_item JOIN item ON item.id = item_id "
            "JOIN feature_set ON feature_set.id = feature_set_id WHERE split_id = ? AND part = 'test'",
            split_id,
        )
        yield TestSet(language, sampling, seed, sizes, items)


def write_predictions(folder: Path, tests: list[TestSet], number: int, wrong: int) -> None:
    """Write files of predictions, model after model, until there are so many lines."""
    n_wrong = number * (WRONG_AT_FIRST + WRONG_AT_LAST) / 2
    mistakes = Mistakes(wrong, share_of_new=min(1.0, 1.2 * wrong / n_wrong))
    written = model = 0
    while written < number:
        for test in tests:
            for size in test.sizes:
                path = folder / f"model-{model}" / test.sampling / f"{test.language}_{test.seed}_{size}.test"
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text("".join(predictions(test, size, mistakes)), encoding="utf-8")
                written += len(test.items)
        model += 1


def predictions(test: TestSet, size: int, mistakes: Mistakes) -> Iterator[str]:
    """The lines that a model predicts after so many examples."""
    share = WRONG_AT_FIRST + (WRONG_AT_LAST - WRONG_AT_FIRST) * size / 1000
    for item in test.items:
        lemma, form, features = item
        if mistakes.chance.random() < share:
            form = mistakes.draw(item, mistakes.chance.choice(test.items))
        yield f"{lemma}\t{form}\t{features}\n"


def built_like(lemma: str, other_lemma: str, other_form: str) -> str:
    """The lemma, changed at its end as another lemma is: prod like bring, brought gives *prought."""
    same = itertools.takewhile(lambda letters: letters[0] == letters[1], zip(other_lemma, other_form, strict=False))
    kept = len(list(same))
    lost = len(other_lemma) - kept
    return (lemma[: max(1, len(lemma) - lost)]) + other_form[kept:]


def rows(study: Path, query: str, *values: object) -> list[tuple[Any, ...]]:
    """Look into a study from outside."""
    connection = sqlite3.connect(study)
    try:
        return connection.execute(query, values).fetchall()
    finally:
        connection.close()


def goed(*arguments: object) -> None:
    command = [Path(sys.executable).parent / "goed", *map(str, arguments)]
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL)


if __name__ == "__main__":
    main(Path(sys.argv[1]), *map(int, sys.argv[2:]))
