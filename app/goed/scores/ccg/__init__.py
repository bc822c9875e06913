"""Scores of CCG derivations: lexical categories, brackets, and two kinds of dependencies."""
