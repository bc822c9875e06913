"""Runs: which there are to do (`plan`), doing them (`execution`), here or on a cluster, and looking at them (`grid`).

The commands and the screens call this; it reads and writes runs through `goed.study`, and trains with `goed.models`,
always in other processes. Workers know nothing of the study.
"""
