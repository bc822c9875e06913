"""Measures of the field's other learners, as pure functions: categories, dependencies, CCG derivations.

They take arrays and small values, and know nothing of files, studies or the command line. The letters in their
docstrings are the papers: F09 Frank, Goldwater & Keller (2009), R10 Reichart, Abend & Rappoport (2010), G12 Gelling et
al. (2012, the PASCAL challenge), C02 Clark & Hockenmaier (2002).
"""
