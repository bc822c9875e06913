"""What papers print: which of their tables runs can be held against, and how these name treebanks and measures.

The numbers stand in data/published, a table a paper, one value a row, as they are printed. To add a paper whose numbers
are there, say here how its columns are to be read.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import pandas as pd

from goed.own_data import data_folder

AVERAGES = "averages"  # stands among the treebanks for a mean over all of them
ALL = "all"  # sentences of all lengths
PRINTED = "printed"
NO_SUPERSCRIPT = "-"
DECIMALS = 6  # of fractions: 50.2 is 0.502, not 0.5020000000000001
COLUMNS = ("paper", "table", "track", "treebank", "who", "system", "measure", "length", "value", "mark", "n_treebanks")


@dataclass(frozen=True)
class Paper:
    """A paper that prints results of systems on treebanks, in per cent."""

    name: str  # of its file
    citation: str
    domain: str  # of the runs that can stand beside them
    tracks: Mapping[str, str]  # table → the track of a challenge that it is about
    measures: Mapping[str, str]  # as printed → as the domain calls it
    lengths: Mapping[str, str]  # of the sentences that are scored → what it adds to the domain's name of the measure

    @cached_property
    def languages(self) -> dict[str, list[str]]:
        """The treebanks that it prints results for, each with the codes of its language."""
        rows = _table("treebanks")
        rows = rows[rows["paper"] == self.name]
        return {treebank: codes.split() for treebank, codes in zip(rows["treebank"], rows["languages"], strict=True)}

    @cached_property
    def results(self) -> pd.DataFrame:
        """The printed results as fractions, a row for each; what is printed as not available is left out."""
        rows = _table(self.name)
        rows = rows[rows["table"].isin(self.tracks) & rows["measure"].isin(self.measures)]
        values = (pd.to_numeric(rows["value"], errors="coerce") / 100).round(DECIMALS)
        superscripts = ("^" + rows["superscript"]).where(rows["superscript"] != NO_SUPERSCRIPT, "")
        results = rows.assign(
            paper=self.name,
            who=PRINTED,
            system=rows["system"] + superscripts,
            measure=rows["measure"].map(self.measures),
            value=values,
        )[values.notna()]
        return results.assign(n_treebanks=_n_treebanks(results))[list(COLUMNS)].reset_index(drop=True)

    @property
    def treebanks(self) -> list[str]:
        """The treebanks that it prints results for, and their averages."""
        return [*self.languages, AVERAGES]

    @property
    def stored_measures(self) -> dict[str, tuple[str, str]]:
        """What the domain calls a measure of sentences up to a length → that measure and the length."""
        return {
            measure + added: (measure, length)
            for measure in self.measures.values()
            for length, added in self.lengths.items()
        }

    def treebank_of_language(self, language: str) -> str | None:
        """The treebank of a language, if there is one only."""
        found = [treebank for treebank, codes in self.languages.items() if language in codes]
        return found[0] if len(found) == 1 else None


def _table(name: str) -> pd.DataFrame:
    """A table of data/published, all of it as text."""
    path = data_folder() / "published" / f"{name}.tsv"
    return pd.read_csv(path, sep="\t", dtype=str, quoting=csv.QUOTE_NONE, keep_default_na=False)


def _n_treebanks(results: pd.DataFrame) -> pd.Series[int]:
    """Over how many treebanks a value is: averages are over those for which the same system has one."""
    keys = ["table", "system", "measure", "length"]
    is_average = results["treebank"] == AVERAGES
    counted = results[~is_average].groupby(keys).size().rename("n")
    of_row = results[keys].merge(counted, left_on=keys, right_index=True, how="left")["n"]
    return of_row.where(is_average, 1).astype("int64")


PAPERS = (
    Paper(
        "gelling2012",
        "Gelling, Cohn, Blunsom & Graça (2012), The PASCAL Challenge on Grammar Induction",
        "dependencies",
        tracks={"3": "dependency", "8": "dependency", "4": "joint", "9": "joint"},
        measures={"directed": "directed", "undirected": "undirected", "NED": "ned"},
        lengths={ALL: "", "<=10": " <=10"},
    ),
)
TRACKS = tuple(dict.fromkeys(track for paper in PAPERS for track in paper.tracks.values()))
