"""Findings about children, and the measures that compare models with them.

Only `goed.statistics.expectations` calls it. A new measure is a function and a line in `measures.MEASURES`.
"""
