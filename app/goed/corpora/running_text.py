"""Text with a sentence on each line: word/TAG word/TAG, or words alone."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd

from goed.corpora.blocks import Block
from goed.corpora.column import GrowingColumn, Numbers, joined, normal_words
from goed.corpora.corpus import Corpus
from goed.corpora.layouts import SLASH, Layout
from goed.errors import InputError, quoted


class RunningText:
    """Grows by a block of lines at a time."""

    def __init__(self, path: Path, layout: Layout) -> None:
        self._path = path
        self._layout = layout
        self._forms, self._tags = GrowingColumn(), GrowingColumn()
        self._lines: list[Numbers] = []
        self._n_tokens = 0

    def __len__(self) -> int:
        return self._n_tokens

    def add(self, block: Block) -> None:
        """Read the lines of a block."""
        tokens = block.content.split()  # at white space of ASCII: a word may hold a no-break space
        counts = [len(line.split()) for line in block.content.split(b"\n")[:-1]]
        lines = np.repeat(np.arange(block.first_line, block.first_line + len(counts)), counts)
        codes, distinct = pd.factorize(np.array(tokens, dtype=object))
        words = [token.decode() for token in distinct]
        if self._layout is SLASH:
            parts = [word.rpartition("/") for word in words]
            self._refuse([not form for form, _, _ in parts], words, codes, lines)
            self._forms.add(codes, [form for form, _, _ in parts])
            self._tags.add(codes, [tag for _, _, tag in parts])
        else:
            self._forms.add(codes, words)
        self._lines.append(lines)
        self._n_tokens += len(tokens)

    def _refuse(self, is_wrong: list[bool], words: list[str], codes: Numbers, lines: Numbers) -> None:
        """Say where a token is that has no word, or no slash."""
        if any(is_wrong):
            place = int(np.array(is_wrong)[codes].argmax())
            token = quoted(words[codes[place]], 30)
            raise InputError(self._path, f"{token} is not of the form word/TAG", int(lines[place]))

    def corpus(self) -> Corpus:
        """All that was read; each line is a sentence."""
        lines = joined(self._lines)
        starts = np.flatnonzero(np.diff(lines, prepend=-1))
        columns = {"form": normal_words(self._path, self._forms.whole(), lines)}
        if self._layout is SLASH:
            columns["tag"] = self._tags.whole()
        return Corpus(self._path, self._layout, columns, lines, starts)
