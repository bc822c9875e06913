"""The templates of broken plurals, and which of them a form may have by its shape.

A template is written as it sounds (see `sounds`), with 1 2 3 4 for the radicals:

    1u2U3      فُعُول    كُسُور        'a12A3     أَفْعال    أَوْطان
    1awA2i3    فَواعِل   عَوامِل       1a2A3i4    فَعالِل    دَفاتِر

W is a weak radical that left no consonant of its own: نار–نِيران is 1IW3An, قاضِي–قُضاة is 1u2AWp. A radical that stands
twice is doubled (1u22A3: كُتّاب); = is the second of two like radicals: مَحَلّ–مَحالّ is 1a2A3=. All other consonants are the
template's own. The shape of a form is what is left when every consonant is C: of كُسُور it is CuCUC.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from goed_classifiers.inflection.arabic.sounds import LONG_VOWELS, SHORT_VOWELS, WEAK
from goed_classifiers.word_lists import rows

SECOND = "="
ABSORBED = "W"
VOWELS = SHORT_VOWELS + LONG_VOWELS
_NO_VOWELS = str.maketrans("", "", VOWELS)
_SHAPE = str.maketrans(dict.fromkeys("btvjHxd*rzs$SDTZEgfqklmnhwy'", "C"))


class Template(NamedTuple):
    """One way to see a template in a form: which of the form's consonants are radicals, and what the others must be."""

    pattern: str  # 'a12A3
    name: str  # أَفْعال
    fixed_consonants: tuple[tuple[int, str], ...]  # place among the consonants, what may stand there
    doubled: tuple[int, ...]  # places of consonants that are as the one before them
    radicals: tuple[int, ...]  # places of the radicals; -1 for one that is absorbed
    is_rare: bool = False
    is_exact: bool = True  # False: one short vowel differs, is missing, or is too many

    def radicals_of(self, consonants: str) -> str | None:
        """The radicals that a form's consonants have in this template, W for one that is absorbed."""
        for place, allowed in self.fixed_consonants:
            if consonants[place] not in allowed:
                return None
        for place in self.doubled:
            if consonants[place] != consonants[place - 1]:
                return None
        return "".join([consonants[place] if place >= 0 else ABSORBED for place in self.radicals])


def consonants_of(form: str) -> str:
    """The consonants of a form, ة among them.

    >>> consonants_of("'aTEimap")
    "'TEmp"
    """
    return form.translate(_NO_VOWELS)


def templates_for(form: str) -> tuple[Template, ...]:
    """The templates that have the shape of a form, or nearly so; the exact ones first."""
    return _BY_SHAPE.get(form.translate(_SHAPE), ())


def _template(pattern: str, name: str, is_rare: bool) -> Template:
    fixed, doubled, radicals = [], [], []
    place, last = 0, ""
    for sign in pattern:
        if sign in VOWELS:
            continue
        if sign == ABSORBED:
            radicals.append(-1)
            continue
        if sign == SECOND:
            doubled.append(place)
            radicals.append(place)
        elif sign == last:
            doubled.append(place)
        elif sign.isdigit():
            radicals.append(place)
        else:  # a hamza or glide inside may be spelt as another: سَفاين for سَفائِن
            fixed.append((place, WEAK if sign in WEAK and place else sign))
        place, last = place + 1, sign
    return Template(pattern, name, tuple(fixed), tuple(doubled), tuple(radicals), is_rare)


def _shape(pattern: str) -> str:
    return "".join(sign if sign in VOWELS + "p" else "C" for sign in pattern if sign != ABSORBED)


def _is_marked(pattern: str) -> bool:
    """Whether a template is marked by more than short vowels: by a long vowel, a doubled radical, an affix."""
    signs = [sign for sign in pattern if sign not in SHORT_VOWELS]
    return not all(map(str.isdigit, signs)) or len(set(signs)) < len(signs)


def _shapes_one_vowel_off(shape: str) -> Iterator[str]:
    """The shapes that differ in one short vowel: another one, one too many, one missing."""
    for place, sign in enumerate(shape):
        if sign in SHORT_VOWELS:
            yield shape[:place] + shape[place + 1 :]
            yield from (shape[:place] + vowel + shape[place + 1 :] for vowel in SHORT_VOWELS if vowel != sign)
        elif sign == "C" and shape[place + 1 : place + 2] in ("C", ""):
            yield from (shape[: place + 1] + vowel + shape[place + 1 :] for vowel in SHORT_VOWELS)


def _by_shape() -> dict[str, tuple[Template, ...]]:
    found: dict[str, list[Template]] = {}
    listed = rows(__package__, "templates.tsv")
    exact = [_template(pattern, name, bool(rare)) for pattern, name, _, *rare in listed]
    for template in exact:
        found.setdefault(_shape(template.pattern), []).append(template)
    for template in exact:
        if _is_marked(template.pattern) and not template.is_rare:
            near = template._replace(is_exact=False)
            for shape in _shapes_one_vowel_off(_shape(template.pattern)):
                found.setdefault(shape, []).append(near)
    return {shape: tuple(of_shape) for shape, of_shape in found.items()}


_BY_SHAPE = _by_shape()
