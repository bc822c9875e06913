"""Labelling Arabic plurals: which class a form shows, sure cases before doubtful ones.

    Snd(F)   the lemma's stem + ات              مُدِير–مُدِيرات
    Snd(M)   the lemma's stem + ين or ون        مُدِير–مُدِيرِين
    Br       its root in another template       كِتاب–كُتُب
    ?        anything else

A gold form is never ?: if it is no sound plural it is broken, even a collective or a form equal to the lemma.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from goed_classifiers.classifier import Classifier
from goed_classifiers.forms import all_composed, composed
from goed_classifiers.inflection.arabic.broken_plurals import broken_plural, name_in
from goed_classifiers.inflection.arabic.roots import FEWEST, NISBA, Lemma, fault_of_root, in_letters, lemma_of
from goed_classifiers.inflection.arabic.sound_plurals import (
    FEMININE_CLASS,
    MASCULINE_CLASS,
    sound_plural,
    split_sound_ending,
)
from goed_classifiers.inflection.arabic.sounds import SHORT_VOWELS, sounds
from goed_classifiers.inflection.arabic.templates import consonants_of, templates_for
from goed_classifiers.values import CORRECT, NO_CLASS, UNNATURAL, Case, Label, Reading
from goed_classifiers.word_lists import rows_by_word

DOUBLETS = rows_by_word(__package__, "doublets.tsv")  # the plurals of each word that has several
BROKEN = "Br"
CLASSES = (FEMININE_CLASS, MASCULINE_CLASS, BROKEN, NO_CLASS)

# How often each rule's labels are right: on the reference labels, or judged, for rules that decide doubtful cases.
CONFIDENCE = {
    "sound-whole-stem": 0.99,
    "sound-usual-adjustment": 0.98,
    "sound-other-vowel": 0.97,
    "sound-on-changed-stem": 0.92,
    "sound-on-broken-stem": 0.75,
    "template": 0.98,
    "rare-template": 0.93,
    "near-template": 0.95,
    "fifth-consonant-lost": 0.75,
    "two-consonants-filled-out": 0.75,
    "weak-consonant-merged": 0.75,
    "template-and-left-over": 0.85,
    "dropped-nisba": 0.9,
    "no-sound-plural": 0.95,
    "empty": 0.99,
    "unchanged": 0.99,
    "impossible-writing": 0.93,
    "without-feminine-ending": 0.97,
    "lemma-and-more": 0.97,
    "part-of-lemma": 0.95,
    "other-root": 0.98,
    "no-template": 0.92,
}

OF_WHOLE_STEM = ("sound-whole-stem", "sound-usual-adjustment")
DOUBTFUL = {
    "near-template": "a short vowel is not the template's",
    "rare-template": "the template is rare",
    "template-and-left-over": "something of the lemma is left on it",
    "fifth-consonant-lost": "a consonant is lost",
    "two-consonants-filled-out": "a consonant is added",
    "weak-consonant-merged": "a weak consonant is lost",
}
ENDINGS_IN_LETTERS = {"At": "+ات", "In": "+ين", "Un": "+ون", "yn": "+ين", "wn": "+ون"}
WASLA = "ٱ"
UNMERGED = "اا"  # كامِراات
_NO_SHORT_VOWELS = str.maketrans("", "", SHORT_VOWELS)


class Noun(NamedTuple):
    """A noun and its gold form."""

    case: Case  # in NFC
    lemma: Lemma
    gold_text: str  # how the gold form sounds
    gold: Reading


def classify(case: Case) -> Label:
    """Label an Arabic plural by the coding manual."""
    return of_word(case)(case.predicted)


def of_word(case: Case) -> Callable[[str], Label]:
    """A function that labels predicted forms of a noun."""
    case = Case(composed(case.lemma), case.features, composed(case.gold), "", all_composed(case.accepted))
    lemma = lemma_of(case.lemma)
    gold_text, _ = sounds(case.gold)
    return partial(_labelled, Noun(case, lemma, gold_text, shown_by_listed_form(lemma, gold_text)))


def _labelled(noun: Noun, predicted: str) -> Label:
    case, lemma, gold_text, gold = noun
    predicted = composed(predicted)
    if predicted == case.gold:
        return Label(gold.shown_class, gold.shown_class, CORRECT, (), gold.rule, gold.evidence, gold.confidence)
    is_variant = predicted in case.accepted or are_doublets(case.lemma, case.gold, predicted)
    text, fault = sounds(predicted)
    if fault or not text:
        shown = _reading(NO_CLASS, "impossible-writing" if fault else "empty", fault or "nothing is there")
    elif text == gold_text or is_variant:
        shown = shown_by_listed_form(lemma, text)
    else:
        shown = shown_by_prediction(lemma, text)
    error = error_name(gold.shown_class, shown.shown_class, ())
    marks = flags(noun, shown, predicted, text, is_variant)
    reason = (shown.rule, shown.evidence, shown.confidence, shown.considered)
    return Label(gold.shown_class, shown.shown_class, error, marks, *reason)


def error_name(gold_class: str, pred_class: str, flags: tuple[str, ...]) -> str:
    """The name of the error that two classes make; flags play no part here."""
    return UNNATURAL if pred_class == NO_CLASS else f"{gold_class}→{pred_class}"


def _reading(shown_class: str, rule: str, evidence: str, considered: str = "") -> Reading:
    return Reading(shown_class, rule, evidence, CONFIDENCE[rule], considered)


def are_doublets(lemma: str, gold: str, form: str) -> bool:
    """Whether both forms are listed as plurals of one word: مُدَراء and مُدِيرِين of مُدِير."""
    return any(gold in plurals and form in plurals for plurals in DOUBLETS.get(lemma, ()))


def shown_by_listed_form(lemma: Lemma, form: str) -> Reading:
    """The class of a plural that is known to be right."""
    found = shown_by_sound_ending(lemma, form)
    if not found and is_dropped_nisba(lemma, form):  # يَهُودِيّ–يَهُود is no فُعُول
        return DROPPED_NISBA
    return found or shown_by_template(lemma, form) or NO_SOUND_PLURAL


DROPPED_NISBA = _reading(BROKEN, "dropped-nisba", "the nisba is dropped")
NO_SOUND_PLURAL = _reading(BROKEN, "no-sound-plural", "a plural without a sound ending")


def shown_by_prediction(lemma: Lemma, form: str) -> Reading:
    """The class of a form that is not known to be right."""
    if form == lemma.text:  # رُوح
        return _reading(NO_CLASS, "unchanged", "the lemma as it is")
    found = shown_by_sound_ending(lemma, form)
    if found:
        return found
    if is_dropped_nisba(lemma, form):  # بَرِيطانِيّ–بَرِيطان, as the data's own أَرْمَنِيّ–أَرْمَن
        return DROPPED_NISBA
    if form.rstrip("aiu") == lemma.stem:  # طَبَقَة–طَبَق
        return _reading(NO_CLASS, "without-feminine-ending", "the ة is dropped, and nothing more")
    if begins_with_stem(lemma, form):  # طَعام–طَعامِي, هارِب–هارِبَة, مُدِير–مُدِيراء
        found = shown_by_template(lemma, form) if may_be_template(lemma, form) else None
        return found or _reading(NO_CLASS, "lemma-and-more", "the lemma with something more")
    if lemma.text.startswith(form):  # أَوْلَوِيَّة–أَوْلَو
        return _reading(NO_CLASS, "part-of-lemma", "a part of the lemma")
    return shown_by_template(lemma, form) or unnatural(lemma, form)


def shown_by_sound_ending(lemma: Lemma, form: str) -> Reading | None:
    """The reading Snd(F) or Snd(M) if the form is a sound plural, else None."""
    found = sound_plural(lemma, form)
    if not found:
        return None
    ending = ENDINGS_IN_LETTERS[form[-2:]]
    if found.rule in OF_WHOLE_STEM:
        return _reading(found.pred_class, found.rule, f"{ending} on the stem")
    return _reading(found.pred_class, found.rule, f"{ending} on a changed stem", "?: the stem is not the lemma's")


def shown_by_template(lemma: Lemma, form: str) -> Reading | None:
    """The reading Br if the form is a broken plural, else None."""
    found = broken_plural(lemma, form)
    if not found:
        return None
    considered = ""
    other_stem, sound_class = split_sound_ending(form)
    if found.rule in DOUBTFUL:
        considered = f"?: {DOUBTFUL[found.rule]}"
    elif other_stem:  # أَصْوات, عَناوِين
        considered = f"{sound_class}: what stands before the ending is not the lemma's stem"
    return _reading(BROKEN, found.rule, f"{found.name}, root {in_letters(lemma.root)}", considered)


def begins_with_stem(lemma: Lemma, form: str) -> bool:
    """Whether a form is the lemma's stem with something after it; before a vowel a final ī is iy: مُحامِي–مُحامِيَة."""
    stem = lemma.stem
    return len(stem) > 2 and form.startswith((stem, stem[:-1] + "iy") if stem[-1] == "I" else stem)


