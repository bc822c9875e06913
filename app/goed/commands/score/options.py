"""What the commands of `goed score` have in common: files, their layouts, sentences, punctuation."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from goed.commands.options import Several, talk
from goed.errors import WrongUsageError

if TYPE_CHECKING:
    from goed.corpora.corpus import Corpus
    from goed.corpora.layouts import Layout

LAYOUT_NAMES = ("pascal", "conllx", "conllu", "columns", "slash", "plain")
FILE = click.Path(path_type=Path, allow_dash=True)


def layout_option(names: Sequence[str] = LAYOUT_NAMES) -> Callable[[Any], Any]:
    """`--read-as LAYOUT`."""
    return click.option(
        "--read-as",
        type=click.Choice(names),
        help="What the files are in, where goed does not see it: PASCAL's nine columns, CoNLL-X, CoNLL-U"
        + (", word and tag in columns, word/TAG text; plain text for --train and --test." if "slash" in names else "."),
    )


def upos_option(function: Any) -> Any:
    """`--upos TABLE`."""
    return click.option(
        "--upos",
        type=FILE,
        metavar="TABLE",
        help="For gold trees in CoNLL-X: lines TAG<tab>UPOS of its POSTAGs or CPOSTAGs.",
    )(function)


def sentences_option(function: Any) -> Any:
    """`--sentences 1001:2000`."""
    return click.option(
        "--sentences",
        metavar="A:B",
        callback=_sentences,
        help="Only sentences A to B, counted from 1; A: and :B are open.",
    )(function)


def _sentences(context: click.Context, parameter: click.Parameter, value: str | None) -> tuple[int, int] | None:
    if value is None:
        return None
    found = re.fullmatch(r"([0-9]{0,12}):([0-9]{0,12})", value)
    first, last = (int(found[1] or 1), int(found[2] or 10**12)) if found else (0, 0)
    if not 1 <= first <= last:
        raise WrongUsageError("--sentences takes two numbers, as 1001:2000")
    return first, last


def punctuation_options(function: Any) -> Any:
    """`--punctuation TAG ...` and `--punctuation-column NAME`."""
    for option in (
        column_option(
            "--punctuation-column",
            help="The gold column that these tags stand in: cpostag, postag, upostag, deprel, form.  "
            "[default: the column of tags]",
        ),
        click.option(
            "--punctuation",
            cls=Several,
            only=lambda word: not Path(word).exists(),
            metavar="TAG ...",
            help="Gold tags of punctuation; 'I*' is every tag that begins with I, '!ID' not that one, '[-]' the tag -, "
            "none leaves all tokens in.",
        ),
    ):
        function = option(function)
    return function


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
