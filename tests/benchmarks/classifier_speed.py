"""How fast the classifiers label: rows a second on one core, beside the generic classifier on the same rows.

Rows are made of the embedded items: letters are exchanged throughout a word, so that no lemma comes twice, and most
predictions are wrong (other endings, letters lost, doubled, exchanged), since right ones cost less.

    python tests/benchmarks/classifier_speed.py
"""

from __future__ import annotations

import random
import time

from goed.sources.embedded_items import read_embedded
from goed_classifiers.registry import GENERIC, Classifier, registry
from goed_classifiers.values import Case

N_ROWS = 200_000
LETTERS = {"eng": "bcdfghklmnprstvwz", "deu": "bcdfghklmnprstvwz", "ara": "بتثجحخدذرزسشصضطظعغفقكلمنه"}
ENDINGS = {"eng": ["", "ed", "d", "t"], "deu": ["", "e", "en", "n", "er", "s"], "ara": ["", "ات", "ِين", "ُون", "َة"]}


def rows(language: str) -> list[Case]:
    """Distinct cases of a language."""
    chance = random.Random(0)
    items = [(item.word, item.features, item.gold) for item in read_embedded(language).items]
    letters, endings = LETTERS[language], ENDINGS[language]
    made: dict[tuple[str, str], Case] = {}
    while len(made) < N_ROWS:
        lemma, features, gold = chance.choice(items)
        exchange = str.maketrans(dict(zip(chance.sample(letters, 5), chance.sample(letters, 5), strict=True)))
        lemma, gold = lemma.translate(exchange), gold.translate(exchange)
        made[lemma, gold] = Case(lemma, features, gold, _wrong(lemma, gold, letters, endings, chance))
    return list(made.values())


def _wrong(lemma: str, gold: str, letters: str, endings: list[str], chance: random.Random) -> str:
    if chance.random() < 0.1:
        return gold
    form = gold if chance.random() < 0.5 else lemma + chance.choice(endings)
    place = chance.randrange(len(form))
    return form[:place] + chance.choice(["", form[place] * 2, chance.choice(letters)]) + form[place + 1 :]


def speed(classifier: Classifier, cases: list[Case]) -> float:
    """Rows a second, the best of three."""
    best = float("inf")
    for _ in range(3):
        start = time.perf_counter()
        for case in cases:
            classifier.classify(case)
        best = min(best, time.perf_counter() - start)
    return len(cases) / best


def main() -> None:
    """Print the speeds of all languages."""
    for language in LETTERS:
        cases = rows(language)
        own, generic = speed(registry().of(language), cases), speed(GENERIC, cases)
        print(f"{language}: {own:,.0f} rows/s, {own / generic:.2f} x the generic classifier ({len(cases):,} rows)")


if __name__ == "__main__":
    main()
