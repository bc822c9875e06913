"""The command line: one file a command; results on stdout, talk on stderr."""

from goed.commands.group import main

__all__ = ["main"]
