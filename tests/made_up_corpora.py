"""Small texts, treebanks and derivations for the tests of `goed score`, most of them from worked examples."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from conftest import write

# Gold tags down, clusters across: how many tokens.
TABLE = {"k1": (5, 4, 0), "k2": (4, 0, 0), "k3": (0, 1, 3), "k4": (0, 0, 2)}
TAGS = ("N", "V", "D")

GOLD_DERIVATION = (
    r"(<T NP 0 2> (<T NP 1 2> (<L NP/N DT DT the NP/N>) (<L N NNS NNS shares N>) ) "
    r"(<T NP\NP 0 2> (<L (NP\NP)/(S[dcl]/NP) WDT WDT that (NP\NP)/(S[dcl]/NP)>) "
    r"(<T S[dcl]/NP 1 2> (<T S/(S\NP) 0 1> (<L NP NNP NNP IBM NP>) ) "
    r"(<T (S[dcl]\NP)/NP 0 2> (<L (S[dcl]\NP)/(S[pt]\NP) VBZ VBZ has (S[dcl]\NP)/(S[pt]\NP)>) "
    r"(<L (S[pt]\NP)/NP VBN VBN bought (S[pt]\NP)/NP>) ) ) ) )"
)
PREDICTED_DERIVATION = (
    r"(<T NP 0 2> (<T NP 0 2> (<T NP 1 2> (<L NP/N DT DT the NP/N>) (<L N NNS NNS shares N>) ) "
    r"(<T NP\NP 0 2> (<L (NP\NP)/(S[dcl]/NP) WDT WDT that (NP\NP)/(S[dcl]/NP)>) "
    r"(<T S[dcl]/NP 1 2> (<T S/(S\NP) 0 1> (<L NP NNP NNP IBM NP>) ) "
    r"(<L (S[dcl]\NP)/NP VBZ VBZ has (S[dcl]\NP)/NP>) ) ) ) "
    r"(<T NP\NP 0 1> (<L S[pss]\NP VBN VBN bought S[pss]\NP>) ) )"
)
WITH_PUNCTUATION = (
    r"(<T S[dcl] 0 2> (<T S[dcl] 1 2> (<L NP NNP NNP IBM NP>) (<T S[dcl]\NP 0 2> "
    r"(<L (S[dcl]\NP)/NP VBD VBD bought (S[dcl]\NP)/NP>) (<T NP 0 2> (<L NP NNP NNP Lotus NP>) (<L , , , , ,>) ) ) ) "
    r"(<L . . . . .>) )"
)


def tokens_of_table() -> tuple[list[str], list[str]]:
    """The gold tag and the cluster of each token of the table."""
    pairs = [
        (tag, cluster) for cluster, row in TABLE.items() for tag, n in zip(TAGS, row, strict=True) for _ in range(n)
    ]
    return [tag for tag, _ in pairs], [cluster for _, cluster in pairs]


def slashed(path: str, words: Iterable[str], tags: Iterable[str]) -> Path:
    """Text as word/TAG, in one sentence."""
    return write(Path(path), " ".join(f"{word}/{tag}" for word, tag in zip(words, tags, strict=True)) + "\n")


def in_two_columns(path: str, words: Iterable[str], tags: Iterable[str]) -> Path:
    """Word and tag, a token on each line."""
    return write(Path(path), "".join(f"{word}\t{tag}\n" for word, tag in zip(words, tags, strict=True)))


def pascal(path: str, *sentences: Sequence[tuple[str, str, int, str]]) -> Path:
    """PASCAL's nine columns from (form, UPOSTAG, head, relation)."""
    lines = []
    for sentence in sentences:
        for place, (form, upos, head, relation) in enumerate(sentence, start=1):
            lines.append(f"{place}\t{form}\t_\t{upos}\t{upos}\t{upos}\t_\t{head}\t{relation}\n")
        lines.append("\n")
    return write(Path(path), "".join(lines))


def trees(path: str, *heads: Sequence[int]) -> Path:
    """Sentences of words a, b, c … with these heads."""
    return pascal(path, *([(chr(97 + place), "X", head, "dep") for place, head in enumerate(each)] for each in heads))
