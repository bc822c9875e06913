"""What the commands of `goed score` have in common: files, their layouts, sentences, punctuation; how scores print.

Scores have their units for people, and are plain numbers for programs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from goed.commands.options import Several, talk
from goed.commands.output import print_rows
from goed.errors import WrongUsageError
from goed.scoring.scored import BITS, NATS, PLAIN, SHARE, Scored

if TYPE_CHECKING:
    from goed.corpora.corpus import Corpus
    from goed.corpora.layouts import Layout


OTHERS = "word and tag in columns, word/TAG text; plain text for --train and --test."  # than treebanks
LAYOUT_NAMES = ("pascal", "conllx", "conllu", "columns", "slash", "plain")
FILE = click.Path(path_type=Path, allow_dash=True)
COLUMNS = ("measure", "value", "unit", "n", "of", "flag", "how")
TYPE_SCORES = [f"{name} {kind}" for name in ("MacroI", "MicroI", "MicroC") for kind in ("M-1", "1-1")]


upos_option = click.option(
    "--upos",
    type=FILE,
    metavar="TABLE",
    help="For gold trees in CoNLL-X: lines TAG<tab>UPOS of its POSTAGs or CPOSTAGs.",
)


@dataclass(frozen=True)
class ReadingOptions:
    """How files are to be read, and what of them is wanted."""

    upos: Path | None
    read_as: str | None
    sentences: tuple[int, int] | None
    punctuation: tuple[str, ...]
    punctuation_column: str


def reading_options(layouts: Sequence[str] = LAYOUT_NAMES) -> Callable[[Any], Any]:
    """`--punctuation-column NAME`, `--punctuation TAG ...`, `--sentences 1001:2000` and `--read-as LAYOUT`."""
    options = [
        click.option(
            "--punctuation",
            cls=Several,
            only=lambda word: not Path(word).exists(),
            metavar="TAG ...",
            help="Gold tags of punctuation; 'I*' is every tag that begins with I, '!ID' not that one, '[-]' the tag -, "
            "none leaves all tokens in.",
        ),
        column_option(
            "--punctuation-column",
            help="The gold column that these tags stand in: cpostag, postag, upostag, deprel, form.  "
            "[default: the column of tags]",
        ),
        click.option(
            "--sentences",
            metavar="A:B",
            callback=_sentences,
            help="Only sentences A to B, counted from 1; A: and :B are open.",
        ),
        click.option(
            "--read-as",
            type=click.Choice(layouts),
            help="What the files are in, where goed does not see it: PASCAL's nine columns, CoNLL-X, CoNLL-U"
            + (
                ", word and tag in columns, word/TAG text; plain text for --train and --test." * ("slash" in layouts)
                or "."
            ),
        ),
    ]
    return lambda function: reduce(lambda decorated, option: option(decorated), reversed(options), function)


def _sentences(context: click.Context, parameter: click.Parameter, value: str | None) -> tuple[int, int] | None:
    if value is None:
        return None
    found = re.fullmatch(r"([0-9]{0,12}):([0-9]{0,12})", value)
    first, last = (int(found[1] or 1), int(found[2] or 10**12)) if found else (0, 0)
    if not 1 <= first <= last:
        raise WrongUsageError("--sentences takes two numbers, as 1001:2000")
    return first, last


def column_option(*names: str, **settings: Any) -> Callable[[Any], Any]:
    """An option that takes the name of a column of tags."""
    return click.option(*names, metavar="NAME", default="tag", callback=_column, **settings)


def _column(context: click.Context, parameter: click.Parameter, name: str) -> str:
    if name in ("id", "head"):
        raise WrongUsageError(f"{parameter.opts[0]}: the column {name} holds numbers of words, no tags")
    return {"upos": "upostag", "xpos": "postag"}.get(name, name)  # as CoNLL-U calls them


def layout_of_name(name: str | None) -> Layout | None:
    """The layout of a name; None where goed is to look."""
    from goed.corpora.layouts import LAYOUTS

    return None if name is None else LAYOUTS[name]


def within(corpus: Corpus, sentences: tuple[int, int] | None) -> Corpus:
    """The sentences that were asked for."""
    if sentences is None:
        return corpus
    first, last = sentences
    if first > len(corpus.starts):
        raise WrongUsageError(f"--sentences begins at {first:,}; {corpus.path} has {len(corpus.starts):,}")
    return corpus.sentence_range(first, min(last, len(corpus.starts)))


def refuse_two_stdins(*paths: Path | None) -> None:
    """Only one file can be stdin."""
    if sum(str(path) == "-" for path in paths) > 1:
        raise WrongUsageError("only one of the files can be - (stdin)")


def same_section(section: Corpus, other: Corpus, sentences: tuple[int, int] | None) -> Corpus:
    """The sentences of another file that were asked for; it may hold just these in the first place."""
    return other if len(other.starts) == len(section.starts) else within(other, sentences)


def gold_with_upos(corpus: Corpus, table: Path | None) -> Corpus:
    """A gold treebank with the UPOS that a table gives its tags, if there is one."""
    from goed.corpora.layouts import CONLL_X
    from goed.scoring.universal_tags import read_upos_table, with_upos

    if table is None:
        return corpus
    if corpus.layout is not CONLL_X:
        raise WrongUsageError(f"--upos is for CoNLL-X; {corpus.path} is {corpus.layout.says}")
    return with_upos(corpus, read_upos_table(table))


def tell_of_nothing(*corpora: Corpus) -> None:
    """Say which files hold no tokens: their scores are 0/0."""
    for corpus in corpora:
        if not len(corpus):
            talk(f"{corpus.path} holds no tokens")


def print_scores(rows: Iterable[Scored], form: str) -> None:
    """Print scores; in a table a share is in per cent, and a column that says nothing is left out."""
    found = list(rows)
    if form != "table":
        print_rows(COLUMNS, found, form)
        return
    columns = [
        name for name in ("n", "of", "flag", "how") if any(getattr(row, name) not in (None, "") for row in found)
    ]
    shown = [[row.measure, _in_words(row), *(getattr(row, name) for name in columns)] for row in found]
    print_rows(["measure", "score", *columns], shown, form)


def print_what_says_something(
    columns: Sequence[str], rows: Sequence[Sequence[Any]], form: str, rates: Sequence[str]
) -> None:
    """Print rows; in a table, without the columns `flag` and `n_missing` where they say nothing."""
    silent = {
        place
        for place, name in enumerate(columns)
        if form == "table" and name in ("flag", "n_missing") and not any(row[place] for row in rows)
    }
    places = [place for place in range(len(columns)) if place not in silent]
    print_rows([columns[place] for place in places], [[row[place] for place in places] for row in rows], form, rates)


def _in_words(row: Scored) -> str:
    if row.unit == SHARE:
        return f"{100 * row.value:.2f} %"
    if row.unit == PLAIN:
        return f"{row.value:.6f}"
    return f"{row.value:.4f} {row.unit}"


class Printed(NamedTuple):
    """A measure as a paper prints it: under its name, in its unit, with its decimals."""

    name: str
    measure: str
    decimals: int = 3
    unit: str = SHARE
    times: int = 1


PAPERS: dict[str, Sequence[Printed]] = {
    "frank2009": [
        Printed("SP", "SP tokens", 6, PLAIN),
        Printed("SR", "SR", 6),
        Printed("MA", "M-1"),
        *(Printed(name, name) for name in ("PP", "PR")),
    ],
    "reichart2010": [
        *(Printed(name, name) for name in TYPE_SCORES),
        Printed("M-1", "M-1"),
        Printed("1-1", "1-1 optimal"),
        Printed("V", "V"),
        Printed("NVI", "NVI", unit=PLAIN),
        *(Printed(name, name, unit=NATS) for name in ("VI", "H(C|K)", "H(K|C)")),
    ],
    "gelling2012": [
        Printed("M-1", "M-1", 2, times=100),
        Printed("1-1", "1-1 greedy", 2, times=100),
        Printed("VM", "V", 2, times=100),
        Printed("VI", "VI", 2, BITS),
    ],
}


def print_as_in(paper: str, rows: Iterable[Scored], form: str) -> None:
    """Print the scores that a paper prints, rounded as there."""
    found = {(row.measure, row.unit): row.value for row in rows}
    shown = [
        (each.name, f"{each.times * found[each.measure, each.unit]:.{each.decimals}f}")
        for each in PAPERS[paper]
        if (each.measure, each.unit) in found
    ]
    print_rows(("measure", "value"), shown, form)
