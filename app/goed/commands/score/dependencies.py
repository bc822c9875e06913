"""`goed score dependencies`: scores dependency trees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from goed.commands.options import Command, MultiValueOption, one_of, plural, talk
from goed.commands.output import format_option, print_frame
from goed.commands.score.options import (
    FILE,
    ReadingOptions,
    reading_options,
    refuse_two_stdins,
    upos_option,
    warn_if_empty,
)
from goed.errors import WrongUsageError, visible

if TYPE_CHECKING:
    from goed.corpora.corpus import Corpus
    from goed.score_tables.dependencies import GoldTrees, TreePair

SHOWN = ("scores", "relations", "lengths", "kinds", "wrong")
TREEBANKS = ("pascal", "conllx", "conllu")


@dataclass(frozen=True)
class DependencyOptions(ReadingOptions):
    """The options of the command."""

    gold: Path
    predicted: Path | None
    references: tuple[Path, ...]
    baseline: str | None
    lengths: tuple[str, ...]
    seed: int


@click.command(cls=Command)
@click.argument("gold", type=FILE, metavar="GOLD")
@click.argument("predicted", required=False, type=FILE, metavar="PREDICTED")
@click.option(
    "--baseline", type=click.Choice(["left", "right", "random"]), help="Trees that know nothing, in place of PREDICTED."
)
@click.option(
    "--reference",
    "references",
    cls=MultiValueOption,
    type=FILE,
    metavar="MORE_GOLD ...",
    help="More gold trees; the best counts.",
)
@one_of("--show", SHOWN, "scores", "What to print.")
@click.option(
    "--length",
    "lengths",
    cls=MultiValueOption,
    only=lambda word: word == "all" or word.isdigit(),
    metavar="N ...",
    help="Sentences of at most N tokens, punctuation included, or all.  [default: all 10; all for details]",
)
@upos_option
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=0, show_default=True, help="Of random trees.")
@reading_options(TREEBANKS)
@format_option
def command(show: str, form: str, **options: Any) -> None:
    """Dependency trees: directed, undirected, NED, and errors.

    GOLD and PREDICTED hold the same sentences in PASCAL's nine columns, CoNLL-X or CoNLL-U; - is stdin. Gold
    punctuation is taken out of both first, and what hung on it hangs on the next head above: UPOSTAG . in PASCAL's
    files, UPOS PUNCT in CoNLL-U, what --punctuation says elsewhere. PREDICTED may be without it already.

    directed: the head is right. undirected: or the arc is there, reversed. ned (neutral edge direction): or the head
    is the head's head, where the root counts as one. Roots are tokens like others.

    --show relations and lengths part tokens by gold relation and by the length of the gold arc. --show kinds counts
    wrong attachments: reversed, grandparent (both as above), sibling (a dependent of the same head), root (a head for
    none, or none for one), other. --show wrong lists them. With several gold files, details are of the first.
    """
    asked = DependencyOptions(**options)
    if (asked.predicted is None) == (asked.baseline is None):
        raise WrongUsageError("say either what to score, PREDICTED, or a --baseline")
    refuse_two_stdins(asked.gold, asked.predicted, asked.upos, *asked.references)
    lengths = _lengths(asked, ("all", "10") if show == "scores" else ("all",))
    gold = _gold(asked, asked.gold)
    _tell_of_kept_punctuation(asked, gold)
    _print(_pairs(asked, gold), show, lengths, form)


def _lengths(asked: DependencyOptions, default: tuple[str, ...]) -> list[int | None]:
    found: list[int | None] = []
    for text in asked.lengths or default:
        if text != "all" and not (text.isascii() and text.isdigit() and 0 < len(text) < 10):
            raise WrongUsageError("--length takes numbers of tokens, or all")
        found.append(None if text == "all" else int(text))
    return found


def _read(asked: DependencyOptions, path: Path, wanted: Sequence[str], beside: Corpus | None = None) -> Corpus:
    """Read a treebank, and say what is odd about it."""
    from goed.corpora.corpus_file import read_corpus
    from goed.score_tables.dependencies import first_circle

    corpus = read_corpus(path, (*wanted, "head"), asked.layout)
    warn_if_empty(corpus)
    corpus = asked.section(corpus, beside)
    if circle := first_circle(corpus):
        n, line = circle
        talk(f"{path}: the heads of {plural(n, 'sentence')} go round in a circle (first: line {line}); scored as it is")
    return corpus


def _gold(asked: DependencyOptions, path: Path, beside: Corpus | None = None) -> GoldTrees:
    from goed.corpora.tags import punctuation_of
    from goed.score_tables.dependencies import GoldTrees

    column = asked.punctuation_column
    corpus = asked.with_upos(_read(asked, path, asked.columns("tag", "deprel", column), beside))
    return GoldTrees(corpus, punctuation_of(corpus, asked.punctuation or None, asked.tag_column(column)))


def _tell_of_kept_punctuation(asked: DependencyOptions, gold: GoldTrees) -> None:
    talk(
        f"{plural(len(gold.trees), 'token')} in {plural(len(gold.corpus.starts), 'sentence')}, "
        f"{plural(int(gold.is_punctuation.sum()), 'token')} of punctuation left out"
    )
    n_kept, words = gold.kept_punctuation()
    if n_kept and not asked.punctuation:
        shown = " ".join(visible(word) for word in words)
        talk(f"  scored with the rest: {plural(n_kept, 'token')} without letter or digit ({shown}); see --punctuation")


def _pairs(asked: DependencyOptions, gold: GoldTrees) -> list[TreePair]:
    """PREDICTED, or a baseline, paired with each gold annotation."""
    from goed.corpora.marked_answers import refuse_marked
    from goed.score_tables.dependencies import TreePair, check_same_text, predicted_trees
    from goed.scores.dependencies import baseline_trees

    references = [gold, *(_gold(asked, path, gold.corpus) for path in asked.references)]
    for reference in references[1:]:
        check_same_text(gold.corpus, reference.corpus)
    if asked.baseline is not None:
        return [TreePair(each, baseline_trees(each.trees.lengths, asked.baseline, asked.seed)) for each in references]
    assert asked.predicted is not None
    refuse_marked(asked.predicted)
    predicted = _read(asked, asked.predicted, (), gold.corpus)
    return [TreePair(each, predicted_trees(each, predicted)) for each in references]


def _print(pairs: list[TreePair], show: str, lengths: list[int | None], form: str) -> None:
    from goed.commands.score.score_rows import print_without_empty_columns
    from goed.score_tables import dependencies as tables

    match show:
        case "scores":
            frame = tables.score_frame(pairs, lengths)
            rows = list(frame.itertuples(index=False, name=None))
            print_without_empty_columns(list(frame.columns), rows, form, tables.RATES)
        case "relations":
            print_frame(tables.relation_frame(pairs[0], lengths), form, tables.RATES)
        case "lengths":
            print_frame(tables.arc_frame(pairs[0], lengths), form, tables.RATES)
        case "kinds":
            print_frame(tables.kind_frame(pairs[0], lengths), form, ("share", "rate"))
        case "wrong":
            print_frame(tables.wrong_frame(pairs[0], lengths[-1]), form)
