"""The commands of `goed score`, one file each; they need no study.

They read with `corpora`, and print what `score_tables` makes of it. A further kind is a file here and a line in
`group`.
"""
