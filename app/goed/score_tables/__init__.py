"""Gold files compared with predicted ones: their scores and errors as tables.

This room imports the readers of `corpora` and the measures of `scores`; the commands of `goed score` call it.
`taggings` makes two tagged texts comparable; each other module is about one kind of scores: first the two files, then
their tables.
"""
