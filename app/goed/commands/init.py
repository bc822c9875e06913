"""`goed init`: makes a new study."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from goed.commands.options import Command, multi_value_option, plural, study_option, talk
from goed.errors import GoedError

if TYPE_CHECKING:
    from goed.sources.embedded_corpora import EmbeddedCorpus
    from goed.study.study import Study

FROM_ITEMS = "inflection"  # the domain whose items come with goed


@click.command(cls=Command)
@multi_value_option("--language", "languages", "L ...", "Only these of the embedded languages.")
@click.option("--domain", metavar="NAME", default=FROM_ITEMS, help="dependencies: with the embedded treebanks instead.")
@click.option("--empty", is_flag=True, help="Without the embedded items.")
@study_option
def command(languages: tuple[str, ...], domain: str, empty: bool, study: Path) -> None:
    """Make a new study.

    It starts with goed's embedded items, unless --empty says otherwise; or with its treebanks, Danish and English, in
    the sections that they have.
    """
    from goed.study.study_files import create_study

    said: list[str] = []
    fill = _adding_nothing if empty else _adding(domain, languages)
    create_study(study, lambda new: said.extend(fill(new))).close()
    talk(f"new study {study}", *said)


Fill = Callable[["Study"], Sequence[str]]  # puts something into a new study, and says what


def _adding_nothing(study: Study) -> Sequence[str]:
    return ()


def _adding(domain: str, languages: Sequence[str]) -> Fill:
    """What fills a study with data of goed's own for a domain."""
    from goed.domains.registry import domain_of
    from goed.sources.embedded_corpora import corpora_of_languages
    from goed.sources.embedded_items import chosen_languages

    if domain_of(domain).text is not None:
        return partial(_add_corpora, corpora=corpora_of_languages(languages), domain=domain)
    if domain != FROM_ITEMS:
        raise GoedError(f"no data of {domain} come with goed; make the study with --empty, and bring yours in")
    return partial(_add_items, languages=chosen_languages(languages))


def _add_items(study: Study, languages: Sequence[str]) -> Sequence[str]:
    from goed.sources.embedded_items import add_embedded_items

    added: Mapping[str, int] = {language: add_embedded_items(study, language).items for language in languages}
    return [f"{language}: {plural(number, 'item')}" for language, number in added.items()]


def _add_corpora(study: Study, corpora: Sequence[EmbeddedCorpus], domain: str) -> Sequence[str]:
    """Add treebanks, each with the split that its sections make."""
    from goed.sources.embedded_corpora import add_embedded_corpus
    from goed.splits.corpora import given_split, store_text_splits

    said = []
    for corpus in corpora:
        added = add_embedded_corpus(study, corpus.name)
        split = given_split(study, added, domain)
        store_text_splits(study, [split])
        tokens = f"{plural(added.n_utterances, 'utterance')}, {plural(added.n_tokens, 'token')}"
        n_dev, n_test = (len(split.parts[part]) for part in ("dev", "test"))
        said.append(f"{corpus.name}: {corpus.title}; {tokens}; {n_dev:,} utterances dev, {n_test:,} test")
    return said