def may_be_template(lemma: Lemma, form: str) -> bool:
    """Whether what follows the stem can be a template's: صِنْو–صِنْوان, فَتاة–فَتايا, لُغَة–لُغَى."""
    rest = form[len(lemma.stem) :]
    return rest in ("An", "yA") or (rest == "A" and lemma.root.n_needed < FEWEST)


def is_dropped_nisba(lemma: Lemma, form: str) -> bool:
    """Whether a form is the lemma without its -iyy."""
    return form == lemma.text[: -len(NISBA)] and lemma.text.endswith(NISBA) and len(consonants_of(form)) >= FEWEST


def unnatural(lemma: Lemma, form: str) -> Reading:
    """The reading of a form that no rule gives, with what is wrong with it."""
    stem = split_sound_ending(form)[0] or form.removesuffix("ap")
    fault = fault_of_root(stem, lemma.stem)
    if not fault:
        return _reading(NO_CLASS, "no-template", "the consonants in no template, and no ending on the stem")
    consonants = consonants_of(form)
    near = next((each for each in templates_for(form) if each.is_exact and each.radicals_of(consonants)), None)
    considered = f"{BROKEN}: {name_in(near, form)}, but with other consonants" if near else ""
    return _reading(NO_CLASS, "other-root", f"{fault} the root {in_letters(lemma.root)}", considered)


