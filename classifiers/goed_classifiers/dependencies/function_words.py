"""Function words, by tags and relations: treebanks differ in whether they are heads or dependents.

*the dog*: Universal Dependencies hang *the* on *dog*, the Copenhagen treebank hangs *dog* on *the*. A word is known by
its own tag or relation where these are enough, else by what hangs on it: in the Copenhagen treebank, whose determiners
are tagged as pronouns, a pronoun with a `nobj` is a determiner.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from goed_classifiers.dependencies.values import ROOT

NO_FUNCTION_WORD = ""
CONJUNCTIONS = "conjunctions"

BY_TAG = {
    # both sets of universal tags
    "DET": "determiners",
    "ADP": "adpositions",
    "AUX": "auxiliaries",
    "CONJ": CONJUNCTIONS,
    "CCONJ": CONJUNCTIONS,
    "SCONJ": "subordinators",
    "PRT": "particles",
    "PART": "particles",
    # CHILDES; its `part` is a participle
    "det": "determiners",
    "prep": "adpositions",
    "aux": "auxiliaries",
    "mod": "auxiliaries",
    "coord": CONJUNCTIONS,
    "conj": CONJUNCTIONS,
    "inf": "infinitive markers",
    # the Copenhagen treebank; its SP, a preposition, is a participle in Talbanken
    "CC": CONJUNCTIONS,
    "CS": "subordinators",
}

BY_RELATION = {
    # Universal Dependencies, without what follows the colon of aux:pass
    "det": "determiners",
    "case": "case markers",
    "cop": "copulas",
    "aux": "auxiliaries",
    "auxpass": "auxiliaries",
    "cc": CONJUNCTIONS,
    "mark": "subordinators",
    # CHILDES
    "DET": "determiners",
    "AUX": "auxiliaries",
    "INF": "infinitive markers",
    "CPZR": "subordinators",
    # Talbanken; a word that introduces a clause is UK
    "DT": "determiners",
    "++": CONJUNCTIONS,
    "UK": "subordinators",
    # the Copenhagen treebank
    "coord": CONJUNCTIONS,
}
BY_RELATION_AND_TAG = {  # where neither alone says enough: a copula is an AUX, *'s* and *to* are each a PART
    ("cop", "AUX"): "copulas",
    ("cop", "VERB"): "copulas",
    ("case", "PART"): "case markers",
    ("mark", "PART"): "infinitive markers",
}

# What hangs on a word, and the word's tag. The shares are those of the named words among such heads, as counted.
BY_DEPENDENT = {
    # The Copenhagen treebank, with its own tags and as the PASCAL challenge made them universal. What a preposition or
    # a determiner governs is its nobj; det, tagged as a personal pronoun, is the article in nine of ten such.
    ("nobj", "SP"): "adpositions",
    ("nobj", "PI"): "determiners",
    ("nobj", "PD"): "determiners",
    ("nobj", "PO"): "determiners",
    ("nobj", "PP"): "determiners",
    ("nobj", "AC"): "determiners",  # to, tre
    ("nobj", "PRON"): "determiners",
    ("nobj", "ADJ"): "determiners",  # to, mange, al, samme
    ("nobj", "U"): "adpositions",  # som
    ("nobj", "X"): "adpositions",
    ("possd", "PO"): "determiners",  # sin, min, deres
    ("possd", "PRON"): "determiners",
    ("vobj", "VA"): "auxiliaries",  # have, kunne, være, skulle: 95 %
    ("vobj", "VERB"): "auxiliaries",
    ("vobj", "U"): "infinitive markers",  # at: 98 %
    ("vobj", "X"): "infinitive markers",
    ("pred", "VA"): "copulas",  # være, blive: 91 %
    ("pred", "VERB"): "copulas",
    # Talbanken
    ("PA", "PR"): "adpositions",
    ("VG", "QV"): "auxiliaries",  # kan
    ("VG", "SV"): "auxiliaries",  # skall
    ("VG", "MV"): "auxiliaries",  # måste
    ("VG", "BV"): "auxiliaries",  # bör
    ("VG", "KV"): "auxiliaries",  # kommer att
    ("VG", "HV"): "auxiliaries",  # har
    ("VG", "WV"): "auxiliaries",  # vill
    ("VG", "VERB"): "auxiliaries",  # 93 %
    ("SP", "AV"): "copulas",  # är
    # CHILDES
    ("PRED", "v"): "copulas",  # 's, is, are: 98 %
}

# What a function word governs where it is a head. Of a conjunct, CHILDES and the Copenhagen treebank make the
# conjunction the head, Universal Dependencies the first conjunct.
COMPLEMENTS = frozenset((
    "nobj", "vobj", "possd", "pred", "PA", "VG", "SP", "POBJ", "PRED", "PMOD", "VC",
    "comp:aux", "comp:pred", "comp:obj",
))  # fmt: skip
CONJUNCTS = frozenset(("conj", "COORD"))
# Neither markers nor complements, whatever their tags: *up* of *give up*, *not*, *out* of *out there*.
NO_MARKERS = frozenset((
    # Universal Dependencies
    "nsubj", "obj", "iobj", "csubj", "ccomp", "xcomp", "obl", "vocative", "expl", "dislocated", "advcl", "advmod",
    "discourse", "nmod", "appos", "nummod", "acl", "amod", "conj", "fixed", "flat", "compound", "list", "parataxis",
    "orphan", "goeswith", "reparandum", "root", "dep",
    # CHILDES, and the Copenhagen treebank
    "JCT", "NJCT", "LOC", "NEG", "PQ", "mod", "pobj", "avobj", "part",
))  # fmt: skip
MODIFIERS = frozenset((*NO_MARKERS, *BY_RELATION))  # never govern: *right* of *right in the house*
VERBAL = ("auxiliaries", "copulas")  # may have a subject alone: *I can*
# What hangs on the function word where that is a head, and else on the word that it belongs to: *I* of *I can sleep*.
SHARED_WITH_VERBAL = frozenset(
    ("nsubj", "csubj", "expl", "advmod", "obl", "advcl", "vocative", "discourse", "mark", "SUBJ", "NEG", "JCT", "COM")
)
SHARED_WITH_DETERMINER = frozenset(("amod", "nummod"))


def may_hang_on(group: str, relation: str) -> bool:
    """Whether a treebank with function words as heads would hang such a dependent on one of this group."""
    relation = _without_subtype(relation)
    if group in VERBAL:
        return relation in SHARED_WITH_VERBAL
    return group == "determiners" and relation in SHARED_WITH_DETERMINER


def groups_of_function_words(tags: Sequence[str], heads: Sequence[int], relations: Sequence[str]) -> list[str]:
    """For each word of a sentence, the group of function words that it belongs to, or NO_FUNCTION_WORD."""
    groups = [_own_group(tag, relation) for tag, relation in zip(tags, relations, strict=True)]
    for head, relation in zip(heads, relations, strict=True):
        if head > ROOT and not groups[head - 1]:
            groups[head - 1] = BY_DEPENDENT.get((relation, tags[head - 1]), NO_FUNCTION_WORD)
    return groups


def _own_group(tag: str, relation: str) -> str:
    """The group of a word by its relation and its tag, its tag first: it says more."""
    relation = _without_subtype(relation)
    return BY_RELATION_AND_TAG.get((relation, tag)) or BY_TAG.get(tag) or BY_RELATION.get(relation, NO_FUNCTION_WORD)


def _without_subtype(relation: str) -> str:
    return relation.partition(":")[0]


def disputed_arcs(groups: Sequence[str], heads: Sequence[int], relations: Sequence[str]) -> list[str]:
    """For each word, the group of function words because of which other treebanks turn its arc round; or none.

    They do so between a function word and the word that it belongs to, *in* and *house*; but not between a preposition
    that governs something and the verb or noun above: in *live in houses*, no treebank hangs *live* on *in*.
    """
    n_dependents = Counter(heads)
    complements = [
        head > ROOT and _is_complement(groups[head - 1], relation, n_dependents[head])
        for head, relation in zip(heads, relations, strict=True)
    ]
    governing = {
        head
        for head, relation, is_complement in zip(heads, relations, complements, strict=True)
        if is_complement and relation not in CONJUNCTS  # *and* is a marker in any case
    }
    found = []
    for place, (head, relation, is_complement) in enumerate(zip(heads, relations, complements, strict=True), start=1):
        is_marker = head > ROOT and place not in governing and _without_subtype(relation) not in NO_MARKERS
        own = groups[place - 1] if is_marker else NO_FUNCTION_WORD
        found.append(groups[head - 1] if is_complement else own)
    return found


def _is_complement(group: str, relation: str, n_siblings: int) -> bool:
    """Whether a function word governs a word: by its relation, or because nothing else hangs on the function word."""
    if relation in CONJUNCTS:
        return group == CONJUNCTIONS
    is_only_one = n_siblings == 1 and group not in VERBAL and _without_subtype(relation) not in MODIFIERS
    return group != NO_FUNCTION_WORD and (relation in COMPLEMENTS or is_only_one)
