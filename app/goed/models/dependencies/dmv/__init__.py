"""The DMV (Klein & Manning 2004): a grammar of tags, learned from tags alone by counting over all trees, or the best.

`grammar` holds the numbers, `chart` computes all trees of a sentence, `estimators` go from one grammar to the next.
"""
