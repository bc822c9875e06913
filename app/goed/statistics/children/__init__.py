"""What is known of children, held against models: the list of findings, and what is measured of a model.

Only `goed.statistics.expectations` calls it. A new measure is a function and a line in `measures.MEASURES`.
"""
