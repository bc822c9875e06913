"""Splits: `draw` divides items into training, dev and test; `make` does so for a study.

It imports the study and the domains; `goed split`, `goed demo` and `goed make` call it. Splits that come in files are
read in `goed.sources`.
"""
