"""Scores of induced syntactic categories: of tokens, word types, and without gold tags.

`tokens` and `types` have the measures of tokens and of types, with the best mappings of clusters to tags;
`substitutable` has those that need no tags. A new measure goes into one of them, or into a file here.
"""
