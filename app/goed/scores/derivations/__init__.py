"""Scores of CCG derivations: lexical categories, brackets, and dependencies of trees and deep ones.

`derivations` and `categories` are the values; `combination`, `variables` and `markup` tell deep dependencies.
"""
