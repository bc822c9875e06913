"""The command line: one file per command; results go to stdout, messages to stderr.

Commands may import everything, but only when they are called, so that `goed --help` stays fast. A new command is a file
with a function `command`, and a line in `group.COMMANDS`.
"""

from goed.commands.group import main

__all__ = ["main"]
