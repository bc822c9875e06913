"""Scores of induced syntactic categories: of tokens, of word types, and without a gold standard.

`contingency` and `mappings` are about tokens, `types` and `type_mappings` about types; a new measure is a file here.
"""
