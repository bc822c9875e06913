"""Scores of dependency trees: `trees` are the values, `attachment` the measures, `baselines` trees to compare with.

Uses numpy only: `goed score dependencies` starts without scipy.
"""
