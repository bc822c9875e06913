"""Scores of induced categories as tables: of tokens, of types, the mappings, and what is wrong under them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from goed.scores.arrays import Numbers, combined
from goed.scores.categories.contingency import Contingency, contingency, pairwise_precision, pairwise_recall
from goed.scores.categories.information import NATS_OF_A_BIT, information
from goed.scores.categories.mappings import Mapping, many_to_one, one_to_one_greedy, one_to_one_optimal
from goed.scores.categories.type_scores import SCORES, TypeScore, one_to_one
from goed.scores.categories.type_search import many_to_one as many_to_one_of_types
from goed.scores.categories.types import Types, types_of
from goed.scoring.scored import BITS, NATS, PLAIN, UNDEFINED, Scored, of_ratio
from goed.scoring.tagged import Tagged

MAPPINGS = {"M-1": many_to_one, "1-1 greedy": one_to_one_greedy, "1-1 optimal": one_to_one_optimal}
MAPPING_COLUMNS = ("cluster", "tokens", *(f"{name}{rest}" for name in MAPPINGS for rest in ("", " right")), "words")
CONFUSION_COLUMNS = ("tag", "taken_for", "tokens", "share", "words")
N_EXAMPLES = 3


def table_of(tagged: Tagged) -> Contingency:
    """How many tokens each cluster shares with each tag."""
    return contingency(tagged.tags.codes, tagged.clusters.codes)


def token_scores(table: Contingency) -> Iterator[Scored]:
    """All measures of tokens."""
    for name, mapping in MAPPINGS.items():
        yield of_ratio(name, mapping(table).score)
    yield of_ratio("PP", pairwise_precision(table))
    yield of_ratio("PR", pairwise_recall(table))
    found = information(table)
    flag = "" if table.n_tokens else UNDEFINED
    for measure, value in (("V", found.v), ("homogeneity", found.homogeneity), ("completeness", found.completeness)):
        yield Scored(measure, value if table.n_tokens else 0.0, flag=flag)
    yield Scored("NVI", found.nvi, PLAIN, flag=flag)
    entropies = {
        "VI": found.vi,
        "H(C|K)": found.h_c_given_k,
        "H(K|C)": found.h_k_given_c,
        "H(C)": found.h_c,
        "H(K)": found.h_k,
    }
    for measure, value in entropies.items():
        yield Scored(measure, value, NATS, flag=flag)
        yield Scored(measure, value / NATS_OF_A_BIT, BITS, flag=flag)


def types_in(tagged: Tagged) -> Types:
    """The word types of a text."""
    return types_of(tagged.words.codes, tagged.tags.codes, tagged.clusters.codes)


def type_mappings(types: Types, seed: int, restarts: int, exhaustive: bool | None) -> Iterator[TypeScore]:
    """The six scores of types, each with the mapping that is best for it."""
    for name in SCORES:
        yield many_to_one_of_types(types, name, seed, restarts, exhaustive)
        yield one_to_one(types, name)


def type_scores(types: Types, mappings: Sequence[TypeScore]) -> Iterator[Scored]:
    """The six scores as rows."""
    for each in mappings:
        flag = "" if types.n_types else UNDEFINED
        yield Scored(f"{each.name} {each.kind}", each.value, flag=flag, how=each.how)


def mapping_frame(tagged: Tagged, table: Contingency) -> pd.DataFrame:
    """For each cluster its tag under each mapping, how many of its tokens that gets right, and its commonest words."""
    columns: dict[str, object] = {
        "cluster": [tagged.clusters.values[code] for code in table.clusters],
        "tokens": table.cluster_sizes,
    }
    for name, mapping in MAPPINGS.items():
        images = mapping(table).images
        columns[name] = _tag_names(tagged, table.tags, images)
        columns[f"{name} right"] = _right_tokens(table, images)
    words = _examples([tagged.clusters.codes], tagged)
    columns["words"] = [words[(int(code),)] for code in table.clusters]
    return pd.DataFrame(columns, columns=list(MAPPING_COLUMNS))


def type_mapping_frame(tagged: Tagged, types: Types, mappings: Sequence[TypeScore]) -> pd.DataFrame:
    """For each cluster the tag that each score of types gives it."""
    columns: dict[str, object] = {
        "cluster": [tagged.clusters.values[code] for code in types.cluster_codes],
        "types": types.cluster_sizes,
    }
    for each in mappings:
        columns[f"{each.name} {each.kind}"] = _tag_names(tagged, types.tag_codes, each.images)
    return pd.DataFrame(columns)


def confusion_frame(tagged: Tagged, table: Contingency, mapping: Mapping) -> pd.DataFrame:
    """Tokens whose tag is not that of their cluster, by both tags, the most frequent first."""
    tag_of_cluster = np.full(len(tagged.clusters.values) + 1, -1, np.int64)
    images = mapping.images
    tag_of_cluster[table.clusters] = np.where(images >= 0, table.tags[np.maximum(images, 0)] if len(images) else 0, -1)
    taken_for = tag_of_cluster[tagged.clusters.codes]
    wrong = taken_for != tagged.tags.codes
    tags, taken_for = tagged.tags.codes[wrong], taken_for[wrong]
    cells, n = np.unique(np.column_stack((tags, taken_for)), axis=0, return_counts=True)
    order = np.argsort(-n, kind="stable")
    words = _examples([tags, taken_for], tagged.without(~wrong))
    names = (*tagged.tags.values, "")  # no tag, for a cluster that has none in a one-to-one mapping
    rows = [
        (names[tag], names[other], count, count / len(tags), words[(tag, other)])
        for (tag, other), count in zip(cells[order].tolist(), n[order].tolist(), strict=True)
    ]
    return pd.DataFrame(rows, columns=list(CONFUSION_COLUMNS))


def _tag_names(tagged: Tagged, tags: Numbers, images: Numbers) -> list[str]:
    return [tagged.tags.values[tags[image]] if image >= 0 else "" for image in images]


def _right_tokens(table: Contingency, images: Numbers) -> Numbers:
    right = table.n * (images[table.row] == table.column)
    return np.bincount(table.row, weights=right, minlength=len(table.clusters)).astype(np.int64)


def _examples(keys: Sequence[NDArray[np.integer]], tagged: Tagged) -> dict[tuple[int, ...], str]:
    """The commonest words of the tokens with each key."""
    if not len(tagged):
        return {}
    shifted = [np.asarray(key, np.int64) + 1 for key in keys]  # combined() takes numbers from 0
    group = combined(shifted)
    _, first, n = np.unique(combined([group, tagged.words.codes]), return_index=True, return_counts=True)
    order = np.lexsort((first, -n, group[first]))
    chosen: dict[int, list[int]] = {}
    for place in first[order]:
        places = chosen.setdefault(int(group[place]), [])
        if len(places) < N_EXAMPLES:
            places.append(int(place))
    return {
        tuple(int(key[places[0]]) for key in keys): " ".join(tagged.words.word(place) for place in places)
        for places in chosen.values()
    }


@dataclass(frozen=True)
class Totals:
    """What was scored, for people."""

    tokens: int
    types: int
    tags: int
    clusters: int


def counted(tagged: Tagged, table: Contingency) -> Totals:
    """How much there is."""
    return Totals(len(tagged), len(np.unique(tagged.words.codes)), len(table.tags), len(table.clusters))
