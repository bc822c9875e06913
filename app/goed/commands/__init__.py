"""The command line: one file a command; results go to stdout, talk to stderr.

Commands may import everything, and do so when they are called, so that `goed --help` stays fast. A new one is a file
with a function `command`, and a line in `group.COMMANDS`.
"""

from goed.commands.group import main

__all__ = ["main"]
