"""The commands of `goed score`, one file each; they need no study.

They read files with `corpora`, and print what `score_tables` computes. A new kind is a file here and a line in `group`.
"""
