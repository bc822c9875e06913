"""How long `goed import corpus` takes beside a plain read, how large the study gets, and how long it is locked.

    python tests/benchmarks/corpus_import.py [FILE [OPTION ...]]

Without FILE it takes the largest corpus and the Danish treebank of ../shared. Prints, for each: seconds of the whole
command and of a plain Python program that reads the same tokens into lists; bytes of the study for each token, beyond
an empty one; the longest time that another program could not write; and seconds to read the corpus back.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from goed.sources.corpora import CorpusOptions, SectionFile, read_corpus_files
from goed.splits.utterances import ORDERS, UtterancePool, draw_utterances
from goed.study.corpora import corpus_named
from goed.study.corpus_texts import NewCorpus, add_corpus, corpus_text, utterances_of
from goed.study.study import Study
from goed.study.study_files import create_study

SHARED = Path(__file__).resolve().parents[3] / "shared" / "data"
GOED = str(Path(sys.executable).with_name("goed"))
TIMES = 3  # the best of so many
PLAIN = (
    "import sys; tokens = [line.split() for line in open(sys.argv[1], encoding='utf-8') if line[0] != '#']; "
    "print(sum(map(len, tokens)))"
)


def main(file: Path, options: Sequence[str]) -> None:
    """Measure one corpus."""
    with tempfile.TemporaryDirectory() as name:
        study = Path(name) / "study.goed"
        create_study(study).close()
        size_before = study.stat().st_size
        study.unlink()
        command = [GOED, "import", "corpus", str(file), "--name", "measured", *options, "--study", str(study)]
        goed_seconds = min(seconds(command, study) for _ in range(TIMES))
        plain_seconds = min(seconds([sys.executable, "-c", PLAIN, str(file)]) for _ in range(TIMES))
        with Study.open(study) as there:
            row = corpus_named(there, "measured")
            started = time.perf_counter()
            text = corpus_text(there, row.id)
            text_seconds = time.perf_counter() - started
            started = time.perf_counter()
            told = utterances_of(there, row.id)
            told_seconds = time.perf_counter() - started
        print(
            f"{file.name}: {row.n_utterances:,} utterances, {row.n_tokens:,} tokens, layers {', '.join(text.columns)}"
        )
        print(f"  import {goed_seconds:.2f} s, a plain read {plain_seconds:.2f} s: {goed_seconds / plain_seconds:.1f}×")
        print(f"  {(study.stat().st_size - size_before) / row.n_tokens:.1f} bytes a token")
        print(f"  locked for at most {longest_lock(file, Path(name) / 'again.goed'):.3f} s")
        print(f"  read back: text {text_seconds:.2f} s, utterances {told_seconds:.2f} s")
        pool = UtterancePool(row.name, row.language, told)
        for order in ORDERS:
            if order in ("uniform", "given") or pool.children:
                started = time.perf_counter()
                draw_utterances(pool, order, 0)
                print(f"  drawn, {order}: {time.perf_counter() - started:.2f} s")


def seconds(command: Sequence[str], made: Path | None = None) -> float:
    """How long a command takes; what it makes is removed before."""
    if made is not None:
        made.unlink(missing_ok=True)
    started = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - started


def longest_lock(file: Path, path: Path) -> float:
    """The longest transaction of an import."""
    text, told = read_corpus_files([SectionFile(file)], CorpusOptions())
    held: list[float] = []
    whole = Study.transaction

    @contextmanager
    def timed(study: Study) -> Iterator[object]:
        with whole(study) as db:
            started = time.perf_counter()
            yield db
        held.append(time.perf_counter() - started)  # with the commit

    Study.transaction = timed  # type: ignore[assignment, method-assign]
    try:
        with create_study(path) as study:
            add_corpus(study, NewCorpus("measured", "eng", text, told))
    finally:
        Study.transaction = whole  # type: ignore[method-assign]
    return max(held)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main(Path(sys.argv[1]), sys.argv[2:] or ["--language", "eng"])
    else:
        main(SHARED / "corpora" / "manchester.txt", ["--language", "eng"])
        sections = ["--dev", "1-1000", "--test", "1001-2000"]
        main(SHARED / "treebanks" / "danish-cdt.conll", ["--language", "dan", "--punctuation", "XP", *sections])
