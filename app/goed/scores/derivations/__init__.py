"""Scores of CCG derivations: lexical categories, brackets, and dependencies of trees and deep ones.

`derivations` and `categories` are the values, with what is read off a tree; `combination` and `markup` tell deep
dependencies.
"""
