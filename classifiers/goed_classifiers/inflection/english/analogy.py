"""The patterns of English irregular verbs, and which of them a form could follow.

Nothing is listed by hand: every irregular verb of the word list is taken apart into onset, vowel letters, coda and
silent e, and so is its past. That gives three tables:

    vowel changes     key → key        ee → e as in meet–met, i_e → o_e as in drive–drove
    … with -t         key → key        ee → e as in keep–kept, o_e → o as in lose–lost
    rimes             rime → rime      ing → ang as in ring–rang, and → ood as in stand–stood

A silent e belongs to a single vowel letter (i_e), so *cured–care* is no *run–ran*; after two vowel letters it says
nothing of the vowel (*freeze*), so *weed–wod* is *freeze–froze*. In the past the e may go: *fine–fon*.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from goed_classifiers.inflection.english.pasts import IRREGULAR_PASTS
from goed_classifiers.values import Reading

VOWELS = frozenset("aeiouy")  # y, too: fly, gyp
MOST_EXAMPLES = 2
OUGHT = {  # possible whatever the rime of the lemma
    "ought": ("bring–brought", "buy–bought", "think–thought"),
    "aught": ("teach–taught", "catch–caught"),
}
MANY_VERBS = 3  # a rime change of this many verbs is found inside longer vowels, too: boing–boung

# Written once or twice, a consonant is the same: strike–struck, sit–sat, write–written.
_DOUBLED = re.compile(r"ck|([^aeiouy])\1")

_PAST_RIME = re.compile("([aeiouy]+(?:(?<=[aeo])w)?)([^aeiouy]*)(e?)")


class Syllable(NamedTuple):
    """The last syllable of a word by its letters, a silent e apart: d r-i-v-e, b-ea-d, tall-y."""

    onset: str  # all before the vowel letters
    vowels: str
    coda: str
    final_e: str

    @property
    def key(self) -> str:
        """The vowel letters, with the silent e where it belongs to them: i_e, but ee in freeze and o in throttle."""
        return _key(self.vowels, self.coda, self.final_e)


def last_syllable(word: str) -> Syllable | None:
    """Take a word apart at its last vowel letters; nothing where it has none."""
    end = len(word)
    if word.endswith("e") and word[-2:-1] not in VOWELS and any(letter in VOWELS for letter in word[:-1]):
        end -= 1
    coda_at = end
    while coda_at and word[coda_at - 1] not in VOWELS:
        coda_at -= 1
    start = coda_at
    while start and word[start - 1] in VOWELS:
        start -= 1
    if start == coda_at:
        return None
    if coda_at < end and word[coda_at] == "w" and word[coda_at - 1] in "aeo":  # draw, crawl
        coda_at += 1
    if coda_at - start > 1 and ((word[start] == "u" and word[start - 1 : start] == "q") or word[start] == "y"):
        start += 1  # squeeze, yap
    return Syllable(word[:start], word[start:coda_at], word[coda_at:end], word[end:])


def find_analogy(lemma: str, form: str) -> Reading | None:
    """The irregular pattern by which the form could be made from the lemma, the surest first."""
    parts = last_syllable(lemma)
    if parts is None or not form.startswith(parts.onset):
        return _d_to_t(lemma, form)
    rest = form[len(parts.onset) :]
    if rest in OUGHT:  # chink–chought
        return Reading("irr", "ought", f"onset + -{rest} {_as_in(OUGHT[rest])}", 0.97)
    return (
        _same_rime(parts, rest)
        or _vowel_change(parts, rest)
        or _with_t(parts, rest)
        or _d_to_t(lemma, form)
        or _inside_vowels(parts, rest)
    )


def missing_pattern(lemma: str, form: str) -> str:
    """Why a form with another vowel and the lemma's consonants is not irregular: no verb changes its vowel thus."""
    parts = last_syllable(lemma)
    past = _past_syllable(form[len(parts.onset) :]) if parts and form.startswith(parts.onset) else None
    if parts is None or past is None or _undoubled(past.coda) != _undoubled(parts.coda):
        return ""
    return f"irr: no irregular verb has {parts.key}→{past.key}" if set(past.vowels) != set(parts.vowels) else ""


