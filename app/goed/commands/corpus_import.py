"""`goed import corpus`: brings in a treebank, tagged text, or text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from goed.commands.corpus_splits import LEARN_FROM
from goed.commands.options import Command, MultiValueOption, one_of, opened, plural, study_option, talk
from goed.commands.score.options import (
    FILE,
    LAYOUT_NAMES,
    column_option,
    punctuation_option,
    refuse_two_stdins,
    upos_option,
)
from goed.errors import WrongUsageError, visible
from goed.number_ranges import stretch

if TYPE_CHECKING:
    from goed.corpora.corpus import Column
    from goed.corpora.utterances import Utterances
    from goed.models.text import Text
    from goed.study.corpus_texts import NewCorpus


def _section_option(section: str, help_line: str) -> Callable[[Any], Any]:
    return click.option(
        f"--{section}",
        cls=MultiValueOption,
        only=lambda word: Path(word).exists() or stretch(word) is not None,
        metavar="A-B|FILE ...",
        help=help_line,
    )


@click.command(cls=Command)
@click.argument("files", nargs=-1, type=FILE, metavar="FILE...")
@click.option("--language", required=True, metavar="L", help="The language, as eng, dan or swe (ISO 639-3).")
@click.option("--name", metavar="N", help="What to call the corpus.  [default: the name of the first file]")
@click.option("--licence", default="", metavar="TEXT", help="The licence that it comes under.")
@_section_option("train", "Utterances, or files, that are for training.  [default: all others]")
@_section_option("dev", "Utterances A to B, counted from 1 over all files, or files.")
@_section_option("test", "The same for test.")
@one_of("--learn-from", LEARN_FROM, "training", "all: learners of the given split see the text of all sections.")
@upos_option
@punctuation_option("TAG ...", "Tags of punctuation; 'I*' is every tag that begins with I, '!ID' not that one.")
@column_option("--punctuation-column", help="The column that these tags stand in.  [default: the column of tags]")
@click.option("--read-as", type=click.Choice(LAYOUT_NAMES), help="What the files are in, where goed does not see it.")
@study_option
def command(study: Path, learn_from: str, **options: Any) -> None:
    """Bring in a corpus: a treebank, tagged text, or text.

    PASCAL's nine columns, CoNLL-X, CoNLL-U, word and tag in two columns, word/TAG, or plain text with an utterance on
    each line; several files are one corpus. Comments tell of documents, speakers, children and ages: `# speaker = MOT`
    before a sentence, `# child=eve file=eve01 age_days=548` before all sentences up to the next such line.

    --dev 1-1000 --test 1001-2000 make sections that are kept in every split of the corpus; the rest is for training.
    Where sections are files of their own: --train FILE --dev FILE --test FILE. They are a split at once, called given;
    with --learn-from all, it is called transductive. `goed split` draws training sets that grow.
    """
    from goed.commands.corpus_splits import tell_of_given_splits
    from goed.sources.corpora import source_of
    from goed.sources.corpus_request import CorpusRequest
    from goed.study.corpora import stored_corpora
    from goed.study.corpus_texts import add_corpus

    asked = CorpusRequest(**options)
    refuse_two_stdins(*(file.path for file in asked.section_files), asked.upos)
    new = asked.new_corpus()
    if learn_from == "all" and "test" not in _counted(new.utterances.sections):
        raise WrongUsageError("--learn-from all is about the given split: say with --test what is test")
    with opened(study, create=True) as opened_study:
        n_before = len(stored_corpora(opened_study))
        add_corpus(opened_study, new, source_of(asked.section_files))
        is_new = len(stored_corpora(opened_study)) > n_before
        talk(_in_words(new) if is_new else f"{new.name}: this corpus is there already")
        if is_new and not asked.punctuation:
            _tell_of_signs(new.text)
        tell_of_given_splits(opened_study, new.name, learn_from)


def _tell_of_signs(text: Text) -> None:
    """Say which words look like punctuation."""
    from goed.corpora.tags import signs_among_words

    n_signs, signs = signs_among_words(text.columns["form"], text.is_punctuation)
    if n_signs:
        shown = " ".join(visible(sign) for sign in signs)
        talk(f"  words with the rest: {plural(n_signs, 'token')} without letter or digit ({shown}): --punctuation")


def _in_words(new: NewCorpus) -> str:
    """What was brought in: utterances, tokens, layers, sections, children."""
    from goed.study.corpora import in_usual_order, sections_in_order

    text, told = new.text, new.utterances
    n_marks = int(text.is_punctuation.sum())
    of_punctuation = f" ({n_marks:,} of punctuation)" if n_marks else ""
    layers = in_usual_order([*text.columns, *(["head"] if text.heads is not None else [])])
    n_in = _counted(told.sections)
    sections = ", ".join(f"{n_in[name]:,} {name}" for name in sections_in_order(n_in))
    children = len(_counted(told.children))
    return (
        f"{new.name}: {plural(len(told), 'utterance')}, {plural(len(text), 'token')}{of_punctuation}; "
        f"{'layers' if len(layers) > 1 else 'layer'} {', '.join(layers)}"
        + (f"; sections {sections}" if sections else "")
        + (f"; {children} {'child' if children == 1 else 'children'}" if children else "")
        + _ages_in_words(told)
    )


def _counted(column: Column) -> dict[str, int]:
    """How often each word of a column occurs, but for those that are not told."""
    counts = Counter(column.codes.tolist())
    return {column.values[code]: n for code, n in counts.items() if column.values[code]}


def _ages_in_words(told: Utterances) -> str:
    ages = told.ages[told.ages == told.ages].tolist()  # NaN, which is no age, does not equal itself
    ends = dict.fromkeys(f"{age:.0f}" for age in (min(ages), max(ages))) if ages else {}
    return f", {' to '.join(ends)} days old" if ends else ""
