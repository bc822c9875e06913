"""Gold and predicted files beside each other, and their scores and errors as tables.

Imports the readers of `corpora` and the measures of `scores`; the commands of `goed score` call it. `taggings` makes
two tagged texts comparable; each other module is about one kind of scores: first the two files, then their tables.
"""