def pattern_inside(lemma: str, form: str) -> str:
    """The irregular pattern of few verbs that is found in a longer vowel, which is not enough: receive–receave."""
    parts = last_syllable(lemma)
    if parts is None or not form.startswith(parts.onset):
        return ""
    verbs = _verbs_inside(parts, form[len(parts.onset) :])
    return f"irr: {_as_in(verbs)}, but no irregular verb changes {parts.vowels}" if verbs else ""


def _same_rime(parts: Syllable, rest: str) -> Reading | None:
    """The whole rime goes as in some verb: ring–rang, band–bood as stand–stood."""
    rime = _rime(parts)
    verbs = RIMES.get((rime, rest))
    if not verbs:
        return None
    analogy = Reading("irr", "same-rime", f"{rime}→{rest} {_as_in(verbs)}", 0.97)
    if (rime, rest) == ("ee", "ed"):  # agred
        return analogy._replace(confidence=0.8, considered="reg: -ed, but an e is lost")
    return analogy


def _vowel_change(parts: Syllable, rest: str) -> Reading | None:
    """Some verb has this vowel change, and the coda is kept: fine–fon, weed–wod, tally–tallew."""
    past = _past_syllable(rest)
    if past is None or _undoubled(past.coda) != _undoubled(parts.coda):
        return None
    key = parts.key
    for past_key, confidence, considered in _keys_of_past(parts, past):
        verbs = VOWEL_CHANGES.get((key, past_key))
        if verbs:
            return Reading("irr", "vowel-change", f"{key}→{past_key} {_as_in(verbs)}", confidence, considered)
    return None


def _with_t(parts: Syllable, rest: str) -> Reading | None:
    """-t after a consonant other than t and d, the vowel as it was (yap–yapt) or shorter (beep–bept, close–clost)."""
    if not rest.endswith("t") or not parts.coda or parts.coda[-1] in "td":
        return None
    past = _past_syllable(rest[:-1])
    if past is None or past.final_e or not past.coda:
        return None
    same_coda = _undoubled(past.coda) == _undoubled(parts.coda)
    if same_coda and past.vowels == parts.vowels and not parts.final_e:
        return Reading("irr", "lemma-and-t", "lemma + -t as in burn–burnt", 0.97)
    if same_coda or (past.coda == "f" and parts.coda == "v"):
        verbs = CHANGES_WITH_T.get((parts.key, past.vowels))
        if verbs:
            return Reading("irr", "vowel-change-and-t", f"{parts.key}→{past.vowels} + -t {_as_in(verbs)}", 0.95)
    if same_coda and past.vowels == parts.vowels:
        evidence = "lemma without its e + -t, near lose–lost"  # bakt
        return Reading("irr", "lemma-and-t", evidence, 0.7, f"?: no irregular verb has {parts.key}→{past.vowels} + -t")
    return None


def _d_to_t(lemma: str, form: str) -> Reading | None:
    """The final d becomes t: bend–bent."""
    if not lemma.endswith("d") or len(lemma) < 3 or form != lemma[:-1] + "t":
        return None
    doubt = (0.7, "?: irregular verbs have it after a consonant only") if lemma[-2] in VOWELS else (0.97, "")  # neet
    return Reading("irr", "d-to-t", "final d→t as in bend–bent, build–built", *doubt)


def _inside_vowels(parts: Syllable, rest: str) -> Reading | None:
    """The last of several vowel letters and the coda go as in many verbs: boing–boung as fling–flung."""
    verbs = _verbs_inside(parts, rest)
    if len(verbs) < MANY_VERBS and rest[len(parts.vowels) - 1 :] not in OUGHT:
        return None
    pattern = f"{_rime(parts)[len(parts.vowels) - 1 :]}→{rest[len(parts.vowels) - 1 :]}"
    considered = f"?: no irregular verb changes {parts.vowels}"
    return Reading("irr", "rime-inside", f"{pattern} {_as_in(verbs)}", 0.6, considered)


