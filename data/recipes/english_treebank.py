"""An English treebank whose texts may all be passed on, also commercially: documents of UD English GUM.

Starts from two files. `gum-free.conllu` holds the 132 documents of the Georgetown University Multilayer corpus
(https://github.com/UniversalDependencies/UD_English-GUM, commit afb41ee, `not-to-release/sources`) that nothing forbids
to pass on: its columns 1 to 8 unchanged, empty nodes dropped, and for each document its metadata, to which section
(`meta::partition`) and licence were added. `gum-free.licences.tsv` says of each document of GUM which licence it has,
how sure that is, and why.

1. Documents stay whose licence is known with high confidence, 113 of the 132. Left out are all vlogs, one article, one
   chapter of a textbook and two speeches.
2. Kept are words, UPOS, XPOS, heads and relations, and who speaks. Words of several tokens (don't) stay parted (do,
   n't), as the trees have them. Lemmas and features are left out: no learner of goed reads them.
3. GUM's own sections are kept, whole documents each.
4. `documents.tsv` names each document's title, author, address and licence, as the licences ask.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

from recipes.tables import write
from recipes.treebanks import PACKED, original, packed, sentences_of

FILE = "gum-free.conllu"
SHA256 = "467d39ec652c507b0a4a4479d84c8c1b18d8234b8c09d5750fb8b8e2bfa758d7"
LICENCES = "gum-free.licences.tsv"
COLUMNS = {"FORM": 1, "UPOS": 3, "XPOS": 4, "HEAD": 6, "DEPREL": 7}  # and their places in CoNLL-U
OF_A_DOCUMENT = (
    *("document", "genre", "section", "licence", "sentences", "words"),
    *("title", "author", "source_url", "why"),
)


def build(folder: Path, originals: Path) -> int:
    """Write the treebank and the table of its documents into the folder, and give the number of tokens."""
    documents = _sure_documents(originals / LICENCES)
    text = original(originals / FILE, SHA256)
    (folder / PACKED).write_bytes(packed(tuple(COLUMNS), _chosen(text, documents)))
    rows = [[row[name] for name in OF_A_DOCUMENT] for row in documents.values()]
    write(folder / "documents.tsv", [OF_A_DOCUMENT, *rows])
    return sum(int(row["words"]) for row in documents.values())


def _sure_documents(path: Path) -> dict[str, dict[str, str]]:
    """What is known of each document that may surely be passed on."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    sure = [row for row in rows if row["in_file"] == "yes" and row["confidence"] == "high"]
    return {row["document"]: {**row, "section": row["partition"]} for row in sure}


def _chosen(text: str, documents: dict[str, dict[str, str]]) -> Iterator[tuple[list[str], list[list[str]]]]:
    """The sentences of some documents in the chosen columns, with comments on documents and speakers."""
    document = ""
    for sentence in sentences_of(text):
        comments = []
        if "newdoc id" in sentence.comments:
            document = sentence.comments["newdoc id"]
            if document in documents:
                comments = [f"newdoc id = {document}", f"section = {documents[document]['section']}"]
        if document not in documents:
            continue
        if "speaker" in sentence.comments:
            comments.append(f"speaker = {sentence.comments['speaker']}")
        yield comments, [[token[column] for column in COLUMNS.values()] for token in sentence.tokens]
