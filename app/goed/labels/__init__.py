"""Labels of outputs: given by classifiers (`labeller`), to new outputs and to stored ones, and counted with people's.

It imports the study and the domains, whose classifiers it calls; runs, imports, annotation and statistics call it.
"""
