"""What leaves a study for readers: the report (`report.py`: tables, figures and one page) and exported files.

It imports statistics and what lies below them; `goed report`, `goed export` and `goed make` call it. A new table of
the report is a line in `tables.py`, a new figure a function in `language_figures.py`.
"""
