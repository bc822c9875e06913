"""Domains, the families of learners: their interface (`domain`) and list (`registry`).

Each of goed's own domains is a folder here, named in `registry.BUILT_IN`; other packages add theirs by an entry point.
A domain may import the study and the models; the rest of the program reaches it through the registry only, and no
domain imports another.

How a sentence with arcs is drawn stands here, too, as plain values for a terminal or a page: `sentence_drawing` says
what is to be seen, `sentence_window` which words fit, `drawn_arcs` and `tree_outline` make lines of it.
"""
