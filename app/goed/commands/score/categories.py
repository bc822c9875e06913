"""`goed score categories`: scores induced syntactic categories (clusters)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from goed.commands.options import Command, one_of, plural, talk
from goed.commands.output import format_option, print_frame
from goed.commands.score.options import (
    FILE,
    ReadingOptions,
    column_option,
    reading_options,
    refuse_two_stdins,
    upos_option,
    warn_if_empty,
)
from goed.errors import WrongUsageError

if TYPE_CHECKING:
    from goed.corpora.corpus import Column, Corpus
    from goed.score_tables.taggings import TaggedText
    from goed.scores.categories.types import Types, TypeScore
    from goed.scores.values import Score

SHOWN = ("scores", "mapping", "errors")


@dataclass(frozen=True)
class CategoryOptions(ReadingOptions):
    """The options of the command."""

    gold: Path | None
    predicted: Path | None
    gold_column: str
    predicted_column: str
    is_lexicon: bool
    unclustered: str | None
    types: bool
    mapping: str
    exhaustive: bool
    restarts: int
    seed: int
    train: Path | None
    test: Path | None
    frames: str


@click.command(cls=Command)
@click.argument("gold", required=False, type=FILE, metavar="GOLD")
@click.argument("predicted", required=False, type=FILE, metavar="PREDICTED")
@one_of("--show", SHOWN, "scores", "What to print.")
@click.option("--types", is_flag=True, help="The scores of word types (or, with --show mapping, their mappings).")
@one_of("--mapping", ["M-1", "1-1 greedy", "1-1 optimal"], "M-1", "Under which mapping --show errors counts.")
@click.option("--unclustered", type=click.Choice(["merge", "split"]), help="Tokens without a cluster (_).")
@click.option(
    "--lexicon",
    "is_lexicon",
    is_flag=True,
    help="PREDICTED lists words and their clusters; of several, one is drawn for each token.",
)
@column_option("--gold-column", help="Score against this column: cpostag, postag …")
@column_option("--predicted-column", help="The column that clusters stand in.")
@click.option("--train", type=FILE, metavar="CORPUS", help="With --test: substitutable precision and recall.")
@click.option("--test", type=FILE, metavar="CORPUS", help="The corpus whose frames are counted.")
@one_of("--frames", ["both", "test"], "both", "Frames that occur in both corpora, or all of the test corpus.")
@click.option(
    "--as-in",
    type=click.Choice(["frank2009", "reichart2010", "gelling2012"]),
    help="Only a paper's measures, under its names and rounded as there.",
)
@click.option("--exhaustive", is_flag=True, help="With --types: try all mappings (up to a million).")
@click.option("--restarts", type=click.IntRange(1, 10_000), default=30, show_default=True, help="Of hill climbing.")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=0, show_default=True, help="Of all that is drawn.")
@upos_option
@reading_options()
@format_option
def command(show: str, form: str, as_in: str | None, **options: Any) -> None:
    """Induced syntactic categories: M-1, 1-1, V, VI, types, frames.

    GOLD and PREDICTED hold the same words, in PASCAL's nine columns, CoNLL-X, CoNLL-U, two columns (word, tag) or as
    word/TAG text; - is stdin. Tags are those of UPOSTAG, in CoNLL-X of CPOSTAG, unless a column is named. A cluster _
    is none: --unclustered merge makes one cluster of such tokens, split one of each word.

    Token scores are M-1, 1-1 (greedy and optimal), pairwise precision and recall (PP, PR), V, NVI, VI and entropies,
    over all tokens, punctuation included unless --punctuation leaves it out. --types adds R10's scores of word types;
    there punctuation is left out where the layout knows its tag. --show mapping has each cluster's tag, --show errors
    what is wrong under a mapping.

    --train and --test add substitutable precision (SP, with clusters counted in types and in tokens) and recall (SR).
    Such a corpus is tagged with clusters, or plain text whose words have the clusters that PREDICTED gives them.
    """
    from goed.commands.score.score_rows import print_as_in, print_scores

    asked = CategoryOptions(**options)
    _check(asked, show)
    corpora = None if asked.gold is None else _read(asked)
    if show == "scores":
        scores = list(_scores(asked, corpora))
        if as_in is None:
            print_scores(scores, form)
        else:
            print_as_in(as_in, scores, form)
        return
    assert corpora is not None
    _print_details(asked, corpora[0], _tagged(asked, *corpora), show, form)


def _check(asked: CategoryOptions, show: str) -> None:
    if (asked.train is None) != (asked.test is None):
        raise WrongUsageError("--train and --test go together")
    if show != "scores" and asked.train is not None:
        raise WrongUsageError(f"--show {show} is about GOLD and PREDICTED, without --train and --test")
    if show == "errors" and asked.types:
        raise WrongUsageError("--show errors counts tokens, without --types")
    if asked.gold is None and asked.train is None:
        raise WrongUsageError("say which files to score: goed score categories GOLD PREDICTED")
    if asked.gold is not None and asked.predicted is None:
        raise WrongUsageError(f"say what to score {asked.gold} against: goed score categories GOLD PREDICTED")
    refuse_two_stdins(asked.gold, asked.predicted, asked.train, asked.test)


def _read(asked: CategoryOptions) -> tuple[Corpus, Corpus]:
    """Read both files; their words must agree unless PREDICTED is a lexicon."""
    from goed.corpora.corpus import check_same_words
    from goed.corpora.corpus_file import read_tagged
    from goed.corpora.layouts import COLUMNS

    assert asked.gold is not None
    assert asked.predicted is not None
    layout = None if asked.read_as == "plain" else asked.layout  # plain is for --train and --test only
    columns = asked.columns("tag", asked.gold_column, asked.punctuation_column if asked.punctuation else "tag")
    gold = asked.with_upos(read_tagged(asked.gold, columns, layout))
    if asked.is_lexicon:
        predicted = read_tagged(asked.predicted, ("tag",), COLUMNS)
    else:
        predicted = read_tagged(asked.predicted, (asked.predicted_column,), layout)
    warn_if_empty(gold, predicted)
    gold = asked.section(gold)
    if not asked.is_lexicon:
        predicted = asked.section(predicted, gold)
        check_same_words(gold, predicted)
    return gold, predicted


def _clusters(asked: CategoryOptions, words: Column, predicted: Corpus) -> Column:
    """The cluster of each word, from PREDICTED's tokens or from its lexicon."""
    from goed.score_tables.taggings import clusters_of_tokens, clusters_of_words

    if asked.is_lexicon:
        return clusters_of_words(words, predicted, asked.seed)
    return clusters_of_tokens(predicted, asked.predicted_column)


