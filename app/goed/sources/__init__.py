"""Imports: items, given splits, predictions, labels, accuracies, and goed's own items.

Commands and `making` call it; it may import labels, domains, the study and tables. Each kind of file that can be
imported has a module of its own; `file_names` and `header` find out for all of them what a file holds.
"""
