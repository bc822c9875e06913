"""Readers of corpus files: tagged text, treebanks, CCG derivations and their dependencies become arrays.

Imports the values of `scores` and goed's forms and errors; the commands of `goed score` and `score_tables` call it. A
further way to write tokens is one more layout in `layouts`; another kind of file is a module here.
"""
