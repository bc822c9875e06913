"""`goed stats`: `group` makes a command of what a statistic declares; the other files print what is more than a table.

It may import all of goed but the screens. `goed` calls it. A new statistic needs nothing here.
"""
