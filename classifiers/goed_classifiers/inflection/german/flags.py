"""The flags of wrong German forms: variant, misspelling, umlaut missing or too many."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rapidfuzz.distance import OSA, Indel

from goed_classifiers.forms import with_initial_of
from goed_classifiers.inflection.german.endings import likely_stem
from goed_classifiers.inflection.german.letters import (
    VOWELS,
    WITHOUT_UMLAUT,
    folded,
    small_initial,
    with_short_vowels,
    without_umlaut,
)
from goed_classifiers.values import NO_CLASS, Case, Reading
from goed_classifiers.word_lists import rows_by_word

DOUBLETS = rows_by_word(__package__, "doublets.tsv")  # genders and plurals of each sense that has several
GENDERS = {"MASC": "M", "FEM": "F", "NEUT": "N"}
LEAST_KEPT = 0.5  # share of a stem that must be left for it to be recognised

DOUBLES = ("us", "is", "in")  # may double before a vowel: Bus, Kürbis; -nis must
LONG = ("aus", "eus", "eis", "ais", "ein", "ain")  # and these may not: Mäuse, Kreise
MISSPELT = {"e-missing", "doubling", "doubled-ending", "vowel-doubling", "short-vowel", "truncated-doubling"}

TOO_MANY, MISSING = "umlaut+", "umlaut-"
LEAST_ALIKE = 0.5  # share of letters: a form less like the gold form is another word; its vowels are not compared


def flags(case: Case, of_gold: Reading, of_prediction: Reading, is_variant: bool) -> tuple[str, ...]:
    """The flags of a wrong form, sorted."""
    lemma, _, gold, predicted, _ = case
    umlauts = umlaut_flags(small_initial(gold), small_initial(predicted))
    found = [*umlauts]
    if predicted[:1].islower() and gold[:1].isupper():  # hunde
        found.append("case")
    if gold != lemma and with_initial_of(lemma, predicted) == lemma:  # Ziel for Ziele
        found.append("copy")
    if is_variant:
        found.append("variant")
    elif of_prediction.shown_class == NO_CLASS:
        if has_spoilt_stem(folded(lemma), folded(predicted)):  # Cuellen
            found.append("stem")
    elif _is_slip(case, of_gold, of_prediction, has_other_umlaut=bool(umlauts)):
        found.append("spelling")
    return tuple(sorted(found))


def is_variant_of_gold(case: Case) -> bool:
    """Whether a source lists the form beside the gold form, whatever its initial: Balkons, balkons."""
    lemma, features, gold, predicted, accepted = case
    form = with_initial_of(lemma, predicted)
    if form == gold:
        return False
    return form in accepted or predicted in accepted or is_doublet(lemma, features, gold, form)


def _is_slip(case: Case, of_gold: Reading, of_prediction: Reading, has_other_umlaut: bool) -> bool:
    """Whether a form is a misspelling of its class."""
    lemma, _, gold, predicted, _ = case
    if of_gold.shown_class == of_prediction.shown_class:
        return is_respelt(gold, predicted, has_other_umlaut)
    rule = of_prediction.rule
    return is_sharp_s_wrong(gold, predicted) or is_misspelt(folded(lemma), folded(gold), folded(predicted), rule)


# Variants


def is_doublet(lemma: str, features: str, gold: str, form: str) -> bool:
    """Whether both forms are listed as plurals of the word in one sense: Balkone, Balkons; not Bänke, Banken.

    Where the features name a gender, it is a sense of that gender: Gehalte (der) are no Gehälter (das).
    """
    return any(
        gold in plurals and form in plurals and _has_gender(genders, features)
        for genders, *plurals in DOUBLETS.get(lemma, ())
    )


def _has_gender(genders: str, features: str) -> bool:
    named = {initial for name, initial in GENDERS.items() if name in features.split(";")}
    return not named or not named.isdisjoint(genders)


# Spelling


def is_respelt(gold: str, predicted: str, has_other_umlaut: bool) -> bool:
    """Whether two forms of one class differ in more than umlaut and initial: Hindernisse, Hindernise."""
    one, other = without_umlaut(small_initial(gold)), without_umlaut(small_initial(predicted))
    if has_other_umlaut:  # Säle, Saale
        one, other = with_short_vowels(one), with_short_vowels(other)
    return one != other


def is_sharp_s_wrong(gold: str, predicted: str) -> bool:
    """Whether one has ß and the other not: Späße, Spasse."""
    return ("ß" in gold) != ("ß" in predicted)


def is_misspelt(lemma: str, gold: str, form: str, rule: str) -> bool:
    """Whether a form of another class than the gold form's is misspelt for its own: Hinderniser. All folded."""
    if rule == "final-doubled":  # Fuchs-s-e
        return not _may_double(lemma, gold)
    if rule == "ending":  # Hindernis-er
        return _must_double(lemma, gold, form[len(lemma) :])
    return rule in MISSPELT


