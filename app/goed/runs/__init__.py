"""Runs: planning them (`plan`), doing them (`execution`), looking at them (`grid`).

They are done here or on a cluster, always in other processes, which know nothing of the study. The commands and the
screens call this room; it reads and writes runs through `goed.study`, and trains with `goed.models`.
"""
