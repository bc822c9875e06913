"""`goed score KIND`: the kinds of files that can be scored, and their commands."""

from __future__ import annotations

import click

from goed.commands.group import LazyGroup

# name → module and one line of help; a test checks that the line is also the first of the command's own help
SCORES = {
    "categories": ("goed.commands.score.categories", "Induced syntactic categories: M-1, 1-1, V, VI, types, frames."),
    "dependencies": ("goed.commands.score.dependencies", "Dependency trees: directed, undirected, NED, and errors."),
    "ccg": ("goed.commands.score.ccg", "CCG derivations: categories, brackets, dependencies."),
}


@click.group(cls=LazyGroup, of=SCORES, title="What is scored", subcommand_metavar="KIND GOLD PREDICTED [OPTIONS]")
def command() -> None:
    """Score other learners' files: categories, dependencies, CCG.

    The measures of Frank, Goldwater & Keller (2009), Reichart, Abend & Rappoport (2010), the PASCAL challenge (Gelling
    et al. 2012) and Clark & Hockenmaier (2002). `goed score KIND --help` tells which files each takes. No study is
    needed. In csv, tsv and json, shares are fractions from 0 to 1; tables have them in per cent.
    """
