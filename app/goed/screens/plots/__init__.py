"""Figures drawn with letters and blocks: plain values in, lines of text out.

The Trajectories screen calls them. They import rich and `safe_text`, but nothing of Textual or of the study. A new kind
of figure is a subclass of `figure.Figure`.
"""
