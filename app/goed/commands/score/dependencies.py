"""`goed score dependencies`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from goed.commands.options import Command, Several, one_of, plural, talk
from goed.commands.output import format_option, print_frame
from goed.commands.score.options import (
    FILE,
    ReadingOptions,
    gold_with_upos,
    layout_of_name,
    print_what_says_something,
    reading_options,
    refuse_two_stdins,
    same_section,
    tell_of_nothing,
    upos_option,
    within,
)
from goed.errors import WrongUsageError, visible

if TYPE_CHECKING:
    from goed.corpora.corpus import Corpus
    from goed.scoring.dependencies import Compared, Gold

SHOWN = ("scores", "relations", "lengths", "kinds", "wrong")
TREEBANKS = ("pascal", "conllx", "conllu")


@dataclass(frozen=True)
class DependencyOptions(ReadingOptions):
    """What was asked for."""

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
    cls=Several,
    type=FILE,
    metavar="MORE_GOLD ...",
    help="More gold trees; the best counts.",
)
@one_of("--show", SHOWN, "scores", "What to print.")
@click.option(
    "--length",
    "lengths",
    cls=Several,
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
    _check(asked)
    lengths = _lengths(asked, ("all", "10") if show == "scores" else ("all",))
    gold = _gold(asked, asked.gold)
    _tell_of_kept_punctuation(asked, gold)
    several = _compared(asked, gold)
    _print(several, show, lengths, form)


def _check(asked: DependencyOptions) -> None:
    if (asked.predicted is None) == (asked.baseline is None):
        raise WrongUsageError("say either what to score, PREDICTED, or a --baseline")
    refuse_two_stdins(asked.gold, asked.predicted, asked.upos, *asked.references)


def _lengths(asked: DependencyOptions, default: tuple[str, ...]) -> list[int | None]:
    found: list[int | None] = []
    for text in asked.lengths or default:
        if text != "all" and not (text.isascii() and text.isdigit() and 0 < len(text) < 10):
            raise WrongUsageError("--length takes numbers of tokens, or all")
        found.append(None if text == "all" else int(text))
    return found


def _read(asked: DependencyOptions, path: Path, wanted: Sequence[str], section: Corpus | None = None) -> Corpus:
    """A treebank, and what is odd about it."""
    from goed.corpora.corpus_file import read_corpus
    from goed.scoring.dependencies import first_circle

    corpus = read_corpus(path, (*wanted, "head"), layout_of_name(asked.read_as))
    tell_of_nothing(corpus)
    corpus = within(corpus, asked.sentences) if section is None else same_section(section, corpus, asked.sentences)
    if circle := first_circle(corpus):
        n, line = circle
        talk(f"{path}: the heads of {plural(n, 'sentence')} go round in a circle (first: line {line}); scored as it is")
    return corpus


def _gold(asked: DependencyOptions, path: Path, section: Corpus | None = None) -> Gold:
    from goed.scoring.dependencies import gold_of
    from goed.scoring.punctuation import Punctuation

    column = asked.punctuation_column
    wanted = {"tag", "deprel", column} - {"form"}
    if asked.upos is not None:  # which the table makes of the others
        wanted = wanted - {"upostag"} | {"postag"}
    corpus = gold_with_upos(_read(asked, path, sorted(wanted), section), asked.upos)
    if asked.upos is not None and column == "tag":
        column = "upostag"
    return gold_of(corpus, Punctuation(asked.punctuation or None, column))


def _tell_of_kept_punctuation(asked: DependencyOptions, gold: Gold) -> None:
    from goed.scoring.dependencies import kept_punctuation

    talk(
        f"{plural(len(gold.trees), 'token')} in {plural(len(gold.corpus.starts), 'sentence')}, "
        f"{plural(int(gold.is_punctuation.sum()), 'token')} of punctuation left out"
    )
    n_kept, words = kept_punctuation(gold)
    if n_kept and not asked.punctuation:
        shown = " ".join(visible(word) for word in words)
        talk(f"  scored with the rest: {plural(n_kept, 'token')} without letter or digit ({shown}); see --punctuation")


def _compared(asked: DependencyOptions, gold: Gold) -> list[Compared]:
    """PREDICTED, or a baseline, beside each gold annotation."""
    from goed.scoring.dependencies import baseline_trees, check_references, compared, predicted_trees

    references = [gold, *(_gold(asked, path, gold.corpus) for path in asked.references)]
    for reference in references[1:]:
        check_references(gold, reference)
    if asked.predicted is None:
        assert asked.baseline is not None
        return [compared(each, baseline_trees(each, asked.baseline, asked.seed)) for each in references]
    predicted = _read(asked, asked.predicted, (), gold.corpus)
    return [compared(each, predicted_trees(each, predicted)) for each in references]


def _print(several: list[Compared], show: str, lengths: list[int | None], form: str) -> None:
    from goed.scoring.dependencies import RATES, arc_frame, kind_frame, relation_frame, score_frame, wrong_frame

    first = several[0]
    match show:
        case "scores":
            frame = score_frame(several, lengths)
            rows = list(frame.itertuples(index=False, name=None))
            print_what_says_something(list(frame.columns), rows, form, RATES)
        case "relations":
            print_frame(relation_frame(first, lengths), form, RATES)
        case "lengths":
            print_frame(arc_frame(first, lengths), form, RATES)
        case "kinds":
            print_frame(kind_frame(first, lengths), form, ("share", "rate"))
        case "wrong":
            print_frame(wrong_frame(first, lengths[-1]), form)
