"""The items of a small made-up language, so that tests need no real one.

Goedish (qgo, a code that ISO 639-3 leaves to private use) has nouns of two genders with plurals of four classes:

    -i for -a    feminines in -a: tuma, tumi
    -n           other nouns in a vowel: kelo, kelon
    -or          nouns in a consonant, the regular case: barek, barekor
    a or o → e   an irregular class of frequent short masculines: tak, tek

Frequencies fall off as in real texts. All of it comes from one seeded generator.
"""

import random

N_ITEMS = 1200
N_IRREGULAR = 60
CONSONANTS = "bdfgklmnprstv"
VOWELS = "aeiou"


def build(n_items: int = N_ITEMS) -> list[tuple[str, str, str, int]]:
    """Lemma, plural, features and frequency, the most frequent first."""
    chance = random.Random(1923)
    lemmas: dict[str, tuple[str, str]] = {}
    while len(lemmas) < n_items:
        lemma = made_up_noun(chance, short=len(lemmas) < N_IRREGULAR)
        lemmas.setdefault(lemma, plural(lemma, irregular=len(lemmas) < N_IRREGULAR))
    order = sorted(lemmas, key=lambda lemma: len(lemma) + 4 * chance.random())  # short words tend to be frequent
    return [(lemma, *lemmas[lemma], round(20_000 / (rank + 3))) for rank, lemma in enumerate(order)]


def made_up_noun(chance: random.Random, short: bool) -> str:
    """A noun of one to three syllables; a short one is consonant, a or o, consonant."""
    if short:
        return pick(chance, CONSONANTS) + pick(chance, "ao") + pick(chance, CONSONANTS)
    n_syllables = 2 + int(chance.random() < 0.4)
    noun = "".join(pick(chance, CONSONANTS) + pick(chance, VOWELS) for _ in range(n_syllables))
    return noun if chance.random() < 0.45 else noun + pick(chance, CONSONANTS)


def plural(lemma: str, irregular: bool) -> tuple[str, str]:
    """The plural form and its features."""
    if irregular:
        return lemma.replace("a", "e").replace("o", "e"), "N;MASC;PL"
    if lemma.endswith("a"):
        return lemma[:-1] + "i", "N;FEM;PL"
    if lemma[-1] in VOWELS:
        return lemma + "n", "N;FEM;PL" if lemma.endswith("e") else "N;MASC;PL"
    return lemma + "or", "N;MASC;PL"


def pick(chance: random.Random, letters: str) -> str:
    """One letter; `random()` gives the same numbers in every version of Python, `choice` need not."""
    return letters[int(chance.random() * len(letters))]
