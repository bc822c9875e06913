"""`goed stats`: a command for each statistic, and printing what is more than a table.

`group` makes a command from what a statistic declares, so a new statistic needs nothing here. These modules may import
all of goed except the screens.
"""
