"""The report (tables, figures and one page), and files exported from a study.

`goed report`, `goed export` and `goed make` call it; it imports statistics and what lies below them. A new table of the
report is a line in `tables.py`, a new figure a function in `language_figures.py`.
"""
