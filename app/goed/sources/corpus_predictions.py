"""Importing what another system answered for the sentences of a corpus: CoNLL files with its trees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from goed.corpora.corpus import Corpus
from goed.corpora.corpus_file import read_corpus
from goed.corpora.marked_answers import refuse_marked
from goed.domains.text_predictions import AskedParts
from goed.errors import GoedError, InputError, quoted, visible
from goed.labels.labeller import LabelsAhead
from goed.labels.relabel import label_missing
from goed.models.text import NO_HEAD, Text
from goed.scores.values import Numbers
from goed.sources.corpus_file_names import exported_name
from goed.sources.file_names import FileName, Naming
from goed.sources.predictions import PREDICTED_PARTS, ImportOptions, PredictionSummary
from goed.study import splits as store_splits
from goed.study.outputs import OutputBook
from goed.study.predictions import ImportedPart, PartPredictions, import_parts, is_same, stored_part
from goed.study.runners import signed_in
from goed.study.splits import Split
from goed.study.study import Study

ENDINGS = ("*.conll", "*.conllu", "*.conllx", "*.tsv", "*.txt")


class RunPart(NamedTuple):
    """The run, and its part, that a file answers."""

    model: str
    split: Split
    size: int
    part: str

    def __str__(self) -> str:
        return f"{self.split.corpus}, {self.split}, size {self.size}, part {self.part}"


def import_corpus_predictions(
    study: Study, paths: Sequence[Path], wanted: ImportOptions, names: Naming, replaces: bool
) -> PredictionSummary:
    """Import files of trees; every file is read and checked before the first one is written."""
    labeller = LabelsAhead()
    book, found, parts_of = OutputBook(study, labeller), PredictionSummary(), AskedParts(study)
    new: list[ImportedPart] = []
    first: dict[RunPart, Path] = {}
    for path in _files(paths):
        to = _run_part(study, path, names, wanted)
        if to in first:
            one_each = "one file of each run and part: those of several training seeds as several models (--model)"
            raise InputError(path, f"says the same run and part as {first[to]}; {one_each}")
        first[to] = path
        asked = parts_of.of(to.split, to.part, to.size)
        if not len(asked.item_ids):
            raise GoedError(f"{to} asks nothing")
        book.load_items(to.split.language)
        predictions = asked.predictions(book, read_heads(path, asked.text, str(to)))
        predictions.source = (str(path), sha256(path.read_bytes()).hexdigest())
        book.label_ahead()
        if not _is_there(study, book, path, to, predictions, found, replaces):
            new.append(ImportedPart(to.model, to.split.id, to.size, to.split.seed, predictions))
        _count(found, path, predictions)
    if new:
        with signed_in(study) as runner:
            book.refresh()
            import_parts(study, book, runner.id, new, runner.beat)
            if book.has_unlabelled:
                label_missing(study)
    found.warnings += labeller.warnings
    return found


def _files(paths: Sequence[Path]) -> list[Path]:
    found: list[Path] = []
    for path in paths:
        if not path.exists():
            raise InputError(path, "there is no such file or folder")
        inside = sorted({file for ending in ENDINGS for file in path.glob(ending)}) if path.is_dir() else [path]
        if not inside:
            raise InputError(path, f"no file in it ends in {', '.join(each[1:] for each in ENDINGS)}")
        found += inside
    return found


def _said_by_name(path: Path, names: Naming) -> FileName:
    """What a file's name says; a pattern of the user's may leave out its ending: {model}_{seed} for dmv_3.conll."""
    parts = (*PREDICTED_PARTS, None)
    said = names.read(path, parts)
    if said is None and names.patterns != Naming().patterns:
        said = names.read(path.with_suffix(""), parts)
        if said is None:
            raise InputError(path, f"its name does not fit {' or '.join(map(quoted, names.patterns))}")
    return replace(said, path=path) if said else FileName(path)


def _run_part(study: Study, path: Path, names: Naming, wanted: ImportOptions) -> RunPart:
    """The run and part of a file, by its name or the options."""
    name = _said_by_name(path, names)
    exported = exported_name(path, store_splits.splits(study)) if name == FileName(path) else None
    model = name.model or wanted.model
    if model is None:
        raise InputError(name.path, "its name does not say the model; give it with --model")
    if exported is not None:
        return RunPart(model, *exported)
    split = _split(study, name, wanted)
    return RunPart(model, split, _size(study, split, name, wanted), wanted.part or name.part or PREDICTED_PARTS[0])


def _size(study: Study, split: Split, name: FileName, wanted: ImportOptions) -> int:
    """The size of the training set, which must be one of the split's: the largest, if none is said."""
    sizes = list(store_splits.sizes(study, split.id))
    said = wanted.size or str(name.size or sizes[-1])
    known = {str(size): size for size in sizes}
    if said not in known:
        there = ", ".join(f"{each:,}" for each in sizes)
        problem = f"the split {split} has no training set of {visible(said)} tokens; it has {there}"
        raise InputError(name.path, problem)
    return known[said]


