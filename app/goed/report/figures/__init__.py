"""Drawing figures with matplotlib: the charts, their looks, and their canvas.

They are given tables of numbers and know nothing of the study; goed.report.language_figures calls them.
"""

FIGURES = ("curves", "by-size", "by-model", "by-breakdown")  # the kinds that a report can have
