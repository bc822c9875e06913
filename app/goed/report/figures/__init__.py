"""How figures are drawn with matplotlib: a module for each kind of them, their looks, and what all have in common.

They know tables of numbers only, nothing of the study; goed.report.language_figures calls them.
"""

FIGURES = ("curves", "by-size", "by-model")  # the kinds that a report can have
