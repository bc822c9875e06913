"""The shape of a trajectory of accuracies along the sizes: its noise, the nearest simple paths, and its verdict.

Numbers in, numbers out: it knows no study, and only `goed.statistics.shape` calls it.
"""
