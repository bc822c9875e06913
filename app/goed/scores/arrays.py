"""Kinds of arrays that measures take, and what they often do with them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]
Marks = NDArray[np.bool_]
Shares = NDArray[np.float64]

LARGEST = 2**62


def combined(columns: Sequence[NDArray[np.integer]]) -> Numbers:
    """One number for each row of several columns of numbers from 0: the same where all of them are the same."""
    whole = np.zeros(len(columns[0]), np.int64)
    n_values = 1
    for column in columns:
        n_here = int(column.max(initial=0)) + 1
        if n_values * n_here > LARGEST:
            distinct, whole = np.unique(whole, return_inverse=True)
            n_values = len(distinct)
        whole = whole * n_here + column
        n_values *= n_here
    return whole
