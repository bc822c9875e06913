"""Scores of induced syntactic categories: of tokens, of word types, and without a gold standard.

`tokens` and `types` have the measures of either, with the best mappings of clusters to tags; `substitutable` those
without tags. A new measure stands in one of them, or in a file here.
"""