def _tagged(asked: CategoryOptions, gold: Corpus, predicted: Corpus) -> TaggedText:
    from goed.corpora.tags import punctuation_of
    from goed.score_tables.taggings import TaggedText, gold_tags, n_ambiguous, with_all_clustered

    tags = gold_tags(gold, asked.tag_column(asked.gold_column))
    clusters = _clusters(asked, gold.forms, predicted)
    if asked.is_lexicon and (n := n_ambiguous(predicted)):
        talk(f"{plural(n, 'word')} of several clusters: one is drawn for each token, by the clusters' sizes in types")
    tagged = TaggedText(gold.forms, tags, with_all_clustered(clusters, gold.forms, asked.unclustered, predicted))
    if asked.punctuation:
        return tagged.without(punctuation_of(gold, asked.punctuation, asked.punctuation_column))
    return tagged


def _scores(asked: CategoryOptions, corpora: tuple[Corpus, Corpus] | None) -> Iterator[Score]:
    from goed.score_tables.categories import table_of, token_scores, type_scores

    if corpora is not None:
        tagged = _tagged(asked, *corpora)
        table = table_of(tagged)
        talk(
            f"{plural(len(tagged), 'token')}, {plural(tagged.n_types, 'type')}, {plural(len(table.tags), 'tag')}, "
            f"{plural(len(table.clusters), 'cluster')}"
        )
        yield from token_scores(table)
        if asked.types:
            yield from type_scores(*_types(asked, corpora[0], tagged))
    if asked.train is not None:
        yield from _substitutable(asked, corpora)


def _types(asked: CategoryOptions, gold: Corpus, tagged: TaggedText) -> tuple[Types, list[TypeScore]]:
    """Word types without punctuation, and their scores."""
    from goed.corpora.tags import punctuation_of
    from goed.score_tables.categories import type_mappings, types_in

    known = "." if asked.upos is not None else gold.layout.punctuation
    if not asked.punctuation and known is not None:
        dropped = punctuation_of(gold, None, asked.tag_column("tag"))
        if dropped.any():
            talk(f"types: {plural(int(dropped.sum()), 'token')} of punctuation left out ({known})")
            tagged = tagged.without(dropped)
    types = types_in(tagged)
    return types, list(type_mappings(types, asked.seed, asked.restarts, asked.exhaustive or None))


def _substitutable(asked: CategoryOptions, corpora: tuple[Corpus, Corpus] | None) -> Iterator[Score]:
    from goed.corpora.corpus_file import read_corpus
    from goed.score_tables.categories import substitutable_scores
    from goed.score_tables.taggings import clusters_by_type, labelled

    assert asked.train is not None
    assert asked.test is not None
    train, test = (read_corpus(path, ("tag",), asked.layout) for path in (asked.train, asked.test))
    warn_if_empty(train, test)
    by_type = None
    if corpora is not None and not (train.layout.has_tags and test.layout.has_tags):
        gold, predicted = corpora
        words = predicted.forms if asked.is_lexicon else gold.forms
        by_type, n_ambiguous = clusters_by_type(words, _clusters(asked, words, predicted))
        if n_ambiguous:
            talk(f"{plural(n_ambiguous, 'word')} of several clusters: the one of most tokens stands for each")
    yield from substitutable_scores(*labelled(train, test, by_type, asked.unclustered), asked.frames == "both")


def _print_details(asked: CategoryOptions, gold: Corpus, tagged: TaggedText, show: str, form: str) -> None:
    from goed.score_tables import categories as tables

    table = tables.table_of(tagged)
    if show == "errors":
        mapping = tables.MAPPINGS[asked.mapping](table)
        print_frame(tables.confusion_frame(tagged, table, mapping), form, rates=("share",))
    elif asked.types:
        print_frame(tables.type_mapping_frame(tagged, *_types(asked, gold, tagged)), form)
    else:
        print_frame(tables.mapping_frame(tagged, table), form)
