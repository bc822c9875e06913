"""The terminal UI: four screens over one study, to judge outputs, run models and look at what they learned.

Only this package imports Textual. Nothing but the command line starts it, through `goed.screens.start`. A new screen is
a module NAME_screen with a class NameScreen, an entry in `goed_screen.SCREENS`, and a table of keys in `actions`.
"""
