"""Measures of categories, dependencies and CCG derivations, as pure functions.

They work on arrays and small values, and know no files, study, tables or command line; `score_tables` and the domains
call them. Their docstrings name papers by letters: F09 is Frank, Goldwater & Keller (2009), R10 Reichart, Abend &
Rappoport (2010), G12 Gelling et al. (2012, the PASCAL challenge), C02 Clark & Hockenmaier (2002).
"""