def _verbs_inside(parts: Syllable, rest: str) -> tuple[str, ...]:
    """The verbs whose rime changes as the last of several vowel letters and the coda do: -ing→-ung in boing–boung."""
    n_before = len(parts.vowels) - 1
    if not n_before or not rest.startswith(parts.vowels[:n_before]):
        return ()
    after = rest[n_before:]
    return OUGHT.get(after) or RIMES.get((_rime(parts)[n_before:], after), ())


def _rime(parts: Syllable) -> str:
    return parts.vowels + parts.coda + parts.final_e


def _key(vowels: str, coda: str, final_e: str) -> str:
    return f"{vowels}_e" if final_e and len(vowels) == 1 and len(_undoubled(coda)) < 2 else vowels


def _keys_of_past(parts: Syllable, past: Syllable) -> list[tuple[str, float, str]]:
    """Under which vowel a past may stand in the table: as it is, with its e gone, or with an e left from the lemma."""
    keys = [(past.key, 0.95, "")]
    if not past.final_e and len(past.vowels) == 1:
        keys.append((f"{past.vowels}_e", 0.9, ""))  # fine–fon
    elif past.final_e and parts.final_e:
        considered = "?: with its e it reads aloud with another vowel"  # spike–spuke as strike–struck
        keys.append((past.vowels, 0.7, considered))
    return keys


def _past_syllable(rest: str) -> Syllable | None:
    """A past without its onset, taken apart; nothing where more than one syllable is left."""
    found = _PAST_RIME.fullmatch(rest)
    return Syllable("", *found.groups()) if found else None


def _undoubled(coda: str) -> str:
    return _DOUBLED.sub(lambda found: found[1] or "k", coda) if len(coda) > 1 else coda


def _as_in(verbs: tuple[str, ...]) -> str:
    return "as in " + ", ".join(verbs[:MOST_EXAMPLES])


Changes = dict[tuple[str, str], tuple[str, ...]]  # from and to → verbs that show it


def _learned() -> tuple[Changes, Changes, Changes]:
    """The vowel changes, those with -t, and the rime changes of the irregular verbs, the most frequent verbs first.

    Those that may stay unchanged come last: their pasts were counted with their lemmas.
    """
    plain: Changes = {}
    with_t: Changes = {}
    rimes: Changes = {}
    for lemma, pasts in sorted(IRREGULAR_PASTS.items(), key=_may_be_unchanged):
        parts = last_syllable(lemma)
        if parts is None:
            continue
        for past in pasts:
            after = _past_syllable(past[len(parts.onset) :]) if past.startswith(parts.onset) else None
            if after is None or past == lemma or after.coda == "ght" or _is_built_on_another(lemma, past):
                continue
            _add(rimes, _rime(parts), _rime(after), f"{lemma}–{past}")
            if _undoubled(after.coda) == _undoubled(parts.coda):
                _add(plain, parts.key, after.key, f"{lemma}–{past}")
            elif after.coda in (parts.coda + "t", "ft"):  # keep–kept, leave–left
                _add(with_t, parts.key, after.key, f"{lemma}–{past}")
    return plain, with_t, rimes


def _may_be_unchanged(verb: tuple[str, tuple[str, ...]]) -> bool:
    lemma, pasts = verb
    return lemma in pasts


def _is_built_on_another(lemma: str, past: str) -> bool:
    """Whether the verb contains another one with the same past: *mishear–misheard* adds nothing to *hear–heard*."""
    return any(
        past[cut:] in IRREGULAR_PASTS.get(lemma[cut:], ()) and not VOWELS.isdisjoint(lemma[:cut])
        for cut in range(1, len(lemma) - 1)
    )


def _add(changes: Changes, before: str, after: str, verb: str) -> None:
    changes[before, after] = (*changes.get((before, after), ()), verb)


VOWEL_CHANGES, CHANGES_WITH_T, RIMES = _learned()
