"""Results that papers print, and the runs of a study beside them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import pandas as pd

from goed.errors import GoedError, unknown_name_error
from goed.statistics.catalogue import NotedTable, Option, Statistic
from goed.statistics.cells import CELL, SEEDS, grid_columns
from goed.statistics.league_table import COUNTS, league_table
from goed.statistics.printed_results import AVERAGES, DECIMALS, PAPERS, PRINTED, TRACKS, Paper
from goed.study import measures as stored
from goed.study import splits as store_splits
from goed.study.corpora import corpus_languages
from goed.study.selection import Selection
from goed.study.splits import Split
from goed.study.study import Study
from goed.study.tallies import PartTally, part_tallies

OURS = "goed"  # who got a result, if not the paper
OF_RUNS = ["corpus", "part", "sampling", "learn_from", "size"]
SCORE = ["measure", "length"]
BLOCK = ["paper", "track", "treebank"]  # what is compared with each other
COLUMNS = (
    *("paper", "table", "track", "treebank", "who", "system", *OF_RUNS, "n_seeds", "n_treebanks"),
    *(*SCORE, "value", "sd", "mark", "difference"),
)
Asked = Mapping[str, str]  # treebank that is asked for → the corpus that stands for it; empty: not said


def published(
    study: Study, selection: Selection, treebanks: Sequence[str] = (), tracks: Sequence[str] = ()
) -> NotedTable:
    """Results that papers print, and runs beside them.

    Gelling et al. (2012), the PASCAL challenge: BC Blunsom & Cohn, BH Bisk & Hockenmaier, CGS Christodoulopoulos,
    Goldwater & Steedman, MZ Mareček & Žabokrtský, S Søgaard, Tu; DMV, H(armonic), LB and RB are baselines. c, p and u
    are the tags that a system reads: coarse, fine, universal. * is printed in bold, as the best.

    Beside them stands the mean over seeds of each model on part test, at the largest size that any model was run at.
    A corpus belongs to the treebank of its name, or else to the only one of its language. learn_from is all where
    models saw the text of all sections, as in the challenge. difference is to the best printed result.
    """
    corpora = _corpora(study, selection)
    papers = [paper for paper in PAPERS if selection.domain in (None, paper.domain)]
    asked = _asked(treebanks, papers, corpora)
    tables, notes = [], []
    for paper in papers:
        pairs = paired(paper, corpora, asked)
        chosen = [name for name in paper.treebanks if name in asked or (not asked and name in pairs.values())]
        if not chosen:
            notes.append(_what_is_missing(paper, corpora))
            continue
        runs, about_runs = results_of_runs(study, selection, paper)
        runs = runs.assign(treebank=runs["corpus"].map(pairs)).dropna(subset="treebank")
        tables.append(_beside(paper, tracks or TRACKS[:1], chosen, runs))
        notes += [*_pairs_by_language(paper, pairs, asked, chosen), *about_runs]
    return NotedTable(pd.concat(tables, ignore_index=True) if tables else pd.DataFrame(columns=COLUMNS), notes)


# ---- which corpus stands for which treebank ----


def _corpora(study: Study, selection: Selection) -> dict[str, str]:
    """The selected corpora of the study, each with its language."""
    wanted, names = selection.languages, selection.corpora
    return {
        name: language
        for name, language in corpus_languages(study).items()
        if (not wanted or language in wanted) and (not names or name in names)
    }


def _asked(treebanks: Iterable[str], papers: Sequence[Paper], corpora: Mapping[str, str]) -> Asked:
    """The treebanks that are asked for: danish, or danish=ddt where the corpus ddt is it."""
    there = [name for paper in papers for name in paper.treebanks]
    asked = {}
    for text in treebanks:
        name, _, corpus = text.partition("=")
        if name not in there:
            raise unknown_name_error(name, "treebank with printed results", there)
        if corpus and name == AVERAGES:
            raise GoedError(f"{AVERAGES} are over all treebanks: no corpus stands for them")
        if corpus and corpus not in corpora:
            raise unknown_name_error(corpus, "corpus of this study", list(corpora))
        asked[name] = corpus
    return asked


def paired(paper: Paper, corpora: Mapping[str, str], asked: Asked) -> dict[str, str]:
    """Corpus → its treebank: as it is asked for, by its name, or as the only one of its language."""
    pairs = {corpus: treebank for treebank, corpus in asked.items() if corpus and treebank in paper.languages}
    of_names = {name: name.casefold() for name in corpora if name.casefold() in paper.languages}
    taken = set(pairs.values())
    pairs = {name: treebank for name, treebank in of_names.items() if treebank not in taken} | pairs
    taken = set(pairs.values())
    for corpus, language in corpora.items():
        treebank = paper.treebank_of_language(language)
        if corpus not in pairs and treebank and treebank not in taken:
            pairs[corpus] = treebank
    return pairs


def _pairs_by_language(paper: Paper, pairs: Mapping[str, str], asked: Asked, chosen: Sequence[str]) -> Iterable[str]:
    for corpus, treebank in pairs.items():
        is_shown = treebank in chosen or AVERAGES in chosen
        if is_shown and corpus.casefold() != treebank and asked.get(treebank) != corpus:
            yield (
                f"the corpus {corpus} stands beside {treebank} of {paper.name}, as both are of one language; text and "
                "annotation may differ"
            )


def _what_is_missing(paper: Paper, corpora: Mapping[str, str]) -> str:
    there = f"--treebank shows those of {', '.join(paper.treebanks)}"
    if not corpora:
        return f"the study holds no corpus that printed results could stand beside: goed import corpus; {there}"
    return f"no corpus of the study ({', '.join(corpora)}) is a treebank of {paper.name}; {there}"


# ---- the study's own results ----


def results_of_runs(study: Study, selection: Selection, paper: Paper) -> tuple[pd.DataFrame, list[str]]:
    """What models reach on corpora at the largest size of their split, over seeds; and notes on what is left out."""
    splits = {split.id: split for split in store_splits.splits(study) if split.corpus_id}
    tallies = [
        tally
        for tally in part_tallies(study)
        if tally.domain == paper.domain and tally.split_id in splits and selection.has(tally)
    ]
    largest: dict[int, int] = {}
    for tally in tallies:
        largest[tally.split_id] = max(tally.size, largest.get(tally.split_id, 0))
    at_largest = {tally.run_part_id: tally for tally in tallies if tally.size == largest[tally.split_id]}
    smaller = {tally.model for tally in tallies} - {tally.model for tally in at_largest.values()}
    missing = f"not shown, as not run at the largest size: {', '.join(sorted(smaller))}"
    return _over_seeds(study, at_largest, splits, paper), [missing] if smaller else []


def _over_seeds(
    study: Study, at_largest: Mapping[int, PartTally], splits: Mapping[int, Split], paper: Paper
) -> pd.DataFrame:
    """The measures that the paper prints, too, as means over the seeds of these parts of runs."""
    names = paper.stored_measures
    rows = [row for row in stored.measures(study) if row.measure in names and row.run_part_id in at_largest]
    tallies = [at_largest[row.run_part_id] for row in rows]
    columns = [
        grid_columns(tallies).reindex(columns=[*CELL, *SEEDS]).rename(columns={"model": "system"}),
        pd.Series([splits[tally.split_id].learn_from for tally in tallies], dtype=str, name="learn_from"),
        pd.DataFrame([names[row.measure] for row in rows], columns=SCORE),
        pd.Series([row.value for row in rows], dtype=float, name="value"),
    ]
    groups = pd.concat(columns, axis=1).groupby([*OF_RUNS, "system", *SCORE], sort=False)["value"]
    means = pd.DataFrame({"value": groups.mean(), "sd": groups.std(ddof=1), "n_seeds": groups.count()})
    return means.dropna(subset="value").reset_index()


# ---- both beside each other ----


def _beside(paper: Paper, tracks: Sequence[str], chosen: Sequence[str], runs: pd.DataFrame) -> pd.DataFrame:
    """The results of runs and the printed ones, those of each treebank together, the best first."""
    printed = paper.results[paper.results["track"].isin(tracks)]
    own = pd.concat([runs.assign(paper=paper.name, track=track, who=OURS, n_treebanks=1) for track in tracks])
    here = [name for name in paper.languages if name in set(own["treebank"])]
    blocks = [printed[printed["treebank"].isin(chosen)], own[own["treebank"].isin(chosen)]]
    order = list(chosen)
    if AVERAGES in chosen:
        blocks.append(averaged(own, AVERAGES))
        if 1 < len(here) < len(paper.languages):
            order.append(f"{AVERAGES} of {', '.join(here)}")
            of_these = [averaged(rows[rows["treebank"].isin(here)], order[-1]) for rows in (printed, own)]
            blocks += [rows[rows["n_treebanks"] == len(here)] for rows in of_these]
    table = pd.concat([block for block in blocks if len(block)], ignore_index=True).reindex(columns=list(COLUMNS))
    table = table.astype(dict.fromkeys(COUNTS, "Int64")).fillna({"mark": ""})  # printed results have no size or seeds
    return _in_reading_order(_with_difference(table, len(paper.languages)), paper, order)


def averaged(rows: pd.DataFrame, name: str) -> pd.DataFrame:
    """Means over the treebanks for which there is a value, as results on a treebank of this name."""
    of_models = [column for column in ("part", "sampling", "learn_from") if column in rows]
    keys = ["paper", "track", "who", "system", *of_models, *SCORE]
    by_treebank = rows[rows["treebank"] != AVERAGES].groupby([*keys, "treebank"], sort=False)["value"].mean()
    groups = by_treebank.groupby(keys, sort=False)
    means = pd.DataFrame({"value": groups.mean(), "n_treebanks": groups.count()})
    return means.reset_index().assign(treebank=name)


def _with_difference(table: pd.DataFrame, n_treebanks: int) -> pd.DataFrame:
    """With the difference to the best printed result; printed averages are no measure of averages over fewer."""
    best = table["value"].where(table["who"] == PRINTED)
    best = best.groupby([table[column] for column in [*BLOCK, *SCORE]]).transform("max")
    is_over_fewer = (table["treebank"] == AVERAGES) & (table["who"] == OURS) & (table["n_treebanks"] < n_treebanks)
    return table.assign(difference=(table["value"] - best).round(DECIMALS).mask(is_over_fewer))


def _in_reading_order(table: pd.DataFrame, paper: Paper, treebanks: Sequence[str]) -> pd.DataFrame:
    """By treebank, track and measure, the best first."""
    orders = {
        "treebank": treebanks,
        "track": TRACKS,
        "length": list(paper.lengths),
        "measure": list(dict.fromkeys(paper.measures.values())),
    }
    places = {
        name: table[name].map({value: place for place, value in enumerate(order)}) for name, order in orders.items()
    }
    sorted_rows = pd.DataFrame({**places, "value": -table["value"]}).sort_values([*places, "value"], kind="stable")
    return table.loc[sorted_rows.index].reset_index(drop=True)


def _has_results_beside(study: Study) -> bool:
    """Whether a corpus of the study is a treebank that a paper has results on."""
    corpora = corpus_languages(study)
    return any(paired(paper, corpora, {}) for paper in PAPERS)


STATISTIC = Statistic(
    published,
    options=[
        Option(
            "--treebank",
            "treebanks",
            "Printed treebanks, or averages; danish=ddt: the corpus ddt is it.  [default: those of the study]",
            metavar="NAME ...",
        ),
        Option(
            "--track",
            "tracks",
            f"{TRACKS[0]}: tags are given; joint: they are learned, too.  [default: {TRACKS[0]}]",
            metavar="NAME ...",
            choices=TRACKS,
        ),
    ],
    rates={"value", "sd", "difference"},
    defaults_to_test=True,
    mixes_domains=True,
    applies_to=_has_results_beside,
    for_people=league_table,
    title="Beside printed results",
    about=(
        "What papers print for a treebank, and the mean of each model here, in per cent; * is printed in bold. Systems "
        "and models may differ in what they were shown: tags, lengths, which sections."
    ),
)
