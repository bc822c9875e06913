"""How figures are drawn with matplotlib: the charts, their looks, and the canvas that they are drawn on.

They know tables of numbers only, nothing of the study; goed.report.language_figures calls them.
"""

FIGURES = ("curves", "by-size", "by-model")  # the kinds that a report can have
