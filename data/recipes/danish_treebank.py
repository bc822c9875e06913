"""The Danish treebank of the PASCAL challenge, with its sections and tags.

Starts from `danish-cdt.conll`: the files `releases/cdt1+2/da/NNNN-da.conll` of the Copenhagen Dependency Treebank
(https://github.com/mbkromann/copenhagen-dependency-treebank, commit f72eb56), sorted by name, one after the other:

    cat releases/cdt1+2/da/*-da.conll > danish-cdt.conll

1. Sentences keep their order: the first 1,000 are dev, the next 1,000 test, all others train. So cut, the sections have
   the sentences, tokens and tags that are printed for Danish in Table 1 of Gelling et al. (2012).
2. Kept are words, CPOSTAG, POSTAG, heads and relations. Lemmas and features are left out: no learner here reads them.
   UPOS follows from CPOSTAG (`upos.tsv`).
3. The ids among the features start anew with each text of the corpus; texts are numbered by that, from text-1 to
   text-536. These are no names of files, which the release numbers with gaps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path

from recipes.tables import write
from recipes.treebanks import PACKED, TreebankSentence, original, packed, sentences_of

FILE = "danish-cdt.conll"
SHA256 = "1b636d29c2ec65f654d49d57001de87d6567108a394d0fd83b2d2e22d72537da"
SECTIONS = {0: "dev", 1000: "test", 2000: "train"}  # the place of a sentence, from 0 → the section that begins there
COLUMNS = {"FORM": 1, "CPOSTAG": 3, "POSTAG": 4, "HEAD": 6, "DEPREL": 7}  # and their places in CoNLL-X
FEATURES = 5
UPOS = {
    **dict.fromkeys(("AC", "AN", "AO"), "ADJ"),
    **dict.fromkeys(("CC", "CS"), "CONJ"),
    **dict.fromkeys(("NC", "NP"), "NOUN"),
    **dict.fromkeys(("PC", "PD", "PI", "PO", "PP", "PT"), "PRON"),
    "RG": "ADV",
    "SP": "ADP",
    **dict.fromkeys(("VA", "VE"), "VERB"),
    "XP": ".",
    **dict.fromkeys(("I", "U", "XA", "XF", "XR", "XS", "XX"), "X"),
}


def build(folder: Path, originals: Path) -> int:
    """Write the treebank and its table of tags into the folder, and give the number of tokens."""
    sentences = list(sentences_of(original(originals / FILE, SHA256)))
    (folder / PACKED).write_bytes(packed(tuple(COLUMNS), _chosen(sentences)))
    write(folder / "upos.tsv", UPOS.items())
    return sum(len(sentence.tokens) for sentence in sentences)


def _chosen(sentences: Sequence[TreebankSentence]) -> Iterator[tuple[list[str], list[list[str]]]]:
    """Sentences in the chosen columns, with comments where a text or a section begins."""
    last_id, numbers = 0, count(1)
    for place, sentence in enumerate(sentences):
        comments = []
        if place == 0 or _id(sentence.tokens[0]) < last_id:
            comments.append(f"newdoc id = text-{next(numbers)}")
        if place in SECTIONS:
            comments.append(f"section = {SECTIONS[place]}")
        last_id = _id(sentence.tokens[-1])
        yield comments, [[token[column] for column in COLUMNS.values()] for token in sentence.tokens]


def _id(token: Sequence[str]) -> int:
    """The number of a token in its text: 44 of case=unmarked|id=44."""
    return int(token[FEATURES].rpartition("id=")[2])
