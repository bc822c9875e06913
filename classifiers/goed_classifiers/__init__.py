"""Rules that tell what a predicted form shows: (lemma, features, gold, predicted) → label with its reason.

Pure functions over small values: no file is read, no study known. `values` says what goes in and what comes out,
`registry` which classifier a language has, and each language is a module of its own; `generic` serves all others.
"""
