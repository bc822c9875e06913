"""The part of `goed split` that is about corpora."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import click

from goed.commands.options import MultiValueOption, Options, combined_options, multi_value_option, one_of, plural, talk
from goed.errors import GoedError, WrongUsageError, visible

if TYPE_CHECKING:
    from goed.splits.draw import Strategy
    from goed.splits.utterances import Order
    from goed.study.corpora import CorpusRow
    from goed.study.study import Study
    from goed.study.text_splits import NewTextSplit

ORDERS = ("uniform", "age", "child", "given")
LEARN_FROM = ("training", "all")


@dataclass(frozen=True)
class SplitOptions:
    """The options that items and corpora have in common."""

    languages: Sequence[str]
    samplings: Sequence[Strategy]
    seeds: int
    sizes: Sequence[int] | None
    dev: int | None
    test: int | None
    domain: str | None


@dataclass(frozen=True)
class CorpusSplitOptions:
    """The options about corpora."""

    orders: Sequence[Order] = ()
    corpora: Sequence[str] = ()
    learn_from: str = "training"
    name: str | None = None

    @property
    def is_asked(self) -> bool:
        """Whether corpora are meant, and no items."""
        return bool(self.orders or self.corpora or self.name) or self.learn_from != "training"


OF_CORPORA: Options = {
    "orders": click.option(
        "--order",
        "orders",
        cls=MultiValueOption,
        type=click.Choice(ORDERS),
        help="The order of utterances in corpora.  [default: uniform]",
    ),
    "corpora": multi_value_option("--corpus", "corpora", "NAME ...", "Only these corpora.  [default: all]"),
    "learn_from": one_of(
        "--learn-from",
        LEARN_FROM,
        "training",
        "all: learners see the text of all sections, gold withheld, at full size.",
    ),
    "name": click.option("--name", metavar="NAME", help="What to call the split of a corpus, in place of its order."),
}
corpus_options = partial(
    combined_options, name="of_corpora", options=OF_CORPORA, combine=lambda said: CorpusSplitOptions(**said)
)


def known_domain(name: str | None) -> None:
    """Raise an error if a domain is named that goed does not know."""
    from goed.domains.registry import domain_of

    if name is not None:
        domain_of(name)


def split_corpora(study: Study, wanted: SplitOptions, asked: CorpusSplitOptions) -> bool:
    """Part the chosen corpora, and say what was made; False if the study has none of them."""
    from goed.splits.corpora import domains_for
    from goed.study.corpora import corpus_named, stored_corpora

    chosen = [corpus_named(study, name) for name in asked.corpora] or stored_corpora(study)
    chosen = [corpus for corpus in chosen if corpus.language in (wanted.languages or {corpus.language})]
    if not chosen and asked.is_asked:
        raise GoedError("there is no such corpus to split; bring one in with `goed import corpus`")
    drawn = []  # all of them, before the first one is stored
    for corpus in chosen:
        there = domains_for(study, corpus, wanted.domain if asked.is_asked or wanted.domain else None)
        if not there:
            talk(f"{corpus.name}: nothing that goed's domains could ask about")
        for domain in there:
            drawn += [(corpus, splits) for splits in _asked_splits(study, corpus, domain, wanted, asked)]
    for corpus, splits in drawn:
        tell_of_text_splits(study, corpus, splits)
    return bool(chosen)


def _asked_splits(
    study: Study, corpus: CorpusRow, domain: str, wanted: SplitOptions, asked: CorpusSplitOptions
) -> Iterator[list[NewTextSplit]]:
    """The splits of a corpus in each order that is asked for."""
    from goed.splits.corpora import TextDraw, children_without_split, drawn_splits, given_split

    if asked.learn_from == "all":
        if wanted.sizes or set(asked.orders) - {"given"}:
            raise WrongUsageError("--learn-from all is about all sections as they are: no --order, no --sizes")
        yield [given_split(study, corpus, domain, "all", asked.name)]
        return
    for order in asked.orders or ("uniform",):
        draw = TextDraw(order, wanted.seeds, wanted.sizes, wanted.dev, wanted.test, asked.name)
        splits = drawn_splits(study, corpus, domain, draw)
        yield splits
        if order == "child" and (left_out := children_without_split(study, corpus, splits)):
            talk(f"{corpus.name}: no utterance left to learn from: {visible(', '.join(left_out))}")


def tell_of_given_splits(study: Study, name: str, learn_from: str) -> None:
    """Make splits of a corpus's own sections, if it has any, and say what was made."""
    from goed.domains.registry import domain_of
    from goed.splits.corpora import given_split, problems_of_domains
    from goed.study.corpora import corpus_named, n_utterances_by_section

    corpus = corpus_named(study, name)
    if "test" not in n_utterances_by_section(study, corpus.id):
        return
    problems = problems_of_domains(study, corpus)
    for domain in (name for name, problem in problems.items() if not problem):
        tell_of_text_splits(study, corpus, [given_split(study, corpus, domain, learn_from)])
    if all(problems.values()):
        of_text = (f"{name}: {problem}" for name, problem in problems.items() if domain_of(name).text)
        talk(f"  no split is made ({'; '.join(of_text)})")


def tell_of_text_splits(study: Study, corpus: CorpusRow, splits: Sequence[NewTextSplit]) -> None:
    """Store splits of a corpus in one domain, and say what was made."""
    from goed.splits.corpora import n_known_test_utterances, store_text_splits
    from goed.study.splits import sizes_in_words

    made, first = store_text_splits(study, splits), splits[0]
    sizes = sizes_in_words(sorted(first.sizes))
    how = "; learners see the text of all sections" if first.learn_from == "all" else ""
    talk(
        f"{corpus.name}: {plural(sum(made), 'new split')}, {len(made) - sum(made)} there already; "
        f"training sets of {sizes} tokens; {len(first.parts['dev']):,} dev, {len(first.parts['test']):,} test "
        f"utterances{how}"
    )
    n_without_age = sorted({split.n_without_age for split in splits})  # differs between children
    if n_without_age[-1]:
        at_most = " at most" if len(n_without_age) > 1 else ""
        talk(f"  {plural(n_without_age[-1], 'utterance')}{at_most} without an age left out")
    n_known = n_known_test_utterances(study, first)
    if n_known and first.learn_from == "training":
        share = n_known / len(first.parts["test"])
        talk(
            f"  {plural(n_known, 'test utterance')} ({share:.1%}) also stand word for word in the largest training set"
        )
