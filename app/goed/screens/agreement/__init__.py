"""The parts of the Agreement screen: the numbers, the list of judges, and the table of what they confuse.

`goed.screens.agreement_screen` puts them together. A number comes from goed.statistics, a widget from `lines_view`.
"""