def _must_double(lemma: str, gold: str, ending: str) -> bool:
    """Whether the lemma's last letter is written twice before a vowel: in Hindernis always, in Bus as in Busse."""
    return ending[:1] in VOWELS and not lemma.endswith("in") and (lemma.endswith("nis") or _doubles(lemma, gold))


def _may_double(lemma: str, gold: str) -> bool:
    """Whether the last letter may be doubled: Organismusse is as good as Organismuse, but Atlase is not as Atlasse."""
    if lemma.endswith(DOUBLES):
        return not lemma.endswith(LONG)
    return _doubles(lemma, gold) or (lemma.endswith("s") and not gold.startswith(lemma))


def _doubles(lemma: str, gold: str) -> bool:
    """Whether the gold form doubles the lemma's last letter: Quiz–Quizze."""
    return gold[len(lemma) + 1 : len(lemma) + 2] in VOWELS and gold.startswith(lemma + lemma[-1:])


def has_spoilt_stem(lemma: str, form: str) -> bool:
    """Whether a form without class has a real ending on a spoilt stem: Cuellen. All folded."""
    if form.startswith(lemma):  # Bugse: the stem is whole
        return False
    stem = likely_stem(lemma, form)
    return stem != form and OSA.distance(lemma, stem) <= LEAST_KEPT * len(lemma)


# Umlauts


def umlaut_flags(gold: str, predicted: str) -> list[str]:
    """`umlaut+` and `umlaut-`, wherever a/o/u of one stands for ä/ö/ü of the other (both with small initials).

    >>> umlaut_flags("hinterhöfe", "hinterhos")
    ['umlaut-']
    """
    if gold.isascii() and predicted.isascii():
        return []
    found = set(_differences(gold, predicted))
    return [flag for flag in (TOO_MANY, MISSING) if flag in found]


def _differences(gold: str, predicted: str) -> Iterator[str]:
    """Umlaut flags, letter by letter while both forms run parallel, then by the letters that they share."""
    for place, (letter, other) in enumerate(zip(gold, predicted, strict=False)):
        if letter == other:
            continue
        if WITHOUT_UMLAUT.get(letter) == other:  # Gäste, Gaste
            yield MISSING
        elif WITHOUT_UMLAUT.get(other) == letter:  # Hunde, Hünde
            yield TOO_MANY
        else:
            yield from _differences_of_rests(gold, predicted, place)
            return


def _differences_of_rests(gold: str, predicted: str, n_parallel: int) -> Iterator[str]:
    """Umlaut flags of what follows the first letter that was lost, added or changed."""
    gold_rest, rest = gold[n_parallel:], predicted[n_parallel:]
    if gold_rest.isascii() and rest.isascii():
        return
    plain_gold, plain_rest = without_umlaut(gold_rest), without_umlaut(rest)
    edits: list[Any] = Indel.opcodes(plain_gold, plain_rest).as_list()
    n_shared = n_parallel + sum(edit[2] - edit[1] for edit in edits if edit[0] == "equal")
    if n_shared < LEAST_ALIKE * max(len(gold), len(predicted)):
        return
    for kind, start, end, start_in_rest, end_in_rest in edits:
        if kind == "equal" and gold_rest[start:end] != rest[start_in_rest:end_in_rest]:
            yield from _differences(gold_rest[start:end], rest[start_in_rest:end_in_rest])
