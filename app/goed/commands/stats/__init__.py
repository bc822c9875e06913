"""`goed stats`: the numbers, a module for each statistic."""
