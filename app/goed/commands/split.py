"""`goed split`: draws nested training sets, dev and test from the study's items."""

from __future__ import annotations

from pathlib import Path

import click

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
@domain_option
@study_option
def command(
    languages: tuple[str, ...],
    samplings: tuple[str, ...],
    seeds: int,
    sizes: tuple[str, ...],
    dev: int | None,
    test: str,
    domain: str | None,
    study: Path,
) -> None:
    """Part the items: nested training sets, dev and test.

    Drawn as in the paper: training sets of growing size are nested; of each five items one is for fine-tuning. Uniform
    draws give every lemma the same chance, weighted draws one in proportion to its frequency. The same study gives the
    same splits everywhere.
    """
    from goed.domains.registry import domain_of
    from goed.splits.draw import STRATEGIES
    from goed.splits.make import draw_splits, store_splits
    from goed.study import items as store_items
    from goed.study.splits import sizes_in_words

    chosen_sizes = numbers(sizes, "--sizes")
    if chosen_sizes and not chosen_sizes[0]:
        raise WrongUsageError("--sizes: nothing is learned from a training set of 0")
    n_test = None
    if test != "rest":
        (n_test, *more) = numbers([test], "--test") or []
        if more or not n_test:
            raise WrongUsageError("--test takes a number from 1 up, or rest")
    strategies = [strategy for strategy in STRATEGIES if strategy in (samplings or STRATEGIES)]
    with opened(study, Selection(languages or None, domain=domain), handles_several_domains=True) as opened_study:
        there = store_items.domains_and_languages(opened_study)
        chosen = [pair for pair in there if pair[1] in (languages or {pair[1]}) and pair[0] == (domain or pair[0])]
        if not chosen:
            raise GoedError("there is nothing to split: the study has no items; bring some in with `goed import items`")
        for its_domain, language in chosen:
            drawn = draw_splits(opened_study, language, strategies, range(seeds), chosen_sizes, dev, n_test, its_domain)
            made, first = store_splits(opened_study, drawn), drawn[0].split
            n_new = sum(split.is_new for split in made)
            talk(
                f"{language}: {plural(n_new, 'new split')}, {len(made) - n_new} there already; "
                f"training sets of {sizes_in_words(first.sizes)}; {len(first.dev):,} dev, {len(first.test):,} test"
            )
            if zeros := max(split.n_zeros for split in made):
                talk(f"  {plural(zeros, domain_of(its_domain).word)} without a count weigh 0.5 in weighted draws")
