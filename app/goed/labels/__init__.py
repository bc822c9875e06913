"""Labels of outputs: given by classifiers, combined with people's, and shown by name.

`labeller` labels new outputs, `relabel` stored ones, `labelled_table` those of any table; `peoples_labels` says which
label counts. It imports the study and the domains, and calls their classifiers; runs, imports, annotation and
statistics call it.
"""
