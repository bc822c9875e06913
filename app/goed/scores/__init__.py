"""Measures of categories, dependencies and CCG derivations, as pure functions on arrays and small values.

They know no files, no study, no tables and no command line; `score_tables` and the domains call them. The letters in
their docstrings are the papers: F09 Frank, Goldwater & Keller (2009), R10 Reichart, Abend & Rappoport (2010), G12
Gelling et al. (2012, the PASCAL challenge), C02 Clark & Hockenmaier (2002).
"""
