"""Figures drawn with letters and blocks: plain values in, lines of text out; nothing here knows of Textual."""
