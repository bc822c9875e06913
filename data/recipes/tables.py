"""The tables of the recipes: those beside this file, which correct the sources, and those that a recipe writes."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent


def corrections(file: str) -> list[list[str]]:
    """The rows of a table beside this file, without its comments."""
    text = unicodedata.normalize("NFC", (HERE / file).read_text(encoding="utf-8"))
    return [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]


def listed_words(file: str) -> frozenset[str]:
    """The words of a list beside this file, which has several in a line."""
    return frozenset(word for row in corrections(file) for word in row[0].split())


class Row(NamedTuple):
    """An item: a lemma, its form, its features, how often the form was counted, and other forms that are right too."""

    lemma: str
    form: str
    features: str
    frequency: int
    variants: tuple[str, ...] = ()


def in_order(rows: Iterable[Row]) -> list[Row]:
    """The most frequent first; equally frequent ones by lemma, so that the same rows always make the same file."""
    return sorted(rows, key=lambda row: (-row.frequency, row.lemma, row.form))


def write(path: Path, lines: Iterable[Sequence[object]]) -> None:
    """Write tab-separated lines in UTF-8 and NFC, each ended by one line feed."""
    write_text(path, "".join("\t".join(map(str, line)) + "\n" for line in lines))


def write_word_list(path: Path, on_top: str, rows: Iterable[Sequence[str]]) -> None:
    """Write a word list of a classifier: what it is, and whose, in comments on top, and a row a line."""
    comments = "".join(f"# {line}\n" for line in on_top.strip().splitlines())
    write_text(path, comments + "".join("\t".join(row) + "\n" for row in rows))


def write_text(path: Path, text: str) -> None:
    """Write a text in UTF-8 and NFC, as it is on every machine."""
    path.write_text(unicodedata.normalize("NFC", text), encoding="utf-8", newline="\n")


def write_items(folder: Path, rows: Iterable[Row]) -> None:
    """Write `items.tsv` (lemma, form, features, frequency) and `variants.tsv` (lemma, form, features)."""
    rows = in_order(rows)
    write(folder / "items.tsv", [row[:4] for row in rows])
    write_variants(folder, rows)


def write_variants(folder: Path, rows: Sequence[Row]) -> None:
    """Write `variants.tsv`: forms that are as right as the item's own, in the order of the items."""
    write(folder / "variants.tsv", [(row.lemma, form, row.features) for row in rows for form in row.variants])
