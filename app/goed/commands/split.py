"""`goed split`: draws nested training sets, dev and test from the study's items."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from goed.commands.corpus_splits import CorpusSplitOptions, SplitOptions, corpus_options, known_domain, split_corpora
from goed.commands.options import (
    Command,
    MultiValueOption,
    domain_option,
    multi_value_option,
    opened,
    plural,
    study_option,
    talk,
)
from goed.errors import GoedError, WrongUsageError
from goed.number_ranges import numbers
from goed.study.selection import Selection

if TYPE_CHECKING:
    from goed.splits.draw import Strategy
    from goed.study.study import Study


@click.command(cls=Command)
@multi_value_option("--language", "languages", "L ...", "Only these languages.  [default: all]")
@click.option(
    "--sampling",
    "samplings",
    cls=MultiValueOption,
    type=click.Choice(["uniform", "weighted"]),
    help="How to draw.  [default: both]",
)
@click.option("--seeds", default=5, show_default=True, type=click.IntRange(1, 1000), help="So many seeds, from 0 up.")
@multi_value_option("--sizes", "sizes", "N ...", "Training sizes.  [default: 100:1000:100; deu 600]")
@click.option("--dev", type=click.IntRange(0), metavar="N", help="Items in dev.  [default: 500]")
@click.option("--test", default="rest", show_default=True, metavar="N", help="Items in test.")
@corpus_options
@domain_option
@study_option
def command(
    languages: tuple[str, ...],
    samplings: tuple[Strategy, ...],
    seeds: int,
    sizes: tuple[str, ...],
    dev: int | None,
    test: str,
    of_corpora: CorpusSplitOptions,
    domain: str | None,
    study: Path,
) -> None:
    """Part items, or the utterances of corpora: nested training sets, dev and test.

    Items are drawn as in the paper: training sets of growing size are nested; of each five items one is for
    fine-tuning. Uniform draws give every lemma the same chance, weighted draws one in proportion to its frequency. The
    same study gives the same splits everywhere.

    Of corpora, whole utterances are drawn, and sizes count their tokens: in uniform order, by the age of the child, one
    child at a time, or as they stand (given). A corpus that has sections keeps its dev and test; of others a tenth is
    test, at most 2,000 utterances, the same for all orders and seeds.
    """
    chosen_sizes = numbers(sizes, "--sizes")
    if chosen_sizes and not chosen_sizes[0]:
        raise WrongUsageError("--sizes: nothing is learned from a training set of 0")
    n_test = None
    if test != "rest":
        (n_test, *more) = numbers([test], "--test") or []
        if more or not n_test:
            raise WrongUsageError("--test takes a number from 1 up, or rest")
    wanted = SplitOptions(languages, samplings, seeds, chosen_sizes, dev, n_test, domain)
    known_domain(domain)
    with opened(study, Selection(languages or None), handles_several_domains=True) as opened_study:
        has_corpora = not samplings and split_corpora(opened_study, wanted, of_corpora)
        _split_items(opened_study, wanted, is_needed=not (has_corpora or of_corpora.is_asked))


def _split_items(study: Study, wanted: SplitOptions, is_needed: bool) -> None:
    """Part the items of domains that learn from items; if there must be some, their absence is an error."""
    from goed.domains.registry import domain_of
    from goed.splits.draw import STRATEGIES
    from goed.splits.make import draw_splits, store_splits
    from goed.study import items as store_items
    from goed.study.splits import sizes_in_words

    strategies = [strategy for strategy in STRATEGIES if strategy in (wanted.samplings or STRATEGIES)]
    chosen = [
        (domain, language)
        for domain, language in store_items.domains_and_languages(study)
        if language in (wanted.languages or {language})
        and domain == (wanted.domain or domain)
        and domain_of(domain).text is None
    ]
    if not chosen and is_needed:
        raise GoedError(
            "there is nothing to split: the study has no items; bring some in with `goed import items`, or a corpus "
            "with `goed import corpus`"
        )
    for its_domain, language in chosen:
        seeds = range(wanted.seeds)
        drawn = draw_splits(study, language, strategies, seeds, wanted.sizes, wanted.dev, wanted.test, its_domain)
        made, first = store_splits(study, drawn), drawn[0].split
        n_new = sum(split.is_new for split in made)
        talk(
            f"{language}: {plural(n_new, 'new split')}, {len(made) - n_new} there already; "
            f"training sets of {sizes_in_words(first.sizes)}; {len(first.dev):,} dev, {len(first.test):,} test"
        )
        if zeros := max(split.n_zeros for split in made):
            talk(f"  {plural(zeros, domain_of(its_domain).word)} without a count weigh 0.5 in weighted draws")
