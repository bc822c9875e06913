"""The terminal UI: four screens to label outputs, run models and see results.

Only this package imports Textual. The command line starts it, through `goed.screens.start`. A new screen is a module
NAME_screen with a class NameScreen, an entry in `goed_screen.SCREENS`, and a table of keys in `actions`.
"""
