"""Statistics over the runs, labels and people of a study.

Each declares its options and its tables in the report. They may import annotation, labels, domains and the study, but
neither click nor rich. `goed stats`, the report and the trajectories screen call them. A new one is a file here with a
`STATISTIC`, and a line in `catalogue.STATISTICS`.
"""
