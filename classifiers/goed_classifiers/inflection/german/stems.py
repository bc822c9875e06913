"""What became of a stem in a form that no rule could give."""

from __future__ import annotations

from rapidfuzz.distance import OSA

AFFIXES = ("nen", "en", "er", "es", "e", "n", "s", "r")
LEAST_KEPT = 0.5  # of a stem that can still be told


def likely_stem(lemma: str, form: str) -> str:
    """The form without the ending that makes it most like its lemma, where one does: Cuelle-n, Hinterho-s. All plain.

    A swap of two letters is one difference: Kren is no Kr-en, but Kern.
    """
    stem, least = form, OSA.distance(lemma, form)
    for affix in AFFIXES:
        if form.endswith(affix):
            shorter = form.removesuffix(affix)
            distance = OSA.distance(lemma, shorter)
            if distance < least or (distance == least and stem == form):
                stem, least = shorter, distance
    return stem


def has_spoilt_stem(lemma: str, form: str) -> bool:
    """Whether a form without class has a real ending, and it is the stem that was spoilt: Cuellen. All plain."""
    if form.startswith(lemma):  # Bugse: the stem is whole
        return False
    stem = likely_stem(lemma, form)
    return stem != form and OSA.distance(lemma, stem) <= LEAST_KEPT * len(lemma)


def change(lemma: str, stem: str) -> str:
    """The stretch that differs: qu→cu."""
    shortest = min(len(lemma), len(stem))
    start = next((place for place in range(shortest) if lemma[place] != stem[place]), shortest)
    room = shortest - start
    end = next((place for place in range(room) if lemma[-1 - place] != stem[-1 - place]), room)
    return f"{lemma[start : len(lemma) - end] or '∅'}→{stem[start : len(stem) - end] or '∅'}"
