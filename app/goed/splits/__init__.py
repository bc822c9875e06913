"""Splits: `draw` parts any items into training, dev and test, `make` does it with the items of a study.

It imports the study and the domains; `goed split`, `goed demo` and `goed make` call it. Splits that come in files are
read in `goed.sources`.
"""
