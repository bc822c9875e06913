"""What the Trajectories screen shows: choices, their numbers, figure and table.

`goed.screens.trajectories_screen` calls these modules. They count with `goed.statistics`, draw with
`goed.screens.plots`, and know nothing of Textual.
"""
