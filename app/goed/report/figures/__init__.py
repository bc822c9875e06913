"""The figures of the report: a module for each kind, and how they look and are written."""

FIGURES = ("curves", "by-size", "by-model")
