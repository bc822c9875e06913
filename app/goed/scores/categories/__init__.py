"""Scores of induced syntactic categories: of tokens, of types, and without a gold standard."""
