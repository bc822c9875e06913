"""The demo of dependencies: unsupervised parsers on nested parts of the embedded Danish treebank, in three orders."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from goed.commands.demos.demo import Demo, print_next
from goed.commands.demos.dependency_findings import DependencyFindings
from goed.commands.options import plural, talk
from goed.errors import GoedError
from goed.study.selection import Selection

if TYPE_CHECKING:
    from goed.splits.utterances import Order
    from goed.study.study import Study

DOMAIN, CORPUS, LANGUAGE = "dependencies", "danish", "dan"
ORDER: Order = "uniform"
SEEDS = 3
SIZES = (300, 1_000, 3_000, 10_000, 30_000, 68_536)  # tokens; the last is all of the section train
# Two that learn nothing, one that ranks words, then those that learn: where they start, and two ways on from there.
MODELS = ("right", "rules@upos", "rank@upos", "harmonic@upos", "dmv@upos", "dmv:chain@postag")
IN_DETAIL = ("right", "rules@upos", "dmv@upos", "dmv:chain@postag")


def prepare(study: Study, path: Path) -> Selection:
    """Add the treebank, and draw nested training sets from its section train."""
    from goed.sources.embedded_corpora import add_embedded_corpus
    from goed.splits.corpora import TextDraw, drawn_splits, store_text_splits
    from goed.study.corpora import stored_corpora

    is_there = CORPUS in [corpus.name for corpus in stored_corpora(study)]
    try:
        corpus = add_embedded_corpus(study, CORPUS)
        if not is_there:
            talk(f"{CORPUS}: {plural(corpus.n_utterances, 'utterance')}, {plural(corpus.n_tokens, 'token')}")
        store_text_splits(study, drawn_splits(study, corpus, DOMAIN, TextDraw(ORDER, SEEDS, SIZES)))
    except GoedError as error:
        raise GoedError(f"{error}; or give the demo its own study: --study dependencies.goed") from None
    return Selection([LANGUAGE], [ORDER], sizes=SIZES, domain=DOMAIN, seeds=range(SEEDS))


def print_findings(study: Study, path: Path, selection: Selection) -> None:
    """Print the findings, then what to type next."""
    for paragraph in DependencyFindings(study, selection, MODELS, IN_DETAIL).paragraphs():
        click.echo("\n".join(line.rstrip() for line in paragraph) + "\n")
    _print_next(path)


def _print_next(path: Path) -> None:
    name = shlex.quote(str(path))
    print_next(
        {
            f"goed annotate --study {name}": "judge drawn errors",
            f"goed stats errors --by relation --study {name}": "each relation apart",
            f"goed stats measures --study {name}": "undirected, NED",
            f"goed stats published --study {name}": "all printed results",
            f"goed run --model dmv@form --study {name}": "words, no tags",
            "goed models": "what each is told",
            "goed make pascal2012.toml --study pascal.goed": "up to a report",
        }
    )


DEMO = Demo("dependencies.goed", MODELS, prepare, print_findings)
