"""The demos of `goed demo`, a file for each domain: what is made, and the findings on one screen.

`demo.py` says what a demo consists of; the command runs it.
"""