def _split(study: Study, name: FileName, wanted: ImportOptions) -> Split:
    """The split that is meant: of a corpus, and as the file's name or the options say."""
    sampling, seed = name.sampling or wanted.sampling, name.seed if name.seed is not None else wanted.seed or 0
    of_corpora = [split for split in store_splits.splits(study) if split.corpus_id]
    chosen = [
        split
        for split in of_corpora
        if (split.sampling, split.seed) == (sampling, seed)
        and (wanted.language or name.language) in (None, split.language)
        and wanted.corpus in (None, split.corpus)
        and wanted.domain in (None, split.domain)
    ]
    if len(chosen) == 1:
        return chosen[0]
    there = ", ".join(dict.fromkeys(f"{split.corpus}: {split}" for split in chosen or of_corpora)) or "none"
    if chosen:
        raise InputError(name.path, f"may be about {there}; say with --corpus, --language or --domain which is meant")
    raise InputError(name.path, f"the study has no split {quoted(sampling)} {seed} of such a corpus; there are {there}")


def read_heads(path: Path, text: Text, where: str) -> NDArray[np.int32]:
    """The heads that a file gives to the tokens of a part; the file may leave out punctuation."""
    refuse_marked(path)
    read = read_corpus(path, ("head",))
    assert read.heads is not None
    if len(read) == len(text) or not len(read):
        _refuse_other_words(read, text, np.arange(len(text)), where)
        return read.heads.astype(np.int32)
    words = np.flatnonzero(~text.is_punctuation)
    sentences = np.repeat(np.arange(len(text.lengths)), text.lengths)[words]
    if len(read) != len(words):
        _refuse_other_words(read, text, np.arange(len(text)), where)
    _refuse_other_words(read, text, words, where)
    heads = np.full(len(text), NO_HEAD, np.int32)
    first_words = np.searchsorted(sentences, sentences)  # of each word's sentence
    places = words - text.starts[sentences] + 1
    is_below = read.heads > 0
    heads[words] = read.heads
    heads[words[is_below]] = places[first_words[is_below] + read.heads[is_below] - 1]
    return heads


def _refuse_other_words(read: Corpus, text: Text, tokens: Numbers, where: str) -> None:
    """Raise an error where a file has other words than the part that it answers, or parts them otherwise."""
    n = min(len(read), len(tokens))
    forms = text.columns["form"]
    occurring, ours = np.unique(forms.codes[tokens], return_inverse=True)
    numbers = {forms.values[code]: number for number, code in enumerate(occurring.tolist())}
    ours, theirs = ours[:n], read.forms.shared_codes(numbers)[:n]
    if (ours != theirs).any():
        place = int((ours != theirs).argmax())
        expected = quoted(forms.word(int(tokens[place])), 30)
        raise read.error(place, f"{quoted(read.forms.word(place), 30)} where {where} has {expected}")
    if len(read) > len(tokens):
        raise read.error(n, f"{quoted(read.forms.word(n), 30)} comes after the last of the {n:,} tokens of {where}")
    if len(read) < len(tokens):
        problem = f"ends after {len(read):,} of the {len(tokens):,} tokens of {where}"
        raise InputError(read.path, problem, int(read.lines[-1]) if len(read) else None)
    sentences = np.repeat(np.arange(len(text.lengths)), text.lengths)[tokens]
    begins = np.flatnonzero(np.diff(sentences, prepend=-1))
    if not np.array_equal(begins, read.starts):
        m = min(len(begins), len(read.starts))
        differs = np.flatnonzero(begins[:m] != read.starts[:m])
        place = int(differs[0]) if len(differs) else m
        starts = [int(each[place]) if place < len(each) else len(read) for each in (begins, read.starts)]
        raise read.error(min(starts), f"a sentence begins here in one of the file and {where}, not in the other")


def _is_there(
    study: Study,
    book: OutputBook,
    path: Path,
    to: RunPart,
    predictions: PartPredictions,
    found: PredictionSummary,
    replaces: bool,
) -> bool:
    """Whether the study holds the same; to replace different ones takes --replace."""
    existing = stored_part(study, to.model, to.split.id, to.size, to.split.seed, to.part)
    if existing is None:
        return False
    if is_same(study, book, existing, predictions):
        found.n_unchanged += 1
        return True
    if not replaces:
        there = f"the study holds other predictions of {to.model} for {to}"
        advice = "say --replace to put these in their place, or give this model another name"
        raise InputError(path, f"{there}; {advice}")
    found.n_replaced += 1
    return False


def _count(found: PredictionSummary, path: Path, predictions: PartPredictions) -> None:
    n_answered = len(predictions.answered)
    found.n_files += 1
    found.n_predictions += n_answered
    if n_missing := predictions.n_items - n_answered:
        found.missing.append((path, n_missing))
