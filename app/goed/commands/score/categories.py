"""`goed score categories`."""

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
    gold_with_upos,
    layout_of_name,
    reading_options,
    refuse_two_stdins,
    same_section,
    tell_of_nothing,
    upos_option,
    within,
)
from goed.errors import WrongUsageError

if TYPE_CHECKING:
    from goed.corpora.column import Column
    from goed.corpora.corpus import Corpus
    from goed.scoring.scored import Scored
    from goed.scoring.tagged import Tagged

SHOWN = ("scores", "mapping", "errors")


@dataclass(frozen=True)
class CategoryOptions(ReadingOptions):
    """What was asked for."""

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
    from goed.commands.score.options import print_as_in, print_scores

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
    """Both files, whose words agree unless one is a list of words."""
    from goed.corpora.corpus_file import read_tagged
    from goed.corpora.layouts import COLUMNS
    from goed.scoring.same_words import check_same_words

    assert asked.gold is not None
    assert asked.predicted is not None
    layout = (
        None if asked.read_as == "plain" else layout_of_name(asked.read_as)
    )  # these have tags; corpora may have none
    columns = {"tag", asked.gold_column, asked.punctuation_column if asked.punctuation else "tag"} - {"form"}
    if asked.upos is not None:
        columns = columns - {"upostag"} | {"postag"}
    gold = gold_with_upos(read_tagged(asked.gold, sorted(columns), layout), asked.upos)
    predicted = read_tagged(
        asked.predicted,
        ("tag",) if asked.is_lexicon else (asked.predicted_column,),
        COLUMNS if asked.is_lexicon else layout,
    )
    tell_of_nothing(gold, predicted)
    section = within(gold, asked.sentences)
    if not asked.is_lexicon:
        predicted = same_section(section, predicted, asked.sentences)
        check_same_words(section, predicted)
    return section, predicted


def _clusters(asked: CategoryOptions, gold: Corpus, predicted: Corpus) -> Column:
    from goed.scoring.tagged import clusters_of_tokens, clusters_of_words, n_ambiguous, with_all_clustered

    if asked.is_lexicon:
        clusters = clusters_of_words(gold.forms, predicted, asked.seed)
        if n := n_ambiguous(predicted):
            talk(
                f"{plural(n, 'word')} of several clusters: one is drawn for each token, by the clusters' sizes in types"
            )
    else:
        clusters = clusters_of_tokens(predicted, asked.predicted_column)
    return with_all_clustered(clusters, gold.forms, asked.unclustered, predicted)


def _tagged(asked: CategoryOptions, gold: Corpus, predicted: Corpus) -> Tagged:
    from goed.scoring.punctuation import Punctuation, is_punctuation
    from goed.scoring.tagged import Tagged, gold_tags

    column = "upostag" if asked.upos is not None and asked.gold_column == "tag" else asked.gold_column
    tags = gold_tags(gold, column)
    found = Tagged(gold.forms, tags, _clusters(asked, gold, predicted))
    if asked.punctuation:
        found = found.without(is_punctuation(gold, Punctuation(asked.punctuation, asked.punctuation_column)))
    return found


def _scores(asked: CategoryOptions, corpora: tuple[Corpus, Corpus] | None) -> Iterator[Scored]:
    from goed.scoring.categories import counted, table_of, token_scores, type_mappings, type_scores

    if corpora is not None:
        tagged = _tagged(asked, *corpora)
        table = table_of(tagged)
        n = counted(tagged, table)
        talk(
            f"{plural(n.tokens, 'token')}, {plural(n.types, 'type')}, {plural(n.tags, 'tag')}, "
            f"{plural(n.clusters, 'cluster')}"
        )
        yield from token_scores(table)
        if asked.types:
            types = _types(asked, corpora[0], tagged)
            yield from type_scores(
                types, list(type_mappings(types, asked.seed, asked.restarts, asked.exhaustive or None))
            )
    if asked.train is not None:
        yield from _substitutable(asked, corpora)


def _types(asked: CategoryOptions, gold: Corpus, tagged: Tagged) -> Any:
    """Word types without punctuation."""
    from goed.scoring.categories import types_in
    from goed.scoring.punctuation import Punctuation, is_punctuation

    known = "." if asked.upos is not None else gold.layout.punctuation
    if not asked.punctuation and known is not None:
        dropped = is_punctuation(gold, Punctuation(None, "tag" if asked.upos is None else "upostag"))
        if dropped.any():
            talk(f"types: {plural(int(dropped.sum()), 'token')} of punctuation left out ({known})")
            tagged = tagged.without(dropped)
    return types_in(tagged)


def _substitutable(asked: CategoryOptions, corpora: tuple[Corpus, Corpus] | None) -> Iterator[Scored]:
    from goed.corpora.corpus_file import read_corpus
    from goed.scoring.substitutability import clusters_by_type, label, substitutable_scores
    from goed.scoring.tagged import clusters_of_tokens, clusters_of_words

    assert asked.train is not None
    assert asked.test is not None
    train, test = (read_corpus(path, ("tag",), layout_of_name(asked.read_as)) for path in (asked.train, asked.test))
    tell_of_nothing(train, test)
    by_type = None
    if corpora is not None and not (train.layout.has_tags and test.layout.has_tags):
        gold, predicted = corpora
        if asked.is_lexicon:
            clusters, words = clusters_of_words(predicted.forms, predicted, asked.seed), predicted.forms
        else:
            clusters, words = clusters_of_tokens(predicted, asked.predicted_column), gold.forms
        by_type = clusters_by_type(words, clusters)
        if by_type.n_ambiguous:
            talk(f"{plural(by_type.n_ambiguous, 'word')} of several clusters: the one of most tokens stands for each")
    yield from substitutable_scores(*label((train, test), by_type, asked.unclustered), asked.frames == "both")


def _print_details(asked: CategoryOptions, gold: Corpus, tagged: Tagged, show: str, form: str) -> None:
    from goed.scoring.categories import (
        MAPPINGS,
        confusion_frame,
        mapping_frame,
        table_of,
        type_mapping_frame,
        type_mappings,
    )

    table = table_of(tagged)
    if show == "errors":
        print_frame(confusion_frame(tagged, table, MAPPINGS[asked.mapping](table)), form, rates=("share",))
    elif asked.types:
        types = _types(asked, gold, tagged)
        mappings = list(type_mappings(types, asked.seed, asked.restarts, asked.exhaustive or None))
        print_frame(type_mapping_frame(tagged, types, mappings), form)
    else:
        print_frame(mapping_frame(tagged, table), form)
