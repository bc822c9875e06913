"""Figures drawn with letters and blocks: plain values in, lines of text out.

They import rich and `safe_text`, nothing of Textual or of the study; the Trajectories screen calls them. A new kind of
figure is a subclass of `figure.Figure`.
"""
