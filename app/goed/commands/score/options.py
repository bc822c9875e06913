"""Options that the commands of `goed score` share: layouts, sentences, punctuation."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from goed.commands.options import MultiValueOption, talk
from goed.errors import WrongUsageError

if TYPE_CHECKING:
    from goed.corpora.corpus import Corpus
    from goed.corpora.layouts import Layout

LAYOUT_NAMES = ("pascal", "conllx", "conllu", "columns", "slash", "plain")
FILE = click.Path(path_type=Path, allow_dash=True)

upos_option = click.option(
    "--upos",
    type=FILE,
    metavar="TABLE",
    help="For gold trees in CoNLL-X: lines TAG<tab>UPOS of its POSTAGs or CPOSTAGs.",
)


@dataclass(frozen=True)
class ReadingOptions:
    """How to read the files, and which sentences and tokens of them to score."""

    upos: Path | None
    read_as: str | None
    sentences: tuple[int, int] | None
    punctuation: tuple[str, ...]
    punctuation_column: str

    @property
    def layout(self) -> Layout | None:
        """The layout that --read-as names; None if goed is to find out."""
        from goed.corpora.layouts import LAYOUTS

        return None if self.read_as is None else LAYOUTS[self.read_as]

    def columns(self, *names: str) -> list[str]:
        """The columns of a gold file to read for these; with --upos, the tags that UPOS is made from, too."""
        wanted = set(names) - {"form"}
        return sorted(wanted if self.upos is None else wanted - {"upostag"} | {"postag"})

    def tag_column(self, name: str) -> str:
        """The column to use for `name`: `tag` means UPOS if --upos gives a table for it."""
        return "upostag" if self.upos is not None and name == "tag" else name

    def with_upos(self, corpus: Corpus) -> Corpus:
        """A gold treebank with UPOS added by the table of --upos, if there is one."""
        from goed.corpora.layouts import CONLL_X
        from goed.corpora.tags import read_upos_table, with_upos

        if self.upos is None:
            return corpus
        if corpus.layout is not CONLL_X:
            raise WrongUsageError(f"--upos is for CoNLL-X; {corpus.path} is {corpus.layout.says}")
        return with_upos(corpus, read_upos_table(self.upos))

    def section(self, corpus: Corpus, beside: Corpus | None = None) -> Corpus:
        """The sentences that --sentences asks for; all of a file that has just as many as `beside`, already cut."""
        if self.sentences is None or (beside is not None and len(corpus.starts) == len(beside.starts)):
            return corpus
        first, last = self.sentences
        if first > len(corpus.starts):
            raise WrongUsageError(f"--sentences begins at {first:,}; {corpus.path} has {len(corpus.starts):,}")
        return corpus.sentence_range(first, min(last, len(corpus.starts)))


def punctuation_option(metavar: str, help_line: str) -> Callable[[Any], Any]:
    """The option `--punctuation TAG ...`; a word after it that names a file is not taken as a tag."""
    return click.option(
        "--punctuation",
        cls=MultiValueOption,
        only=lambda word: not Path(word).exists(),
        metavar=metavar,
        help=help_line,
    )


def reading_options(layouts: Sequence[str] = LAYOUT_NAMES) -> Callable[[Any], Any]:
    """A decorator for --punctuation, --punctuation-column, --sentences and --read-as."""
    more = ", word and tag in columns, word/TAG text; plain text for --train and --test" if "slash" in layouts else ""
    options = [
        punctuation_option(
            "TAG ...",
            "Gold tags of punctuation; 'I*' is every tag that begins with I, '!ID' not that one, '[-]' the tag -, "
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
            help=f"What the files are in, where goed does not see it: PASCAL's nine columns, CoNLL-X, CoNLL-U{more}.",
        ),
    ]

    def with_options(function: Any) -> Any:
        for option in reversed(options):
            function = option(function)
        return function

    return with_options


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
    return {"upos": "upostag", "xpos": "postag"}.get(name, name)  # CoNLL-U's names for them


def refuse_two_stdins(*paths: Path | None) -> None:
    """Refuse more than one file that is stdin."""
    if sum(str(path) == "-" for path in paths) > 1:
        raise WrongUsageError("only one of the files can be - (stdin)")


def warn_if_empty(*corpora: Corpus) -> None:
    """Say which files hold no tokens: their scores are 0/0."""
    for corpus in corpora:
        if not len(corpus):
            talk(f"{corpus.path} holds no tokens")
