"""Domains, the families of learners: their interface (`domain`) and list (`registry`).

Each of goed's own domains is a folder here, named in `registry.BUILT_IN`; other packages add theirs by an entry point.
A domain may import the study and the models; the rest of the program reaches it through the registry only, and no
domain imports another.
"""
