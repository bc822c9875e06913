"""Readers of corpus files: tagged text, treebanks, CCG derivations and dependencies.

Their contents become arrays; the texts of a study are columns as here. This room imports the values of `scores` and
goed's forms and errors; the commands of `goed score`, `score_tables` and `sources` call it. To add a way of writing
tokens, add a layout to `layouts`; another kind of file is a new module here.
"""
