"""Tables of scores of induced categories: tokens, types, mappings, and confusions."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

import numpy as np
import pandas as pd

from goed.corpora.corpus import Column
from goed.score_tables.taggings import TaggedText
from goed.scores.categories import tokens as of_tokens
from goed.scores.categories import types as of_types
from goed.scores.categories.substitutable import ClusteredCorpus, substitutable
from goed.scores.values import BITS, NATS, PLAIN, UNDEFINED, Numbers, Score

MAPPINGS = {
    "M-1": of_tokens.many_to_one,
    "1-1 greedy": of_tokens.one_to_one_greedy,
    "1-1 optimal": of_tokens.one_to_one_optimal,
}
CONFUSION_COLUMNS = ("tag", "taken_for", "tokens", "share", "words")
N_EXAMPLES = 3


def table_of(tagged: TaggedText) -> of_tokens.Contingency:
    """How many tokens each cluster shares with each tag."""
    return of_tokens.contingency(tagged.tags.codes, tagged.clusters.codes)


def token_scores(table: of_tokens.Contingency) -> Iterator[Score]:
    """All measures of tokens."""
    for name, mapping in MAPPINGS.items():
        yield mapping(table).score.score(name)
    yield of_tokens.pairwise_precision(table).score("PP")
    yield of_tokens.pairwise_recall(table).score("PR")
    found = of_tokens.information(table)
    flag = "" if table.n_tokens else UNDEFINED
    for measure, value in (("V", found.v), ("homogeneity", found.homogeneity), ("completeness", found.completeness)):
        yield Score(measure, value if table.n_tokens else 0.0, flag=flag)
    yield Score("NVI", found.nvi, PLAIN, flag=flag)
    entropies = {
        "VI": found.vi,
        "H(C|K)": found.h_c_given_k,
        "H(K|C)": found.h_k_given_c,
        "H(C)": found.h_c,
        "H(K)": found.h_k,
    }
    for measure, value in entropies.items():
        yield Score(measure, value, NATS, flag=flag)
        yield Score(measure, value / of_tokens.NATS_OF_A_BIT, BITS, flag=flag)


def types_in(tagged: TaggedText) -> of_types.Types:
    """The word types of a text."""
    return of_types.types_of(tagged.words.codes, tagged.tags.codes, tagged.clusters.codes)


def type_mappings(
    types: of_types.Types, seed: int, restarts: int, exhaustive: bool | None
) -> Iterator[of_types.TypeScore]:
    """The six scores of types, each with the mapping that is best for it."""
    for name in of_types.SCORES:
        yield of_types.many_to_one(types, name, seed, restarts, exhaustive)
        yield of_types.one_to_one(types, name)


def type_scores(types: of_types.Types, mappings: Sequence[of_types.TypeScore]) -> Iterator[Score]:
    """The six scores as rows."""
    for each in mappings:
        flag = "" if types.n_types else UNDEFINED
        yield Score(f"{each.name} {each.kind}", each.value, flag=flag, how=each.how)


def substitutable_scores(train: ClusteredCorpus, test: ClusteredCorpus, in_both: bool) -> Iterator[Score]:
    """Substitutable precision, with clusters counted in types and in tokens, and recall."""
    found = substitutable(train, test, in_both)
    how = f"{found.n_frames:,} frames"
    yield found.precision_by_types.score("SP types", PLAIN, how)
    yield found.precision_by_tokens.score("SP tokens", PLAIN, how)
    yield found.recall.score("SR", how=how)


# ---- details ----


def mapping_frame(tagged: TaggedText, table: of_tokens.Contingency) -> pd.DataFrame:
    """For each cluster its tag under each mapping, how many of its tokens that gets right, and its commonest words."""
    columns: dict[str, object] = {
        "cluster": [tagged.clusters.values[code] for code in table.clusters],
        "tokens": table.cluster_sizes,
    }
    for name, mapping in MAPPINGS.items():
        images = mapping(table).images
        right = table.n * (images[table.row] == table.column)
        n_right = np.bincount(table.row, weights=right, minlength=len(table.clusters))
        columns[name] = _tag_names(tagged, table.tags, images)
        columns[f"{name} right"] = n_right.astype(np.int64)
    tokens = pd.DataFrame({"cluster": tagged.clusters.codes, "word": tagged.words.codes})
    words = _commonest_words(tokens, tagged.words)
    columns["words"] = [words[(code,)] for code in table.clusters.tolist()]
    return pd.DataFrame(columns)


def type_mapping_frame(
    tagged: TaggedText, types: of_types.Types, mappings: Sequence[of_types.TypeScore]
) -> pd.DataFrame:
    """For each cluster the tag that each score of types gives it."""
    columns: dict[str, object] = {
        "cluster": [tagged.clusters.values[code] for code in types.cluster_codes],
        "types": types.cluster_sizes,
    }
    for each in mappings:
        columns[f"{each.name} {each.kind}"] = _tag_names(tagged, types.tag_codes, each.images)
    return pd.DataFrame(columns)


def confusion_frame(tagged: TaggedText, table: of_tokens.Contingency, mapping: of_tokens.TagMapping) -> pd.DataFrame:
    """Tokens whose tag is not that of their cluster, by both tags, the most frequent first."""
    tag_of_cluster = np.full(len(tagged.clusters.values), -1, np.int64)
    tag_of_cluster[table.clusters] = np.append(table.tags, -1)[mapping.images]
    taken_for = tag_of_cluster[tagged.clusters.codes]
    tokens = pd.DataFrame({"tag": tagged.tags.codes, "taken_for": taken_for, "word": tagged.words.codes})
    wrong = tokens[tokens["tag"] != tokens["taken_for"]]
    words = _commonest_words(wrong, tagged.words)
    names = (*tagged.tags.values, "")  # no tag, for a cluster that has none in a one-to-one mapping
    cells = wrong.groupby(["tag", "taken_for"]).size().sort_values(ascending=False, kind="stable").reset_index(name="n")
    rows = [
        (names[tag], names[other], n, n / len(wrong), words[tag, other])
        for tag, other, n in cells.itertuples(index=False)
    ]
    return pd.DataFrame(rows, columns=list(CONFUSION_COLUMNS))


def _tag_names(tagged: TaggedText, tags: Numbers, images: Numbers) -> list[str]:
    names = [*(tagged.tags.values[tag] for tag in tags), ""]  # nothing for a cluster without an image, -1
    return [names[image] for image in images]


def _commonest_words(tokens: pd.DataFrame, words: Column) -> dict[Hashable, str]:
    """The commonest words for each key; `tokens` has columns of keys, followed by the code of the word."""
    *keys, word = tokens.columns
    counts = tokens.groupby([*keys, word], sort=False).size().sort_values(ascending=False, kind="stable")
    found = counts.reset_index().groupby(keys)[word]
    return {key: " ".join(words.values[code] for code in codes[:N_EXAMPLES]) for key, codes in found}