def flags(noun: Noun, shown: Reading, predicted: str, text: str, is_variant: bool) -> tuple[str, ...]:
    """The flags of a wrong form, in alphabetical order."""
    found = []
    if text == noun.lemma.text:
        found.append("copy")
    if is_spelling_of(noun.gold_text, text) and WASLA not in predicted:
        found.append("spelling")
    if shown.shown_class == NO_CLASS and has_real_ending(noun.lemma, predicted, text):
        found.append("stem")
    if is_variant or is_regular_beside_other_spelling(noun, shown, predicted):
        found.append("variant")
    return tuple(found)


def is_spelling_of(gold_text: str, text: str) -> bool:
    """Whether a form says the gold form in another spelling: مُحِبّين for مُحِبِّين, دُمَي for دُمَى."""
    return text == gold_text or (text[-2:] == "ay" and text[:-2] + "A" == gold_text)


def has_real_ending(lemma: Lemma, predicted: str, text: str) -> bool:
    """Whether a form has a sound ending on a spoilt stem: تَحَفُّئِين, but not قَوانُون, whose n is the root's."""
    return predicted.endswith(("ات", "ين")) and text[-1] != lemma.stem[-1:] and text != lemma.text


def is_regular_beside_other_spelling(noun: Noun, shown: Reading, predicted: str) -> bool:
    """Whether a form is regular, and the gold form too but for its spelling.

    أَمْرِيكِيّ: أَمْرِيكِيّات where the gold form is أَمِيرْكِيّات; ٱِتِّحادات beside اِتِّحادات.
    """
    if shown.shown_class != noun.gold.shown_class or shown.rule not in OF_WHOLE_STEM or UNMERGED in predicted:
        return False
    if predicted.replace(WASLA, "ا") == noun.case.gold:
        return True  # both from the same lemma, one with the hamza that is not said
    is_on_stem = noun.gold.rule in OF_WHOLE_STEM
    return not is_on_stem and letters_of(split_sound_ending(noun.gold_text)[0]) != letters_of(noun.lemma.stem)


def letters_of(form: str) -> str:
    """A form without its short vowels, as it is printed."""
    return form.translate(_NO_SHORT_VOWELS)


CLASSIFIER = Classifier("ara", "arabic", "1", classify, error_name, CLASSES, is_built_in=True, of_word=of_word)
