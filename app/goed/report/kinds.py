"""The kinds of figures that a report may hold, apart from what draws them."""

FIGURES = ("curves", "by-size", "by-model")
