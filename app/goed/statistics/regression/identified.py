"""Which columns of a model the data can tell apart: those that R's lm keeps."""

from __future__ import annotations

import numpy as np

from goed.statistics.regression.design import Numbers

TOLERANCE = 1e-7  # lm's own
AT_ONCE = 64  # columns


def identified(matrix: Numbers) -> list[int]:
    """The places of the columns that are kept.

    lm decomposes a matrix by dqrdc2, LINPACK's routine with a change of R's own: columns are taken in their order, and
    one is dropped where less than 1e-7 of its length is left after the kept ones before it are taken out of it. So it
    is the later one that goes: with no run of cluzh in German, languagedeu and modelcluzh stay, and
    languagedeu:modelcluzh, a column of zeros, is dropped.

    Here each column is made orthogonal to the kept ones by Gram and Schmidt's method. 64 columns at once are freed of
    those of earlier blocks, twice, since the first time leaves rounding errors.
    """
    n_rows, n_columns = matrix.shape
    lengths = np.linalg.norm(matrix, axis=0)
    basis = np.empty((n_rows, min(n_rows, n_columns)), order="F")
    kept: list[int] = []
    for start in range(0, n_columns, AT_ONCE):
        rest = matrix[:, start : start + AT_ONCE].copy(order="F")
        before = basis[:, : len(kept)]
        for _ in range(2):
            rest -= before @ (before.T @ rest)
        for place in range(rest.shape[1]):
            left = float(np.linalg.norm(rest[:, place]))
            if left < TOLERANCE * lengths[start + place] or left == 0 or len(kept) == n_rows:
                continue
            direction = rest[:, place] / left
            rest[:, place + 1 :] -= np.outer(direction, direction @ rest[:, place + 1 :])
            basis[:, len(kept)] = direction
            kept.append(start + place)
    return kept
