"""Scores of CCG derivations: categories, brackets, tree dependencies and deep ones.

`derivations` and `categories` are the values, with what is read off a tree; `combination` and `markup` find deep
dependencies.
"""
