"""Shapes of trajectories of accuracy along sizes: noise, nearest paths, verdict.

It works on numbers, knows no study, and is called by `goed.statistics.shape` only.
"""
