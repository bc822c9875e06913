"""What the Trajectories screen shows: what is chosen, what is counted for that, and how it becomes figure and table.

`goed.screens.trajectories_screen` calls them. They import goed.statistics to count and `goed.screens.plots` to draw,
and know nothing of Textual.
"""
