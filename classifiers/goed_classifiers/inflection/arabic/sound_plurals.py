"""Sound plurals: the lemma's stem with ات, or with ين or ون."""

from __future__ import annotations

from typing import NamedTuple

from goed_classifiers.inflection.arabic.broken_plurals import broken_plural
from goed_classifiers.inflection.arabic.roots import Lemma, has_root_of
from goed_classifiers.inflection.arabic.sounds import HAMZA, LONG_VOWELS, SHORT_VOWELS
from goed_classifiers.inflection.arabic.templates import consonants_of

FEMININE_CLASS, MASCULINE_CLASS = "Snd(F)", "Snd(M)"
# -ayn for -īn is a slip (مَسْرَحِيَّين), or what a final ى gives (مُصْطَفَيْن).
ENDINGS = {
    "At": FEMININE_CLASS,
    "In": MASCULINE_CLASS,
    "Un": MASCULINE_CLASS,
    "ayn": MASCULINE_CLASS,
    "awn": MASCULINE_CLASS,
}
_VOWELS = LONG_VOWELS + SHORT_VOWELS


class SoundPlural(NamedTuple):
    """How a form is the lemma's stem with a sound ending."""

    pred_class: str
    rule: str


def split_sound_ending(form: str) -> tuple[str, str]:
    """Split off a sound ending: the rest of the form, and the class of the ending; two empty strings if it has none."""
    for length in (2, 3):
        pred_class = ENDINGS.get(form[-length:])
        if pred_class and len(form) > length:
            return form[:-length], pred_class
    return "", ""


def sound_plural(lemma: Lemma, form: str) -> SoundPlural | None:
    """The sound plural that a form is, if any: on the unchanged stem first, at last on a changed one."""
    stem, pred_class = split_sound_ending(form)
    if not stem:
        return None
    if stem in (lemma.stem, lemma.text):  # مُدِير–مُدِيرات; زَوْجَةات, with a slip
        return SoundPlural(pred_class, "sound-whole-stem")
    if is_usual_adjustment(lemma.stem, stem, pred_class):  # جَلْسَة–جَلَسات, مُحامِي–مُحامِين
        return SoundPlural(pred_class, "sound-usual-adjustment")
    if not has_root_of(stem, lemma.stem):  # عُنْوان keeps no n in عَناوِين
        return None
    if ends_in_root(lemma, form) or has_lost_radical_before_un(lemma, form):
        return None
    return _on_changed_stem(lemma, stem, pred_class)


def is_usual_adjustment(lemma_stem: str, stem: str, pred_class: str) -> bool:
    """Whether a stem is what the grammar makes of the lemma's before an ending."""
    if not lemma_stem:
        return False
    last = lemma_stem[-1]
    before = lemma_stem[:-1]
    if last == "A":  # مُسْتَشْفَى–مُسْتَشْفَيات, قَناة–قَنَوات, كامِرا–كامِرات
        return stem in (before + "ay", before + "aw", before)
    if last == "I":  # مُحامِي–مُحامِين, مُحامِيات
        return stem == (before + "iy" if pred_class == FEMININE_CLASS else before)
    if lemma_stem[-2:] == "A'":  # سَماء–سَماوات
        return stem == before + "w"
    if last == "U":  # فِيدْيُو–فِيدْيُوهات; سِينارِيو–سِينارِيُوهات, where the lemma's damma is not written
        spelt_out = before[:-1] + "iy" if before[-1:] == "I" else before
        return stem in (spelt_out + "uw", spelt_out + "uww", spelt_out + "Uh", lemma_stem + "h")
    if stem in (lemma_stem + "aw", lemma_stem + "ay", lemma_stem + "ah"):  # سَنَة–سَنَوات, أُمّ–أُمَّهات
        return True
    return (  # the helping vowel: جَلْسَة–جَلَسات, حُجْرَة–حُجُرات
        len(stem) == len(lemma_stem) + 1
        and stem[-2] in SHORT_VOWELS
        and stem[:-2] + stem[-1] == lemma_stem
        and not any(sign in _VOWELS for sign in lemma_stem[-2:])
        and last != lemma_stem[-2:-1]
    )


def ends_in_root(lemma: Lemma, form: str) -> bool:
    """Whether the last consonant of a form is rather the root's than an ending's: سِنّ–سِنُون is a فُعُول."""
    found = broken_plural(lemma, form) if form[-1:] == lemma.stem[-1:] else None
    return found is not None and found.rule != "two-consonants-filled-out"  # بِن–بَنِين


def has_lost_radical_before_un(lemma: Lemma, form: str) -> bool:
    """Whether a form is rather a فُعُول with another last radical: هَمّ–هُمُون for هُمُوم."""
    stem = lemma.stem
    return form[-2:] == "Un" and stem[-1:] == stem[-2:-1] != form[-4:-3]


def _on_changed_stem(lemma: Lemma, stem: str, pred_class: str) -> SoundPlural | None:
    """A sound ending on a stem that took another shape; its root consonants are all there: سُحُوبات, مَسِرات."""
    added_hamza = stem.startswith(HAMZA) and not lemma.stem.startswith(HAMZA)
    if added_hamza:  # أَرْوحات has a template before its ending, أَثْمِينات and أَمْيناءات have none
        has_template = not stem.endswith("A'") and broken_plural(lemma, stem)
        return SoundPlural(pred_class, "sound-on-broken-stem") if has_template else None
    weak_of_lemma = sum(lemma.stem.count(sign) for sign in "wy'AIU")
    if sum(map(stem.count, "wy'")) > weak_of_lemma + 2:  # حاصِل–حاصِلِيّات has a nisba's two
        return None
    if consonants_of(stem) == consonants_of(lemma.stem):  # another vowel: شَهْوات, مُدارِين
        return SoundPlural(pred_class, "sound-other-vowel")
    return SoundPlural(pred_class, "sound-on-changed-stem")
