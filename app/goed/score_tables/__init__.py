"""Gold and predicted files beside each other, and their scores and errors as tables.

Imports the readers of `corpora` and the measures of `scores`; the commands of `goed score` call it. One module for each
kind of table, with its pairs of files in modules of their own where they take more than a screen.
"""
