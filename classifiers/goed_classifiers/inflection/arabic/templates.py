"""The templates of the broken plural, and how to find those that a form may have by its shape.

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

# Template, its name, and a plural that has it. The first that fits is the one that a label names. Those that are rare
# must fit exactly: حُضِير is no فَعِيل.
TABLE = """
1u2U3       فُعُول      كُسُور
'a12A3      أَفْعال     أَوْطان
1i2A3       فِعال      جِبال
1u2a3A'     فُعَلاء     مُدَراء
'a12i3ap    أَفْعِلَة    أَطْعِمَة
1u22A3      فُعّال      كُتّاب
'a12u3      أَفْعُل     أَشْهُر
'a12i3A'    أَفْعِلاء   أَوْلِياء
1u2a3       فُعَل      حُفَر
1i2a3       فِعَل      نِعَم
1u2u3       فُعُل      كُتُب
1awA2i3     فَواعِل     عَوامِل
1awA2I3     فَواعِيل    قَوانِين
1a2A'i3     فَعائِل     رَسائِل
1a2A3i4     فَعالِل     دَفاتِر
1a2A3I4     فَعالِيل    عَناوِين
1a2A3i4ap   فَعالِلَة    أَساتِذَة
'a1A2i3     أَفاعِل     أَماكِن
'a1A2I3     أَفاعِيل    أَحادِيث
ma1A2i3     مَفاعِل     مَحاسِن
ma1A2I3     مَفاعِيل    مَشاهِير
ta1A2I3     تَفاعِيل    تَباشِير  rare
1i23An      فِعْلان     غِزْلان
1u23An      فُعْلان     قُمْصان
1IW3An      فِعْلان     جِيران
1a23A       فَعْلَى     مَرْضَى
1a2A3A      فَعالَى     يَتامَى
1u2A3A      فُعالَى     قُدامَى  rare
1awA2IW     فَواعِل     نَواحِي
1a2A3I      فَعالِي     صَحارِي
1a2AyA      فَعايا      مَطايا  rare
1a2A3IW     مَفاعِل     مَعانِي
1a2A3AW     فَعالَى     فَتاوَى
'a1A2IW     أَفاعِل     أَيادِي
1a2A3iyy    فَعالِيّ    كَراسِيّ  rare
1a2a3ap     فَعَلَة     طَلَبَة
1i2a3ap     فِعَلَة     قِرَدَة
1i23ap      فِعْلَة     إِخْوَة
1u2U3ap     فُعُولَة    عُمُومَة  rare
1i2A3ap     فِعالَة     حِجارَة
1a2A3ap     فَعالَة     صَحابَة  rare
1u22a3      فُعَّل      رُكَّع
1a2I3       فَعِيل      عَبِيد  rare
1a2A3       فَعال      شَباب  rare
1u2A3       فُعال      أُناس  rare
1a2a3       فَعَل      خَدَم
1u23        فُعْل      حُمْر
'a1i2=ap    أَفِعْلَة    أَدِلَّة
'a1i2=A'    أَفْعِلاء   أَطِبّاء
'a1u2=      أَفْعُل     أَكُفّ
1awA2=      فَواعِل     مَوادّ
1a2A3=      مَفاعِل     مَحالّ
1UW3        فُعْل      دُور
1AW3ap      فَعَلَة     قادَة  rare
1u2AWp      فُعَلَة     قُضاة
1u2AW       فُعَل      قُرَى  rare
1i2AW       فِعَل      لِحَى  rare
1awA2W      فَواعِل     ثَوان  rare
'a12IW      أَفْعُل     أَيْدِي  rare
1u2iyyW     فُعُول      حُلِيّ  rare
1i2iyyW     فُعُول      عِصِيّ  rare
'AW2A3      أَفْعال     آثار
'AW2i3ap    أَفْعِلَة    آلِهَة
'AW2AW      أَفْعال     آباء  rare
"""

SECOND = "="
ABSORBED = "W"
VOWELS = SHORT_VOWELS + LONG_VOWELS
_NO_VOWELS = str.maketrans("", "", VOWELS)
_SHAPE = str.maketrans(dict.fromkeys("btvjHxd*rzs$SDTZEgfqklmnhwy'", "C"))


class Reading(NamedTuple):
    """One way to see a template in a form: which of the form's consonants are radicals, and what the others must be."""

    template: str  # 'a12A3
    name: str  # أَفْعال
    own: tuple[tuple[int, str], ...]  # place among the consonants, what may stand there
    doubled: tuple[int, ...]  # places of consonants that are as the one before them
    radicals: tuple[int, ...]  # places of the radicals; -1 for one that is absorbed
    is_rare: bool = False
    is_exact: bool = True  # False: a short vowel is another one, one too many or missing

    def radicals_of(self, consonants: str) -> str | None:
        """The radicals that a form's consonants have in this template, W for one that is absorbed."""
        for place, allowed in self.own:
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


def readings(form: str) -> tuple[Reading, ...]:
    """The templates that have the shape of a form, or nearly so; the exact ones first."""
    return READINGS.get(form.translate(_SHAPE), ())


def _reading(template: str, name: str, is_rare: bool) -> Reading:
    own, doubled, radicals = [], [], []
    place, last = 0, ""
    for sign in template:
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
            own.append((place, WEAK if sign in WEAK and place else sign))
        place, last = place + 1, sign
    return Reading(template, name, tuple(own), tuple(doubled), tuple(radicals), is_rare)


def _shape(template: str) -> str:
    return "".join(sign if sign in VOWELS + "p" else "C" for sign in template if sign != ABSORBED)


def _is_marked(template: str) -> bool:
    """Whether something else than short vowels makes a template: a long vowel, a doubled radical, an affix."""
    signs = [sign for sign in template if sign not in SHORT_VOWELS]
    return not all(map(str.isdigit, signs)) or len(set(signs)) < len(signs)


def _near(shape: str) -> Iterator[str]:
    """The shapes that differ in one short vowel: another one, one too many, one missing."""
    for place, sign in enumerate(shape):
        if sign in SHORT_VOWELS:
            yield shape[:place] + shape[place + 1 :]
            yield from (shape[:place] + vowel + shape[place + 1 :] for vowel in SHORT_VOWELS if vowel != sign)
        elif sign == "C" and shape[place + 1 : place + 2] in ("C", ""):
            yield from (shape[: place + 1] + vowel + shape[place + 1 :] for vowel in SHORT_VOWELS)


def _by_shape() -> dict[str, tuple[Reading, ...]]:
    found: dict[str, list[Reading]] = {}
    exact = [
        _reading(template, name, bool(rare)) for template, name, _, *rare in map(str.split, TABLE.strip().splitlines())
    ]
    for reading in exact:
        found.setdefault(_shape(reading.template), []).append(reading)
    for reading in exact:
        if _is_marked(reading.template) and not reading.is_rare:
            near = reading._replace(is_exact=False)
            for shape in _near(_shape(reading.template)):
                found.setdefault(shape, []).append(near)
    return {shape: tuple(of_shape) for shape, of_shape in found.items()}


READINGS = _by_shape()
