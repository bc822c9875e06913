"""The stages from files of corpora to training sets; each does only what has not been done yet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from goed.errors import GoedError
from goed.making.declared_corpora import ALL, DeclaredCorpus, DeclaredCorpusSplits, located
from goed.sources.corpora import source_of
from goed.sources.embedded_corpora import new_embedded_corpus
from goed.splits.corpora import TextDraw, drawn_splits, given_split, store_text_splits
from goed.study.corpora import CorpusRow, corpus_named, stored_corpora
from goed.study.corpus_texts import NewCorpus, add_corpus
from goed.study.selection import Selection
from goed.study.splits import sizes_in_words
from goed.study.study import Study
from goed.study.text_splits import NewTextSplit, check_text_split

if TYPE_CHECKING:
    from goed.making.declaration import Declaration


class LoadedCorpus(NamedTuple):
    """A declared corpus that was read."""

    new: NewCorpus
    source: tuple[str, str | None]  # path and SHA-256 of its file


def loaded_corpora(declared: Sequence[DeclaredCorpus]) -> tuple[LoadedCorpus, ...]:
    """Read all declared corpora."""
    loaded = []
    for corpus in declared:
        try:
            loaded.append(_loaded(corpus))
        except GoedError as error:
            raise located(corpus, error) from None
    return tuple(loaded)


def _loaded(corpus: DeclaredCorpus) -> LoadedCorpus:
    if corpus.request is None:
        return LoadedCorpus(*new_embedded_corpus(corpus.name))
    return LoadedCorpus(corpus.request.new_corpus(), source_of(corpus.request.section_files))


def refuse_other_corpora(study: Study, declaration: Declaration, loaded: Sequence[LoadedCorpus]) -> None:
    """Refuse a study that has other corpora of these names, or other splits of them."""
    there = {corpus.name: corpus for corpus in stored_corpora(study)}
    for each in loaded:
        stored = there.get(each.new.name)
        if stored is None:
            continue
        if (stored.digest, stored.language) != (each.new.digest, each.new.language):
            raise GoedError(f"the corpus {stored.name} is not the same; take another study with --study")
        for split in _splits_of(study, declaration, stored):
            check_text_split(study.connection, split)


def add_corpora(study: Study, loaded: Sequence[LoadedCorpus]) -> str:
    """Add the corpora that are not there yet; says which are in."""
    before = {corpus.name for corpus in stored_corpora(study)}
    said = []
    for new, source in loaded:
        add_corpus(study, new, source)
        is_new = new.name not in before
        said.append(f"{new.name} {len(new.text):,} tokens" + ("" if is_new else " (there already)"))
    return ", ".join(said)


def split_corpora(study: Study, declaration: Declaration) -> Iterator[tuple[str, int, int]]:
    """Make the declared splits of each corpus; yields what was made in words, and how many are new and there."""
    for corpus in _stored(study, declaration):
        splits = _splits_of(study, declaration, corpus)
        made = store_text_splits(study, splits)
        of_names = {split.sampling: split for split in splits}
        said = "; ".join(_in_words(split) for split in of_names.values())
        yield f"{corpus.name}: {said}", sum(made), len(made) - sum(made)


def corpus_choices(study: Study, declaration: Declaration) -> list[Selection]:
    """The training sets of the declared splits."""
    splits = (split for corpus in _stored(study, declaration) for split in _splits_of(study, declaration, corpus))
    return [
        Selection([split.language], [split.sampling], sizes=set(split.sizes), domain=split.domain, seeds=[split.seed])
        for split in splits
    ]


def _stored(study: Study, declaration: Declaration) -> list[CorpusRow]:
    return [corpus_named(study, corpus.name) for corpus in declaration.corpora]


def _splits_of(study: Study, declaration: Declaration, corpus: CorpusRow) -> list[NewTextSplit]:
    """The declared splits of a corpus that is in the study."""
    wanted = declaration.corpus_splits
    try:
        splits = []
        if wanted.learn_from is not None:
            splits.append(given_split(study, corpus, declaration.domain, wanted.learn_from))
        for order in wanted.orders:
            draw = TextDraw(order, wanted.seeds, None, wanted.dev, wanted.test)
            sizes = _sizes(study, corpus, declaration.domain, draw, wanted)
            splits += drawn_splits(study, corpus, declaration.domain, draw._replace(sizes=sizes))
        return splits
    except GoedError as error:
        raise declaration.file.error(["splits"], str(error)) from None


def _sizes(
    study: Study, corpus: CorpusRow, domain: str, draw: TextDraw, wanted: DeclaredCorpusSplits
) -> list[int] | None:
    """The declared sizes, with that of the whole training list where all of it is wanted."""
    if wanted.sizes is None:
        return None
    sizes = [int(size) for size in wanted.sizes if size != ALL]
    if ALL in wanted.sizes:
        sizes.append(max(drawn_splits(study, corpus, domain, draw)[0].sizes))
    return sizes


def _in_words(split: NewTextSplit) -> str:
    how = ", learners see the text of all sections" if split.learn_from == "all" else ""
    n_dev, n_test = (len(split.parts[part]) for part in ("dev", "test"))
    return (
        f"{split.sampling} {sizes_in_words(sorted(split.sizes))} tokens{how}; {n_dev:,} dev, {n_test:,} test utterances"
    )
