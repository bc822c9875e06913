"""Broken plurals: the root of the lemma in a template other than the singular's."""

from __future__ import annotations

from typing import NamedTuple

from goed_classifiers.inflection.arabic.roots import FEWEST, NISBA, Lemma, Root, RootFit, fit_radicals
from goed_classifiers.inflection.arabic.sounds import LONG_VOWELS, SHORT_VOWELS
from goed_classifiers.inflection.arabic.templates import Template, consonants_of, templates_for

MOST_RADICALS = 4  # radicals of a template: where a root has five consonants, one must go
PREFIXES = {"m": "م", "t": "ت", "'": "أ", "y": "ي"}
_NO_SHORT_VOWELS = str.maketrans("", "", SHORT_VOWELS)


class BrokenPlural(NamedTuple):
    """The template that a form has, and the rule that found it."""

    name: str  # أَفْعال
    rule: str


def broken_plural(lemma: Lemma, form: str) -> BrokenPlural | None:
    """The broken plural that a form is, if any: an exact template first, at last one with left-overs of the lemma."""
    consonants = consonants_of(form)
    is_other_vowel = differs_in_short_vowels_only(lemma, form)
    for template in templates_for(form):
        if is_other_vowel and (template.is_rare or not template.is_exact):
            break  # طُرِيق is طَرِيق with another vowel
        rule = rule_that_fits(template, consonants, lemma.root)
        if rule:
            return BrokenPlural(name_in(template, form), rule)
    return with_left_overs(lemma, form)


def differs_in_short_vowels_only(lemma: Lemma, form: str) -> bool:
    """Whether only short vowels differ: كِتاب: كَتاب; مُشاوَرَة: مُشاوِر."""
    skeleton = form.translate(_NO_SHORT_VOWELS)
    return skeleton in (lemma.text.translate(_NO_SHORT_VOWELS), lemma.stem.translate(_NO_SHORT_VOWELS))


def rule_that_fits(template: Template, consonants: str, root: Root) -> str:
    """The rule by which consonants fit a root in a template; empty if they do not."""
    if template.pattern == "1u23" and consonants[1] in "wy":  # جُيل: that would be جُول
        return ""
    radicals = template.radicals_of(consonants)
    found = fit_radicals(radicals, root) if radicals else None
    if not radicals or not found:
        return ""
    how = how_it_fits(found, len(radicals), root)
    if how != WHOLE_ROOT:
        return how if template.is_exact else ""
    if template.is_exact:
        return "rare-template" if template.is_rare else "template"
    return "near-template"


WHOLE_ROOT = "whole"


def how_it_fits(found: RootFit, n_radicals: int, root: Root) -> str:
    """Whether a whole root is there, or what the grammar does to one that is too long or too short."""
    if found.lost_strong:  # تايْلَنْدِيّ–تَوالِنَة: the fifth consonant goes
        too_many = root.n_consonants - MOST_RADICALS
        return "fifth-consonant-lost" if found.lost_strong <= too_many and n_radicals == MOST_RADICALS else ""
    if found.added_weak or found.repeated:  # دَم–دِماء, دُمُوم
        return "two-consonants-filled-out" if root.n_needed < FEWEST else ""
    if found.lost_weak:  # فِرْدَوْس–فَرادِيس; but رُوح–أَرْح has lost its second radical
        return "weak-consonant-merged" if root.n_strong >= MOST_RADICALS else ""
    return WHOLE_ROOT


def name_in(template: Template, form: str) -> str:
    """The name of a template for a certain form: with four radicals, مَناطِق is a مَفاعِل and تَفاسِير a تَفاعِيل."""
    prefix = PREFIXES.get(form[:1])
    if prefix and template.pattern.startswith("1a2A3") and len(template.radicals) == MOST_RADICALS:
        return template.name.replace("فَعال", f"{prefix}َفاع", 1)
    return template.name


def with_left_overs(lemma: Lemma, form: str) -> BrokenPlural | None:
    """A full template with an ending or a prefix of the lemma left on it: كامِرا–كَوامِرا, مُعَسْكَر–مُعَساكِر."""
    if form.endswith("iyyi"):  # مَعْنِيّ–مَعانِيِّ, with a vowel at the end
        return broken_plural(lemma, form[:-1])
    for ending in endings_left(lemma, form):
        found = full_template(form[: -len(ending)], lemma.root)
        if found:
            return found
    if form[:1] in PREFIXES and form[:2] == lemma.text[:2]:
        return full_template(form[2:], without_first(lemma.root))
    return None


def full_template(rest: str, root: Root) -> BrokenPlural | None:
    """The exact template, with a long vowel in it, that the rest of a form has."""
    if not any(vowel in rest[:-1] for vowel in LONG_VOWELS):
        return None
    consonants = consonants_of(rest)
    for template in templates_for(rest):
        if template.is_exact and not template.is_rare and rule_that_fits(template, consonants, root):
            return BrokenPlural(template.name, "template-and-left-over")
    return None


def endings_left(lemma: Lemma, form: str) -> list[str]:
    """Endings of the lemma that a form still has."""
    found = []
    if form[-2:] == "ap" and lemma.text[-1:] == "p":
        found.append("ap")
    if form[-1:] == "A" and lemma.text[-1:] == "A":
        found.append("A")
    if lemma.stem.endswith(NISBA):
        found += [ending for ending in (NISBA, "yy", "I", "iyyap") if form.endswith(ending)]
    return found


def without_first(root: Root) -> Root:
    """A root without its first consonant."""
    return Root(root.chain[1:], root.n_needed - 1, root.n_strong - 1, root.n_consonants - 1)
